"""Archives over the network: asked for studies, and sent what was written about them."""
