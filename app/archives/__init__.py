"""Archives as the desk knows them: which there are, what is asked of them, and what came from them. No Qt."""
