"""The papers' tables: ours beside the published figures, as text, Markdown, JSON and charts."""
