"""A testcode, and values for its parameters, from recorded steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import tomli_w

from simulators.browser.recording.recorder import RecordedStep, StepKind

HEAD = '''"""Recorded steps. Name page and function of the checklist, and say in words what each parameter is."""

{imports}from typing import Annotated

from missions import BrowserUser, Element, Url, testcode


@testcode("{page}", "{function}")
def recorded(
    user: BrowserUser,
{parameters}
) -> None:
{steps}
'''

CALLS = {
    StepKind.OPENS: "opens({parameter})",
    StepKind.RELOADS: "reloads()",
    StepKind.GOES_BACK: "goes_back()",
    StepKind.CLICKS: "clicks({parameter})",
    StepKind.TYPES: "types({value!r}, into={parameter})",
    StepKind.ENTERS_DATE: "enters_date(date.fromisoformat({value!r}), into={parameter})",
    StepKind.CHOOSES: "chooses({value!r}, out_of={parameter})",
    StepKind.TICKS: "ticks({parameter})",
    StepKind.UNTICKS: "unticks({parameter})",
    StepKind.UPLOADS: "uploads({value!r}, into={parameter})",
    StepKind.SEES: "sees({parameter}, containing={value!r})",
}


@dataclass(frozen=True)
class _Named:
    """A parameter: its name in the testcode, its kind, its value in the recorded project, its description."""

    name: str
    kind: str
    value: str
    description: str


def recorded_testcode(steps: Sequence[RecordedStep], page: str, function: str) -> str:
    """Return a ``testcodes.py`` that repeats `steps`; pages and elements are parameters."""
    named = _parameters(steps)
    parameters = "\n".join(f'    {p.name}: Annotated[{p.kind}, "{p.description}"],' for p in named.values())
    lines = [f"    user.{_call(step, named)}" for step in steps] or ["    user.opens('/')"]
    if not any(step.kind is StepKind.SEES for step in steps):
        lines.append("    # expect something: user.sees(…); Alt+click records it")
    dates = any(step.kind is StepKind.ENTERS_DATE for step in steps)
    imports = "from datetime import date\n" if dates else ""
    return HEAD.format(imports=imports, page=page, function=function, parameters=parameters, steps="\n".join(lines))


def recorded_parameters(steps: Sequence[RecordedStep]) -> str:
    """Return a ``parameters.toml`` with the values of the recorded project."""
    return tomli_w.dumps({parameter.name: parameter.value for parameter in _parameters(steps).values()})


def _parameters(steps: Sequence[RecordedStep]) -> dict[str, _Named]:
    """Return the parameters by page or selector, each once, with names of their own."""
    found: dict[str, _Named] = {}
    for step in steps:
        is_page = step.kind is StepKind.OPENS
        value = step.value if is_page else step.element
        if not value or value in found:
            continue
        words = (step.value.partition("?")[0] if is_page else step.name) or value
        name = _name(words, "page" if is_page else "element", {each.name for each in found.values()})
        described = " ".join(words.replace("\\", "/").replace('"', "'").split())
        description = f"page {described}" if is_page else f"element {described}"
        found[value] = _Named(name, "Url" if is_page else "Element", value, description)
    return found


def _name(words: str, usual: str, taken: set[str]) -> str:
    """Return a Python name made of `words`, which no other parameter has."""
    plain = re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")[:30].strip("_")
    name = first = f"{plain}_{usual}" if plain and not plain[0].isdigit() else usual
    number = 2
    while name in taken or name == "user":
        name, number = f"{first}_{number}", number + 1
    return name


def _call(step: RecordedStep, named: dict[str, _Named]) -> str:
    value = step.value if step.kind is StepKind.OPENS else step.element
    parameter = named[value].name if value in named else ""
    return CALLS[step.kind].format(parameter=parameter, value=step.value)
