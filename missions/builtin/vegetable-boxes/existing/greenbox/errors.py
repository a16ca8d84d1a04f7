"""What the program says when something cannot be done."""


class Refused(Exception):
    """A command that the rules do not allow; the text says why, on one line."""

    status = 1


class Damaged(Refused):
    """A file that cannot be understood; the text names file and line."""

    status = 3
