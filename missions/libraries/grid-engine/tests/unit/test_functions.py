import pytest
from gridengine.functions import FUNCTIONS
from gridengine.sheet import Sheet

CELLS = {
    "A1": "1", "A2": "2", "A3": "3", "A4": "x", "A5": "TRUE", "A7": "10",
    "B1": "apple", "B2": "Banana", "B3": "cherry", "B4": "banana", "C1": "5", "C2": "6", "C3": "7", "C4": "8",
    "D1": "#N/A", "E1": "=1/0", "F1": "'12",
}  # fmt: skip


ARGUMENTS = {
    "SUM": (1, None),
    "PRODUCT": (1, None),
    "MIN": (1, None),
    "MAX": (1, None),
    "ABS": (1, 1),
    "INT": (1, 1),
    "ROUND": (1, 2),
    "MOD": (2, 2),
    "POWER": (2, 2),
    "SQRT": (1, 1),
    "AVERAGE": (1, None),
    "MEDIAN": (1, None),
    "COUNT": (1, None),
    "COUNTA": (1, None),
    "COUNTIF": (2, 2),
    "SUMIF": (2, 3),
    "LEN": (1, 1),
    "LEFT": (1, 2),
    "RIGHT": (1, 2),
    "MID": (3, 3),
    "UPPER": (1, 1),
    "LOWER": (1, 1),
    "TRIM": (1, 1),
    "CONCAT": (1, None),
    "FIND": (2, 2),
    "SUBSTITUTE": (3, 3),
    "REPT": (2, 2),
    "VALUE": (1, 1),
    "AND": (1, None),
    "OR": (1, None),
    "NOT": (1, 1),
    "ISERROR": (1, 1),
    "ISBLANK": (1, 1),
    "ISNUMBER": (1, 1),
    "ISTEXT": (1, 1),
    "ROWS": (1, 1),
    "COLUMNS": (1, 1),
    "INDEX": (2, 3),
    "MATCH": (2, 3),
    "VLOOKUP": (3, 4),
}


@pytest.fixture(scope="module")
def sheet():
    sheet = Sheet()
    sheet.set_many(CELLS)
    return sheet


