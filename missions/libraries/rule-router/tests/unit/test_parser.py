import pytest
from rulerouter.errors import ExpressionError
from rulerouter.nodes import Binary, Call, Field, ListOf, Literal, Unary, children, fields_of, to_text
from rulerouter.parser import DEEPEST, parse_expression

A, B, C = Field(("a",)), Field(("b",)), Field(("c",))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("12", Literal(12)),
        ("1.5", Literal(1.5)),
        ("'x'", Literal("x")),
        ("true", Literal(True)),
        ("false", Literal(False)),
        ("null", Literal(None)),
        ("a", A),
        ("a.b.0.c", Field(("a", "b", "0", "c"))),
        ("a.1.5", Field(("a", "1", "5"))),
        ("a.in", Field(("a", "in"))),
        ("[]", ListOf(())),
        ("[1, a]", ListOf((Literal(1), A))),
        ("f()", Call("f", ())),
        ("f(a, 1)", Call("f", (A, Literal(1)))),
        ("-a", Unary("-", A)),
        ("not a", Unary("not", A)),
        ("not not a", Unary("not", Unary("not", A))),
        ("(a)", A),
    ],
)
def test_primary_expressions(text, node):
    assert parse_expression(text) == node


@pytest.mark.parametrize("operator", "== != < <= > >= in matches contains + - * / % and or".split())
def test_every_operator(operator):
    assert parse_expression(f"a {operator} b") == Binary(operator, A, B)


def test_not_in():
    assert parse_expression("a not in b") == Binary("not in", A, B)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("a or b and c", Binary("or", A, Binary("and", B, C))),
        ("a and b or c", Binary("or", Binary("and", A, B), C)),
        ("not a and b", Binary("and", Unary("not", A), B)),
        ("not a == b", Unary("not", Binary("==", A, B))),
        ("a + b == c", Binary("==", Binary("+", A, B), C)),
        ("a + b * c", Binary("+", A, Binary("*", B, C))),
        ("a - b - c", Binary("-", Binary("-", A, B), C)),
        ("a / b % c", Binary("%", Binary("/", A, B), C)),
        ("a or b or c", Binary("or", Binary("or", A, B), C)),
        ("a and b and c", Binary("and", Binary("and", A, B), C)),
        ("-a * b", Binary("*", Unary("-", A), B)),
        ("(a or b) and c", Binary("and", Binary("or", A, B), C)),
        ("a - -b", Binary("-", A, Unary("-", B))),
    ],
)
def test_precedence_and_grouping(text, node):
    assert parse_expression(text) == node


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("", "a value is missing", 0),
        ("a +", "a value is missing", 3),
        ("a == and", "a value is missing", 5),
        ("(a", "')' is missing", 2),
        ("[a, b", "']' is missing", 5),
        ("[a,]", "a value is missing", 3),
        ("f(a b)", "')' is missing", 4),
        ("a b", "end of expression expected", 2),
        ("a)", "end of expression expected", 1),
        ("a < b < c", "comparisons cannot be chained", 6),
        ("a in b not in c", "comparisons cannot be chained", 7),
        ("a.", "a name is missing", 2),
        ("a.'b'", "a name is missing", 2),
        ("a not b", "end of expression expected", 2),
        ("1.", "end of expression expected", 1),
        ("*", "a value is missing", 0),
    ],
)
def test_what_is_no_expression(text, message, position):
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)

    assert str(caught.value) == f"{message} at position {position}: {text!r}"


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("[", "]"), ("f(", ")"), ("not ", ""), ("-", "")])
def test_the_depth_is_limited(opening, closing):
    assert parse_expression(opening * DEEPEST + "a" + closing * DEEPEST) is not None
    with pytest.raises(ExpressionError, match="nested too deeply"):
        parse_expression(opening * (DEEPEST + 1) + "a" + closing * (DEEPEST + 1))


@pytest.mark.parametrize("item", ["(a)", "[a]", "f(a)", "-a"])
def test_width_is_not_depth(item):
    assert len(parse_expression(f"[{', '.join([item] * 200)}]").items) == 200


def test_negations_side_by_side_are_not_deep():
    assert list(fields_of(parse_expression(" and ".join(["not a"] * 200)))) == ["a"] * 200


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a==1", "a == 1"),
        ("((a))", "a"),
        ("(a or b) and c", "(a or b) and c"),
        ("a or (b and c)", "a or b and c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("not (a and b)", "not (a and b)"),
        ("(not a) == b", "(not a) == b"),
        ("(a == b) == c", "(a == b) == c"),
        ("a == (b == c)", "a == (b == c)"),
        ("-(a + b)", "-(a + b)"),
        ("- - a", "--a"),
        ('f( "it\'s",[1,2.5] )', r"f('it\'s', [1, 2.5])"),
        ("a . b . 0", "a.b.0"),
        (r"'\\ \n \t'", r"'\\ \n \t'"),
        ("[true,false,null]", "[true, false, null]"),
        ("a not  in b", "a not in b"),
        ("a * (b % c)", "a * (b % c)"),
        ("(a * b) % c", "a * b % c"),
        ("-a * b", "-a * b"),
        ("-(a * b)", "-(a * b)"),
        ("(a + b) * c", "(a + b) * c"),
        ("(a < b) + c", "(a < b) + c"),
    ],
)
def test_canonical_text(text, canonical):
    node = parse_expression(text)

    assert to_text(node) == canonical
    assert parse_expression(canonical) == node


def test_fields_in_order():
    assert list(fields_of(parse_expression("f(a.b, [c]) + a.b > -d or not e"))) == ["a.b", "c", "a.b", "d", "e"]
    assert list(fields_of(parse_expression("1 + 'a'"))) == []


def test_parts_of_a_node():
    assert children(parse_expression("a + b")) == (A, B)
    assert children(parse_expression("not a")) == (A,)
    assert children(parse_expression("[a, b]")) == children(parse_expression("f(a, b)")) == (A, B)
    assert children(A) == ()
