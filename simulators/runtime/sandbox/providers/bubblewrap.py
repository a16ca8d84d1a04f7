"""Sandbox provider `bubblewrap`: the default on Linux, for root and ordinary users.

A box is a set of namespaces that one process holds open (`namespace_holder`). `enter` starts every program in them,
so that all programs of a box reach each other on the loopback and share one private ``/tmp``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path

from simulators.runtime.sandbox import Box, BoxLimits, BoxSpec, Coverage, Environment, Sandbox, SandboxError, disk_quota
from simulators.runtime.sandbox.guest.namespace_holder import memory_file, namespace_holder
from simulators.runtime.sandbox.kernel import cgroups, seccomp, users
from simulators.runtime.sandbox.kernel.cgroups import Group
from simulators.runtime.sandbox.providers.bubblewrap_mounts import file_system, made_up
from simulators.runtime.sandbox.providers.namespaces import NamespaceBox

COVERS = (
    "network: loopback only, own ports",
    "processes: only its own are seen and reached",
    "files: read-only system, project folder and private /tmp only",
    "user: unprivileged, without capabilities",
    "system calls: filtered",
    "processor time and open files of each process, size of a file, number of pseudo-terminals",
    "disk: the project folder is checked four times a second",
)
LEAVES_OPEN = (
    "the kernel is shared: a hole in it is a way out",
    "processor time of all processes together: bounded by the time limits of the evaluation",
)


TRIAL_SECONDS = 60.0
"""Seconds for the program of the trial box; it takes milliseconds on an idle machine."""


class Bubblewrap(Sandbox):
    """Provider `bubblewrap`. `hidden` are folders that no box may show, in addition to the evaluator's code."""

    name = "bubblewrap"
    listens = True

    def __init__(self, hidden: Sequence[Path] = ()) -> None:
        self._hidden = tuple(hidden)

    @cached_property
    def coverage(self) -> Coverage:
        found = cgroups.hierarchy()
        if found is not None:
            groups = f"memory and number of processes of a box (control groups, version {found.version})"
            return Coverage((*COVERS, groups), LEAVES_OPEN)
        return Coverage(
            (*COVERS, "memory of each process, number of processes (resource limits)"),
            (*LEAVES_OPEN, "memory of all processes together: no control group can be made here"),
        )

    def problem(self) -> str | None:
        if sys.platform != "linux":
            return "bubblewrap needs Linux; use --sandbox docker"
        if (unfiltered := seccomp.problem()) is not None:
            return unfiltered
        if shutil.which("bwrap") is None:
            return "bubblewrap is not installed; install it, for instance: apt-get install bubblewrap"
        return self._trial

    @cached_property
    def _trial(self) -> str | None:
        """Open and use a box; return the problem, or None."""
        here = Environment("trial", Path("/usr"))
        try:
            with tempfile.TemporaryDirectory() as folder, self.box(Path(folder), here) as box:
                completed = box.run(("/bin/true",), TRIAL_SECONDS)
        except SandboxError as error:
            return f"{error}{_advice(str(error))}"
        if completed.status == 0:
            return None
        return f"a program cannot be started in a box: {completed.output.strip() or 'it does not end'}"

    @contextmanager
    def _open(self, spec: BoxSpec) -> Iterator[Box]:
        """Open a box; readable folders are mounted at their own path, read-only."""
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxError("bubblewrap is not installed; install it, for instance: apt-get install bubblewrap")
        user = users.unprivileged()
        with ExitStack() as stack:
            files = _files(stack, user)
            arguments = file_system(spec, files, self._hidden)
            stack.enter_context(disk_quota.owned_by(spec.workspace, user))
            group = _grouped(stack, spec.limits)
            holder = stack.enter_context(namespace_holder(program, arguments, [descriptor for _, descriptor in files]))
            box = NamespaceBox(spec, holder, group, user)
            stack.callback(box.close)
            stack.enter_context(disk_quota.DiskQuota(spec.workspace, spec.limits.disk, box.pids, box.end))
            yield box


def _files(stack: ExitStack, user: int | None) -> list[tuple[str, int]]:
    files = made_up(os.geteuid() if user is None else user, os.getegid() if user is None else user)
    return [(path, stack.enter_context(memory_file(text.encode()))) for path, text in files.items()]


def _grouped(stack: ExitStack, limits: BoxLimits) -> Group | None:
    found = cgroups.hierarchy()
    if found is None:
        return None
    group = found.make(limits)
    stack.callback(group.remove)
    return group


def _advice(words: str) -> str:
    """Return what to do about an error message of bubblewrap, if known."""
    if "Unknown option" in words:
        return "; bubblewrap 0.7 or newer is needed"
    if "namespace" in words or "Permission denied" in words or "not permitted" in words:
        return (
            "; this machine lets you make no namespaces: allow them (sysctl "
            "kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), "
            "or run in a container that may (--privileged)"
        )
    return ""
