"""Orders are submitted a few at a time, each is executed once, and none is lost with a worker."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest

from evaluator.engines import WorkerLost, engine_named
from evaluator.engines.forked_workers import Local
from evaluator.engines.scheduling import JobList, Jobs, run_all
from evaluator.model.errors import UsageError
from simulators.runtime.processes.process_tree import is_alive
from tests.support.engines import Breaking, simulate


def double(number: int) -> int:
    return 2 * number


def double_unless_deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def number_after_the_fork_server_died(note: Path) -> int:
    if note.exists():
        return os.getpid()
    note.write_text(str(os.getpid()))
    os.kill(os.getppid(), signal.SIGKILL)
    signal.pause()
    return 0


def number_of_the_fork_server(_: int) -> int:
    return os.getppid()


def stopped_unless_repeated(note: Path) -> int:
    if not note.exists():
        note.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return os.getpid()


def given_up(notes: tuple[Path, int]) -> int:
    """Report a lost worker, as an engine that repeats orders by itself, in the first executions."""
    note, times = notes
    before = len(note.read_text()) if note.exists() else 0
    note.write_text("x" * (before + 1))
    if before < times:
        raise WorkerLost("the scheduler gave it up")
    return before


def refuse(number: int) -> int:
    raise ValueError(f"not {number}")


def test_twenty_thousand_attempts_are_each_done_once_while_workers_are_lost() -> None:
    done, few = simulate(2_000, Breaking(capacity=16, every=300))
    assert done == 2_000

    done, many = simulate(20_000, Breaking(capacity=16, every=300))

    assert done == 20_000
    assert many < 2 * few + 100_000, "memory grows with the number of attempts"


def test_orders_are_read_as_there_is_room() -> None:
    orders = iter(range(1000))

    next(run_all(Breaking(capacity=4), double, JobList(orders)))

    assert next(orders) <= 6


class Arriving(Jobs[int]):
    """Three jobs, of which each exists a moment after the one before was read."""

    def __init__(self) -> None:
        self._number = 0
        self._later: Future[None] = self._begun()

    def next(self) -> int | None:
        if self._number == 3 or not self._later.done():
            return None
        self._number, self._later = self._number + 1, self._begun()
        return self._number

    def awaited(self) -> list[Future[None]]:
        return [self._later] if self._number < 3 else []

    def _begun(self) -> Future[None]:
        later: Future[None] = Future()
        threading.Timer(0.01, later.set_result, [None]).start()
        return later


def test_orders_that_come_late_find_the_same_workers() -> None:
    engine = Breaking(capacity=4)

    assert dict(run_all(engine, double, Arriving())) == {1: 2, 2: 4, 3: 6}
    assert engine.opened_times == 1


class Waiting(Jobs[int]):
    """No job; more would exist after `later`."""

    def __init__(self, later: Future[None]) -> None:
        self._later = later

    def next(self) -> int | None:
        return None

    def awaited(self) -> list[Future[None]]:
        return [] if self._later.done() else [self._later]


def test_nothing_is_opened_when_no_order_comes() -> None:
    engine, later = Breaking(capacity=4), Future[None]()
    threading.Timer(0.01, later.set_result, [None]).start()

    assert list(run_all(engine, double, Waiting(later))) == []
    assert engine.opened_times == 0


def test_only_the_order_that_kills_its_workers_is_given_up() -> None:
    found = dict(run_all(Local(2), double_unless_deadly, JobList(range(8))))

    assert isinstance(found.pop(3), WorkerLost)
    assert found == {number: 2 * number for number in range(8) if number != 3}


def test_the_order_of_a_stopped_worker_is_repeated(tmp_path: Path) -> None:
    ((_, number),) = run_all(Local(1), stopped_unless_repeated, JobList([tmp_path / "first"]))

    assert isinstance(number, int)


def test_workers_end_with_the_process_that_they_are_forks_of(tmp_path: Path) -> None:
    ((_, second),) = run_all(Local(1), number_after_the_fork_server_died, JobList([tmp_path / "first"]))

    first = int((tmp_path / "first").read_text())
    assert second not in (0, first)
    assert not is_alive(first)


def test_a_process_that_workers_are_forks_of_is_replaced_when_it_ends() -> None:
    replaced = set()
    for _ in range(10):
        ((_, number),) = run_all(Local(1), number_of_the_fork_server, JobList([0]))
        assert isinstance(number, int)
        replaced.add(number)
        os.kill(number, signal.SIGKILL)  # and the next is wanted while it is ending

    assert len(replaced) == 10


def test_what_an_order_raises_comes_back_with_it() -> None:
    (_, error), *_ = run_all(Local(1), refuse, JobList([1]))

    assert isinstance(error, ValueError)
    assert str(error) == "not 1"


@pytest.mark.parametrize("name", ["", "ray", "dask", "dask:"])
def test_an_unknown_engine_is_named(name: str) -> None:
    with pytest.raises(UsageError, match="local or dask:ADDRESS"):
        engine_named(name)


def test_an_order_that_a_scheduler_gave_up_is_tried_alone_before_it_is_reported(tmp_path: Path) -> None:
    """It may have been queued on workers that another order killed."""
    orders = [(tmp_path / f"note-{times}", times) for times in (0, 1, 2, 5)]

    found = {times: result for (_, times), result in run_all(Local(2), given_up, JobList(orders))}

    assert isinstance(found.pop(5), WorkerLost)
    assert found == {0: 0, 1: 1, 2: 2}
    assert len((tmp_path / "note-5").read_text()) == 3


def test_an_interruption_that_no_wait_notices_ends_the_run_all_the_same() -> None:
    """The kernel may hand a signal to another thread, or just before a wait: nothing ends the wait then."""

    def interrupt() -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            list(run_all(Local(1), double, Waiting(Future())))
    finally:
        timer.join()
