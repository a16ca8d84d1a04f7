"""Rule sets as JSON documents.

``{"default": "inbox", "rules": [{"name": "big", "when": "amount > 5", "to": "review"}]}``
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from rulerouter.errors import LoadError, RuleError
from rulerouter.rules import Rule, RuleSet

_TYPES: dict[str, type] = {
    "name": str,
    "when": str,
    "to": str,
    "assign": dict,
    "priority": int,
    "stop": bool,
    "enabled": bool,
}
_DEFAULTS: dict[str, object] = {"to": "", "assign": {}, "priority": 0, "stop": True, "enabled": True}


@dataclass(frozen=True)
class Document:
    """Rule set with the default destination."""

    rules: RuleSet
    default: str = ""


def load_rules(text: str) -> Document:
    """Return the rule set of a JSON document.

    The document is an object with ``rules`` (a list) and optionally ``default`` (a text); a rule has ``name``,
    ``when`` and the optional keys of `Rule`. Raises `LoadError` with the place for text that is no JSON, unknown and
    missing keys, wrong types, and rules that `Rule` or `RuleSet` refuse.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LoadError("", f"not JSON: {error}") from error
    _check_keys("", content, {"rules": list, "default": str}, ["rules"])
    rules = RuleSet()
    for index, entry in enumerate(content["rules"]):
        path = f"rules[{index}]"
        _check_keys(path, entry, _TYPES, ["name", "when"])
        _check_assign(path, entry.get("assign", {}))
        try:
            rules.add(Rule(**entry))
        except RuleError as error:
            raise LoadError(path, str(error)) from error
    return Document(rules, content.get("default", ""))


def dump_rules(document: Document) -> str:
    """Return the JSON document, indented by two blanks, rules in the order tried, values equal to a default left out.

    ``load_rules(dump_rules(document))`` routes like the document.
    """
    content: dict[str, object] = {"default": document.default} if document.default else {}
    content["rules"] = [_entry(rule) for rule in document.rules]
    return json.dumps(content, indent=2, ensure_ascii=False)


def _entry(rule: Rule) -> dict[str, object]:
    values = {name: getattr(rule, name) for name in _TYPES}
    return {name: value for name, value in values.items() if name not in _DEFAULTS or value != _DEFAULTS[name]}


def _check_keys(path: str, entry: object, types: Mapping[str, type], required: list[str]) -> None:
    if not isinstance(entry, dict):
        raise LoadError(path, "not an object")
    for name in required:
        if name not in entry:
            raise LoadError(path, f"{name!r} is missing")
    for name, value in entry.items():
        place = f"{path}.{name}" if path else str(name)
        if name not in types:
            raise LoadError(place, "unknown key")
        if type(value) is not types[name]:
            raise LoadError(place, f"must be of type {types[name].__name__}")


def _check_assign(path: str, assign: Mapping[str, object]) -> None:
    for name, value in assign.items():
        if not isinstance(value, str):
            raise LoadError(f"{path}.assign.{name}", "must be of type str")
