"""A machine that is kept busy by something else."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager


def _burn() -> None:
    while True:
        pass


@contextmanager
def busy_processors() -> Iterator[None]:
    """Something else keeps every processor busy."""
    burners = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(len(os.sched_getaffinity(0)))]
    for burner in burners:
        burner.start()
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.join()
