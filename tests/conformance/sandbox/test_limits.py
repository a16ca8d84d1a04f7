"""Limits of a box; exceeding them affects no other process."""

from __future__ import annotations

import errno

import pytest

from simulators.runtime.sandbox import BoxLimits, Sandbox
from tests.conformance.sandbox.conftest import IS_ROOT, Opener, python, run, running, until

MIB = 1 << 20


def test_memory(opened: Opener) -> None:
    with opened(BoxLimits(memory=128 * MIB)) as box:
        ended = python(box, "x = bytearray(400 << 20); print('got it')")
        assert ended.status != 0
        assert "got it" not in ended.out
        assert python(box, "print('still usable')").out == "still usable\n"


def test_number_of_processes(opened: Opener, confining: Sandbox) -> None:
    code = (
        "import os, time\n"
        "made = 0\n"
        "try:\n"
        "    while made < 100:\n"
        "        if os.fork() == 0: time.sleep(100)\n"
        "        made += 1\n"
        "except BlockingIOError: pass\n"
        "print(made)"
    )
    with opened(BoxLimits(processes=20)) as box, running(box, "python", "-u", "-c", code) as process:
        assert process.stdout is not None
        assert 5 < int(process.stdout.readline()) < 25


def test_processor_time(opened: Opener) -> None:
    with opened(BoxLimits(cpu=1)) as box:
        assert python(box, "while True: pass").status != 0


def test_size_of_one_file(opened: Opener) -> None:
    with opened(BoxLimits(disk=4 * MIB)) as box:
        code = "import os; f = open('big', 'wb', 0)\nfor _ in range(8): f.write(bytes(1 << 20))"
        assert python(box, code).status != 0
        assert (box.workspace / "big").stat().st_size <= 4 * MIB


def test_temporary_files(opened: Opener, confining: Sandbox) -> None:
    code = "open('/tmp/a', 'wb').write(bytes(3 << 20)); open('/tmp/b', 'wb').write(bytes(3 << 20))"
    with opened(BoxLimits(disk=4 * MIB)) as box:
        assert "No space left" in python(box, code).err


def test_number_of_terminals(opened: Opener, confining: Sandbox) -> None:
    if confining.name == "docker":
        pytest.skip("container engines have no such option")
    code = (
        "import os\n"
        "made = []\n"
        "try:\n"
        "    while len(made) < 100: made.append(os.openpty())\n"
        "except OSError as error: print(len(made), error.errno)"
    )
    with opened(BoxLimits(terminals=5)) as box:
        assert python(box, code).out == f"5 {errno.ENOSPC}\n"
        assert python(box, code).out == f"5 {errno.ENOSPC}\n", "they are free again"
        with opened(BoxLimits(terminals=8)) as other:
            assert python(other, code).out == f"8 {errno.ENOSPC}\n", "each box has its own"


def test_watches_of_a_box_leave_those_of_others(opened: Opener, confining: Sandbox) -> None:
    if confining.name == "docker" and not IS_ROOT:
        pytest.skip("containers of an ordinary user share its limits")
    code = (
        "import ctypes, sys\n"
        "libc, made = ctypes.CDLL(None), 0\n"
        "while libc.inotify_init() >= 0: made += 1\n"
        "print(made, flush=True)\n"
        "sys.stdin.read()"
    )
    with opened() as box, running(box, "python", "-c", code) as process, opened() as other:
        assert process.stdout is not None
        assert int(process.stdout.readline()) > 0
        made = run(other, "python", "-c", code)
        assert int(made.out) > 0


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import time\nfor n in range(4): open(f'{n}', 'wb').write(bytes(3 << 20))", "MiB on the disk"),
        (
            "import os, time\nkept = []\nfor n in range(4):\n"
            " kept.append(open('x', 'wb')); os.unlink('x'); kept[-1].write(bytes(3 << 20)); kept[-1].flush()",
            "MiB on the disk",
        ),
        ("import os\nfor _ in range(1000): os.mkdir('d'); os.chdir('d')", "deep"),
    ],
    ids=["many files", "files without a name", "folders in folders"],
)
def test_a_project_folder_that_holds_too_much_ends_the_box(
    opened: Opener, confining: Sandbox, code: str, reason: str
) -> None:
    with opened(BoxLimits(disk=8 * MIB)) as box:
        with running(box, "python", "-c", f"{code}\nimport time; time.sleep(100)") as process:
            until(lambda: process.poll() is not None)
        assert reason in (box.ended or "")
        assert python(box, "print('more')").status != 0
    assert len(list(box.workspace.rglob("*"))) < 1000
