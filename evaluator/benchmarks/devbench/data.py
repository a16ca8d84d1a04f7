"""Data of DevBench: the catalog ``devbench:FOLDER`` of a local copy of its repository, or of its ``benchmark_data``.

``benchmark_data/LANGUAGE/NAME/repo_config.json`` describes a repository with documents, code, tests and examples.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path, PurePosixPath

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.benchmarks.devbench.task import (
    CPP,
    DOCUMENTS,
    ENDINGS,
    PYTHON,
    VARIABLES,
    DevBenchTask,
    Task,
    in_order,
    is_below,
)
from evaluator.diagrams.file_tree import paths_in_tree
from evaluator.evaluators.command_suite import TOOLCHAIN, SuiteCommand, toolchain_has
from missions.errors import MissionError, SolutionError
from missions.formats import Catalog
from missions.mission import Checklist, Document, Mission, Stack
from missions.project_files import ArtifactKind, Files, files_digest, read_files
from missions.reference import Reference, Suite, is_test_file
from simulators.data_files import DataError, parse_json

BENCHMARK = "devbench"
CONFIGURATION = "repo_config.json"
ENVIRONMENT = Path(__file__).with_name("environment.lock")
"""Packages that the Python repositories may import, besides pytest."""

SUITE_SECONDS = 120.0
PUBLISHED_LINES: Mapping[str, int] = {
    "TextCNN": 403, "ArXiv_digest": 198, "chakin": 62, "readtime": 284, "hone": 274, "stocktrends": 384,
    "geotext": 470, "lice": 376, "particle-swarm-optimization": 168, "Hybrid_Images": 144,
    "Actor_relationship_game": 493, "java_heap": 632, "redis-cache": 779, "idcenter": 333, "image-similarity": 382,
    "xlsx2csv": 476, "people_management": 540, "area_calculation": 162, "graph-cpp": 667,
}  # fmt: skip
"""Lines of code by repository, the weights of the published pass rates; the paper's own number for chakin."""

WITHOUT: Mapping[str, str] = {
    "TextCNN": "needs torch, transformers and a data set of Hugging Face, which are not among the packages of DevBench",
    "Actor_relationship_game": "needs okhttp and gson, which Gradle downloads from Maven's registry",
    "redis-cache": "needs jedis, mybatis and kryo, which Gradle downloads from Maven's registry, and a Redis server",
    "listen-now-frontend": "needs PhantomJS and a chromedriver of 2018, which its npm packages download",
}
"""Repositories that cannot run here, and which part is missing."""

NEEDED: Mapping[str, str] = {"geotext": "geotext/data_file/cities15000.txt"}
"""A file that a repository needs and that copies of the data may lack."""


TOOLS = ("bin/make", "bin/g++", "include/gtest/gtest.h", "include/sqlite3.h")
"""What the C++ repositories need, in Debian make, g++, libgtest-dev and libsqlite3-dev."""

