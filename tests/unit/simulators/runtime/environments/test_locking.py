"""Lock files made by uv: what no lock can have is left out alone, and named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from simulators.runtime.environments import pythons
from simulators.runtime.environments.host import EnvironmentNotReady
from simulators.runtime.environments.lock_files import pins
from simulators.runtime.environments.locking import LockRequest, available, lock_text
from tests.support.wheels import wheel


@pytest.mark.parametrize(
    ("missing", "resolutions"), [(set(), 1), ({"b"}, 5), ({"a", "e"}, 8), ({"a", "b", "c", "d", "e"}, 10)]
)
def test_only_what_cannot_be_had_is_left_out(missing: set[str], resolutions: int) -> None:
    asked = []

    def entries(wished: Sequence[str]) -> str:
        asked.append(tuple(wished))
        if missing.intersection(wished):
            raise EnvironmentNotReady("no wheel")
        return ",".join(wished)

    kept, lock = available("abcde", entries)
    assert list(kept) == [name for name in "abcde" if name not in missing]
    assert lock == ",".join(kept)
    assert len(asked) == len(set(asked)) == resolutions


def test_requirements_without_a_lock_are_an_error() -> None:
    def entries(wished: Sequence[str]) -> str:
        raise EnvironmentNotReady("no wheel")

    with pytest.raises(EnvironmentNotReady, match="no wheel"):
        available("ab", entries)


def test_the_lock_names_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not pythons.find_uv():
        pytest.skip("no uv")
    for name, version in (("needed", "1.0"), ("first", "2.0"), ("last", "3.0")):
        wheel(tmp_path, name, version, "")
    monkeypatch.setenv("UV_DEFAULT_INDEX", tmp_path.as_uri())
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path))
    lock = lock_text(LockRequest(pythons.OWN, ("needed",), ("first", "lost", "last")))
    assert pins(lock) == ("first==2.0", "last==3.0", "needed==1.0")
    assert "\n# no lock has: lost\n" in lock
    with pytest.raises(EnvironmentNotReady, match="lost"):
        lock_text(LockRequest(pythons.OWN, ("lost",), ("first",)))
