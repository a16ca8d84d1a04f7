"""Measure the scheduler alone on 100,000 attempts that take no time: seconds and memory.

    python -m performance.scheduler [--attempts 100000] [--room 64] [--breaks 20]

An executor of idle threads replaces machines; it breaks a given number of times, like one whose worker is killed.
"""

from __future__ import annotations

import argparse
import time

from tests.support.engines import Breaking, simulate


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--attempts", type=int, default=100_000)
    reading.add_argument("--room", type=int, default=64)
    reading.add_argument("--breaks", type=int, default=20)
    asked = reading.parse_args()
    for attempts in (asked.attempts // 10, asked.attempts):
        engine = Breaking(asked.room, attempts // asked.breaks)
        begun, used = time.perf_counter(), time.process_time()
        done, peak = simulate(attempts, engine)
        print(
            f"{done} attempts, {asked.room} at a time, executor broke {engine.opened_times - 1} times: "
            f"{time.perf_counter() - begun:.1f} s ({time.process_time() - used:.1f} s of processor time), "
            f"{peak / 1024:.0f} KiB held at most"
        )


if __name__ == "__main__":
    main()
