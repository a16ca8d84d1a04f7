"""Kills something of a run at random moments, and continues the run, until it is done.

    evaluator   the process that was called: gone on with by ``resume``
    worker      one of its processes, or the one that they are forks of
    browser     a process of a browser that shows no page
    page        one that shows pages, or of which those are forks
    driver      the process by which Playwright drives browsers
    server      what runs in a sandbox: the judged project, or the whole box

A project that is killed, or whose page crashes, twice while one attempt is judged, has failed by itself (see
docs/isolation.md), so that two faults of the kinds `LOSSES` are `APART` seconds or more from each other.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.support.commands import ROOT, environment
from tests.support.processes import TOKEN, marked

PROGRAM = str(Path(sys.executable).with_name("projecteval"))
APART = 25.0
LOSSES = {"page", "server"}

KINDS: dict[str, Callable[[str, str], bool]] = {
    "worker": lambda name, line: "forkserver" in line,
    "browser": lambda name, line: _is_of_browser(name) and not _has_pages(line),
    "page": lambda name, line: _is_of_browser(name) and _has_pages(line),
    "driver": lambda name, line: "playwright" in line and "run-driver" in line,
    "server": lambda name, line: "projecteval_django" in line or line.endswith("main.py"),
}


@dataclass
class Faulty:
    """A run in `folder` that suffers `faults` faults; `hit` says of which kinds."""

    folder: Path
    arguments: tuple[str, ...]
    faults: int
    seed: int
    token: str
    hit: Counter[str] = field(default_factory=Counter)
    messages: list[str] = field(default_factory=list)
    _lost_at: float = float("-inf")

    def finish(self, gap: tuple[float, float] = (0.1, 2.5)) -> None:
        """Call until it is done. Raises `AssertionError` when it does not come to an end."""
        chance = random.Random(self.seed)
        for _ in range(self.faults + 10):
            if self._call(chance, gap) == 0:
                return
        raise AssertionError(f"seed {self.seed}: not done: {self.messages[-1][-3000:]}")

    def processes(self) -> list[psutil.Process]:
        """Everything that the run started."""
        return marked(self.token)

    def _call(self, chance: random.Random, gap: tuple[float, float]) -> int:
        verb = ("resume", str(self.folder)) if (self.folder / "run.toml").exists() else ("run", *self.arguments)
        extra = ("--jobs", "2", *(() if verb[0] == "resume" else ("--out", str(self.folder))))
        running = subprocess.Popen(
            [PROGRAM, *verb, *extra],
            env=environment({TOKEN: self.token}),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        while running.poll() is None and sum(self.hit.values()) < self.faults:
            with suppress(subprocess.TimeoutExpired):
                running.wait(chance.uniform(*gap))
                break
            self._strike(chance, running)
        _, error = running.communicate(timeout=600)
        self.messages.append(error)
        return running.returncode

    def _strike(self, chance: random.Random, running: subprocess.Popen[str]) -> None:
        """Kill something of a kind that was hit least so far, of those that are there now."""
        alive = self.processes()
        there = {kind: [process for process in alive if _is(kind, process)] for kind in KINDS}
        there["evaluator"] = [psutil.Process(running.pid)] if running.poll() is None else []
        if time.monotonic() - self._lost_at < APART:
            there = {kind: victims for kind, victims in there.items() if kind not in LOSSES}
        kinds = [kind for kind, victims in there.items() if victims]
        if not kinds:
            return
        least = min(self.hit[kind] for kind in kinds)
        kind = chance.choice([kind for kind in kinds if self.hit[kind] == least])
        with suppress(psutil.NoSuchProcess, ProcessLookupError):
            os.kill(chance.choice(there[kind]).pid, signal.SIGKILL)
            self.hit[kind] += 1
            if kind in LOSSES:
                self._lost_at = time.monotonic()


def _is_of_browser(name: str) -> bool:
    return "chrom" in name or "headless" in name


def _has_pages(line: str) -> bool:
    return "--type=renderer" in line or "--type=zygote" in line


def _is(kind: str, process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return KINDS[kind](process.name(), " ".join(process.cmdline()))
    return False
