from decimal import Decimal
from fractions import Fraction

import pytest
from durationwords.errors import UnitError
from durationwords.span import Span, exact


def test_a_span_is_the_sum_of_its_amounts():
    assert Span.of(weeks=1, days=1, hours=1, min=1, s=1, ms=1) == Span(694_861_001)
    assert Span.of() == Span() == Span(0)


@pytest.mark.parametrize(
    ("amount", "milliseconds"),
    [(0.1, 100), (Decimal("0.25"), 250), (Fraction(1, 3), 333), (-2, -2000), (0.0005, 0), (0.0015, 2), (0.0025, 2)],
)
def test_amounts_are_exact_and_rounded_to_milliseconds_with_halves_to_even(amount, milliseconds):
    assert Span.of(seconds=amount) == Span(milliseconds)


def test_the_exact_value_of_a_float_is_the_decimal_shown():
    assert exact(0.1) == Fraction(1, 10)
    assert exact(3) == 3


def test_an_unknown_unit_is_refused():
    with pytest.raises(UnitError):
        Span.of(months=1)


@pytest.mark.parametrize(("milliseconds", "sign"), [(1, 1), (0, 0), (-1, -1)])
def test_the_sign(milliseconds, sign):
    assert Span(milliseconds).sign == sign


def test_the_total_in_a_unit_is_exact():
    assert Span.of(minutes=90).total("hours") == Fraction(3, 2)
    assert Span(-1).total("s") == Fraction(-1, 1000)


def test_the_parts_of_the_absolute_span():
    assert Span(-694_861_001).parts() == {
        "week": 1,
        "day": 1,
        "hour": 1,
        "minute": 1,
        "second": 1,
        "millisecond": 1,
    }
    assert list(Span(0).parts().values()) == [0] * 6


def test_sums_and_differences():
    assert Span(5) + Span(3) == Span(8)
    assert Span(5) - Span(8) == Span(-3)
    assert sum([Span(1), Span(2)], Span(0)) == Span(3)


@pytest.mark.parametrize("factor", [1.5, Decimal("1.5"), Fraction(3, 2)])
def test_products_with_numbers(factor):
    assert Span(10) * factor == factor * Span(10) == Span(15)


@pytest.mark.parametrize(("factor", "milliseconds"), [(Fraction(1, 2), 2), (Fraction(3, 10), 2), (-1, -5)])
def test_products_are_rounded_with_halves_to_even(factor, milliseconds):
    assert Span(5) * factor == Span(milliseconds)


def test_division_by_a_span_is_a_ratio_and_by_a_number_a_span():
    assert Span(9) / Span(6) == Fraction(3, 2)
    assert Span(9) / 2 == Span(4)
    assert Span(11) / 2 == Span(6)
    assert Span(9) / 0.5 == Span(18)


def test_whole_quotient_and_rest():
    assert Span(17) // Span(5) == 3
    assert Span(17) % Span(5) == Span(2)
    assert Span(-17) % Span(5) == Span(3)
    assert divmod(17, 5) == (Span(17) // Span(5), (Span(17) % Span(5)).milliseconds)


def test_negative_absolute_and_truth():
    assert -Span(5) == Span(-5)
    assert abs(Span(-5)) == abs(Span(5)) == Span(5)
    assert not Span(0)
    assert Span(-1)
    assert Span(1)


def test_order_equality_and_hash():
    assert Span(1) < Span(2) <= Span(2) < Span(3)
    assert not Span(2) < Span(2)
    assert sorted([Span(3), Span(-1), Span(2)]) == [Span(-1), Span(2), Span(3)]
    assert {Span(1000), Span.of(s=1)} == {Span(1000)}
    assert Span(5) != 5


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Span(1) + 1,
        lambda: Span(1) - 1,
        lambda: Span(1) * Span(1),
        lambda: Span(1) * "2",
        lambda: Span(1) / "2",
        lambda: Span(1) // 1,
        lambda: Span(1) % 1,
        lambda: Span(1) < 2,
        lambda: 1 / Span(1),
    ],
)
def test_other_operands_are_type_errors(wrong):
    with pytest.raises(TypeError):
        wrong()


@pytest.mark.parametrize(
    "wrong", [lambda: Span(1) / 0, lambda: Span(1) / Span(0), lambda: Span(1) // Span(0), lambda: Span(1) % Span(0)]
)
def test_division_by_zero(wrong):
    with pytest.raises(ZeroDivisionError):
        wrong()
