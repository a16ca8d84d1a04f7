"""Configuration of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from missions.trust import TrustStore
from tests.support.public_similarity import FOLDER as PUBLIC
from tests.support.sources import ROOT

settings.register_profile("usual", derandomize=True, suppress_health_check=[HealthCheck.too_slow])
# `pytest --hypothesis-profile default` looks for other examples
settings.load_profile("usual")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # inherited by the children of a background job
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def no_runs_left() -> Iterator[None]:
    """Check that the tests leave no run folder in the repository."""
    before = set((ROOT / "runs").glob("*"))
    yield
    assert set((ROOT / "runs").glob("*")) <= before, "a test ran a command without --out in the repository"


@pytest.fixture(scope="session", autouse=True)
def trusted_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TrustStore]:
    """Configuration of the author of the missions of the tests: those of the repository and of temporary folders.

    Tests of strangers' folders set PROJECTEVAL_CONFIG to an empty folder.
    """
    store = TrustStore(tmp_path_factory.mktemp("config"))
    for folder in (ROOT / "tests", tmp_path_factory.getbasetemp(), PUBLIC):
        if folder.is_dir():
            store.add_own(folder)
    before = os.environ.get("PROJECTEVAL_CONFIG")
    os.environ["PROJECTEVAL_CONFIG"] = str(store.place)
    yield store
    del os.environ["PROJECTEVAL_CONFIG"]
    if before is not None:
        os.environ["PROJECTEVAL_CONFIG"] = before
