"""System-call filter of a box: a classic BPF program, assembled here, for x86-64 and aarch64.

Calls that ordinary programs need are allowed; calls that affect the machine are refused with ``EPERM``: mounts, new
namespaces, other processes' memory, kernel keys, modules, clocks, io_uring (which would bypass the filter),
asynchronous input and output and leases (whose number is limited for the whole machine). System calls newer than
this table get ``ENOSYS``, which libraries interpret as an older kernel. Calls of a foreign architecture end the
process.

Layout of the program's input: ``struct seccomp_data`` in seccomp(2).
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

YOUNGEST_KNOWN = 466
"""Number of the newest system call that was reviewed (removexattrat, Linux 6.13); equal on all machines."""

NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET."""

TERMINAL_TRICKS = (0x5412, 0x541C)
"""TIOCSTI (type for the user of the terminal) and TIOCLINUX (paste into the console)."""

ALLOWED_FAMILIES = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. AF_VSOCK, for example, ignores network namespaces."""

SET_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG. Reported as done without being done: a program must not unset the signal that ends it with its
launcher, and programs that set one for their children (Codex) end with an error where it is refused."""

NO_ERROR = 0
"""Error number of a call that is skipped and returns success."""

LEASES = (1024, 1026)
"""F_SETLEASE (delays every process that opens the file) and F_NOTIFY of fcntl."""

_SAME_EVERYWHERE = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "mount_setattr": 442,
    "quotactl_fd": 443,
}
# fmt: off
_REFUSED_X86_64 = {
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272, "setns": 308,
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
    "keyctl": 250, "add_key": 248, "request_key": 249,
    "kexec_load": 246, "kexec_file_load": 320, "init_module": 175, "finit_module": 313,
    "delete_module": 176, "reboot": 169, "personality": 135,
    "open_by_handle_at": 304, "name_to_handle_at": 303, "fanotify_init": 300,
    "quotactl": 179, "swapon": 167, "swapoff": 168, "acct": 163,
    "settimeofday": 164, "clock_settime": 227, "adjtimex": 159, "clock_adjtime": 305,
    "syslog": 103, "sethostname": 170, "setdomainname": 171, "vhangup": 153,
    "io_setup": 206, "lookup_dcookie": 212, "nfsservctl": 180, "iopl": 172, "ioperm": 173, "modify_ldt": 154,
}
_REFUSED_AARCH64 = {
    "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97, "setns": 268,
    "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272,
    "bpf": 280, "perf_event_open": 241, "userfaultfd": 282,
    "keyctl": 219, "add_key": 217, "request_key": 218,
    "kexec_load": 104, "kexec_file_load": 294, "init_module": 105, "finit_module": 273,
    "delete_module": 106, "reboot": 142, "personality": 92,
    "open_by_handle_at": 265, "name_to_handle_at": 264, "fanotify_init": 262,
    "quotactl": 60, "swapon": 224, "swapoff": 225, "acct": 89,
    "settimeofday": 170, "clock_settime": 112, "adjtimex": 171, "clock_adjtime": 266,
    "syslog": 116, "sethostname": 161, "setdomainname": 162, "vhangup": 58,
    "io_setup": 0, "lookup_dcookie": 18, "nfsservctl": 42,
}
# fmt: on


@dataclass(frozen=True)
class Machine:
    """Properties of a processor architecture: its audit number and its system-call numbers."""

    audit: int
    refused: dict[str, int]
    clone: int
    ioctl: int
    prctl: int
    socket: int
    fcntl: int
    clone3: int = 435


MACHINES = {
    "x86_64": Machine(
        0xC000003E, _REFUSED_X86_64 | _SAME_EVERYWHERE, clone=56, ioctl=16, prctl=157, socket=41, fcntl=72
    ),
    "aarch64": Machine(
        0xC00000B7, _REFUSED_AARCH64 | _SAME_EVERYWHERE, clone=220, ioctl=29, prctl=167, socket=198, fcntl=25
    ),
}

_LOAD, _IF_EQUAL, _IF_GREATER, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW, _KILL = 0x7FFF0000, 0x80000000


def problem() -> str | None:
    """Return why this machine has no filter and what to do about it; None where it has one."""
    machine = platform.machine()
    if machine in MACHINES:
        return None
    return f"there is no system-call filter for {machine}; run the evaluator on one of {', '.join(MACHINES)}"


@cache
def program(machine: str = "") -> bytes:
    """Return the filter for `machine` (a result of `platform.machine`; default: this one) in the kernel's format.

    Raises `KeyError` for a machine without a table.
    """
    known = MACHINES[machine or platform.machine()]
    steps = [
        *_load(_ARCHITECTURE), _jump(_IF_EQUAL, known.audit, 1, 0), _give(_KILL),
        *_load(_NUMBER), _jump(_IF_GREATER, YOUNGEST_KNOWN, 0, 1), _refuse(errno.ENOSYS),
    ]  # fmt: skip
    for number in sorted(known.refused.values()):
        steps += [_jump(_IF_EQUAL, number, 0, 1), _refuse(errno.EPERM)]
    # clone3 has its flags in memory, which a filter cannot read; libraries then fall back to clone.
    steps += [_jump(_IF_EQUAL, known.clone3, 0, 1), _refuse(errno.ENOSYS)]
    steps += _rule(known.clone, 0, [(_IF_ANY_BIT, NEW_NAMESPACES)], errno.EPERM)
    steps += _rule(known.ioctl, 1, [(_IF_EQUAL, request) for request in TERMINAL_TRICKS], errno.EPERM)
    steps += _rule(known.fcntl, 1, [(_IF_EQUAL, command) for command in LEASES], errno.EPERM)
    steps += _rule(known.prctl, 0, [(_IF_EQUAL, SET_DEATH_SIGNAL)], NO_ERROR)
    steps += _only(known.socket, 0, ALLOWED_FAMILIES, errno.EAFNOSUPPORT)
    return b"".join([*steps, _give(_ALLOW)])


def _rule(number: int, argument: int, tests: Iterable[tuple[int, int]], error: int) -> list[bytes]:
    """Refuse the call `number` when any of `tests` holds for its argument; else allow it."""
    body = [*_load(_ARGUMENTS + 8 * argument)]
    for test, value in tests:
        body += [_jump(test, value, 0, 1), _refuse(error)]
    body.append(_give(_ALLOW))
    return [_jump(_IF_EQUAL, number, 0, len(body)), *body]


def _only(number: int, argument: int, allowed: Iterable[int], error: int) -> list[bytes]:
    """Allow the call `number` when its argument is one of `allowed`; else refuse it."""
    body = [*_load(_ARGUMENTS + 8 * argument)]
    for value in allowed:
        body += [_jump(_IF_EQUAL, value, 0, 1), _give(_ALLOW)]
    body.append(_refuse(error))
    return [_jump(_IF_EQUAL, number, 0, len(body)), *body]


def _load(offset: int) -> list[bytes]:
    return [struct.pack("=HBBI", _LOAD, 0, 0, offset)]


def _jump(test: int, value: int, if_so: int, if_not: int) -> bytes:
    return struct.pack("=HBBI", test, if_so, if_not, value)


def _give(action: int) -> bytes:
    return struct.pack("=HBBI", _RETURN, 0, 0, action)


def _refuse(error: int) -> bytes:
    return _give(0x00050000 | error)
