"""What leaves the desk: one value that says all of a report, and writers that take it."""
