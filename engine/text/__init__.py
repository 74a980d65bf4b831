"""Report text: tokens and back, sentences, findings, and the one CIDEr-D for votes, metrics and rewards."""
