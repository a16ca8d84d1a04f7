"""Malformed and extreme input: the stated exception, and nothing changed."""

import pytest
from rulerouter import (
    EvaluationError,
    ExpressionError,
    LoadError,
    Router,
    Rule,
    RuleError,
    RuleSet,
    evaluate,
    load_rules,
    parse_expression,
)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\x00", "a;b", "a := 1", "__import__('os')(", "a.b.", ".a", "1 2", "a and", "or a", "not", "f(,)", "[1 2]", "a[0]",
     "'", "'\\'", "lambda: 1", "{}", "a ? b : c", "a && b", "1 == 2 == 3", "in", "a not", "²"],
)  # fmt: skip
def test_malformed_expressions(text):
    with pytest.raises(ExpressionError):
        parse_expression(text)


@pytest.mark.parametrize("text", ["(" * 50_000, "-" * 50_000 + "1", "not " * 50_000 + "a", "[" * 50_000, "f(" * 50_000])
def test_deep_nesting_is_refused(text):
    with pytest.raises(ExpressionError):
        parse_expression(text)


def test_long_chains_of_the_same_operator_are_no_nesting():
    assert evaluate(parse_expression("1" + " + 1" * 300), {}) == 301


@pytest.mark.parametrize("text", ["__class__", "a.__class__.__bases__", "record.__init__", "items.keys", "name.upper"])
def test_attributes_of_python_objects_are_out_of_reach(text):
    assert evaluate(parse_expression(text), {"a": "x", "record": {}, "items": {}, "name": "n"}) is None


def test_functions_of_python_are_out_of_reach():
    for name in ("eval", "open", "__import__", "len"):
        with pytest.raises(EvaluationError):
            evaluate(parse_expression(f"{name}('1')"), {})


def test_patterns_take_no_exponential_time():
    node = parse_expression("a matches '" + "*a" * 25 + "*b'")

    assert evaluate(node, {"a": "a" * 3_000}) is False


@pytest.mark.parametrize("value", [{1, 2}, object(), b"x", 1 + 2j])
def test_values_that_are_not_json(value):
    with pytest.raises(EvaluationError):
        evaluate(parse_expression("a == 1"), {"a": value})


def test_a_failing_record_leaves_the_router_unchanged():
    router = Router(RuleSet([Rule("a", "n + 1 > 0", "x", assign={"m": "n"})]))
    router.route({"n": 1})
    record = {"n": "text"}

    with pytest.raises(EvaluationError):
        router.route(record)
    assert record == {"n": "text"}
    assert (router.routed, dict(router.by_destination)) == (1, {"x": 1})


def test_a_stream_goes_on_after_a_failing_record():
    router = Router(RuleSet([Rule("a", "n + 1 > 0", "x")]))
    records = iter([{"n": None}, {"n": 1}])

    with pytest.raises(EvaluationError):
        next(router.route_all(records))
    assert [decision.destinations for decision in router.route_all(records)] == [("x",)]


def test_a_set_is_unchanged_by_a_rule_that_is_refused():
    rules = RuleSet([Rule("a", "true", "x")])

    with pytest.raises(RuleError):
        rules.add(Rule("a", "false", "y"))
    with pytest.raises(RuleError):
        rules.remove("b")
    assert [(rule.name, rule.to) for rule in rules] == [("a", "x")]


@pytest.mark.parametrize(
    "text",
    ["null", "5", '"rules"', '{"rules": null}', '{"rules": [null]}', '{"rules": [[]]}', '{"rules": [{}]}', '{"rules": [{"name": null, "when": "a"}]}',
     '{"rules": [{"name": "r", "when": "(", "to": "x"}]}', '{"rules": [{"name": "r", "when": "a", "to": "{"}]}', '{"rules": []} extra',
     '{"rules": [{"name": "r", "when": "a", "assign": []}]}'],
)  # fmt: skip
def test_malformed_documents(text):
    with pytest.raises(LoadError):
        load_rules(text)


def test_an_assignment_below_a_text_changes_nothing():
    router = Router(RuleSet([Rule("a", "true", "x", assign={"ok": "1", "name.first": "2"})]), on_error="skip")
    record = {"name": "Ada"}

    decision = router.route(record)

    assert decision.record == record == {"name": "Ada"}
    assert decision.destinations == ()
    assert router.errors == 1


def test_an_empty_record_and_an_empty_set():
    assert Router(RuleSet()).route({}).destinations == ()
    assert Router(RuleSet(), default="d").route({}).explain() == "=> d"


def test_very_large_numbers_are_exact():
    assert evaluate(parse_expression(f"{10**40} + 1 == a"), {"a": 10**40 + 1}) is True
