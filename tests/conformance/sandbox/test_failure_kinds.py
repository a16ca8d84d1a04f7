"""The cause of a program's end comes from sandbox and kernel, never from the program's output."""

from __future__ import annotations

import signal

import pytest

from simulators.failures import FailureKind
from simulators.runtime.sandbox import Box, BoxLimits, Sandbox, cgroups
from tests.conformance.sandbox.conftest import Opener, python, run, until

MIB = 1 << 20
LIES = "the box has ended, or cannot be entered: ended by signal SIGKILL with status 137"


@pytest.mark.parametrize("status", [0, 1, 125, 137, 255])
def test_a_program_that_ends_by_itself_has_exited_whatever_it_prints(box: Box, sandbox: Sandbox, status: int) -> None:
    if status == 137 and sandbox.name == "docker":
        pytest.skip("an engine reports a killed program by this status")
    ended = python(box, f"import sys; print({LIES!r}, file=sys.stderr); sys.exit({status})")
    assert ended.status == status
    assert box.kind_of_end(ended.status) is FailureKind.PROCESS_EXITED


def test_a_program_that_was_killed(box: Box) -> None:
    ended = python(box, f"import os; os.kill(os.getpid(), {signal.SIGKILL})")
    assert box.kind_of_end(ended.status) is FailureKind.PROCESS_KILLED


def test_other_signals_are_the_program_s_own(box: Box) -> None:
    ended = python(box, f"import os; os.kill(os.getpid(), {signal.SIGABRT})")
    assert box.kind_of_end(ended.status) is FailureKind.PROCESS_EXITED


def test_a_program_over_the_memory_limit(opened: Opener, sandbox: Sandbox) -> None:
    if sandbox.name != "bubblewrap" or cgroups.hierarchy() is None:
        pytest.skip("without a control group of the box, a program gets an error instead of being killed")
    with opened(BoxLimits(memory=64 * MIB)) as box:
        ended = python(box, "held = b'x' * (400 << 20)")
        assert box.kind_of_end(ended.status) is FailureKind.RESOURCE_LIMIT


def test_a_program_over_the_limit_of_processor_time(opened: Opener, sandbox: Sandbox) -> None:
    if sandbox.name == "docker":
        pytest.skip("an engine does not tell by which signal a program ended")
    with opened(BoxLimits(cpu=1)) as box:
        ended = python(box, "while True: pass")
        assert box.kind_of_end(ended.status) is FailureKind.RESOURCE_LIMIT


def test_a_box_that_is_ended_for_its_disk(opened: Opener, confining: Sandbox) -> None:
    code = "import time\nfor n in range(4): open(f'{n}', 'wb').write(bytes(3 << 20))\ntime.sleep(100)"
    with opened(BoxLimits(disk=4 * MIB)) as box:
        ended = python(box, code)
        until(lambda: box.exceeded_limit() is not None)
        assert box.kind_of_end(ended.status) is FailureKind.RESOURCE_LIMIT


def test_a_box_that_vanished(box: Box, sandbox: Sandbox) -> None:
    if sandbox.name != "bubblewrap":
        pytest.skip("only namespaces are held by a process that can be killed")
    (first,) = set(_session(box))
    signal.pidfd_send_signal(first, signal.SIGKILL)
    until(lambda: run(box, "/bin/true").status != 0)
    assert box.kind_of_end(run(box, "/bin/true").status) is FailureKind.PROCESS_KILLED


def _session(box: Box) -> tuple[int, ...]:
    from simulators.runtime.sandbox.namespaces import NamespaceBox

    assert isinstance(box, NamespaceBox)
    return (box._holder.handle,)
