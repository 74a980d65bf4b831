"""Studies and questions in, panels and answers out. Knows no GUI, no database and no training."""
