"""Phantoms in the layouts of published corpora, so that what reads those can be run without any of them."""