REPORT = "unit-report.xml"


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

    def files(self, wanted: Iterator[str]) -> dict[str, bytes]:
        return {path: (self.folder / path).read_bytes() for path in wanted if not path.endswith("/")}

    def places(self, wanted: Iterator[str]) -> dict[str, Path]:
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

    def unusable(self) -> str:
        """Return why the repository cannot run here; empty when it can."""
        name, needed = self.folder.name, NEEDED.get(self.folder.name, "")
        if needed and not (self.folder / needed).is_file():
            return f"its file {needed} is missing in this copy"
        if name in WITHOUT:
            return WITHOUT[name]
        language = self.configuration.language
        if language == CPP and not toolchain_has(*TOOLS):
            return f"needs {', '.join(TOOLS)} below /usr, or in a folder that {TOOLCHAIN} names"
        return "" if language in (PYTHON, CPP) else f"repositories in {language} cannot be run yet"

    def command(self) -> SuiteCommand | None:
        """Return how the unit tests of a C++ repository run: built by make with GoogleTest, which writes a report."""
        own = self.configuration
        if own.language != CPP:
            return None
        setup = self.folder / "setup_shell_script.sh"
        lines = setup.read_text(encoding="utf-8").splitlines() if setup.is_file() else []
        made = [line.split()[-1] for line in lines if line.startswith("mkdir ") and line != "mkdir build"]
        needed = [each.removesuffix("/*") for each in own.required_files if each.endswith("/*")]
        beside = {path: self.folder / path for path in self.paths if own.is_required(path)}
        return SuiteCommand(
            "unit", {**beside, **self.tests(own.unit_tests)}, ("make", "-f", "makefile_test", "test"), REPORT,
            variables={"GTEST_OUTPUT": f"xml:{REPORT}"}, folders=(*made, *needed),
        )  # fmt: skip

    def environment(self) -> str:
        """Return the environment: the common lock file for a repository that declares packages."""
        declared = self.folder / self.configuration.dependencies
        lines = declared.read_text(encoding="utf-8").splitlines() if declared.is_file() else []
        return str(ENVIRONMENT) if any(line.strip() and not line.startswith("#") for line in lines) else "library"

    def task(self) -> DevBenchTask:
        own = self.configuration
        resources = (
            path for path in self.paths
            if not own.is_code(path) and not own.is_test(path) and not own.is_documentation(path)
            and not is_test_file(path) and path != own.dependencies
        )  # fmt: skip
        there = self.places(resources)
        return DevBenchTask(
            own.language,
            in_order(own.code_file_DAG),
            {Task.UNIT_TESTS: own.fine_unit_test_prompt, Task.ACCEPTANCE_TESTS: own.fine_acceptance_test_prompt},
            PurePosixPath(own.dependencies).name if (self.folder / own.dependencies).is_file() else "",
            self.files(path for path in there if is_below(path, own.usage_examples) and path.endswith(".sh")),
            there,
            frozenset(path for path in there if own.is_required(path)),
            self.places(path for path in self.paths if own.is_test(path) and not path.endswith(ENDINGS[own.language])),
            paths_in_tree(self.text("architecture")),
            self.notes,
            PUBLISHED_LINES.get(self.folder.name),
            self.command(),
        )

    def reference(self) -> Reference:
        """Return the reference artifacts of all tasks."""
        own = self.configuration
        tests = {
            ArtifactKind.UNIT_TESTS: own.unit_tests,
            ArtifactKind.ACCEPTANCE_TESTS: own.acceptance_tests,
        }
        artifacts: dict[ArtifactKind, Files] = {
            kind: {path: place.read_bytes() for path, place in self.tests(folder).items()}
            for kind, folder in tests.items()
        }
        names = ("uml_class", "uml_sequence", "architecture")
        artifacts[ArtifactKind.DESIGN] = {
            PurePosixPath(own.document(name)).name: self.text(name).encode() for name in names
        }
        if (self.folder / own.dependencies).is_file():
            content = (self.folder / own.dependencies).read_bytes()
            artifacts[ArtifactKind.ENVIRONMENT] = {PurePosixPath(own.dependencies).name: content}
        return Reference(self.code(), artifacts=artifacts)

    def suites(self) -> Iterator[Suite]:
        own = self.configuration
        for name, folder in (
            (("unit", own.unit_tests), ("acceptance", own.acceptance_tests)) if own.language == PYTHON else ()
        ):
            yield Suite(
                name, self.tests(folder), seconds=SUITE_SECONDS, variables=VARIABLES, components={
                    path: tuple(sources) for path, sources in own.unit_test_linking.items() if is_below(path, folder)
                },
            )  # fmt: skip


@dataclass(frozen=True)
class DevBenchCatalog(Catalog):
    """All repositories below a folder, by the names of their folders."""

    folder: Path

    name: str = BENCHMARK
    benchmark: str = BENCHMARK

    def ids(self) -> tuple[str, ...]:
        return tuple(self._paths)

    def mission(self, mission_id: str) -> Mission:
        found = self._repository(mission_id)
        task = found.task()
        return Mission(
            mission_id,
            mission_id,
            Stack.LIBRARY,
            found.text("prd"),
            Checklist(()),
            (),
            environment=found.environment(),
            technologies=(task.language,),
            source=found.folder,
            fingerprint=files_digest({**read_files(found.folder), f"/{ENVIRONMENT.name}": ENVIRONMENT.read_bytes()}),
            benchmark=BENCHMARK,
            further_documents=tuple(Document(name, found.text(name)) for name in DOCUMENTS),
            facts_by_type={DevBenchTask: task},
            suites=tuple(found.suites()),
            category=task.language,
            unusable=found.unusable(),
        )

    def reference(self, mission_id: str) -> Reference | None:
        return self._repository(mission_id).reference()

    @cached_property
    def _paths(self) -> dict[str, Path]:
        root = self.folder / "benchmark_data" if (self.folder / "benchmark_data").is_dir() else self.folder
        found = {path.parent.name: path for path in sorted(root.glob(f"*/*/{CONFIGURATION}"))}
        if not found:
            raise MissionError(
                f"{root}: no LANGUAGE/NAME/{CONFIGURATION}; name the folder of a copy of DevBench's data"
            )
        return found

    @cached_property
    def _read(self) -> dict[str, Repository]:
        return {}

    def _repository(self, mission_id: str) -> Repository:
        if mission_id not in self._paths:
            raise MissionError(f"no repository {mission_id!r} in {self.folder}; there are {', '.join(self._paths)}")
        if mission_id not in self._read:
            self._read[mission_id] = Repository.read(self._paths[mission_id])
        return self._read[mission_id]
