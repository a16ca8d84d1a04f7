"""When the evaluator is killed, no process of its boxes survives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from simulators.runtime.sandbox import Environment, Sandbox
from tests.conformance.sandbox.conftest import alive, until

EVALUATOR = """
import subprocess, sys, threading, time
from pathlib import Path
from simulators.runtime.sandbox import Environment
from simulators.runtime.sandbox.choice import sandbox_named
code = '''
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork(): os._exit(0)
print("up", flush=True)
time.sleep(1000)
'''
name, workspace, environment = sys.argv[1:]
def work():
    with sandbox_named(name).box(Path(workspace), Environment("console", Path(environment))) as box:
        launch = box.launch(("python", "-c", code))
        with subprocess.Popen(
            launch.argv, env=launch.env, cwd=launch.cwd, pass_fds=launch.pass_fds, stdout=subprocess.PIPE
        ) as process:
            process.stdout.readline(), process.stdout.readline()
            print(process.pid, *box.pids(), flush=True)
            time.sleep(1000)
threading.Thread(target=work).start()
"""


def test_a_killed_evaluator_takes_its_boxes_along(confining: Sandbox, environment: Environment, tmp_path: Path) -> None:
    command = [sys.executable, "-c", EVALUATOR, confining.name, str(tmp_path), str(environment.root)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": ":".join(sys.path)}
    ) as evaluator:
        assert evaluator.stdout is not None
        pids = [int(word) for word in evaluator.stdout.readline().split()]
        evaluator.kill()
    assert len(pids) >= 3
    until(lambda: not any(map(alive, pids[1:])))
