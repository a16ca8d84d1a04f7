"""Data of DevBench: the catalog ``devbench:FOLDER`` of a local copy of its repository, or of its ``benchmark_data``.

``benchmark_data/LANGUAGE/NAME/repo_config.json`` describes a repository with documents, code, tests and examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from evaluator.benchmarks.devbench.repository import (
    CONFIGURATION,
    PROGRAMS,
    TOOLS,
    Repository,
    commands_of,
    packages_of,
)
from evaluator.benchmarks.devbench.task import (
    DOCUMENTS,
    ENDINGS,
    JAVASCRIPT,
    PYTHON,
    VARIABLES,
    DevBenchTask,
    Task,
    is_below,
)
from evaluator.diagrams.mermaid import paths_in_tree
from evaluator.diagrams.model import depth_first
from evaluator.evaluators.command_suite import TOOLCHAIN, toolchain_path, versions_of
from missions.errors import MissionError
from missions.formats import Catalog
from missions.mission import Checklist, Document, Mission, Stack
from missions.project_files import ArtifactKind, Files, files_digest, read_files
from missions.reference import Reference, Suite, is_test_file
from simulators.runtime.environments.host import EnvironmentNotReady
from simulators.runtime.environments.npm_locks import NpmPackages

BENCHMARK = "devbench"
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
"""Files of repositories that copies of the data may lack."""


def unusable(repository: Repository) -> str:
    """Return why a repository cannot run here; empty when it can."""
    name, language = repository.folder.name, repository.configuration.language
    if name in NEEDED and not (repository.folder / NEEDED[name]).is_file():
        return f"its file {NEEDED[name]} is missing in this copy"
    if name in WITHOUT:
        return WITHOUT[name]
    if lacking := [path for path in TOOLS.get(language, ()) if toolchain_path(path) is None]:
        return f"needs {', '.join(lacking)} below /usr, or in a folder that {TOOLCHAIN} names"
    if language == JAVASCRIPT and not packages_of(repository).are_locked:
        return f"its packages are not locked; run: projecteval missions lock-packages devbench:FOLDER --select {name}"
    return ""


def _environment(repository: Repository) -> str:
    """Return the environment: packages of npm, or the common lock file for a repository that declares packages."""
    if repository.configuration.language == JAVASCRIPT:
        return packages_of(repository).environment
    declared = repository.folder / repository.configuration.dependencies
    lines = declared.read_text(encoding="utf-8").splitlines() if declared.is_file() else []
    return str(ENVIRONMENT) if any(line.strip() and not line.startswith("#") for line in lines) else "library"


def _task(repository: Repository) -> DevBenchTask:
    own = repository.configuration
    there = repository.places(
        path
        for path in repository.paths
        if not (own.is_code(path) or own.is_test(path) or own.is_documentation(path) or is_test_file(path))
        and path != own.dependencies
    )
    data = (path for path in repository.paths if own.is_test(path) and not path.endswith(ENDINGS[own.language]))
    return DevBenchTask(
        own.language,
        depth_first(own.code_file_DAG),
        {Task.UNIT_TESTS: own.fine_unit_test_prompt, Task.ACCEPTANCE_TESTS: own.fine_acceptance_test_prompt},
        PurePosixPath(own.dependencies).name if (repository.folder / own.dependencies).is_file() else "",
        repository.files(path for path in there if is_below(path, own.usage_examples) and path.endswith(".sh")),
        there,
        frozenset(path for path in there if own.is_required(path)),
        repository.places(data),
        paths_in_tree(repository.text("architecture")),
        repository.notes,
        PUBLISHED_LINES.get(repository.folder.name),
        commands_of(repository),
    )


def _reference(repository: Repository) -> Reference:
    """Return the reference artifacts of all tasks."""
    own = repository.configuration
    artifacts: dict[ArtifactKind, Files] = {
        ArtifactKind.UNIT_TESTS: repository.files(repository.tests(own.unit_tests)),
        ArtifactKind.ACCEPTANCE_TESTS: repository.files(repository.tests(own.acceptance_tests)),
        ArtifactKind.DESIGN: {
            PurePosixPath(own.document(name)).name: repository.text(name).encode() for name in DOCUMENTS[1:]
        },
    }
    if (repository.folder / own.dependencies).is_file():
        content = (repository.folder / own.dependencies).read_bytes()
        artifacts[ArtifactKind.ENVIRONMENT] = {PurePosixPath(own.dependencies).name: content}
    return Reference(repository.code(), artifacts=artifacts)


def _suites(repository: Repository) -> Iterator[Suite]:
    own = repository.configuration
    folders = {"unit": own.unit_tests, "acceptance": own.acceptance_tests} if own.language == PYTHON else {}
    for name, folder in folders.items():
        linked = {path: tuple(each) for path, each in own.unit_test_linking.items() if is_below(path, folder)}
        files = repository.tests(folder)
        yield Suite(name, files, seconds=SUITE_SECONDS, variables=VARIABLES, components=linked)


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
        task = _task(found)
        return Mission(
            mission_id,
            mission_id,
            Stack.LIBRARY,
            found.text("prd"),
            Checklist(()),
            (),
            environment=_environment(found),
            technologies=(task.language,),
            source=found.folder,
            fingerprint=files_digest({**read_files(found.folder), f"/{ENVIRONMENT.name}": ENVIRONMENT.read_bytes()}),
            programs=versions_of(PROGRAMS.get(task.language, ())),
            benchmark=BENCHMARK,
            further_documents=tuple(Document(name, found.text(name)) for name in DOCUMENTS),
            facts_by_type={DevBenchTask: task},
            suites=tuple(_suites(found)),
            category=task.language,
            unusable=unusable(found),
        )

    def reference(self, mission_id: str) -> Reference | None:
        return _reference(self._repository(mission_id))

    def packages(self, mission_id: str) -> NpmPackages:
        """Return the packages that a JavaScript repository asks npm for. Raises `EnvironmentNotReady` for others."""
        found = self._repository(mission_id)
        if found.configuration.language != JAVASCRIPT:
            raise EnvironmentNotReady("it asks for no packages of npm")
        return packages_of(found)

    @cached_property
    def _paths(self) -> dict[str, Path]:
        root = self.folder / "benchmark_data" if (self.folder / "benchmark_data").is_dir() else self.folder
        found = {path.parent.name: path for path in sorted(root.glob(f"*/*/{CONFIGURATION}"))}
        if not found:
            raise MissionError(f"{root}: no LANGUAGE/NAME/{CONFIGURATION}; name a copy of DevBench's data")
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
