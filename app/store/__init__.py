"""Where studies, panels and reviews are kept. No Qt."""
