"""Execution of the project's modules on untrusted data, in a separate process with limits."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

PACKAGES = Path(__file__).parents[2]


class ChildFailed(Exception):
    """The process gave no result; the message says why."""


def output_of(module: str, request: bytes, seconds: float) -> bytes:
    """Return what the module `module` prints when it reads `request`. Raises `ChildFailed`."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", module]
    try:
        ran = subprocess.run(command, input=request, capture_output=True, env=environment, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise ChildFailed(f"it took longer than {seconds:g} s") from None
    if ran.returncode:
        raise ChildFailed(f"its process ended with status {ran.returncode}")
    return ran.stdout


def limit_this_process(memory: int, seconds: int) -> None:
    """Limit address space in bytes and processor time, and write no core file."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
