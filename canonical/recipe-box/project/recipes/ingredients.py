"""Ingredients: understanding a line, scaling, and writing amounts for people. All amounts are exact."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

LARGE_UNITS = {"kg": "g", "l": "ml"}
"""Units of 1000 of the smaller one, in which everything is calculated."""

UNITS = ("g", "kg", "ml", "l", "tsp", "tbsp", "pinch")
THOUSAND = 1000
LINE = re.compile(
    r"(?P<whole>[0-9]+)\s+(?P<part>[0-9]+/[0-9]+)\s+(?P<rest1>.+)"
    r"|(?P<amount>[0-9]+/[0-9]+|[0-9]+(?:\.[0-9]+)?)\s+(?P<rest2>.+)"
)


class NotAnIngredient(ValueError):
    """A line begins like an amount, but is no ingredient."""


@dataclass(frozen=True)
class Ingredient:
    """A name with an amount in a unit, which may be empty; `amount` is None if there is none."""

    name: str
    unit: str = ""
    amount: Fraction | None = None

    def scaled(self, factor: Fraction) -> "Ingredient":
        """Return the same ingredient in another amount."""
        return self if self.amount is None else Ingredient(self.name, self.unit, self.amount * factor)

    def __str__(self) -> str:
        if self.amount is None:
            return self.name
        amount, unit = _shown(self.amount, self.unit)
        return " ".join(part for part in (decimal(amount), unit, self.name) if part)


def parse_line(line: str) -> Ingredient:
    """Return the ingredient of one line. Raises `NotAnIngredient`."""
    text = line.strip()
    if not text[:1].isdigit():
        return Ingredient(text)
    found = LINE.fullmatch(text)
    if found is None:
        raise NotAnIngredient(line)
    try:
        amount = sum(Fraction(found[group]) for group in ("whole", "part", "amount") if found[group])
    except ZeroDivisionError:
        raise NotAnIngredient(line) from None
    if not amount:
        raise NotAnIngredient(line)
    return _with_unit(Fraction(amount), found["rest1"] or found["rest2"])


def _with_unit(amount: Fraction, rest: str) -> Ingredient:
    unit, _, name = rest.partition(" ")
    if unit not in UNITS or not name.strip():
        return Ingredient(rest, "", amount)
    if unit in LARGE_UNITS:
        return Ingredient(name.strip(), LARGE_UNITS[unit], amount * THOUSAND)
    return Ingredient(name.strip(), unit, amount)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that count with their numbers, from 1."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line.strip()


def parse_all(text: str) -> list[Ingredient]:
    """Return the ingredients of a text in which every line is right."""
    return [parse_line(line) for _, line in numbered_lines(text)]


def _shown(amount: Fraction, unit: str) -> tuple[Fraction, str]:
    """Return amount and unit as people like to read them: 1500 g as 1.5 kg."""
    for large, small in LARGE_UNITS.items():
        if unit == small and amount >= THOUSAND:
            return amount / THOUSAND, large
    return amount, unit


def decimal(amount: Fraction) -> str:
    """Return an amount as a decimal, rounded to two places, half a hundredth upwards."""
    hundredths = int(amount * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
