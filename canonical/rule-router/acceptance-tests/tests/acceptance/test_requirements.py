"""What the requirements ask for beyond the usual cases: every operator, function and error, as a program meets them."""

import json

import pytest
from rulerouter import (
    EvaluationError,
    ExpressionError,
    LoadError,
    Router,
    RouterError,
    Rule,
    RuleError,
    RuleSet,
    dump_rules,
    evaluate,
    fields_of,
    load_rules,
    parse_expression,
    parse_template,
    to_text,
)
from rulerouter.evaluator import field_value

RECORD = {
    "n": 5,
    "half": 2.5,
    "text": "Hello",
    "empty": "",
    "yes": True,
    "list": [1, "a", [2], {"k": 1}],
    "pair": (1, 2),
    "map": {"a": 1, "in": {"b": "x"}},
}


def _value(text):
    return evaluate(parse_expression(text), RECORD)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n + half * 2 - 1", 9.0),
        ("-n % 3", 1),
        ("n / 2", 2.5),
        ("'a' + \"b\"", "ab"),
        ("n == 5.0", True),
        ("yes == 1", False),
        ("n != '5'", True),
        ("[1, [2]] == [1, [2]]", True),
        ("list == pair", False),
        ("map == map", True),
        ("map != null", True),
        ("n < 6 and n <= 5", True),
        ("n > 5 or n >= 5", True),
        ("'a' < 'b'", True),
        ("nothing < 5", False),
        ("5 > nothing", False),
        ("not yes", False),
        ("not not empty", False),
        ("'a' in list", True),
        ("'ell' in text", True),
        ("'a' in map", True),
        ("'z' not in map", True),
        ("1 in nothing", False),
        ("list contains [2]", True),
        ("text matches 'H*l?'", True),
        ("text matches 'h*'", False),
        ("text matches '*x*'", False),
        ("nothing matches '*'", False),
        ("list.2.0", 2),
        ("list.9", None),
        ("n.x", None),
        ("map.in.b", "x"),
        ("pair.1", 2),
        ("[]", []),
        ("null", None),
        ("lower(text) + upper(text) + trim(' x ')", "helloHELLOx"),
        ("starts(text, 'He') and ends(text, 'lo')", True),
        ("length(text) + length(list) + length(map)", 11),
        ("text(2.0) + text(true) + text(false) + text(null) + text(half)", "2truefalse2.5"),
        ("number(' 12 ') + number('-1.5')", 10.5),
        ("round(2.5)", 3),
        ("round(-2.345, 2)", -2.35),
        ("min(3, '2', 4) + max(1, 7)", 9),
        ("exists(n) and not exists(nothing)", True),
        ("default(nothing, null, 3)", 3),
        ("default(nothing)", None),
        (r"'\n\t\\\'' == '" + "\n\t" + r"\\\''", True),
    ],
)
def test_expressions_have_values(text, value):
    assert _value(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "n + 'a'",
        "yes - 1",
        "-text",
        "n / 0",
        "n % 0",
        "n < 'a'",
        "yes < no or yes < yes",
        "1 in n",
        "n in text",
        "n matches '*'",
        "text matches 5",
        "unknown(1)",
        "lower()",
        "lower(1, 2)",
        "lower(n)",
        "length(n)",
        "text(list)",
        "number('1x')",
        "number(list)",
        "min('a')",
    ],
)
def test_what_has_no_value_is_an_error(text):
    with pytest.raises(EvaluationError):
        _value(text)


def test_values_are_those_of_json():
    with pytest.raises(EvaluationError, match="set"):
        evaluate(parse_expression("x == 1"), {"x": {1}})
    assert field_value({"a": [{"b": 1}]}, ("a", "0", "b")) == 1


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("n +", 3),
        ("(n", 2),
        ("f(1", 3),
        ("[1, 2", 5),
        ("1 < 2 < 3", 6),
        ("a in b not in c", 7),
        ("n n", 2),
        ("a.", 2),
        ("a.'b'", 2),
        ("#", 0),
        ("'abc", 0),
        (r"'\q'", 1),
        ("(" * 61 + "1" + ")" * 61, 61),
        ("not " * 61 + "1", 244),
        ("-" * 61 + "1", 61),
    ],
)
def test_what_is_no_expression_is_refused_at_its_place(text, position):
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("(a  or b)and c", "(a or b) and c"),
        ("not (a and b)", "not (a and b)"),
        ("- (1)", "-1"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a == b) == c", "(a == b) == c"),
        ("f([1,true , null],  2.5)", "f([1, true, null], 2.5)"),
        (r'''"it's\n\t\\"''', r"'it\'s\n\t\\'"),
        ("a.0.in not in [false]", "a.0.in not in [false]"),
    ],
)
def test_expressions_have_one_text(text, canonical):
    assert to_text(parse_expression(text)) == canonical
    assert to_text(parse_expression(canonical)) == canonical


def test_fields_are_found_everywhere():
    node = parse_expression("f(a.b, [c]) + -d > 1 and not e")
    assert list(fields_of(node)) == ["a.b", "c", "d", "e"]


