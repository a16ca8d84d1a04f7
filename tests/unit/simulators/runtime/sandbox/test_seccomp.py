"""The system-call filter: its results for both architectures, and the correctness of its numbers."""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import json
import platform
import struct

import pytest

from simulators.runtime.sandbox import SandboxError, seccomp
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.sandbox.choice import first_that_works
from simulators.runtime.sandbox.docker import Docker, profile
from simulators.runtime.sandbox.seccomp import MACHINES, program

ALLOWED, KILLED = 0x7FFF0000, 0x80000000
GETPID = {"x86_64": 39, "aarch64": 172}
both = pytest.mark.parametrize("machine", MACHINES)


def answer(machine: str, number: int, *arguments: int, audit: int | None = None) -> int:
    """Return the filter's result for a call, by a small interpreter of BPF."""
    words = [*arguments, *(0,) * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, audit or MACHINES[machine].audit, 0, *words)
    steps = list(struct.iter_unpack("=HBBI", program(machine)))
    at, held = 0, 0
    while True:
        code, if_so, if_not, value = steps[at]
        at += 1
        match code:
            case 0x20:
                (held,) = struct.unpack_from("<I", data, value)
            case 0x15:
                at += if_so if held == value else if_not
            case 0x25:
                at += if_so if held > value else if_not
            case 0x45:
                at += if_so if held & value else if_not
            case 0x06:
                return int(value)
            case _:
                pytest.fail(f"unknown step {code:#x}")


def refused(error: int) -> int:
    return 0x00050000 | error


@both
def test_ordinary_calls_are_allowed(machine: str) -> None:
    known = MACHINES[machine]
    assert answer(machine, GETPID[machine]) == ALLOWED
    assert answer(machine, known.clone, 17) == ALLOWED
    assert answer(machine, known.prctl, 15) == ALLOWED
    assert answer(machine, known.ioctl, 0, 0x5401) == ALLOWED
    for family in (1, 2, 10, 16):
        assert answer(machine, known.socket, family) == ALLOWED


@both
def test_calls_that_reach_for_the_machine_are_refused(machine: str) -> None:
    known = MACHINES[machine]
    for number in known.refused.values():
        assert answer(machine, number) == refused(errno.EPERM)
    for flag in (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert answer(machine, known.clone, flag | 17) == refused(errno.EPERM)
    assert answer(machine, known.clone3) == refused(errno.ENOSYS)
    assert answer(machine, known.ioctl, 0, 0x5412) == refused(errno.EPERM)
    assert answer(machine, known.ioctl, 0, 0x5412 | 1 << 32) == refused(errno.EPERM)
    assert answer(machine, known.prctl, 1) == refused(0), "reported as done without being done"
    assert answer(machine, known.fcntl, 3, 1024) == refused(errno.EPERM)
    assert answer(machine, known.fcntl, 3, 1026) == refused(errno.EPERM)
    assert answer(machine, known.fcntl, 3, 1030) == answer(machine, known.fcntl, 3, 0)
    for family in (17, 38, 40):
        assert answer(machine, known.socket, family) == refused(errno.EAFNOSUPPORT)


@both
def test_unknown_calls_are_not_there_and_foreign_ones_end_the_process(machine: str) -> None:
    assert answer(machine, 100_000) == refused(errno.ENOSYS)
    assert answer(machine, 0x40000000 + 39) == refused(errno.ENOSYS)
    (other,) = MACHINES.keys() - {machine}
    assert answer(machine, GETPID[machine], audit=MACHINES[other].audit) == KILLED


@both
def test_the_numbers_are_those_that_libseccomp_knows(machine: str) -> None:
    found = ctypes.util.find_library("seccomp")
    if found is None:
        pytest.skip("libseccomp is not installed")
    number_of = ctypes.CDLL(found).seccomp_syscall_resolve_name_arch
    number_of.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    known = MACHINES[machine]
    names = {"clone": known.clone, "clone3": known.clone3, "ioctl": known.ioctl, "prctl": known.prctl}
    table = known.refused | names | {"socket": known.socket, "fcntl": known.fcntl}
    assert {name: number_of(known.audit, name.encode()) for name in table} == table


def _on(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)


def test_the_container_profile_of_aarch64_names_its_architecture_and_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    _on("aarch64", monkeypatch)

    found = json.loads(profile())

    assert found["architectures"] == ["SCMP_ARCH_AARCH64"]
    assert set(found["syscalls"][0]["names"]) == set(MACHINES["aarch64"].refused)
    assert "iopl" not in found["syscalls"][0]["names"], "x86-64 only"


def test_without_a_filter_no_sandbox_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    _on("riscv64", monkeypatch)

    with pytest.raises(SandboxError) as refusal:
        first_that_works([Bubblewrap(), Docker()])

    advice = "there is no system-call filter for riscv64; run the evaluator on one of x86_64, aarch64"
    assert f"bubblewrap: {advice}" in str(refusal.value)
    assert f"docker: {advice}" in str(refusal.value)


def test_a_filter_of_another_processor_is_refused_with_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under emulation, where the machine's name is not that of the processor that the kernel runs on."""
    if problem := Bubblewrap().problem():
        pytest.skip(problem)
    (other,) = MACHINES.keys() - {platform.machine()}
    _on(other, monkeypatch)
    monkeypatch.setattr(seccomp, "program", lambda: program(other))  # not cached for this machine

    problem = Bubblewrap().problem()

    assert problem is not None
    assert f"the system-call filter for {other} does not fit this machine" in problem
