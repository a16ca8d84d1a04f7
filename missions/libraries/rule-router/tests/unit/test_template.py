import pytest
from rulerouter.errors import EvaluationError, ExpressionError
from rulerouter.nodes import Field
from rulerouter.template import Template, parse_template

RECORD = {"country": "DE", "n": 3, "share": 2.0, "open": True, "none": None, "list": []}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("inbox", "inbox"),
        ("", ""),
        ("to-{country}", "to-DE"),
        ("{country}", "DE"),
        ("{country}-{n}", "DE-3"),
        ("{n}{n}x", "33x"),
        ("{n + 1} of {share}", "4 of 2"),
        ("{ lower(country) }/{open}", "de/true"),
        ("{{literal}} {n}", "{literal} 3"),
        ("{{{n}}}", "{3}"),
        ("}}{{", "}{"),
        ("{default(none, 'x')}", "x"),
    ],
)
def test_templates_are_filled(text, filled):
    assert parse_template(text).fill(RECORD) == filled


@pytest.mark.parametrize(
    ("text", "constant"), [("a", True), ("", True), ("{{a}}", True), ("{a}", False), ("x{a}", False)]
)
def test_constant_templates(text, constant):
    assert parse_template(text).is_constant is constant


def test_parts_are_texts_and_expressions():
    assert parse_template("a{b}c") == Template("a{b}c", ("a", Field(("b",)), "c"))
    assert parse_template("{b}").parts == (Field(("b",)),)
    assert parse_template("").parts == ()


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("a {b", "'{' without '}'", 2),
        ("a b}", "'}' without '{'", 3),
        ("ab {}", "a value is missing", 4),
        ("ab {c d}", "end of expression expected", 6),
        ("{{{", "'{' without '}'", 2),
        ("{'}'}", "text without closing quote", 1),
    ],
)
def test_wrong_templates(text, message, position):
    with pytest.raises(ExpressionError) as caught:
        parse_template(text)
    assert str(caught.value) == f"{message} at position {position}: {text!r}"


def test_a_placeholder_must_not_be_null():
    with pytest.raises(EvaluationError, match=r"^a placeholder of 'x\{none\}' is null$"):
        parse_template("x{none}").fill(RECORD)


def test_a_placeholder_must_have_a_text():
    with pytest.raises(EvaluationError, match="^a list has no text$"):
        parse_template("{list}").fill(RECORD)
