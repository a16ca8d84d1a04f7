"""The greeting."""


def greet(name: str) -> str:
    """Return the greeting of `name`. Raises `ValueError` for an empty name."""
    if not (given := name.strip()):
        raise ValueError("the name is empty")
    return f"Hello, {given}!"
