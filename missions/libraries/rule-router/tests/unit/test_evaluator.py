import pytest
from rulerouter.errors import EvaluationError
from rulerouter.evaluator import equal, evaluate, field_value, truth
from rulerouter.parser import parse_expression

RECORD = {
    "amount": 120,
    "rate": 0.5,
    "name": "Ada Byron",
    "tags": ["new", 7, True],
    "customer": {"country": "DE", "orders": [{"id": 5}, {"id": 6}]},
    "none": None,
    "open": True,
    "empty": "",
}


def _value(text):
    return evaluate(parse_expression(text), RECORD)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("amount", 120),
        ("customer.country", "DE"),
        ("customer.orders.1.id", 6),
        ("customer.orders.2.id", None),
        ("tags.0", "new"),
        ("tags.x", None),
        ("name.0", None),
        ("missing.deep", None),
        ("[1, amount]", [1, 120]),
        ("upper(name)", "ADA BYRON"),
        ("-amount", -120),
    ],
)
def test_values(text, value):
    assert _value(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("amount - 20 - 50", 50),
        ("7 / 2", 3.5),
        ("7 % 4", 3),
        ("rate * 4", 2.0),
        ("'a' + 'b'", "ab"),
        ("-rate", -0.5),
    ],
)
def test_arithmetic(text, value):
    assert _value(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 == 1.0", True),
        ("true == 1", False),
        ("'1' == 1", False),
        ("missing == null", True),
        ("none != null", False),
        ("[1, 'a'] == [1.0, 'a']", True),
        ("[1] == [1, 2]", False),
        ("[1, 2] == [2, 1]", False),
        ("[1] == [true]", False),
        ("name != 'x'", True),
        ("1 < 2", True),
        ("2 < 2", False),
        ("2 <= 2", True),
        ("3 <= 2", False),
        ("2 > 2", False),
        ("3 > 2", True),
        ("2 >= 2", True),
        ("1 >= 2", False),
        ("'a' < 'b'", True),
        ("'b' <= 'a'", False),
        ("missing < 5", False),
        ("5 >= missing", False),
        ("missing <= missing", False),
        ("'x' > null", False),
    ],
)
def test_comparisons(text, value):
    assert _value(text) is value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 in tags", True),
        ("8 in tags", False),
        ("1 in tags", False),
        ("1 in [true]", False),
        ("8 not in tags", True),
        ("'new' not in tags", False),
        ("'Byron' in name", True),
        ("'country' in customer", True),
        ("'city' in customer", False),
        ("1 in missing", False),
        ("1 not in missing", True),
        ("tags contains 'new'", True),
        ("name contains 'x'", False),
        ("name matches 'Ada*'", True),
        ("name matches '*ada*'", False),
        ("missing matches '*'", False),
    ],
)
def test_membership_and_patterns(text, value):
    assert _value(text) is value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("open and amount", True),
        ("amount and 0", False),
        ("0 or 'x'", True),
        ("empty or none", False),
        ("not empty", True),
        ("not tags", False),
        ("false and 1 / 0", False),
        ("true or 1 / 0", True),
        ("none and none.x > 1 / 0", False),
    ],
)
def test_logic_gives_truth_values_and_stops_early(text, value):
    assert _value(text) is value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "division by zero"),
        ("1 % 0.0", "division by zero"),
        ("1 + 'a'", "cannot add text"),
        ("'a' + 1", "cannot add text"),
        ("open + 1", "cannot add truth"),
        ("1 - none", "cannot subtract null"),
        ("tags * 2", "cannot multiply list"),
        ("customer / 2", "cannot divide record"),
        ("'a' % 2", "cannot divide text"),
        ("-name", "cannot negate text"),
        ("1 < 'a'", "cannot compare number with text"),
        ("open < true", "cannot compare truth with truth"),
        ("tags > tags", "cannot compare list with list"),
        ("1 in 5", "cannot look for number in number"),
        ("1 in name", "cannot look for number in text"),
        ("1 in customer", "cannot look for number in record"),
        ("name matches 5", "a pattern is a text, not number"),
        ("5 matches '*'", "cannot match number with a pattern"),
        ("nothing(1)", "unknown function: nothing"),
        ("true and 1 / 0", "division by zero"),
        ("false or 1 / 0", "division by zero"),
    ],
)
def test_expressions_without_value(text, message):
    with pytest.raises(EvaluationError) as caught:
        _value(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1], (1,), True),
        (None, None, True),
        (None, False, False),
    ],
)
def test_equality(left, right, same):
    assert equal(left, right) is same


@pytest.mark.parametrize(
    ("value", "result"), [(0, False), ("", False), ([], False), ({}, False), (None, False), ("0", True)]
)
def test_truth(value, result):
    assert truth(value) is result


def test_paths_through_lists_need_indexes():
    assert field_value([["a"]], ("0", "0")) == "a"
    assert field_value([1], ("-1",)) is None
    assert field_value([1], ("1",)) is None
    assert field_value({"1": "x"}, ("1",)) == "x"
    assert field_value(5, ()) == 5
