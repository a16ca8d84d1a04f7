"""Execution of pytest suites against files, for the tests of the evaluator."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from evaluator.evaluators.pytest_suite import SuiteOptions, SuiteRun, run_suite
from missions.project_files import Files, write_files
from missions.reference import Suite
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Box, BoxLimits
from simulators.runtime.sandbox.choice import sandbox_named

LIBRARIES = Path(__file__).parents[1] / "fixtures" / "libraries"
"""Catalog with the library mission ``greetings``."""


@contextmanager
def opened(files: Files) -> Iterator[Box]:
    """Open a box of the default sandbox with `files` and the environment of libraries."""
    with tempfile.TemporaryDirectory(prefix="projecteval-suite-", ignore_cleanup_errors=True) as temporary:
        workspace = Path(temporary) / "project"
        workspace.mkdir()
        write_files(files, workspace)
        with sandbox_named().box(workspace, environments.build("library"), BoxLimits(memory=1 << 30)) as box:
            yield box


def run(suite: Suite, files: Files, options: SuiteOptions | None = None) -> SuiteRun:
    return run_suite(suite, files, opened, options)


def suite_of(folder: Path, tests: Mapping[str, str], **details: object) -> Suite:
    """Write `tests` below `folder` and return them as a suite."""
    for path, text in tests.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return Suite("hidden", {path: folder / path for path in tests}, **details)  # type: ignore[arg-type]
