"""Fuzzing run: random model answers, file names, terminal output, spreadsheets, pictures, pages, programs and sites.

    python performance/fuzz.py --minutes 60 [--seed N] [--targets NAME,NAME]

Runs every target in turn until the time is over. Prints the number of inputs of each, and how to repeat those that
ended in an exception, an infrastructure failure or a hang; exit status 1 when there is one. An input depends on seed,
target and number only: `--only TARGET:NUMBER` repeats one.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from simulators.runtime.processes.cleanup_guard import cleanup_guard
from tests.hostile.fuzzing.simulated_use import simulated_use_targets
from tests.hostile.fuzzing.targets import Target, data_targets

HANG = 600.0
"""Seconds after which one input hangs: the process then ends with the stacks of its threads."""

SHARE = 2.0
"""Seconds of one target before the next has its turn."""


class Fuzzing:
    """Inputs tried, and those that showed a defect."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.tried, self.defects = Counter[str](), list[str]()

    def try_next(self, name: str, target: Target) -> None:
        number, self.tried[name] = self.tried[name], self.tried[name] + 1
        self.try_one(name, target, number)

    def try_one(self, name: str, target: Target, number: int) -> None:
        faulthandler.dump_traceback_later(HANG, exit=True)
        try:
            target(Random(f"{self._seed} {name} {number}"))
        except Exception:  # noqa: BLE001 - whatever is raised is a defect
            self.defects.append(f"--seed {self._seed} --only '{name}:{number}'")
            print(f"{self.defects[-1]}\n{traceback.format_exc()[-3000:]}", flush=True)
        finally:
            faulthandler.cancel_dump_traceback_later()


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--minutes", type=float, default=1.0)
    reading.add_argument("--seed", type=int, default=int(time.time()))
    reading.add_argument("--targets", default="")
    reading.add_argument("--only", default="")
    asked = reading.parse_args()
    fuzzing = Fuzzing(asked.seed)
    print(f"seed {asked.seed}", flush=True)
    with cleanup_guard(), ExitStack() as stack:
        targets = stack.enter_context(data_targets()) | stack.enter_context(simulated_use_targets())
        if asked.only:
            name, _, number = asked.only.partition(":")
            fuzzing.try_one(name, targets[name], int(number))
        else:
            chosen = {name: targets[name] for name in asked.targets.split(",")} if asked.targets else targets
            _run(fuzzing, chosen, time.monotonic() + 60 * asked.minutes)
    print(f"{fuzzing.tried.total()} inputs: {dict(fuzzing.tried)}; {len(fuzzing.defects)} defects")
    sys.exit(bool(fuzzing.defects))


def _run(fuzzing: Fuzzing, targets: dict[str, Target], until: float) -> None:
    while time.monotonic() < until:
        for name, target in targets.items():
            turn_ends = time.monotonic() + SHARE
            fuzzing.try_next(name, target)
            while time.monotonic() < min(turn_ends, until):
                fuzzing.try_next(name, target)


if __name__ == "__main__":
    main()
