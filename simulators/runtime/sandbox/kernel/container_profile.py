"""System-call filter in the format of container engines: the same rules as `seccomp`.

The engines' default filters differ and permit calls that matter here (for example sockets to the host of a virtual
machine). The format is that of the OCI runtime specification, which docker and podman read.
"""

from __future__ import annotations

import errno
import json
import platform
from typing import Any

from simulators.runtime.sandbox.kernel.seccomp import (
    ALLOWED_FAMILIES,
    LEASES,
    MACHINES,
    NEW_NAMESPACES,
    NO_ERROR,
    SET_DEATH_SIGNAL,
    TERMINAL_TRICKS,
)

ARCHITECTURES = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}

MAX_FAMILIES = 64
"""Address families that are listed one by one; Linux has 46, and the format has no "all except"."""


def profile() -> str:
    """Return the profile for this machine as JSON. Raises `KeyError` for a machine without a table."""
    machine = platform.machine()
    rules = [_refused(sorted(MACHINES[machine].refused)), _refused(["clone3"], error=errno.ENOSYS)]
    rules += [_when("clone", 0, flag, mask=flag) for flag in _bits(NEW_NAMESPACES)]
    rules += [_when("ioctl", 1, request) for request in TERMINAL_TRICKS]
    rules += [_when("fcntl", 1, command) for command in LEASES]
    rules.append(_when("prctl", 0, SET_DEATH_SIGNAL, error=NO_ERROR))
    others = [family for family in range(MAX_FAMILIES) if family not in ALLOWED_FAMILIES]
    rules += [_when("socket", 0, family, error=errno.EAFNOSUPPORT) for family in others]
    return json.dumps({"defaultAction": "SCMP_ACT_ALLOW", "architectures": [ARCHITECTURES[machine]], "syscalls": rules})


def _refused(names: list[str], error: int = errno.EPERM) -> dict[str, Any]:
    return {"names": names, "action": "SCMP_ACT_ERRNO", "errnoRet": error}


def _when(name: str, index: int, value: int, mask: int = 0, error: int = errno.EPERM) -> dict[str, Any]:
    """Refuse `name` when its argument is `value`, or has the bits of `mask`."""
    test: dict[str, Any] = {"index": index, "value": value, "op": "SCMP_CMP_EQ"}
    if mask:
        test |= {"value": mask, "valueTwo": value, "op": "SCMP_CMP_MASKED_EQ"}
    return _refused([name], error) | {"args": [test]}


def _bits(flags: int) -> list[int]:
    return [1 << bit for bit in range(32) if flags & 1 << bit]
