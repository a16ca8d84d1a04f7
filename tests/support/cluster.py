"""A dask scheduler and workers on this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.commands import ROOT


@contextmanager
def scheduling(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run a scheduler inside the context; the value is its process and its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    with _running("dask_scheduler", *options, cwd=folder) as process:
        yield process, f"tcp://127.0.0.1:{port}"


@contextmanager
def working(scheduler: str, folder: Path, nanny: bool = False, path: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker of one thread inside the context; a `nanny` replaces it when it is killed, `path` adds modules."""
    options = ("--nthreads", "1", "--nanny" if nanny else "--no-nanny", "--no-dashboard")
    with _running("dask_worker", scheduler, *options, cwd=folder, path=path) as process:
        yield process


@contextmanager
def _running(*arguments: str, cwd: Path, path: str = "") -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{path}" if path else str(ROOT),
        "DASK_TEMPORARY_DIRECTORY": str(cwd),
    }
    process = subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(120)
