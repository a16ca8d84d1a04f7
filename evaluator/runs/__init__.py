"""The run folder: what was asked, what it resolved to, what came of it."""
