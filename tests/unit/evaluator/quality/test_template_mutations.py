"""Mutants of templates."""

from __future__ import annotations

import pytest

from evaluator.quality import mutations_of


def changed(text: str, operator: str) -> set[str]:
    files = {"page.html": text.encode()}
    found = (each for each in mutations_of(files) if each.operator == operator)
    return {each.applied(files)["page.html"].decode() for each in found}


@pytest.mark.parametrize(
    ("operator", "text", "expected"),
    [
        ("element", "<tr><td>{{ a }}</td><td>b</td></tr>", {"<tr><td>b</td></tr>"}),
        ("element", '<a href="{% if a > b %}c{% endif %}">d</a>', {""}),
        ("element", '<input type="hidden" name="a"><input name="b">', {'<input type="hidden" name="a">'}),
        ("output", "x{{ a|date }}", {"x"}),
        ("filter", "{{ a|date:'Y-m' }}", {"{{ a }}"}),
        ("escape", "{{ book.title }}", {"{{ book.title |safe}}", "{{ book.title|safe }}"}),
        ("csrf", "<form>{% csrf_token %}</form>", {"<form></form>"}),
        ("condition", "{% if a and b %}c{% endif %}", {"{% if 1 %}c{% endif %}", "{% if 0 %}c{% endif %}"}),
    ],
)
def test_an_operator_makes_these_changes(operator: str, text: str, expected: set[str]) -> None:
    found = changed(text, operator)
    assert found
    assert found <= expected


def test_an_element_is_dropped_only_with_whole_blocks() -> None:
    assert changed("<p>{% if a %}{{ b }}</p>{% endif %}", "element") == set()
