"""Recorded parameter values, with exactly the tolerance of the original."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from evaluator.published.json_files import excerpt, json_kind
from missions.errors import SolutionError
from missions.formats.projecteval_2025.parameters import answers_of
from missions.formats.projecteval_2025.source import key_of, left_out_key
from missions.mission import Mission
from missions.testcodes.testcode import SimulatorName


def parameter_values(mission: Mission, found: object) -> dict[str, str]:
    """Return the values by parameter key; a missing key is unanswered. Raises `SolutionError` where the original
    scores the mission 0.

    The original converts a list of pages before the first testcode, so that one malformed entry fails the mission; in
    an object of pages it fails its function only. The values of a function count together or not at all, and the last
    of two entries for one page counts. A testcode without parameters is not run when its function is left out.
    """
    if all(testcode.simulator in set(SimulatorName) for testcode in mission.testcodes):
        return answers_of(mission, found)[0]
    pages = _pages(found) if isinstance(found, list) else found
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
