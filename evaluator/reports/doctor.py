"""Capabilities of this machine: browser, sandboxes, environments, packages."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from evaluator.engines.local import usual_jobs
from simulators.browser.chromium.launch import NoBrowser, find_browser, find_driver
from simulators.runtime.environments import host as environments
from simulators.runtime.requirements import wheels
from simulators.runtime.sandbox import SandboxError
from simulators.runtime.sandbox.choice import SANDBOXES, sandbox_named


@dataclass(frozen=True)
class Finding:
    """Result of one check; `is_needed`: no project can be judged without it."""

    what: str
    is_well: bool
    words: str
    is_needed: bool = False

    @property
    def mark(self) -> str:
        return "ok" if self.is_well else "missing" if self.is_needed else "without"


def findings() -> Iterator[Finding]:
    """Check everything, in the order in which missing parts are best installed."""
    yield Finding("python", True, sys.version.split()[0])
    yield _of_program("chromium", lambda: str(find_browser()), is_needed=True)
    yield _of_program("chromedriver", lambda: str(find_driver()), is_needed=False)
    yield from _of_sandboxes()
    for name in environments.names():
        built = environments.is_built(name)
        words = str(environments.place(name)) if built else f"not built: projecteval environments build {name}"
        yield Finding(f"environment {name}", built, words)
    yield _of_requirements()
    yield _of_extra("similarity", "codebleu")
    yield _of_extra("models", "pydantic_ai")
    yield _of_extra("cluster", "distributed")
    yield Finding("jobs", True, f"{usual_jobs()} attempts at a time by default")


def _of_program(what: str, find: object, *, is_needed: bool) -> Finding:
    assert callable(find)
    try:
        return Finding(what, True, find(), is_needed)
    except NoBrowser as error:
        return Finding(what, False, str(error), is_needed)


def _of_sandboxes() -> Iterator[Finding]:
    for sandbox in SANDBOXES:
        problem = sandbox.problem()
        open_ends = (
            "; does not cover: " + ", ".join(sandbox.coverage.leaves_open) if sandbox.coverage.leaves_open else ""
        )
        yield Finding(f"sandbox {sandbox.name}", problem is None, problem or f"works{open_ends}")
    try:
        yield Finding("sandbox auto", True, f"chooses {sandbox_named('auto').name}")
    except SandboxError as error:
        yield Finding("sandbox auto", False, str(error), is_needed=True)


def _of_requirements() -> Finding:
    try:
        allowed = wheels.packages()
    except environments.EnvironmentNotReady as error:
        return Finding("requirements", False, str(error))
    words = f"allowed besides the environments: {', '.join(allowed)}" if allowed else "none is allowed"
    return Finding("requirements", True, f"{words} (projecteval environments allow PACKAGE==VERSION)")


def _of_extra(extra: str, module: str) -> Finding:
    there = importlib.util.find_spec(module) is not None
    return Finding(f"extra {extra}", there, "installed" if there else f"pip install 'projecteval[{extra}]'")
