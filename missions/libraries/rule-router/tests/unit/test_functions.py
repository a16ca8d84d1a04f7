import pytest
from rulerouter.errors import EvaluationError
from rulerouter.functions import FUNCTIONS, as_number, as_text, call_function, glob_matches, kind_of


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "truth"),
        (1, "number"),
        (1.5, "number"),
        ("", "text"),
        ([], "list"),
        ((), "list"),
        ({}, "record"),
    ],
)
def test_kinds(value, kind):
    assert kind_of(value) == kind


def test_other_types_have_no_kind():
    with pytest.raises(EvaluationError, match=r"^values of type set are not supported$"):
        kind_of(set())


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), (True, "true"), (False, "false"), (3, "3"), (3.0, "3"), (2.5, "2.5"), ("x", "x")]
)
def test_texts_of_values(value, text):
    assert as_text(value) == call_function("text", [value]) == text


@pytest.mark.parametrize(("value", "kind"), [([], "list"), ({}, "record")])
def test_values_without_text(value, kind):
    with pytest.raises(EvaluationError, match=f"^a {kind} has no text$"):
        as_text(value)


@pytest.mark.parametrize(
    ("value", "number"), [(3, 3), (2.5, 2.5), ("12", 12), (" -7 ", -7), ("1.50", 1.5), ("-0.5", -0.5)]
)
def test_numbers_of_values(value, number):
    found = as_number(value)

    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize("value", ["", "-", "1.", ".5", "1e5", "x", "--1", "1.2.3", "٣", "1.٣"])
def test_texts_that_are_no_numbers(value):
    with pytest.raises(EvaluationError) as caught:
        as_number(value)
    assert str(caught.value) == f"{value!r} is not a number"


@pytest.mark.parametrize(("value", "kind"), [(None, "null"), (True, "truth"), ([1], "list")])
def test_values_that_are_no_numbers(value, kind):
    with pytest.raises(EvaluationError, match=f"^a value of kind {kind} is not a number$"):
        as_number(value)


@pytest.mark.parametrize(
    ("text", "pattern", "matches"),
    [
        ("", "", True),
        ("", "*", True),
        ("a", "", False),
        ("abc", "abc", True),
        ("abc", "ABC", False),
        ("abc", "a?c", True),
        ("abc", "??", False),
        ("abc", "????", False),
        ("abc", "*", True),
        ("abc", "*c", True),
        ("abc", "a*", True),
        ("abc", "b*", False),
        ("abc", "*b", False),
        ("abcbc", "a*bc", True),
        ("abxbc", "a*b?", True),
        ("aXbXc", "a*b*c", True),
        ("aXbX", "a*b*c", False),
        ("abc", "abc**", True),
        ("a*c", "a*c", True),
        ("abc", "a**?", True),
        ("ab", "ab?", False),
        ("mississippi", "m*iss*ip*i", True),
    ],
)
def test_patterns(text, pattern, matches):
    assert glob_matches(text, pattern) is matches


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("lower", ["AbC"], "abc"),
        ("upper", ["AbC"], "ABC"),
        ("trim", ["  a b \n"], "a b"),
        ("starts", ["abc", "ab"], True),
        ("starts", ["abc", "bc"], False),
        ("ends", ["abc", "bc"], True),
        ("ends", ["abc", "ab"], False),
        ("length", ["abc"], 3),
        ("length", [[1, 2]], 2),
        ("length", [{"a": 1}], 1),
        ("number", ["5"], 5),
        ("round", [2.5], 3),
        ("round", [-2.5], -3),
        ("round", [2.4], 2),
        ("round", ["1.25", 1], 1.3),
        ("round", [0], 0),
        ("round", [1234, -2], 1200),
        ("min", [3, "1", 2], 1),
        ("max", [3, "7.5", 2], 7.5),
        ("min", [4], 4),
        ("exists", [0], True),
        ("exists", [None], False),
        ("default", [None, False, 1], False),
        ("default", [None], None),
    ],
)
def test_every_function(name, arguments, result):
    found = call_function(name, arguments)

    assert found == result
    assert type(found) is type(result)


def test_the_functions_there_are():
    assert sorted(FUNCTIONS) == [
        "default", "ends", "exists", "length", "lower", "max", "min", "number", "round", "starts", "text", "trim", "upper",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "count"),
    [(name, 0) for name in FUNCTIONS]
    + [(name, 2) for name in ("lower", "upper", "trim", "length", "text", "number", "exists")]
    + [("starts", 1), ("starts", 3), ("ends", 1), ("ends", 3), ("round", 3)],
)
def test_wrong_numbers_of_arguments(name, count):
    with pytest.raises(EvaluationError, match=f"^wrong number of arguments for {name}: {count}$"):
        call_function(name, ["1"] * count)


def test_any_number_of_arguments():
    assert call_function("min", list(range(50))) == 0
    assert call_function("default", [None] * 50 + [1]) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("lower", [1], "a value of kind number is not a text"),
        ("starts", ["a", None], "a value of kind null is not a text"),
        ("ends", [["a"], "a"], "a value of kind list is not a text"),
        ("length", [5], "a value of kind number has no length"),
        ("max", [1, "x"], "'x' is not a number"),
        ("nothing", [], "unknown function: nothing"),
    ],
)
def test_wrong_arguments(name, arguments, message):
    with pytest.raises(EvaluationError) as caught:
        call_function(name, arguments)
    assert str(caught.value) == message
