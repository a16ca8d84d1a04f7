"""Numbers in readable text."""

from __future__ import annotations

from decimal import Decimal

import pytest

from simulators.matching import numbers_in


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Total: 1,234.50 €", ["1234.50"]),
        ("€1,234", ["1234"]),
        ("-$5.25", ["-5.25"]),
        ("1.234.567", ["1234567"]),
        ("1.234,50", ["1234.50"]),
        ("12,5 kg", ["12.5"]),
        ("1\u202f000\u00a0000", ["1000000"]),
        ("3 of 4", ["3", "4"]),
        ("7.", ["7"]),
        ("(42)", ["42"]),
        ("BMI: 24.22 (normal)", ["24.22"]),
        ("100%", ["100"]),
        ("5−3", ["5", "3"]),
        ("H2O", []),
        ("", []),
    ],
)
def test_numbers_in_a_text(text: str, numbers: list[str]) -> None:
    assert numbers_in(text) == [Decimal(number) for number in numbers]
