"""Names of testcodes in the public format, where every pair of page and function is unique.

A repeated page or function gets a number, as in the public data ("Add Task", "Add Task 2"), so that testcodes keep
their order and values of different testcodes do not overwrite one another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from missions.mission import Mission
from missions.testcodes.testcode import Testcode


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
