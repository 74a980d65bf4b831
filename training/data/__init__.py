"""Corpora on disk, and the compact form in which training reads them."""
