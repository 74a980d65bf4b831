"""Readers of corpora as they are distributed. Each yields all studies that lie there, usable or not."""
