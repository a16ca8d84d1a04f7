import pytest
from gridengine.address import parse_reference
from gridengine.errors import FormulaError, GridError
from gridengine.nodes import Area, Binary, Call, Cell, Group, Literal, Unary, children, ranges_of, shifted, to_formula
from gridengine.parser import DEEPEST, is_formula, parse_formula
from gridengine.values import DIVISION

A, B, C = (Cell(parse_reference(name)) for name in ("A1", "B1", "C1"))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("=12", Literal(12.0)),
        ("=1.5e2", Literal(150.0)),
        ("=.5", Literal(0.5)),
        ('="a ""b"""', Literal('a "b"')),
        ("=true", Literal(True)),
        ("=False", Literal(False)),
        ("=#div/0!", Literal(DIVISION)),
        ("=$a$1", Cell(parse_reference("$A$1"))),
        ("=B2:a1", Area(parse_reference("B2"), parse_reference("A1"))),
        ("=sum()", Call("SUM", ())),
        ("=Sum(A1, B1)", Call("SUM", (A, B))),
        ("=(A1)", Group(A)),
        ("=-A1", Unary("-", A)),
        ("=+A1", Unary("+", A)),
        ("=A1%%", Unary("%", Unary("%", A))),
        ("= A1 ", A),
    ],
)
def test_values(text, node):
    assert parse_formula(text) == node


@pytest.mark.parametrize("operator", "= <> < <= > >= & + - * / ^".split())
def test_every_operator(operator):
    assert parse_formula(f"=A1{operator}B1") == Binary(operator, A, B)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("=A1+B1*C1", Binary("+", A, Binary("*", B, C))),
        ("=A1-B1-C1", Binary("-", Binary("-", A, B), C)),
        ("=A1/B1*C1", Binary("*", Binary("/", A, B), C)),
        ("=A1^B1^C1", Binary("^", A, Binary("^", B, C))),
        ("=-A1^B1", Binary("^", Unary("-", A), B)),
        ("=A1^-B1", Binary("^", A, Unary("-", B))),
        ("=-A1%", Unary("-", Unary("%", A))),
        ("=A1&B1+C1", Binary("&", A, Binary("+", B, C))),
        ("=A1=B1&C1", Binary("=", A, Binary("&", B, C))),
        ("=A1<B1=C1", Binary("=", Binary("<", A, B), C)),
        ("=(A1+B1)*C1", Binary("*", Group(Binary("+", A, B)), C)),
    ],
)
def test_precedence(text, node):
    assert parse_formula(text) == node


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("A1", "'=' is missing", 0),
        ("=", "a value is missing", 1),
        ("=A1+", "a value is missing", 4),
        ("=SUM(A1,)", "a value is missing", 8),
        ("=SUM(A1", "')' is missing", 7),
        ("=(A1", "')' is missing", 4),
        ("=(1,2)", "')' is missing", 3),
        ("=A1 B1", "end of formula expected", 4),
        ("=A1)", "end of formula expected", 3),
        ("=TOTAL", "not a reference", 1),
        ("=A0", "not a reference", 1),
        ("=A1:", "not a reference", 4),
        ("=A1:5", "not a reference", 4),
        ("=1+AAA1", "not a reference", 3),
        ("=1 ? 2", "unexpected character", 3),
        ("=1+  {", "unexpected character", 5),
        ('="a', "unexpected character", 1),
        ("=A1:ZZ100000", "area is too large", 1),
        ("=1e999", "number is too large", 1),
        ("=#WHAT!", "unexpected character", 1),
    ],
)
def test_what_is_no_formula(text, message, position):
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    assert str(caught.value) == f"{message} at position {position}: {text!r}"
    assert (caught.value.text, caught.value.position) == (text, position)
    assert isinstance(caught.value, GridError)


def test_the_largest_area():
    assert parse_formula("=SUM(A1:J100000)").arguments[0].range.size == 1_000_000
    with pytest.raises(FormulaError, match="area is too large"):
        parse_formula("=SUM(A1:K100000)")


@pytest.mark.parametrize(("before", "after"), [("(", ")"), ("ABS(", ")"), ("-", ""), ("1^", ""), ("", "%")])
def test_the_depth_is_limited(before, after):
    assert parse_formula("=" + before * (DEEPEST - 1) + "1" + after * (DEEPEST - 1))
    with pytest.raises(FormulaError, match="nested too deeply"):
        parse_formula("=" + before * (DEEPEST + 1) + "1" + after * (DEEPEST + 1))


@pytest.mark.parametrize("part", ["(1)", "ABS(1)", "-1", "2^2"])
def test_width_is_not_depth(part):
    assert len(parse_formula(f"=SUM({','.join([part] * 100)})").arguments) == 100


@pytest.mark.parametrize(("text", "formula"), [("=1", True), ("=", False), ("1", False), ("", False), (" =1", False)])
def test_what_looks_like_a_formula(text, formula):
    assert is_formula(text) is formula


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("= sum( a1 ,b2:$c$3 ) * 2", "=SUM(A1, B2:$C$3)*2"),
        ("=(1+2)*3", "=(1+2)*3"),
        ('="a""b"&TRUE', '="a""b"&TRUE'),
        ("=-5%^2", "=-5%^2"),
        ("=#ref!+1.50", "=#REF!+1.5"),
        ("=NOW()", "=NOW()"),
        ("=a1 <> false", "=A1<>FALSE"),
    ],
)
def test_canonical_text(text, canonical):
    assert to_formula(parse_formula(text)) == canonical
    assert to_formula(parse_formula(canonical)) == canonical


def test_what_a_formula_reads():
    node = parse_formula("=A1+SUM(B2:C3, -(D4%))&A1")
    assert [str(area) for area in ranges_of(node)] == ["A1:A1", "B2:C3", "D4:D4", "A1:A1"]
    assert children(parse_formula("=1")) == ()


@pytest.mark.parametrize(
    ("text", "columns", "rows", "copied"),
    [
        ("=A1+$A1+A$1+$A$1", 1, 2, "=B3+$A3+B$1+$A$1"),
        ("=SUM(A1:B2)", 2, 0, "=SUM(C1:D2)"),
        ("=-(A1%)", 0, 1, "=-(A2%)"),
        ("=A1+B2", -1, 0, "=#REF!+A2"),
        ("=SUM(A1:B2)", 0, -1, "=SUM(#REF!)"),
        ('=IF(A1, "A1", 5)', 1, 0, '=IF(B1, "A1", 5)'),
    ],
)
def test_copying(text, columns, rows, copied):
    assert to_formula(shifted(parse_formula(text), columns, rows)) == copied
