"""Behaviour specific to boxes of bubblewrap."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from simulators.runtime.sandbox import Environment, cgroups
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from tests.conformance.sandbox.conftest import python, running


@pytest.fixture
def bubblewrap() -> Bubblewrap:
    found = Bubblewrap()
    if problem := found.problem():
        pytest.skip(problem)
    return found


def test_a_folder_below_the_interpreter_can_be_hidden(environment: Environment, tmp_path: Path) -> None:
    library = Path(os.__file__).parent / "json"
    provider = Bubblewrap(hidden=[library])
    if problem := provider.problem():
        pytest.skip(problem)
    with provider.box(tmp_path, environment) as box:
        assert python(box, f"import os; print(os.listdir({str(library)!r}))").out == "[]\n"
        assert "No module" in python(box, "import json.decoder").err


def test_after_its_end_a_box_cannot_be_entered(
    bubblewrap: Bubblewrap, environment: Environment, tmp_path: Path
) -> None:
    with bubblewrap.box(tmp_path, environment) as box, running(box, "sleep", "100") as process:
        box.end("it did harm")
        assert process.wait(60) != 0
        later = python(box, "print('in')")
        assert (later.status, later.out) == (125, "")
        assert "it did harm" in later.err
        assert box.ports() == ()
        with pytest.raises(OSError, match=r"refused|ended"):
            box.connect(8000)


def test_a_control_group_lasts_as_long_as_its_box(
    bubblewrap: Bubblewrap, environment: Environment, tmp_path: Path
) -> None:
    hierarchy = cgroups.hierarchy()
    if hierarchy is None:
        pytest.skip("no control group can be made here")
    mine = f"projecteval-{os.getpid()}-*"
    with bubblewrap.box(tmp_path, environment):
        assert all(list(folder.glob(mine)) for folder in hierarchy.folders)
    assert not any(list(folder.glob(mine)) for folder in hierarchy.folders)


STARTS_A_BOX = """
import sys
from simulators.runtime.processes.cleanup_guard import cleanup_guard
from simulators.runtime.sandbox.namespace_holder import namespace_holder
with cleanup_guard(), namespace_holder(sys.argv[1], [], []):
    pass
"""


def test_bubblewrap_ends_with_an_evaluator_that_is_killed_while_it_starts(tmp_path: Path) -> None:
    started = tmp_path / "started"
    os.mkfifo(started)
    bubblewrap = tmp_path / "bwrap"
    bubblewrap.write_text(f"#!/bin/sh\necho $$ > {started}; exec sleep 600\n")
    bubblewrap.chmod(0o755)
    evaluator = subprocess.Popen([sys.executable, "-c", STARTS_A_BOX, str(bubblewrap)])
    try:
        starting = psutil.Process(int(started.read_text()))
    finally:
        evaluator.kill()
        evaluator.wait()
    assert not psutil.wait_procs([starting], 60)[1]
