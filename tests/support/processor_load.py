"""Load of the processors by other processes."""

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
    """Keep every processor busy with another process."""
    burners = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(len(os.sched_getaffinity(0)))]
    for burner in burners:
        burner.start()
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.join()