def test_templates():
    template = parse_template("{{{a.b}}}-{n + 1}")
    assert template.fill({"a": {"b": "x"}, "n": 1}) == "{x}-2"
    assert not template.is_constant
    assert parse_template("plain").is_constant
    for text, position in (("a}", 1), ("{a", 0), ("x{}", 2), ("{a +}", 4)):
        with pytest.raises(ExpressionError) as caught:
            parse_template(text)
        assert caught.value.position == position
    for record in ({}, {"a": []}):
        with pytest.raises(EvaluationError):
            parse_template("{a}").fill(record)


@pytest.mark.parametrize(
    "rule",
    [
        {"name": "", "when": "true", "to": "x"},
        {"name": "a", "when": "true"},
        {"name": "a", "when": "tru e", "to": "x"},
        {"name": "a", "when": "true", "to": "{"},
        {"name": "a", "when": "true", "assign": {"a.": "1"}},
        {"name": "a", "when": "true", "assign": {"a": "1 +"}},
    ],
)
def test_rules_that_contradict_themselves_are_refused(rule):
    with pytest.raises(RuleError):
        Rule(**rule)
    with pytest.raises(LoadError, match=r"rules\[0\]"):
        load_rules(json.dumps({"rules": [rule]}))


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ("{", ""),
        ("[]", ""),
        ("{}", ""),
        ('{"rules": {}}', "rules"),
        ('{"rules": [], "more": 1}', "more"),
        ('{"rules": [5]}', "rules[0]"),
        ('{"rules": [{"name": "a"}]}', "rules[0]"),
        ('{"rules": [{"name": "a", "when": "true", "priority": true}]}', "rules[0].priority"),
        ('{"rules": [{"name": "a", "when": "true", "assign": {"x": 1}}]}', "rules[0].assign.x"),
        ('{"rules": [{"name": "a", "when": "true", "to": "x"}, {"name": "a", "when": "1", "to": "y"}]}', "rules[1]"),
    ],
)
def test_documents_that_are_none_are_refused_at_their_place(document, path):
    with pytest.raises(LoadError) as caught:
        load_rules(document)
    assert caught.value.path == path


def test_a_document_keeps_what_is_not_usual():
    text = dump_rules(
        load_rules('{"rules": [{"name": "a", "when": "true", "to": "x", "stop": false}], "default": "d"}')
    )
    assert json.loads(text) == {"default": "d", "rules": [{"name": "a", "when": "true", "to": "x", "stop": False}]}


def test_sets_of_rules_change():
    first, second, third = (Rule(name, when, to="x") for name, when in (("a", "k"), ("b", "true"), ("c", "m.n")))
    rules = RuleSet([first, second, third])
    assert (len(rules), "a" in rules, "z" in rules) == (3, True, False)
    assert rules["a"] is first
    assert rules.unreachable() == ["c"]
    assert rules.fields() == ("k", "m.n")
    rules.enable("b", False)
    assert rules.unreachable() == []
    assert rules.remove("a") is first
    assert [rule.name for rule in rules] == ["b", "c"]
    for refused in (lambda: rules["a"], lambda: rules.remove("a"), lambda: rules.add(third)):
        with pytest.raises(RuleError):
            refused()
    assert Rule("d", "p", assign={"q.r": "s"}, to="{t}-{u}").fields() == ("p", "s", "t", "u")


def _router(*rules, **options):
    return Router(RuleSet(rules), **options)


def test_records_are_routed_assigned_and_counted():
    router = _router(
        Rule("off", "true", to="never", enabled=False),
        Rule("mark", "n > 1", assign={"a.b": "n * 2", "c": "'x'"}, stop=False),
        Rule("twice", "a.b == 4", to="even", stop=False),
        Rule("again", "exists(c)", to="even"),
        default="rest",
    )
    found = router.distribute([{"n": 2}, {"n": 1}, {"n": 3, "a": {"k": 0}}])
    assert list(found) == ["even", "rest"]
    assert [record["a"] for record in found["even"]] == [{"b": 4}, {"k": 0, "b": 6}]
    assert (router.routed, router.by_destination["even"], router.by_rule["mark"]) == (3, 2, 2)
    router.reset()
    assert (router.routed, router.errors, dict(router.by_rule)) == (0, 0, {})


def test_a_rule_that_fails_is_raised_or_skipped():
    wrong = Rule("wrong", "n / 0 > 1", to="x")
    below = Rule("below", "true", assign={"n.m": "1"})
    router = _router(wrong, below, on_error="skip")
    decision = router.route({"n": 1})
    assert decision.explain().splitlines()[-1] == "=> nowhere"
    assert [step.rule for step in decision.steps if step.error] == ["wrong", "below"]
    assert (router.errors, decision.matched) == (2, ())
    with pytest.raises(EvaluationError, match="wrong"):
        _router(wrong).route({"n": 1})
    with pytest.raises(RouterError):
        _router(on_error="ignore")
