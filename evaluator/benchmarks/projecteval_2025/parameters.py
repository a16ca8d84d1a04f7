"""Parameter values in the published shapes, and recorded ones with exactly the tolerance of the original."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from evaluator.benchmarks.projecteval_2025.recorded_files import excerpt, json_kind
from evaluator.benchmarks.projecteval_2025.source import left_out_key
from missions.errors import SolutionError
from missions.mission import Mission
from missions.parameter_values import answers_by_key, key_of
from missions.testcodes.testcode import SimulatorName, Testcode


@dataclass(frozen=True)
class Label:
    """Page and function of a testcode in the public files."""

    testcode: Testcode
    page: str
    function: str


def labelled(mission: Mission) -> tuple[Label, ...]:
    """Return the testcodes of `mission` in their order, labelled; deterministic."""
    pages = {page.name for page in mission.checklist.pages}
    functions = {function.name for _, function in mission.checklist.functions()}
    labels: list[Label] = []
    last = page = ""
    for testcode in mission.testcodes:
        wanted_page, wanted_function = _wanted(testcode)
        if wanted_page != last or not labels:
            last, page = wanted_page, _free(wanted_page, {label.page for label in labels}, pages)
        taken = {label.function for label in labels if label.page == page}
        labels.append(Label(testcode, page, _free(wanted_function, taken, functions)))
    return tuple(labels)


def _wanted(testcode: Testcode) -> tuple[str, str]:
    if testcode.published is not None:
        return testcode.published.page, testcode.published.function
    return testcode.page, testcode.function


def _free(name: str, taken: set[str], listed: Iterable[str]) -> str:
    """Return `name`, with the first number appended that makes it neither taken nor in the checklist, if necessary."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken or f"{name} {number}" in listed:
        number += 1
    return f"{name} {number}"


Pages = dict[str, dict[str, list[dict[str, str]]]]
"""Page → function → ``[{name, answer}, …]``."""


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


def answers_of(mission: Mission, value: object) -> tuple[dict[str, str], list[str]]:
    """Return published values by the keys of `mission`, and their problems, one sentence each.

    A parameter that several testcodes of an exported mission share has one value there, but one for each testcode in
    the published shape; if they differ, the first counts.
    """
    given = answers_by_key(value)
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


def parameter_values(mission: Mission, value: object) -> dict[str, str]:
    """Return the values by parameter key; a missing key is unanswered. Raises `SolutionError` where the original
    scores the mission 0.

    The original converts a list of pages before the first testcode, so that one malformed entry fails the mission; in
    an object of pages it fails its function only. The values of a function count together or not at all, and the last
    of two entries for one page counts. A testcode without parameters is not run when its function is left out.
    """
    if all(testcode.simulator in set(SimulatorName) for testcode in mission.testcodes):
        return answers_of(mission, value)[0]
    pages = _pages(value) if isinstance(value, list) else value
    answers: dict[str, str] = {}
    answered: set[tuple[str, str]] = set()
    for page, functions in pages.items() if isinstance(pages, dict) else ():
        for function, values in functions.items() if isinstance(functions, dict) else ():
            if (complete := _values(page, function, values)) is not None:
                answered.add((page, function))
                answers |= complete
    return answers | _left_out(mission, answered)


def _left_out(mission: Mission, answered: Set[tuple[str, str]]) -> dict[str, str]:
    """Return the keys that mark testcodes without parameters whose functions are missing in the answers."""
    return {
        left_out_key(testcode): ""
        for testcode in mission.testcodes
        if not testcode.parameters and (testcode.page, testcode.function) not in answered
    }


def _pages(found: list[Any]) -> dict[str, dict[str, Any]]:
    pages: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(found, 1):
        name = _named(entry, "page", f"page {number}")
        pages[name] = {}
        for each in _entries(entry, f"page {number} ({name[:80]})"):
            function = _named(each, "function", f"a function of page {number} ({name[:80]})")
            if "parameter" not in each:
                raise SolutionError(f"function {function[:80]} of page {number} ({name[:80]}) has no parameter")
            pages[name][function] = each["parameter"]
    return pages


def _named(entry: Any, key: str, where: str) -> str:
    if not isinstance(entry, dict):
        raise SolutionError(f"{where} is {json_kind(entry)}, not an object: {excerpt(entry)}")
    if key not in entry or isinstance(entry[key], (list, dict)):
        raise SolutionError(f"{where} has no name: {excerpt(entry)}")
    return str(entry[key])


def _entries(entry: dict[str, Any], where: str) -> list[Any]:
    found = entry.get("function")
    if not isinstance(found, (list, dict, str)):
        raise SolutionError(f"{where} has {json_kind(found)} for its functions, not a list")
    return list(found)


def _values(page: str, function: str, values: object) -> dict[str, str] | None:
    """Return the values of one function; None when they are not a list, or one has no name or no text or number."""
    if not isinstance(values, (list, dict, str)):
        return None
    found: dict[str, str] = {}
    for each in values:
        name, value = (each.get("name"), each.get("answer")) if isinstance(each, dict) else (None, None)
        if not isinstance(name, str) or isinstance(value, bool) or not isinstance(value, (str, int, float)):
            return None
        found[key_of(page, function, name)] = str(value)
    return found


LISTED = 5
"""Maximum number of keys in a message."""


def unmatched_parameters(mission: Mission, answers: Collection[str]) -> Iterator[str]:
    """Yield messages about parameters of `mission` without a value, and keys of `answers` without a parameter."""
    asked = [parameter.key for parameter in mission.parameters()]
    if missing := [key for key in asked if key not in answers]:
        yield f"mission {mission.id}: {len(missing)} parameters have no value: {_listed(missing)}"
    if spare := [key for key in answers if key not in asked]:
        yield f"mission {mission.id}: {len(spare)} values belong to no parameter: {_listed(spare)}"


def _listed(keys: Sequence[str]) -> str:
    return ", ".join(keys[:LISTED]) + (" …" if len(keys) > LISTED else "")
