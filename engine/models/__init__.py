"""The papers' models, one file each. They know tensors, but no files, no losses and no decoding."""
