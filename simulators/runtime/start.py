"""Start commands of a project, and the error of a project that does not start."""

from __future__ import annotations

from dataclasses import dataclass

from simulators.errors import SimulatorError
from simulators.failures import FailureKind

NODE = "node"
"""Environment of websites whose program is Node.js, and the name of that program."""

NOT_BY_ITSELF = frozenset({FailureKind.PROCESS_KILLED, FailureKind.RESOURCE_LIMIT})
"""Kinds of a process's end that explain a failed start."""


@dataclass(frozen=True)
class Start:
    """`root` is the folder of the project in which commands run; `prepare` commands run to their end
    first; `program` is the command that serves (django), asks (console) or works (batch); `requirements` are
    packages that it needs, as lines of a ``requirements.txt``.

    ``{port}`` in a command is replaced by the port of the project.
    """

    root: str = "."
    prepare: tuple[tuple[str, ...], ...] = ()
    program: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()


class StartError(SimulatorError):
    """The project did not start; `reason` is one sentence, `output` is what the project printed.

    The kind is `NOT_STARTED`, or the cause `PROCESS_KILLED` or `RESOURCE_LIMIT`.
    """

    usual_kind = FailureKind.NOT_STARTED

    def __init__(self, reason: str, output: str = "", kind: FailureKind | None = None) -> None:
        super().__init__(reason, kind if kind in NOT_BY_ITSELF else None)
        self.reason = reason
        self.output = output


def environments_of(stack: str, usual: str) -> tuple[str, ...]:
    """Return the environments that solutions of a mission may run on; `usual` is the mission's."""
    return (usual, NODE) if stack == "web" and usual == "web" else (usual,)
