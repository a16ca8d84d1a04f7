"""Processor time and memory of processes, for boxes without a control group."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

from simulators.runtime.sandbox import BoxUsage

SOURCE = "processes"


@dataclass
class ProcessUsage:
    """Usage added up over observations: a process counts with its last observed processor time, proc_pid_stat(5).

    What a process used after its last observation is missing: observe often.
    """

    _seconds: dict[tuple[int, float], float] = field(default_factory=dict)
    _peak: int = 0

    def observe(self, pids: Iterable[int]) -> BoxUsage:
        """Return the usage of all processes that were observed so far, now of `pids`."""
        memory = sum(map(self._observe_process, pids))
        self._peak = max(self._peak, memory)
        return BoxUsage(sum(self._seconds.values()), self._peak, memory, SOURCE)

    def _observe_process(self, pid: int) -> int:
        """Note the processor time of a process and return its resident memory; 0 when it has ended."""
        with suppress(psutil.Error):
            process = psutil.Process(pid)
            with process.oneshot():
                times = process.cpu_times()
                self._seconds[pid, process.create_time()] = times.user + times.system
                return int(process.memory_info().rss)
        return 0
