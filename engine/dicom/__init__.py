"""DICOM in: files become studies, stored values become grey levels; native decoders run apart."""
