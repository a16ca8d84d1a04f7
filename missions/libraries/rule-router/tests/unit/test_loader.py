import json

import pytest
from rulerouter.errors import LoadError, RouterError
from rulerouter.loader import Document, dump_rules, load_rules
from rulerouter.rules import Rule, RuleSet

FULL = {
    "name": "full", "when": "a", "to": "x", "assign": {"b": "1"}, "priority": 3, "stop": False, "enabled": False,
}  # fmt: skip


def _load(**content):
    return load_rules(json.dumps(content))


def test_a_document_with_everything():
    document = _load(default="inbox", rules=[FULL])

    assert document.default == "inbox"
    assert document.rules["full"] == Rule("full", "a", "x", {"b": "1"}, 3, False, False)


def test_defaults():
    document = _load(rules=[{"name": "r", "when": "true", "to": "x"}])

    assert document.default == ""
    assert document.rules["r"] == Rule("r", "true", "x")


def test_no_rules():
    assert len(_load(rules=[]).rules) == 0


def test_a_document_is_written_in_order_without_defaults():
    document = Document(RuleSet([Rule("low", "a", "ü"), Rule("high", "b", assign={"k": "1"}, priority=1)]), "inbox")

    assert json.loads(dump_rules(document)) == {
        "default": "inbox",
        "rules": [
            {"name": "high", "when": "b", "assign": {"k": "1"}, "priority": 1},
            {"name": "low", "when": "a", "to": "ü"},
        ],
    }
    assert dump_rules(document).startswith('{\n  "default"')
    assert "ü" in dump_rules(document)


def test_no_default_is_not_written():
    assert json.loads(dump_rules(Document(RuleSet()))) == {"rules": []}


def test_what_was_written_is_read_back():
    text = json.dumps({"default": "d", "rules": [FULL, {"name": "r", "when": "true", "to": "x"}]})

    assert dump_rules(load_rules(dump_rules(load_rules(text)))) == dump_rules(load_rules(text))


RULE = {"name": "r", "when": "true", "to": "x"}


@pytest.mark.parametrize(
    ("content", "path", "message"),
    [
        ([], "", "document: not an object"),
        ({}, "", "document: 'rules' is missing"),
        ({"rules": {}}, "rules", "rules: must be of type list"),
        ({"rules": [], "default": 5}, "default", "default: must be of type str"),
        ({"rules": [], "extra": 5}, "extra", "extra: unknown key"),
        ({"rules": [5]}, "rules[0]", "rules[0]: not an object"),
        ({"rules": [RULE, {"name": "x"}]}, "rules[1]", "rules[1]: 'when' is missing"),
        ({"rules": [{"when": "x"}]}, "rules[0]", "rules[0]: 'name' is missing"),
        ({"rules": [RULE | {"then": "x"}]}, "rules[0].then", "rules[0].then: unknown key"),
        ({"rules": [RULE | {"priority": "1"}]}, "rules[0].priority", "rules[0].priority: must be of type int"),
        ({"rules": [RULE | {"priority": True}]}, "rules[0].priority", "rules[0].priority: must be of type int"),
        ({"rules": [RULE | {"stop": 1}]}, "rules[0].stop", "rules[0].stop: must be of type bool"),
        ({"rules": [RULE | {"assign": {"a": 1}}]}, "rules[0].assign.a", "rules[0].assign.a: must be of type str"),
        ({"rules": [RULE, RULE]}, "rules[1]", "rules[1]: rule 'r': the name is taken"),
        (
            {"rules": [{"name": "r", "when": "a"}]},
            "rules[0]",
            "rules[0]: rule 'r': neither a destination nor an assignment",
        ),
    ],
)
def test_wrong_documents(content, path, message):
    with pytest.raises(LoadError) as caught:
        load_rules(json.dumps(content))
    assert (caught.value.path, str(caught.value)) == (path, message)
    assert isinstance(caught.value, RouterError)


@pytest.mark.parametrize("text", ["", "{", "rules: []", "[" * 100_000])
def test_text_that_is_no_json(text):
    with pytest.raises(LoadError, match="^document: not JSON: ") as caught:
        load_rules(text)
    assert caught.value.path == ""