def _show(sheet, formula):
    sheet.set("Z1", formula)
    return sheet.display("Z1")


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=SUM(A1:A7)", "16"),
        ('=SUM(A1, 5, "2", TRUE)', "9"),
        ("=SUM(A6)", "0"),
        ("=SUM(0.1, 0.2, 0.3)-0.6", "0"),
        ("=PRODUCT(A1:A3, 2)", "12"),
        ("=PRODUCT(A8:A9)", "0"),
        ("=MIN(A1:A7, 0.5)", "0.5"),
        ("=MAX(A1:A7)", "10"),
        ("=MIN(A8:A9)", "0"),
        ("=MAX(A8:A9)", "0"),
        ("=MAX(-5, -7)", "-5"),
        ("=ABS(-3)", "3"),
        ("=INT(-1.5)", "-2"),
        ("=INT(1.9)", "1"),
        ("=ROUND(2.5)", "3"),
        ("=ROUND(-2.5, 0)", "-3"),
        ("=ROUND(1.005, 2)", "1.01"),
        ("=ROUND(1234, -2)", "1200"),
        ("=ROUND(2.4)", "2"),
        ("=ROUND(1, 16)", "#NUM!"),
        ("=ROUND(1, 15)", "1"),
        ("=ROUND(1, -16)", "#NUM!"),
        ("=ROUND(1e300, 15)", "#NUM!"),
        ("=MOD(7, 3)", "1"),
        ("=MOD(-7, 3)", "2"),
        ("=MOD(7, -3)", "-2"),
        ("=MOD(7, 0)", "#DIV/0!"),
        ("=POWER(2, 10)", "1024"),
        ("=POWER(0, -1)", "#DIV/0!"),
        ("=POWER(0, 0)", "1"),
        ("=POWER(-8, 0.5)", "#NUM!"),
        ("=POWER(10, 999)", "#NUM!"),
        ("=SQRT(16)", "4"),
        ("=SQRT(0)", "0"),
        ("=SQRT(-1)", "#NUM!"),
        ("=PRODUCT(1e200, 1e200)", "#NUM!"),
    ],
)
def test_mathematics(sheet, formula, shown):
    assert _show(sheet, formula) == shown


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=AVERAGE(A1:A7)", "4"),
        ("=AVERAGE(A8:A9)", "#DIV/0!"),
        ("=MEDIAN(A1:A7)", "2.5"),
        ("=MEDIAN(3, 1, 2)", "2"),
        ("=MEDIAN(A8:A9)", "#NUM!"),
        ('=COUNT(A1:A7, 5, "5", TRUE)', "5"),
        ("=COUNT(D1, E1, 1/0)", "0"),
        ("=COUNTA(A1:A7, D1)", "7"),
        ('=COUNTA(A6, "")', "1"),
        ('=COUNTIF(A1:A7, ">1")', "3"),
        ('=COUNTIF(A1:A7, ">=2")', "3"),
        ('=COUNTIF(A1:A7, "<3")', "2"),
        ('=COUNTIF(A1:A7, "<=3")', "3"),
        ('=COUNTIF(A1:A7, "<>2")', "5"),
        ('=COUNTIF(A1:A7, "=2")', "1"),
        ("=COUNTIF(A1:A7, 10)", "1"),
        ("=COUNTIF(A1:A7, TRUE)", "1"),
        ('=COUNTIF(B1:B4, "BANANA")', "2"),
        ('=COUNTIF(B1:B4, ">b")', "3"),
        ('=COUNTIF(A1:E1, "<>apple")', "2"),
        ("=COUNTIF(5, 5)", "#VALUE!"),
        ("=COUNTIF(A1:A7, D1)", "#N/A"),
        ('=SUMIF(A1:A7, ">1")', "15"),
        ('=SUMIF(B1:B4, "banana", C1:C4)', "14"),
        ('=SUMIF(C1:C4, ">5", B1:B4)', "0"),
        ('=SUMIF(B1:B4, "banana", C1:C3)', "#VALUE!"),
        ('=SUMIF(B1:B4, "banana", C1:D4)', "#VALUE!"),
        ('=SUMIF(A1:C1, ">0", C1:E1)', "#DIV/0!"),
        ('=SUMIF(A6:A8, "<>5")', "10"),
        ('=SUMIF(A1:E1, "<99")', "6"),
    ],
)
def test_statistics(sheet, formula, shown):
    assert _show(sheet, formula) == shown


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=LEN(B2)", "6"),
        ("=LEN(1/4)", "4"),
        ("=LEFT(B2)", "B"),
        ("=LEFT(B2, 3)", "Ban"),
        ("=LEFT(B2, 0)", ""),
        ("=LEFT(B2, 99)", "Banana"),
        ("=LEFT(B2, -1)", "#VALUE!"),
        ("=RIGHT(B2)", "a"),
        ("=RIGHT(B2, 2)", "na"),
        ("=RIGHT(B2, 0)", ""),
        ("=RIGHT(B2, 99)", "Banana"),
        ("=MID(B2, 2, 3)", "ana"),
        ("=MID(B2, 1, 1)", "B"),
        ("=MID(B2, 9, 1)", ""),
        ("=MID(B2, 0, 1)", "#VALUE!"),
        ('=UPPER("aß")', "ASS"),
        ("=LOWER(B2)", "banana"),
        ('=TRIM("  a   b ")', "a b"),
        ('=CONCAT(A1:B2, "-", TRUE)', "1apple2Banana-TRUE"),
        ("=CONCAT(A6:A7)", "10"),
        ("=CONCAT(D1)", "#N/A"),
        ('=FIND("an", B2)', "2"),
        ('=FIND("B", B2)', "1"),
        ('=FIND("AN", B2)', "#N/A"),
        ('=SUBSTITUTE(B2, "an", "-")', "B--a"),
        ('=SUBSTITUTE(B2, "", "-")', "Banana"),
        ('=REPT("ab", 3)', "ababab"),
        ('=REPT("ab", 0)', ""),
        ('=REPT("ab", -1)', "#VALUE!"),
        ('=LEN(REPT("x", 32767))', "32767"),
        ('=REPT("x", 32768)', "#VALUE!"),
        ('=LEN(CONCAT(REPT("x", 32766), "y"))', "32767"),
        ('=CONCAT(REPT("x", 32767), "y")', "#VALUE!"),
        ('=SUBSTITUTE(REPT("x", 20000), "x", "yy")', "#VALUE!"),
        ('=VALUE(" 25% ")', "0.25"),
        ("=VALUE(F1)+1", "13"),
        ('=VALUE("x")', "#VALUE!"),
        ("=LEN(E1)", "#DIV/0!"),
        ("=LEN(A1:A2)", "#VALUE!"),
        ("=LEN(A1:A1)", "1"),
    ],
)
def test_texts(sheet, formula, shown):
    assert _show(sheet, formula) == shown


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ('=AND(TRUE, 1, "true")', "TRUE"),
        ("=AND(TRUE, 0)", "FALSE"),
        ("=AND(A1:A5)", "TRUE"),
        ("=AND(B1:B4)", "#VALUE!"),
        ('=AND("x")', "#VALUE!"),
        ("=OR(FALSE, 0)", "FALSE"),
        ("=OR(FALSE, A5)", "TRUE"),
        ("=OR(D1:D2)", "#N/A"),
        ("=NOT(A1)", "FALSE"),
        ("=NOT(A6)", "TRUE"),
        ("=ISERROR(E1)", "TRUE"),
        ("=ISERROR(1/0)", "TRUE"),
        ("=ISERROR(A1)", "FALSE"),
        ("=ISBLANK(A6)", "TRUE"),
        ('=ISBLANK("")', "FALSE"),
        ("=ISBLANK(E1)", "FALSE"),
        ("=ISNUMBER(A1)", "TRUE"),
        ("=ISNUMBER(F1)", "FALSE"),
        ("=ISTEXT(F1)", "TRUE"),
        ("=ISTEXT(A1)", "FALSE"),
        ("=ISERROR(A1:A2)", "#VALUE!"),
    ],
)
def test_logic(sheet, formula, shown):
    assert _show(sheet, formula) == shown


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=ROWS(A1:C4)", "4"),
        ("=COUNTIF(A1:A7, D1:D1)", "#N/A"),
        ("=COLUMNS(A1:C4)", "3"),
        ("=ROWS(5)", "#VALUE!"),
        ("=COLUMNS(D1)", "#N/A"),
        ("=INDEX(B1:C4, 2, 2)", "6"),
        ("=INDEX(B1:C4, 4)", "banana"),
        ("=INDEX(B1:C4, 1, 2)", "5"),
        ("=INDEX(B1:C4, 5, 1)", "#REF!"),
        ("=INDEX(B1:C4, 0, 1)", "#REF!"),
        ("=INDEX(B1:C4, 1, 3)", "#REF!"),
        ("=INDEX(B1:C4, 1, 0)", "#REF!"),
        ("=MATCH(2, A1:A3)", "2"),
        ('=MATCH("BANANA", B1:B4)', "2"),
        ("=MATCH(9, A1:A3)", "#N/A"),
        ("=MATCH(2.5, A1:A3, 1)", "2"),
        ("=MATCH(3, A1:A3, 1)", "3"),
        ("=MATCH(99, A1:A3, 1)", "3"),
        ("=MATCH(0, A1:A3, 1)", "#N/A"),
        ("=MATCH(2, A1:A3, 0)", "2"),
        ("=MATCH(5, A1:C1)", "3"),
        ("=MATCH(1, A1:B2)", "#VALUE!"),
        ("=MATCH(0, A6:A8)", "#N/A"),
        ("=MATCH(10, A6:A8)", "2"),
        ("=MATCH(5, D1:D3)", "#N/A"),
        ('=VLOOKUP("cherry", B1:C4, 2)', "7"),
        ("=VLOOKUP(2, A1:C4, 2, FALSE)", "Banana"),
        ("=VLOOKUP(2.9, A1:C3, 3, TRUE)", "6"),
        ("=VLOOKUP(2.9, A1:C3, 3)", "#N/A"),
        ("=VLOOKUP(2, A1:C3, 4)", "#REF!"),
        ("=VLOOKUP(2, A1:C3, 0)", "#REF!"),
        ("=VLOOKUP(1, A1:C3, 1)", "1"),
    ],
)
def test_lookup(sheet, formula, shown):
    assert _show(sheet, formula) == shown


