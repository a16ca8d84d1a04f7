"""Clock file of a container, with an engine that only records how it is called."""

from __future__ import annotations

from pathlib import Path

from simulators.runtime.environments import host
from simulators.runtime.sandbox import CLOCK_VARIABLE, Environment
from simulators.runtime.sandbox.docker import Docker

ENGINE = """#!/bin/sh
echo "$@" >> {log}
case "$1" in
  image) echo {digest} ;;
  run) echo ready; exec cat ;;
  inspect) echo 0 ;;
esac
"""


def test_the_clock_file_is_mounted_read_only(tmp_path: Path) -> None:
    workspace, clock, log, engine = (tmp_path / name for name in ("project", "moves", "log", "docker"))
    workspace.mkdir()
    clock.write_bytes(bytes(8))
    engine.write_text(ENGINE.format(log=log, digest=host.made_of("console")))
    engine.chmod(0o755)
    with Docker(str(engine)).box(workspace, Environment("console", tmp_path), clock=clock) as box:
        launch = box.launch(("python", "main.py"))
    (started,) = (line for line in log.read_text().splitlines() if line.startswith("run "))
    assert f"--volume={clock}:/clock:ro" in started.split()
    assert f"--env={CLOCK_VARIABLE}" in launch.argv
    assert launch.env[CLOCK_VARIABLE] == "/clock"


def test_a_container_without_a_clock_has_no_such_file(tmp_path: Path) -> None:
    workspace, log, engine = (tmp_path / name for name in ("project", "log", "docker"))
    workspace.mkdir()
    engine.write_text(ENGINE.format(log=log, digest=host.made_of("console")))
    engine.chmod(0o755)
    with Docker(str(engine)).box(workspace, Environment("console", tmp_path)) as box:
        assert CLOCK_VARIABLE not in box.launch(("python", "main.py")).env
    assert "/clock" not in log.read_text()
