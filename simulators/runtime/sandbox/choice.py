"""Choice of the sandbox: by name, or the first one that works on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from simulators.runtime.sandbox import Sandbox, SandboxError
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.sandbox.docker import Docker
from simulators.runtime.sandbox.none import NoSandbox

AUTO = "auto"

SANDBOXES: tuple[Sandbox, ...] = (Bubblewrap(), Docker(), NoSandbox())
"""All providers in the order in which ``auto`` tries them; it never takes the last."""


class UnknownSandbox(SandboxError):
    """No provider has this name."""


def sandbox_named(name: str = AUTO) -> Sandbox:
    """Return the provider `name`; ``auto`` is the first that works here, never ``none``.

    Raises `UnknownSandbox`, and `SandboxError` with what to install for a provider that cannot be used here, and for
    ``auto`` when none can.
    """
    if name == AUTO:
        return first_that_works(SANDBOXES[:-1])
    for sandbox in SANDBOXES:
        if sandbox.name == name:
            if problem := sandbox.problem():
                raise SandboxError(f"sandbox {name!r} cannot be used here: {problem}")
            return sandbox
    raise UnknownSandbox(
        f"there is no sandbox {name!r}; there are {AUTO}, {', '.join(known.name for known in SANDBOXES)}"
    )


def first_that_works(sandboxes: Sequence[Sandbox]) -> Sandbox:
    """Return the first of `sandboxes` without a problem. Raises `SandboxError` with the problems of all."""
    problems = []
    for sandbox in sandboxes:
        problem = sandbox.problem()
        if problem is None:
            return sandbox
        problems.append(f"  {sandbox.name}: {problem}")
    raise SandboxError(
        "no sandbox works on this machine, and solutions run without one only when asked for "
        "(--sandbox none):\n" + "\n".join(problems)
    )
