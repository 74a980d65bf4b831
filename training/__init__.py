"""Everything that makes and measures a bundle: phantoms, corpora, recipes, metrics."""
