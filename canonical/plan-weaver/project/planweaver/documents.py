"""Plans and schedules as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, TypeVar

from planweaver.calendars import Calendar
from planweaver.errors import DocumentError, PlanError
from planweaver.model import Link, LinkKind, Plan, Resource, Task
from planweaver.scheduling import Schedule

_PLAN = {
    "name": str,
    "start": str,
    "weekdays": list,
    "holidays": list,
    "workdays": list,
    "resources": list,
    "tasks": list,
}
_RESOURCE = {"id": str, "capacity": int, "rate": float, "off": list}
_TASK = {
    "id": str, "name": str, "duration": int, "links": list, "uses": dict, "priority": int, "not_before": str,
    "deadline": str, "done": int,
}  # fmt: skip
_LINK = {"task": str, "kind": str, "lag": int}
Entry = Mapping[str, object]
Part = TypeVar("Part", Task, Resource, Link)


def plan_to_json(plan: Plan) -> str:
    """Return a plan as JSON, with every key in the order of the classes; None and empty values are left out."""
    content = {
        "name": plan.name,
        "start": str(plan.start),
        "weekdays": sorted(plan.calendar.weekdays),
        "holidays": _texts(plan.calendar.holidays),
        "workdays": _texts(plan.calendar.workdays),
        "resources": [_without_empty({**vars(each), "off": _texts(each.off)}) for each in plan.resources],
        "tasks": [_task_entry(task) for task in plan.tasks],
    }
    return json.dumps(_without_empty(content), indent=2, ensure_ascii=False)


def plan_from_json(text: str) -> Plan:
    """Return the plan of a JSON document as `plan_to_json` writes it.

    Raises `DocumentError` with the place for what is no JSON, unknown and missing keys (``name``, ``start``, ids and
    the task of a link are needed), wrong types, dates and kinds, and for parts that the model refuses.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DocumentError("", f"not JSON: {error}") from error
    entry = _checked("", content, _PLAN, ("name", "start"))
    weekdays = entry.get("weekdays", list(range(5)))
    assert isinstance(weekdays, list)
    if not all(type(day) is int for day in weekdays):
        raise DocumentError("weekdays", "must be whole numbers")
    resources = tuple(_resource(f"resources[{index}]", each) for index, each in enumerate(_list(entry, "resources")))
    tasks = tuple(_task(f"tasks[{index}]", each) for index, each in enumerate(_list(entry, "tasks")))
    try:
        calendar = Calendar(frozenset(weekdays), _dates("holidays", entry), _dates("workdays", entry))
        return Plan(str(entry["name"]), _date("start", entry["start"]), tasks, resources, calendar)
    except DocumentError:
        raise
    except PlanError as error:
        raise DocumentError("", str(error)) from error


def schedule_to_json(found: Schedule) -> str:
    """Return a schedule as JSON: finish, length, critical path, and for each task start, finish, slack and free
    slack."""
    tasks = {
        entry.task.id: {
            "start": str(found.start_day(entry.task.id)),
            "finish": str(found.finish_day(entry.task.id)),
            "slack": entry.slack,
            "free": entry.free,
        }
        for entry in found.entries
    }
    content = {"finish": str(found.finish()), "length": found.length, "critical": found.critical_path(), "tasks": tasks}
    return json.dumps(content, indent=2)


def _task_entry(task: Task) -> dict[str, object]:
    links = [{"task": link.task, "kind": link.kind.value, "lag": link.lag} for link in task.links]
    dates = {
        "not_before": str(task.not_before) if task.not_before else None,
        "deadline": str(task.deadline) if task.deadline else None,
    }
    return _without_empty({**vars(task), "links": links, "uses": dict(task.uses), **dates})


def _without_empty(entry: Entry) -> dict[str, object]:
    return {key: value for key, value in entry.items() if value is not None and value != [] and value != {}}


def _texts(found: frozenset[date]) -> list[str]:
    return [str(day) for day in sorted(found)]


def _resource(place: str, content: object) -> Resource:
    entry = _checked(place, content, _RESOURCE, ("id",))
    return _built(place, Resource, {**entry, "off": _dates(f"{place}.off", entry, "off")})


def _task(place: str, content: object) -> Task:
    entry = dict(_checked(place, content, _TASK, ("id",)))
    for key in ("not_before", "deadline"):
        if key in entry:
            entry[key] = _date(f"{place}.{key}", entry[key])
    for key, units in dict(entry.get("uses", {})).items():  # type: ignore[call-overload]
        if type(units) is not int:
            raise DocumentError(f"{place}.uses.{key}", "must be of type int")
    entry["links"] = tuple(_link(f"{place}.links[{index}]", each) for index, each in enumerate(_list(entry, "links")))
    return _built(place, Task, entry)


def _link(place: str, content: object) -> Link:
    entry = _checked(place, content, _LINK, ("task",))
    kind = entry.get("kind", "FS")
    if kind not in [each.value for each in LinkKind]:
        raise DocumentError(f"{place}.kind", f"unknown kind: {kind!r}")
    return _built(place, Link, {**entry, "kind": LinkKind(kind)})


def _built(place: str, type_: type[Part], entry: Entry) -> Part:
    try:
        arguments: dict[str, Any] = dict(entry)
        return type_(**arguments)
    except PlanError as error:
        raise DocumentError(place, str(error)) from error


def _checked(place: str, content: object, types: Mapping[str, type], needed: tuple[str, ...]) -> Entry:
    if not isinstance(content, dict):
        raise DocumentError(place, "not an object")
    for key in needed:
        if key not in content:
            raise DocumentError(place, f"{key!r} is missing")
    for key, value in content.items():
        inner = f"{place}.{key}" if place else key
        if key not in types:
            raise DocumentError(inner, "unknown key")
        if type(value) is not types[key] and not (types[key] is float and type(value) is int):
            raise DocumentError(inner, f"must be of type {types[key].__name__}")
    return content


def _list(entry: Entry, key: str) -> list[object]:
    found = entry.get(key, [])
    assert isinstance(found, list)
    return found


def _dates(place: str, entry: Entry, key: str = "") -> frozenset[date]:
    return frozenset(_date(f"{place}[{index}]", each) for index, each in enumerate(_list(entry, key or place)))


def _date(place: str, value: object) -> date:
    try:
        if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII):
            raise ValueError
        return date.fromisoformat(value)
    except ValueError:
        raise DocumentError(place, f"not a date: {value!r}") from None
