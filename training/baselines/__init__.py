"""What the panel is measured against: writers that do less than it does."""
