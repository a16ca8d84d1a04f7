import pytest
from rulerouter.errors import RouterError, RuleError
from rulerouter.rules import Rule, RuleSet


@pytest.fixture
def rules():
    return RuleSet(
        [
            Rule("low", "a", "x", priority=-1),
            Rule("first", "b", "y"),
            Rule("second", "c", "z"),
            Rule("high", "d", "w", priority=5),
        ]
    )


def test_the_defaults_of_a_rule():
    rule = Rule("r", "true", "x")
    assert (dict(rule.assign), rule.priority, rule.stop, rule.enabled) == ({}, 0, True, True)


def test_rules_are_ordered_by_priority_then_by_addition(rules):
    assert (
        [rule.name for rule in rules] == [rule.name for rule in rules.ordered()] == ["high", "first", "second", "low"]
    )


def test_size_membership_and_access(rules):
    assert len(rules) == 4
    assert "low" in rules
    assert "nothing" not in rules
    assert rules["low"].to == "x"
    assert len(RuleSet()) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "", "when": "a", "to": "x"}, "rule '': a name is missing"),
        ({"name": "r", "when": "a"}, "rule 'r': neither a destination nor an assignment"),
        ({"name": "r", "when": "a +", "to": "x"}, "rule 'r': a value is missing at position 3: 'a +'"),
        ({"name": "r", "when": "a", "to": "{"}, "rule 'r': '{' without '}' at position 0: '{'"),
        ({"name": "r", "when": "a", "assign": {"b": "*"}}, "rule 'r': a value is missing at position 0: '*'"),
        ({"name": "r", "when": "a", "assign": {"b c": "1"}}, "rule 'r': not a field path at position 0: 'b c'"),
        ({"name": "r", "when": "a", "assign": {"b.": "1"}}, "rule 'r': not a field path at position 0: 'b.'"),
        ({"name": "r", "when": "a", "assign": {"é": "1"}}, "rule 'r': not a field path at position 0: 'é'"),
    ],
)
def test_wrong_rules(arguments, message):
    with pytest.raises(RuleError) as caught:
        Rule(**arguments)
    assert str(caught.value) == message
    assert caught.value.rule == arguments["name"]
    assert isinstance(caught.value, RouterError)


def test_a_rule_may_only_assign():
    assert Rule("r", "true", assign={"a.b": "1"}).assignments[0][0] == ("a", "b")


def test_the_fields_of_a_rule():
    rule = Rule("r", "b > a.x", to="{c}-{b}", assign={"z": "d + 1"})
    assert rule.fields() == ("a.x", "b", "c", "d")


def test_the_fields_of_a_set_are_those_of_enabled_rules(rules):
    rules.enable("high", False)
    assert rules.fields() == ("a", "b", "c")


def test_names_are_unique(rules):
    with pytest.raises(RuleError, match="^rule 'low': the name is taken$"):
        rules.add(Rule("low", "true", "q"))
    assert rules["low"].when == "a"
    assert len(rules) == 4


def test_rules_are_removed(rules):
    assert rules.remove("first").name == "first"
    assert [rule.name for rule in rules] == ["high", "second", "low"]


@pytest.mark.parametrize("action", ["remove", "enable", "__getitem__"])
def test_unknown_names(rules, action):
    with pytest.raises(RuleError, match="^rule 'nothing': no such rule$") as caught:
        getattr(rules, action)("nothing")
    assert caught.value.rule == "nothing"
    assert len(rules) == 4


def test_rules_are_switched_off_and_on_in_their_place(rules):
    rules.enable("first", False)
    assert [(rule.name, rule.enabled) for rule in rules][1] == ("first", False)
    rules.enable("first")
    assert [rule.enabled for rule in rules] == [True] * 4


def test_rules_behind_one_that_takes_everything():
    rules = RuleSet(
        [
            Rule("off", "true", "x", enabled=False),
            Rule("on", "true", "x", stop=False),
            Rule("maybe", "a", "x"),
            Rule("all", " true ", "x"),
            Rule("late", "a", "x"),
            Rule("late-off", "a", "x", enabled=False),
            Rule("last", "true", "x"),
        ]
    )
    assert rules.unreachable() == ["late", "last"]
    assert RuleSet([Rule("a", "true", "x")]).unreachable() == []


def test_rules_with_the_same_content_are_equal():
    assert Rule("r", "a", "x") == Rule("r", "a", "x")
    assert Rule("r", "a", "x") != Rule("r", "b", "x")
