"""ThreadActivity of processes, from the kernel's information on their threads (proc(5))."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from simulators.runtime.processes.process_tree import threads

SLEEPING = "S"
ENDED = "ZX"


@dataclass(frozen=True)
class ThreadActivity:
    """`asleep`: no thread runs or is about to; `wakings` counts how often each thread was scheduled."""

    asleep: bool
    wakings: frozenset[tuple[int, int]]


def observe(pids: Iterable[int]) -> ThreadActivity:
    """Return the activity of all threads of the processes `pids`."""
    asleep, wakings = True, set()
    for pid in pids:
        for thread in threads(pid):
            fields = _status(Path(f"/proc/{pid}/task/{thread}/status"))
            state = fields.get("State", "X")[:1]
            asleep &= state == SLEEPING or state in ENDED
            wakings.add((thread, _number(fields, "voluntary_ctxt_switches")))
    return ThreadActivity(asleep, frozenset(wakings))


def _status(path: Path) -> dict[str, str]:
    with suppress(OSError):
        lines = path.read_text(errors="replace").splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return {}


def _number(fields: dict[str, str], name: str) -> int:
    return int(fields.get(name, "0"))
