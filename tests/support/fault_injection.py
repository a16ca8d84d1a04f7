"""Injection of faults into a run at random moments; the run is resumed until it is done.

    evaluator   the process that was called is killed: continued by ``resume``
    worker      one of its processes, or the one that they are forks of, is killed
    browser     a process of a browser that shows no page is killed
    page        one that shows pages, or of which those are forks
    driver      the process by which Playwright drives browsers
    server      what runs in a sandbox: the evaluated project, or the whole box
    stopped     a worker is stopped by a signal and never continued
    lock        a worker holds the interpreter's lock and never returns it (where there is a `trap`)
    disk        the file system of the run is full until the called process ends (where there is a `filler`)
    result      a stored evaluation is damaged

A project that is killed, or whose page crashes, twice while one attempt is evaluated counts as failed by itself (see
docs/isolation.md), so that two faults of the kinds `LOSSES` are `APART` seconds or more from each other, by turns.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.support.commands import ROOT, environment
from tests.support.processes import TOKEN, marked

PROGRAM = str(Path(sys.executable).with_name("projecteval"))
APART = 25.0
TRAP = "PROJECTEVAL_TEST_TRAP"
"""Variable with the path of the trap."""

LOSSES = {"page", "server"}
MAX_FAULTS = {"lock": 5}
"""Faults of a kind at most: the hard limit of a case, two minutes, passes until a held lock is noticed."""

MAX_AHEAD = 3
"""Faults that a kind may be ahead of another one, so that those that come early do not end every call."""

USUAL = ("evaluator", "worker", "browser", "page", "driver", "server", "result")
"""Kinds that take seconds."""

ALL = (*USUAL, "stopped", "lock", "disk")

KINDS: dict[str, Callable[[str, str], bool]] = {
    "worker": lambda name, line: "forkserver" in line,
    "browser": lambda name, line: _is_of_browser(name) and not _has_pages(line),
    "page": lambda name, line: _is_of_browser(name) and _has_pages(line),
    "driver": lambda name, line: "playwright" in line and "run-driver" in line,
    "server": lambda name, line: "projecteval_django" in line or line.endswith("main.py"),
}


@dataclass
class Faulty:
    """A run in `folder` that suffers `faults` faults of the kinds `of`; `hit` says of which.

    The file `trap` makes the next testcode that finds it remove it and hold the interpreter's lock; `filler` is a file
    on the file system of the run. `variables` are added to the environment of the calls.
    """

    folder: Path
    arguments: tuple[str, ...]
    faults: int
    seed: int
    token: str
    of: tuple[str, ...] = USUAL
    trap: Path | None = None
    filler: Path | None = None
    variables: Mapping[str, str] = field(default_factory=dict)
    hit: Counter[str] = field(default_factory=Counter)
    messages: list[str] = field(default_factory=list)
    _lost_at: float = float("-inf")

    def finish(self, gap: tuple[float, float] = (0.1, 2.5)) -> None:
        """Call the command until the run is done. Raises `AssertionError` when it does not end."""
        chance = random.Random(self.seed)
        for _ in range(self.faults + 10):
            status = self._call(chance, gap)
            print(f"{self.hit.total()} faults, exit status {status}: {dict(self.hit)}", flush=True)
            if status == 0:
                self._count_trap()
                return
        raise AssertionError(f"seed {self.seed}: not done: {self.messages[-1][-3000:]}")

    def processes(self) -> list[psutil.Process]:
        """Return all processes of the run."""
        return marked(self.token)

    def _call(self, chance: random.Random, gap: tuple[float, float]) -> int:
        verb = ("resume", str(self.folder)) if (self.folder / "run.toml").exists() else ("run", *self.arguments)
        extra = ("--jobs", "2", *(() if verb[0] == "resume" else ("--out", str(self.folder))))
        running = subprocess.Popen(
            [PROGRAM, *verb, *extra],
            env=environment({TOKEN: self.token, TRAP: str(self.trap or ""), **self.variables}),
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
        _, error = running.communicate(timeout=7200)
        self.messages.append(error)
        if self.filler is not None:
            self.filler.unlink(missing_ok=True)
        return running.returncode

    def _strike(self, chance: random.Random, running: subprocess.Popen[str]) -> None:
        """Inject a fault of the least frequent kind so far, of those that are possible now."""
        there = {kind: victims for kind, victims in self._victims(running).items() if victims and self._may_hit(kind)}
        if not there:
            return
        least = min(self.hit[kind] for kind in there)
        kind = chance.choice([kind for kind in there if self.hit[kind] == least])
        with suppress(psutil.NoSuchProcess, ProcessLookupError, FileNotFoundError):
            _hit(kind, chance.choice(there[kind]))
            self.hit[kind] += 1
            if kind in LOSSES:
                self._lost_at = time.monotonic()

    def _victims(self, running: subprocess.Popen[str]) -> dict[str, list[Any]]:
        alive = self.processes()
        there: dict[str, list[Any]] = {kind: [process for process in alive if _is(kind, process)] for kind in KINDS}
        there["evaluator"] = [psutil.Process(running.pid)] if running.poll() is None else []
        there["stopped"] = [process for process in there["worker"] if _is_fork(process)]
        there["result"] = list((self.folder / "attempts").rglob("evaluations/simulated-use.json"))
        there["lock"] = [self.trap] if self.trap is not None and not self.trap.exists() else []
        there["disk"] = [self.filler] if self.filler is not None and not self.filler.exists() else []
        return there

    def _may_hit(self, kind: str) -> bool:
        if kind in LOSSES:
            fewest = min(self.hit[other] for other in self.of if other in LOSSES)
            return kind in self.of and self.hit[kind] == fewest and time.monotonic() - self._lost_at >= APART
        behind = min(self.hit[other] for other in self.of if other not in LOSSES and other not in MAX_FAULTS)
        return kind in self.of and self.hit[kind] < MAX_FAULTS.get(kind, behind + MAX_AHEAD)

    def _count_trap(self) -> None:
        """Remove a trap that was not used before the end of the run."""
        if self.trap is not None and self.trap.exists():
            self.trap.unlink()
            self.hit["lock"] -= 1


def _hit(kind: str, victim: Any) -> None:
    match kind:
        case "lock":
            victim.touch()
        case "disk":
            fill(victim)
        case "result":
            content = victim.read_bytes()
            victim.write_bytes(content[: len(content) // 2])
        case _:
            os.kill(victim.pid, signal.SIGSTOP if kind == "stopped" else signal.SIGKILL)


def fill(path: Path) -> None:
    """Write to `path` until its file system is full."""
    with path.open("wb", buffering=0) as handle:
        for size in (1 << 20, 1 << 10):
            with suppress(OSError):
                while True:
                    handle.write(b"\0" * size)
        os.fsync(handle.fileno())


def _is_fork(process: psutil.Process) -> bool:
    """Return True for a worker, which is a fork of the fork server."""
    with suppress(psutil.Error):
        parent = process.parent()
        return parent is not None and _is("worker", parent)
    return False


def _is_of_browser(name: str) -> bool:
    return "chrom" in name or "headless" in name


def _has_pages(line: str) -> bool:
    return "--type=renderer" in line or "--type=zygote" in line


def _is(kind: str, process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return KINDS[kind](process.name(), " ".join(process.cmdline()))
    return False
