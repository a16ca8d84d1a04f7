"""Capabilities of this machine: browser, sandboxes, environments, packages."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from evaluator.agents.coding_agents import CODING_AGENTS
from evaluator.engines.forked_workers import usual_jobs
from simulators.browser.chromium.launch import NoBrowser, find_browser, find_driver, own_sandbox_works
from simulators.runtime import wheels
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.pythons import python_problem
from simulators.runtime.sandbox import SandboxError
from simulators.runtime.sandbox.choice import SANDBOXES, sandbox_named


@dataclass(frozen=True)
class Finding:
    """Result of one check; `is_needed`: no project can be evaluated without it."""

    what: str
    is_well: bool
    words: str
    is_needed: bool = False
    fix: str = ""

    @property
    def mark(self) -> str:
        return "ok" if self.is_well else "missing" if self.is_needed else "without"


def findings() -> Iterator[Finding]:
    """Check everything, in the order in which missing parts are best installed."""
    yield Finding("python", True, sys.version.split()[0])
    yield _of_program("chromium", _browser, is_needed=True, package="chromium")
    yield _of_program("chromedriver", lambda: str(find_driver()), is_needed=False, package="chromium-driver")
    yield from _of_sandboxes()
    for name in environments.names():
        built = environments.is_built(name)
        words, fix = str(environments.place(name)), f"projecteval environments build {name}"
        missing = "" if built else environments.problem(name) or fix
        yield Finding(
            f"environment {name}", built, words if built else f"not built: {missing}", fix="" if built else fix
        )
    yield _of_requirements()
    yield _of_extra("similarity", "codebleu")
    yield _of_extra("models", "pydantic_ai")
    yield _of_extra("cluster", "distributed")
    yield from _of_agents()
    yield Finding("jobs", True, f"{usual_jobs()} attempts at a time by default")


def is_ready(findings: Sequence[Finding]) -> bool:
    """Return True when nothing is missing that every evaluation needs."""
    return all(finding.is_well or not finding.is_needed for finding in findings)


def summary(findings: Sequence[Finding]) -> str:
    """Return one line: ``ready: …`` or ``not ready: …``, with the commands that install what is missing."""
    fixes = list(dict.fromkeys(finding.fix for finding in findings if not finding.is_well and finding.fix))
    missing = [finding.what for finding in findings if finding.is_needed and not finding.is_well]
    if missing:
        return f"not ready: {', '.join(missing)} missing; run: {'; '.join(fixes)}"
    optional = f"; for what is optional, run: {'; '.join(fixes)}" if fixes else ""
    return f"ready: projects can be evaluated{optional}"


def _of_program(what: str, find: Callable[[], str], *, is_needed: bool, package: str) -> Finding:
    try:
        return Finding(what, True, find(), is_needed)
    except NoBrowser as error:
        return Finding(what, False, str(error), is_needed, f"sudo apt-get install {package}")


def _browser() -> str:
    """Return the path of Chromium, with a warning where it runs without its sandbox."""
    warning = "" if own_sandbox_works() else "; WARNING: it runs with --no-sandbox (docs/isolation.md)"
    return f"{find_browser()}{warning}"


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
        yield Finding("sandbox auto", False, str(error), True, "sudo apt-get install bubblewrap")


def _of_requirements() -> Finding:
    try:
        allowed = wheels.packages()
    except environments.EnvironmentNotReady as error:
        return Finding("requirements", False, str(error))
    words = f"allowed besides the environments: {', '.join(allowed)}" if allowed else "none is allowed"
    return Finding("requirements", True, f"{words} (projecteval environments allow PACKAGE==VERSION)")


def _of_agents() -> Iterator[Finding]:
    """Yield the named agents that need a Python of their own."""
    for name, agent in CODING_AGENTS.items():
        if agent.python:
            problem = python_problem(agent.python)
            words = problem or f"Python {agent.python} is here: {agent.installation(f'~/agents/{name}')}"
            yield Finding(f"agent {name}", not problem, words)


def _of_extra(extra: str, module: str) -> Finding:
    there, fix = importlib.util.find_spec(module) is not None, f"pip install 'projecteval[{extra}]'"
    return Finding(f"extra {extra}", there, "installed" if there else fix, fix="" if there else fix)
