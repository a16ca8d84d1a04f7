"""Modules and module boundaries of one attempt: distinct modules, and pairs of them, caller and called.

    python performance/hops.py [--missions CATALOG] [--pairs] MISSION…

Generates and evaluates the canonical solution of each mission in this process, with `sys.setprofile`. ``--pairs``
prints the pairs. The figure is comparable between versions of the project: it counts only the project's own modules.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import evaluator.engines as engines

OWN = ("evaluator", "missions", "simulators", "masker", "canonical")


class Crossings:
    """Calls between two of the project's modules, by pair."""

    def __init__(self) -> None:
        self.pairs: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def counted(self) -> Iterator[None]:
        threading.setprofile(self._on)
        sys.setprofile(self._on)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _on(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_back is None:
            return
        caller, called = frame.f_back.f_globals.get("__name__", ""), frame.f_globals.get("__name__", "")
        if caller != called and caller.partition(".")[0] in OWN and called.partition(".")[0] in OWN:
            self.pairs[caller, called] += 1


class Inline(Executor):
    """Executor that runs each order at once, in this thread, and counts its crossings."""

    def __init__(self, crossings: Crossings) -> None:
        self._crossings = crossings

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._crossings.counted():
            try:
                future.set_result(fn(*args, **kwargs))
            except Exception as error:  # noqa: BLE001 - like every executor
                future.set_exception(error)
        return future


class InlineEngine:
    """Engine of one `Inline` executor."""

    is_remote = False

    def __init__(self, crossings: Crossings) -> None:
        self._crossings = crossings

    def jobs(self) -> int:
        return 1

    @contextmanager
    def opened(self) -> Iterator[engines.OpenExecutor]:
        yield engines.OpenExecutor(Inline(self._crossings), lambda: 1)

    def explained(self, error: Exception) -> Exception:
        return error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mission", nargs="+")
    parser.add_argument("--missions", default="catalog")
    parser.add_argument("--pairs", action="store_true")
    options = parser.parse_args()
    if len(options.mission) > 1:  # each in a process of its own: modules that are imported once are bound once
        arguments = ["--missions", options.missions, *(["--pairs"] if options.pairs else [])]
        for mission in options.mission:
            subprocess.run([sys.executable, __file__, *arguments, mission], check=True)
        return
    (mission,) = options.mission
    pairs = crossings_of(mission, options.missions)
    modules = {module for pair in pairs for module in pair}
    print(f"{mission}: {len(modules)} modules, {len(pairs)} boundaries, {pairs.total()} calls across them")
    for (caller, called), number in sorted(pairs.items()) if options.pairs else ():
        print(f"  {number:6} {caller} → {called}")


def crossings_of(mission: str, missions: str) -> Counter[tuple[str, str]]:
    """Run one attempt and return the calls between modules by pair. Raises `SystemExit` when nothing was counted."""
    from evaluator.cli import main as projecteval

    crossings = Crossings()
    setattr(engines, "engine_named", lambda *_: InlineEngine(crossings))  # noqa: B010 - before the command imports it
    with tempfile.TemporaryDirectory(prefix="projecteval-hops-") as folder:
        request = (
            "--agent",
            "canonical",
            "--trust",
            "--missions",
            missions,
            "--select",
            mission,
            "--evaluators",
            "simulated-use",
        )
        sys.argv = ["projecteval", "run", *request, "--out", str(Path(folder) / "run"), "--json"]
        with suppress(SystemExit):
            projecteval()
    if not crossings.pairs:
        raise SystemExit(f"{mission}: nothing was counted; the messages above say why")
    return crossings.pairs


if __name__ == "__main__":
    main()
