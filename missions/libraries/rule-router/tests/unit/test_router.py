import pytest
from rulerouter.errors import EvaluationError, RouterError
from rulerouter.router import Decision, Router, Step, assigned
from rulerouter.rules import Rule, RuleSet


def _router(*rules, **options):
    return Router(RuleSet(rules), **options)


def test_the_first_rule_that_matches_decides():
    router = _router(Rule("a", "n > 10", "big"), Rule("b", "n > 5", "middle"), Rule("c", "true", "small"))

    assert [router.route({"n": n}).destinations for n in (11, 6, 1)] == [("big",), ("middle",), ("small",)]


def test_a_decision_has_its_steps():
    decision = _router(Rule("a", "n > 10", "big"), Rule("b", "n > 5", "mid"), Rule("c", "true", "x")).route({"n": 7})

    assert decision == Decision(("mid",), {"n": 7}, (Step("a", False), Step("b", True)))
    assert decision.matched == ("b",)


def test_rules_that_do_not_stop_add_destinations_once():
    router = _router(
        Rule("a", "true", "x", stop=False),
        Rule("b", "true", "y", stop=False),
        Rule("c", "true", "x"),
        Rule("d", "true", "z"),
    )

    assert router.route({}).destinations == ("x", "y")


def test_the_default_takes_what_goes_nowhere():
    router = _router(Rule("a", "n", "x"), Rule("b", "m", assign={"k": "1"}), default="inbox")

    assert router.route({}).destinations == ("inbox",)
    assert router.route({"m": 1}).destinations == ("inbox",)
    assert router.route({"n": 1}).destinations == ("x",)
    assert _router(Rule("a", "n", "x")).route({}).destinations == ()


def test_disabled_rules_are_not_tried():
    assert _router(Rule("a", "true", "x", enabled=False), Rule("b", "true", "y")).route({}).steps == (Step("b", True),)


def test_assignments_are_seen_by_later_rules_and_leave_the_record_alone():
    record = {"price": 10, "meta": {"by": "me"}}
    router = _router(
        Rule("tax", "true", assign={"total": "price * 2", "meta.level": "total - 1"}, stop=False),
        Rule("b", "total == 20", "to-{meta.level}"),
    )

    decision = router.route(record)

    assert decision.record == {"price": 10, "total": 20, "meta": {"by": "me", "level": 19}}
    assert decision.destinations == ("to-19",)
    assert record == {"price": 10, "meta": {"by": "me"}}


def test_a_failing_rule_raises_with_its_name():
    router = _router(Rule("bad", "1 / n > 0", "x"))

    with pytest.raises(EvaluationError, match="^rule 'bad': division by zero$"):
        router.route({"n": 0})
    assert (router.routed, router.errors, dict(router.by_rule)) == (0, 0, {})


def test_a_failing_rule_can_be_skipped_without_effect():
    router = _router(Rule("bad", "true", "{missing}", assign={"k": "1"}), Rule("ok", "true", "y"), on_error="skip")

    decision = router.route({})

    assert decision.record == {}
    assert decision.destinations == ("y",)
    assert decision.steps == (Step("bad", False, "a placeholder of '{missing}' is null"), Step("ok", True))
    assert router.errors == 1


def test_the_explanation():
    router = _router(
        Rule("a", "n > 10", "big"),
        Rule("b", "1 / n", "x"),
        Rule("c", "true", "y", stop=False),
        default="d",
        on_error="skip",
    )

    assert router.route({"n": 0}).explain() == "- a\n! b: division by zero\n+ c\n=> y"
    assert _router(Rule("a", "n", "x")).route({}).explain() == "- a\n=> nowhere"
    assert Decision(("a", "b"), {}, ()).explain() == "=> a, b"


def test_everything_is_counted():
    router = _router(Rule("a", "n > 5", "big", stop=False), Rule("b", "n > 1", "some"), default="rest")
    for n in (9, 3, 0):
        router.route({"n": n})

    assert router.routed == 3
    assert dict(router.by_destination) == {"big": 1, "some": 2, "rest": 1}
    assert dict(router.by_rule) == {"a": 1, "b": 2}
    assert router.errors == 0


def test_counts_are_set_to_zero():
    router = _router(Rule("a", "1 / n", "x"), default="d", on_error="skip")
    router.route({"n": 0})
    router.route({"n": 1})
    router.reset()

    assert (router.routed, router.errors, dict(router.by_destination), dict(router.by_rule)) == (0, 0, {}, {})


def test_a_stream_is_routed_one_record_at_a_time():
    router = _router(Rule("a", "true", "x"))
    decisions = router.route_all({"n": n} for n in range(3))

    assert next(decisions).record == {"n": 0}
    assert router.routed == 1
    assert len(list(decisions)) == 2


def test_records_by_destination():
    router = _router(Rule("a", "n > 1", "x", stop=False), Rule("b", "n > 2", "y"))

    assert router.distribute([{"n": 1}, {"n": 2}, {"n": 3}]) == {"x": [{"n": 2}, {"n": 3}], "y": [{"n": 3}]}


def test_the_way_to_treat_errors_is_checked():
    with pytest.raises(RouterError, match="^on_error must be 'raise' or 'skip', not 'ignore'$"):
        _router(on_error="ignore")


@pytest.mark.parametrize(
    ("record", "path", "result"),
    [
        ({}, ("a",), {"a": 1}),
        ({"a": 5}, ("a",), {"a": 1}),
        ({}, ("a", "b", "c"), {"a": {"b": {"c": 1}}}),
        ({"a": None, "x": 2}, ("a", "b"), {"a": {"b": 1}, "x": 2}),
        ({"a": {"c": 3}}, ("a", "b"), {"a": {"c": 3, "b": 1}}),
    ],
)
def test_assignment_to_a_path(record, path, result):
    before = repr(record)
    assert assigned(record, path, 1) == result
    assert repr(record) == before


@pytest.mark.parametrize("value", [5, "x", [1], 0, False])
def test_assignment_below_what_is_no_record(value):
    with pytest.raises(EvaluationError, match="^cannot assign below 'a'$"):
        assigned({"a": value}, ("a", "b"), 1)
