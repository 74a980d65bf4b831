"""What one training step means, task by task."""
