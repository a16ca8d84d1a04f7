"""One repository of DevBench: its files, and the ``repo_config.json`` that describes them."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.benchmarks.devbench.task import DOCUMENTS, ENDINGS, PYTHON, is_below
from missions.errors import MissionError, SolutionError
from missions.project_files import Files, read_files
from simulators.data_files import DataError, parse_json

CONFIGURATION = "repo_config.json"


class Configuration(BaseModel):
    """``repo_config.json``. Unknown keys are ignored, missing ones have a default and a note."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    language: str = PYTHON
    PRD: str = "docs/PRD.md"
    UML_class: str = "docs/UML_class.md"
    UML_sequence: str = "docs/UML_sequence.md"
    architecture_design: str = "docs/architecture_design.md"
    dependencies: str = ""
    unit_tests: str = "unit_tests"
    acceptance_tests: str = "acceptance_tests"
    usage_examples: str = "examples"
    required_files: tuple[str, ...] = ()
    code_file_DAG: dict[str, list[str]] = Field(default_factory=dict)  # noqa: N815 - as in the data
    unit_test_linking: dict[str, list[str]] = Field(default_factory=dict)
    fine_unit_test_prompt: dict[str, str] = Field(default_factory=dict)
    fine_acceptance_test_prompt: dict[str, str] = Field(default_factory=dict)

    def document(self, name: str) -> str:
        """Return the path of a document by its name here."""
        paths = (self.PRD, self.UML_class, self.UML_sequence, self.architecture_design)
        return dict(zip(DOCUMENTS, paths, strict=True))[name]

    def is_test(self, path: str) -> bool:
        return is_below(path, self.unit_tests) or is_below(path, self.acceptance_tests)

    def is_documentation(self, path: str) -> bool:
        return path in (CONFIGURATION, *map(self.document, DOCUMENTS)) or is_below(path, "docs")

    def is_required(self, path: str) -> bool:
        return any(is_below(path, each) or fnmatch.fnmatchcase(path, each) for each in self.required_files)

    def is_code(self, path: str) -> bool:
        """Return True for the sources that an agent writes: the planned ones, and others outside of other folders."""
        if path in self.code_file_DAG or any(path in found for found in self.code_file_DAG.values()):
            return True
        other = self.is_test(path) or is_below(path, self.usage_examples) or self.is_documentation(path)
        return path.endswith(ENDINGS[self.language]) and not other and not self.is_required(path)


def read_configuration(path: Path) -> tuple[Configuration, tuple[str, ...]]:
    """Read one ``repo_config.json``, with notes on misspelt and missing keys. Raises `MissionError`."""
    try:
        found = parse_json(path.read_bytes(), str(path))
        if not isinstance(found, dict):
            raise MissionError(f"{path}: not an object of settings")
        there, notes = _by_known_keys(found)
        configuration = Configuration.model_validate(there)
    except (OSError, DataError) as error:
        raise MissionError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise MissionError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    if configuration.language not in ENDINGS:
        raise MissionError(f"{path}: language {configuration.language!r} is none of {', '.join(ENDINGS)}")
    return configuration, notes


def _by_known_keys(found: Mapping[str, object]) -> tuple[dict[str, object], tuple[str, ...]]:
    """Return the settings by the keys of `Configuration`; unknown keys that are nearly one of them are read as it."""
    known, notes = list(Configuration.model_fields), []
    there = {key: value for key, value in found.items() if key in known and value is not None}
    unknown = [key for key in found if key not in known]
    for key in known:
        if key in there:
            continue
        near = get_close_matches(key, unknown, 1, 0.85)
        if near and not any(name in near[0] for name in ("coarse", "script")):
            there[key] = found[near[0]]
        notes.append(f"{near[0]} is read as {key}" if key in there else f"{key} is missing")
    return there, tuple(notes)


@dataclass(frozen=True)
class Repository:
    """One repository of the data: its folder, its configuration and the paths of its files."""

    folder: Path
    configuration: Configuration
    notes: tuple[str, ...]
    paths: tuple[str, ...]

    @classmethod
    def read(cls, path: Path) -> Repository:
        """Read the repository of a ``repo_config.json``. Raises `MissionError`."""
        configuration, notes = read_configuration(path)
        try:
            return cls(path.parent, configuration, notes, tuple(sorted(read_files(path.parent))))
        except (OSError, SolutionError) as error:
            raise MissionError(f"{path.parent}: cannot be read: {error}") from error

    def files(self, wanted: Iterable[str]) -> dict[str, bytes]:
        return {path: place.read_bytes() for path, place in self.places(wanted).items()}

    def places(self, wanted: Iterable[str]) -> dict[str, Path]:
        return {path: self.folder / path for path in wanted if not path.endswith("/")}

    def tests(self, folder: str) -> dict[str, Path]:
        """Return the files of a suite."""
        return self.places(path for path in self.paths if is_below(path, folder))

    def code(self) -> Files:
        return self.files(path for path in self.paths if self.configuration.is_code(path))

    def text(self, name: str) -> str:
        """Return a document. Raises `MissionError`."""
        path = self.folder / self.configuration.document(name)
        try:
            return path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise MissionError(f"{path}: cannot be read: {error.strerror}") from error
