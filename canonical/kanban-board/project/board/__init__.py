"""Boards with cards that several people move at the same time."""
