"""Mistakes in files and on the command line."""


class Mistakes(Exception):
    """One or more mistakes, each a text for the user."""

    def __init__(self, *texts: str) -> None:
        super().__init__("\n".join(texts))
        self.texts = texts
