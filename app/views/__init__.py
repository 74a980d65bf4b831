"""Qt: draw and emit, never decide."""
