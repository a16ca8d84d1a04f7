"""Choice of the sandbox, and the message when none works."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest

from simulators.runtime.sandbox import Box, BoxSpec, Coverage, Sandbox, SandboxError
from simulators.runtime.sandbox.choice import SANDBOXES, first_that_works, sandbox_named


class Provider(Sandbox):
    """Provider without boxes, with a fixed problem or none."""

    coverage = Coverage(())

    def __init__(self, name: str, problem: str | None) -> None:
        self.name = name
        self._problem = problem

    def problem(self) -> str | None:
        return self._problem

    def _open(self, spec: BoxSpec) -> AbstractContextManager[Box]:
        raise AssertionError("no box is asked for")


def test_the_first_that_works_is_taken() -> None:
    broken, works, other = Provider("a", "is broken"), Provider("b", None), Provider("c", None)
    assert first_that_works([broken, works, other]) is works


def test_where_none_works_it_is_said_what_each_lacks_and_none_is_not_taken_unasked() -> None:
    with pytest.raises(SandboxError, match=r"(?s)--sandbox none.*a: install a.*b: install b"):
        first_that_works([Provider("a", "install a"), Provider("b", "install b")])
    assert SANDBOXES[-1].name == "none"


def test_none_is_taken_when_asked_for_and_says_what_it_leaves_open() -> None:
    chosen = sandbox_named("none")
    assert chosen.name == "none"
    assert chosen.coverage.leaves_open


def test_an_unknown_sandbox_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SandboxError, match=r"'jail'.*auto, bubblewrap, docker, none"):
        sandbox_named("jail")


def test_auto_takes_what_works_on_this_machine() -> None:
    working = [sandbox.name for sandbox in SANDBOXES[:-1] if sandbox.problem() is None]
    if not working:
        pytest.skip("no sandbox works on this machine")
    assert sandbox_named("auto").name == working[0]
