import dataclasses

import pytest
from tablealign.columns import OVERFLOWS, Column, fit_widths
from tablealign.errors import OptionError, WidthError


def test_the_defaults_of_a_column():
    assert Column("A") == Column("A", "left", "wrap", 1, None)
    assert OVERFLOWS == ("wrap", "cut")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"align": "top"}, "^unknown alignment: 'top'$"),
        ({"overflow": "hide"}, "^unknown overflow: 'hide'$"),
        ({"smallest": 0}, "^smallest must be at least 1$"),
        ({"smallest": 5, "largest": 4}, "^largest must not be below smallest$"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(OptionError, match=message):
        Column("A", **options)


def test_equal_limits_are_allowed():
    assert Column("A", smallest=4, largest=4).limited(9) == 4


@pytest.mark.parametrize(("natural", "width"), [(1, 3), (3, 3), (5, 5), (8, 8), (9, 8)])
def test_limits_of_the_width(natural, width):
    assert Column("A", smallest=3, largest=8).limited(natural) == width


def test_no_upper_limit():
    assert Column("A").limited(500) == 500


def test_a_column_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Column("A").title = "B"


@pytest.mark.parametrize(
    ("available", "widths"),
    [
        (None, [3, 10, 10]),
        (23, [3, 10, 10]),
        (22, [3, 10, 9]),
        (21, [3, 9, 9]),
        (9, [3, 3, 3]),
        (8, [3, 3, 2]),
        (3, [1, 1, 1]),
    ],
)
def test_the_widest_column_gives_first_and_the_rightmost_of_equals(available, widths):
    assert fit_widths([Column("a"), Column("b"), Column("c")], [3, 10, 10], available) == widths


def test_no_column_falls_below_its_smallest_width():
    columns = [Column("a", smallest=8), Column("b", smallest=2)]

    assert fit_widths(columns, [10, 10], 12) == [8, 4]
    assert fit_widths(columns, [10, 10], 10) == [8, 2]


def test_natural_widths_are_limited_first():
    assert fit_widths([Column("a", largest=4), Column("b", smallest=6)], [9, 2]) == [4, 6]


def test_too_little_room_for_the_smallest_widths():
    with pytest.raises(WidthError) as caught:
        fit_widths([Column("a", smallest=8), Column("b", smallest=2)], [10, 10], 9)
    assert (caught.value.needed, caught.value.available) == (10, 9)


def test_one_natural_width_per_column():
    with pytest.raises(ValueError, match="zip"):
        fit_widths([Column("a")], [1, 2])
