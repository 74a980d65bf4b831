"""Computer-made chests: anatomy, findings, films, reports and the corpora made of them."""
