"""Repeatable random bytes instead of the operating system's, for an evaluated project (see `projecteval_seed`).

No effect unless ``PROJECTEVAL_FIXED_ENTROPY`` is set, as for the public benchmark: sessions, tokens, ids and
temporary names are the same in every run. Processes get different bytes: each fork continues with its own stream, and
so does every start of a program (``PROJECTEVAL_START``).
"""

import itertools
import os

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any


class _RepeatableBytes:
    """Stream of bytes that depends on the start of the program and on the forks that led to this process."""

    def __init__(self) -> None:
        self.restart()

    def restart(self, forks: str = "") -> None:
        self._forks = forks
        self._next_fork, self._blocks_read = itertools.count(1), itertools.count()

    def read(self, size: int) -> bytes:
        if size < 0:
            raise ValueError("negative argument not allowed")
        return b"".join(itertools.islice(self._blocks(), -(-size // 32)))[:size]

    def before_fork(self) -> None:
        self._fork = f"{self._forks}/{next(self._next_fork)}"

    def after_fork_in_child(self) -> None:
        self.restart(self._fork)

    def _blocks(self) -> "Iterator[bytes]":
        from hashlib import sha256

        names = ("PROJECTEVAL_SEED", "PROJECTEVAL_START")
        process = [*(os.environ.get(name, "") for name in names), self._forks]
        while True:
            yield sha256(repr((process, next(self._blocks_read))).encode()).digest()


_bytes = _RepeatableBytes() if os.environ.get("PROJECTEVAL_FIXED_ENTROPY") else None

if _bytes:
    os.urandom = _bytes.read
    os.register_at_fork(before=_bytes.before_fork, after_in_child=_bytes.after_fork_in_child)


def restart() -> None:
    """Restart the stream as in the first process of a program, although this process is a fork."""
    if _bytes:
        _bytes.restart()


def seed_instances(module: "ModuleType") -> None:
    """Seed generators of the module `random` that get no seed: the interpreter would take it from the system."""
    if not _bytes:
        return
    read, seed = _bytes.read, module.Random.seed

    def seed_repeatably(self: "Any", a: "Any" = None, version: int = 2) -> None:
        seed(self, int.from_bytes(read(32), "big") if a is None else a, version)

    module.Random.seed = seed_repeatably
