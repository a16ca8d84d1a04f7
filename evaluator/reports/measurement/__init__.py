"""How well a mission distinguishes solutions: its controls and mutants, as Markdown."""
