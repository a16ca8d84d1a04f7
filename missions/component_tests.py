"""Tests of the components of a design: the file ``component_tests.json`` of a library mission."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from missions.errors import MissionError
from simulators.data_files import DataError, read_json_value

COMPONENT_TESTS = "component_tests.json"
"""File of a mission: ``package.module:Class.method`` → tests, ``path::Class::function`` without parameters."""

TABLE = TypeAdapter(dict[str, tuple[str, ...]])


@dataclass(frozen=True)
class ComponentTests:
    """Tests by component: one passes when all of its tests do. `excluded` components are not measured."""

    tests: Mapping[str, tuple[str, ...]]
    excluded: frozenset[str] = frozenset()


def write_component_tests(folder: Path, tests: Mapping[str, tuple[str, ...]]) -> Path:
    """Write the table of a mission folder and return its path."""
    path = folder / COMPONENT_TESTS
    path.write_text(json.dumps(tests, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def read_component_tests(folder: Path, excluded: Iterable[str]) -> ComponentTests:
    """Return the table of a mission folder, without tests where it has none. Raises `MissionError`."""
    path = folder / COMPONENT_TESTS
    if not path.is_file():
        return ComponentTests({}, frozenset(excluded))
    try:
        return ComponentTests(TABLE.validate_python(read_json_value(path)), frozenset(excluded))
    except DataError as error:
        raise MissionError(str(error)) from error
    except (OSError, ValidationError) as error:
        raise MissionError(f"{path}: expected an object of lists of tests by component: {error}") from error
