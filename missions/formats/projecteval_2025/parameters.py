"""Parameter values in the published shapes."""

from __future__ import annotations

from collections.abc import Mapping

from missions.formats.projecteval_2025.labels import labelled
from missions.formats.projecteval_2025.source import key_of
from missions.mission import Mission

Pages = dict[str, dict[str, list[dict[str, str]]]]
"""Page → function → ``[{name, answer}, …]``."""


def answers_by_key(found: object) -> dict[str, str]:
    """Return values in either published shape (an object of pages, or a list of them) by key.

    Entries of another shape are omitted and therefore unanswered: recorded values may have any form.
    """
    answers: dict[str, str] = {}
    for page, functions in _pages(found):
        for function, parameters in _functions(functions):
            for parameter in parameters if isinstance(parameters, list) else ():
                if isinstance(parameter, dict) and isinstance(parameter.get("name"), str):
                    value = parameter.get("answer")
                    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
                        answers[key_of(page, function, parameter["name"])] = str(value)
    return answers


def answers_by_page(mission: Mission, answers: Mapping[str, str]) -> Pages:
    """Return `answers` (by parameter key) in the shape of the canonical file: an object of pages.

    Missing values are omitted; a testcode without parameters has an empty list, as in the public data.
    """
    pages: Pages = {}
    for label in labelled(mission):
        pages.setdefault(label.page, {})[label.function] = [
            {"name": parameter.name, "answer": answers[parameter.key]}
            for parameter in label.testcode.parameters
            if parameter.key in answers
        ]
    return pages


def answers_of(mission: Mission, found: object) -> tuple[dict[str, str], list[str]]:
    """Return published values by the keys of `mission`, and their problems, one sentence each.

    A parameter that several testcodes of an exported mission share has one value there, but one for each testcode in
    the published shape; if they differ, the first counts.
    """
    given = answers_by_key(found)
    answers: dict[str, str] = {}
    problems: list[str] = []
    for label in labelled(mission):
        for parameter in label.testcode.parameters:
            key = parameter.key if parameter.key in given else key_of(label.page, label.function, parameter.name)
            if key not in given:
                continue
            if answers.setdefault(parameter.key, given[key]) != given[key]:
                problems.append(
                    f"parameter {parameter.key} is {answers[parameter.key]!r}, and {given[key]!r} for testcode "
                    f"{label.testcode.id}; here it has one value, and the first is taken"
                )
    return answers, problems


def _pages(found: object) -> list[tuple[str, object]]:
    if isinstance(found, dict):
        return [(str(page), functions) for page, functions in found.items()]
    if isinstance(found, list):
        return [(str(p.get("page")), p.get("function")) for p in found if isinstance(p, dict)]
    return []


def _functions(functions: object) -> list[tuple[str, object]]:
    if isinstance(functions, dict):
        return [(str(function), parameters) for function, parameters in functions.items()]
    if isinstance(functions, list):
        return [(str(f.get("function")), f.get("parameter")) for f in functions if isinstance(f, dict)]
    return []
