"""Untrusted Python source: its syntax tree, and execution of modules on it in processes with limits."""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
import warnings
from pathlib import Path


def parsed(text: str) -> ast.Module | None:
    """Return the syntax tree of `text`; None when it is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


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
