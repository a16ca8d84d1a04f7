"""ISBN-13: how people write it, and whether it can be one."""

from django.core.exceptions import ValidationError


def without_hyphens(written: str) -> str:
    """``978-1-90-000001-7`` as it is stored: digits only."""
    return written.replace("-", "").replace(" ", "")


def check_digit(first_twelve: str) -> int:
    """Return the check digit of an ISBN."""
    weighted = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(first_twelve))
    return -weighted % 10


def validate_isbn(isbn: str) -> None:
    """Raises `ValidationError` when `isbn` is not 13 digits of which the last fits the others."""
    if len(isbn) != 13 or not (isbn.isascii() and isbn.isdigit()):
        raise ValidationError("An ISBN has 13 digits.")
    if check_digit(isbn[:12]) != int(isbn[12]):
        raise ValidationError("The ISBN's last digit does not fit the others.")
