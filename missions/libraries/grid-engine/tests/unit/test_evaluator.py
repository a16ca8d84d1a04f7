import pytest
from gridengine.address import parse_address
from gridengine.evaluator import AreaView, evaluate
from gridengine.parser import parse_formula
from gridengine.values import CYCLE, DIVISION, NOT_FOUND, UNKNOWN_NAME, WRONG_NUMBER, WRONG_REFERENCE, WRONG_VALUE


class Source:
    """Cells in a dictionary; notes what was read."""

    def __init__(self, **values):
        self.values = {parse_address(name): value for name, value in values.items()}
        self.read = []

    def value_at(self, address):
        self.read.append(str(address))
        return self.values.get(address)

    def filled_in(self, area):
        return iter(
            [self.values[each] for each in sorted(self.values) if each in area and self.values[each] is not None]
        )


VALUES = {"A1": 6.0, "A2": 4.0, "A3": "text", "A4": True, "A5": DIVISION, "A7": "5", "B1": NOT_FOUND, "B2": CYCLE}


def _value(formula):
    return evaluate(parse_formula(formula), Source(**VALUES))


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=A1+A2", 10.0),
        ("=A1-A2-1", 1.0),
        ("=A1*A2", 24.0),
        ("=A1/A2", 1.5),
        ("=2^3^2", 512.0),
        ("=-2^2", 4.0),
        ("=-(2^2)", -4.0),
        ("=50%*A2", 2.0),
        ("=A1%", 0.06),
        ("=+A7", 5.0),
        ("=-A4", -1.0),
        ("=A7+1", 6.0),
        ("=A6+1", 1.0),
        ("=A4+A4", 2.0),
        ("=A1&A3&A6&A4", "6textTRUE"),
        ('="x"', "x"),
        ("=A6", None),
        ("=A1:A1", 6.0),
        ("=(A1:A1)+1", 7.0),
    ],
)
def test_calculation(formula, value):
    found = _value(formula)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=A1>A2", True),
        ("=A1<A2", False),
        ("=4<=A2", True),
        ("=5<=A2", False),
        ("=4>=A2", True),
        ("=3>=A2", False),
        ("=A1=6", True),
        ("=A1<>6", False),
        ('=A3="TEXT"', True),
        ('=A3<>"other"', True),
        ("=A2<4", False),
        ("=A2>4", False),
        ("=A6=0", True),
        ('=A6=""', True),
        ("=1=TRUE", False),
        ("=A7=5", False),
    ],
)
def test_comparison(formula, value):
    assert _value(formula) is value


@pytest.mark.parametrize(
    ("formula", "error"),
    [
        ("=1/0", DIVISION),
        ("=1/A6", DIVISION),
        ("=0^-1", DIVISION),
        ("=A3+1", WRONG_VALUE),
        ("=-A3", WRONG_VALUE),
        ("=A3%", WRONG_VALUE),
        ("=A5+B1", DIVISION),
        ("=B1+A5", NOT_FOUND),
        ("=B1=A5", NOT_FOUND),
        ("=A5&1", DIVISION),
        ("=1e308*10", WRONG_NUMBER),
        ("=(-8)^0.5", WRONG_NUMBER),
        ("=A1:A2", WRONG_VALUE),
        ("=A1:A2+1", WRONG_VALUE),
        ("=NOSUCH(1)", UNKNOWN_NAME),
        ("=#REF!+1", WRONG_REFERENCE),
        ("=B2", CYCLE),
        ("=ABS()", WRONG_VALUE),
        ("=ABS(1, 2)", WRONG_VALUE),
        ("=SUM(1e308, 1e308)", WRONG_NUMBER),
        ("=ABS(1, NOSUCH())", WRONG_VALUE),
        ('=REPT("x", 32767)&"y"', WRONG_VALUE),
    ],
)
def test_errors_are_values(formula, error):
    assert _value(formula) == error


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=IF(A1>A2, 1, 2)", 1.0),
        ("=IF(A1<A2, 1, 2)", 2.0),
        ("=IF(A1<A2, 1)", False),
        ("=IF(A3, 1, 2)", WRONG_VALUE),
        ("=IF(TRUE)", WRONG_VALUE),
        ("=IF(1, 2, 3, 4)", WRONG_VALUE),
        ("=IF(TRUE, A6)", None),
        ("=IF(TRUE, 1, 1/0)", 1.0),
        ("=IF(A5, 1, 2)", DIVISION),
        ("=SUM(IF(TRUE, A1:A2))", 10.0),
        ("=IFERROR(A5, 7)", 7.0),
        ("=IFERROR(A1, 1/0)", 6.0),
        ("=IFERROR(A5, B1)", NOT_FOUND),
        ("=IFERROR(1)", WRONG_VALUE),
        ("=IFERROR(1, 2, 3)", WRONG_VALUE),
        ("=IFERROR(A1:A2, 7)", 7.0),
        ("=CHOOSE(2, 5, 6, 7)", 6.0),
        ("=CHOOSE(1, 5)", 5.0),
        ("=CHOOSE(3, 5, 6, 7)", 7.0),
        ("=CHOOSE(4, 5, 6, 7)", WRONG_VALUE),
        ("=CHOOSE(0, 5, 6)", WRONG_VALUE),
        ("=CHOOSE(1)", WRONG_VALUE),
        ("=CHOOSE(1.9, 5, 6)", 5.0),
        ("=CHOOSE(1, 5, 1/0)", 5.0),
        ("=SUM(CHOOSE(1, A1:A2))", 10.0),
    ],
)
def test_choices(formula, value):
    assert _value(formula) == value


def test_only_what_is_needed_is_read():
    source = Source(**VALUES)
    evaluate(parse_formula("=IF(A1>0, A2, A3)"), source)
    assert source.read == ["A1", "A2"]


def test_areas_are_views():
    formula = parse_formula("=A1:B2")
    view = AreaView(Source(**VALUES), formula.range)

    assert (view.rows, view.columns) == (2, 2)
    assert [view.at(0, 0), view.at(1, 0), view.at(0, 1)] == [6.0, 4.0, NOT_FOUND]
    assert list(view.filled()) == [6.0, NOT_FOUND, 4.0, CYCLE]
