"""ExpansionNet's training: recipes, regions, the paper's three stages, bundles, the table of variants."""