@pytest.mark.parametrize("name", sorted(ARGUMENTS))
def test_the_number_of_arguments_is_checked(sheet, name):
    least, most = ARGUMENTS[name]
    for count in range(12):
        if count < least or (most is not None and count > most):
            for first in ("1", "A1:A3"):
                arguments = ",".join([first, *["1"] * 12][:count])
                assert _show(sheet, f"={name}({arguments})") == "#VALUE!"


@pytest.mark.parametrize("name", sorted(name for name in ARGUMENTS if ARGUMENTS[name][1] is None))
def test_any_number_of_arguments_is_taken(sheet, name):
    assert _show(sheet, f"={name}({','.join(['1'] * 20)})") in ("1", "20", "TRUE", "1" * 20)


@pytest.mark.parametrize(
    "name", sorted(set(ARGUMENTS) - {"COUNT", "COUNTA", "ISERROR", "ISBLANK", "ISNUMBER", "ISTEXT"})
)
def test_an_error_as_argument_is_the_result(sheet, name):
    rest = ",D1" * (ARGUMENTS[name][0] - 1)
    assert _show(sheet, f"={name}(E1{rest})") == "#DIV/0!"


@pytest.mark.parametrize("name", ["SUM", "PRODUCT", "MIN", "MAX", "AVERAGE", "MEDIAN"])
def test_an_error_within_an_area_is_the_result(sheet, name):
    assert _show(sheet, f"={name}(A1:D1)") == "#N/A"


def test_the_functions_there_are():
    assert set(FUNCTIONS) == set(ARGUMENTS)
    assert {name: (each.least, each.most) for name, each in FUNCTIONS.items()} == ARGUMENTS
