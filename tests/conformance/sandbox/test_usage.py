"""Usage of a box's programs: processor time and memory, peak and current."""

from __future__ import annotations

import pytest

from simulators.runtime.sandbox import Box
from tests.conformance.sandbox.conftest import Opener, python, running, until

MIB = 1 << 20
BURN = "import time\nwhile time.process_time() < {seconds}: pass\n"
FILL = "import sys\nx = bytearray(b'x') * ({mib} << 20)\nprint('full', flush=True)\nsys.stdin.read()\n"


def test_processor_time_of_running_programs_is_counted(box: Box) -> None:
    code = BURN.format(seconds=0.5) + "print(time.process_time(), flush=True)\nimport sys; sys.stdin.read()"
    with running(box, "python", "-c", code) as process:
        assert process.stdout is not None
        used = float(process.stdout.readline())
        counted = box.usage().cpu_seconds
    assert counted is None or used * 0.9 <= counted < used + 2


def test_memory_now_and_at_its_peak(box: Box) -> None:
    before = box.usage().memory or 0
    with running(box, "python", "-c", FILL.format(mib=64)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        filled = box.usage()
    until(lambda: (box.usage().memory or 0) < 32 * MIB + before)
    after = box.usage()
    assert filled.memory is not None
    assert filled.memory >= 64 * MIB
    assert after.peak_memory is None or after.peak_memory >= filled.memory - MIB


def test_a_control_group_counts_programs_that_have_ended(box: Box) -> None:
    if box.usage().source != "control group":
        pytest.skip("no control group counts here")
    started = box.usage().cpu_seconds
    if started is None:
        pytest.skip("this control group does not count processor time")
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    assert python(box, child, BURN.format(seconds=0.3)).status == 0
    counted = box.usage().cpu_seconds
    assert counted is not None
    assert 0.3 <= counted - started < 2


def test_boxes_are_counted_apart(opened: Opener) -> None:
    with opened() as one, opened() as other:
        assert python(one, BURN.format(seconds=0.3)).status == 0
        assert (other.usage().cpu_seconds or 0.0) < 0.3
