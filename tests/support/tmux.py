"""A terminal of a given width in tmux: commands are typed, and the screen is read when the shell asks again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from tests.support.commands import environment

LINES = 50


class Terminal:
    """An interactive shell in tmux. `type` returns what the screen shows after the command, wrapped lines joined."""

    def __init__(self, server: str) -> None:
        self._server = server

    def tmux(self, *words: str, timeout: float = 60.0) -> str:
        command = ["tmux", "-L", self._server, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=True)
        return done.stdout

    def type(self, command: str, timeout: float = 300.0) -> str:
        self.tmux("send-keys", "-R", ";", "clear-history")
        self.tmux("send-keys", "-l", command)
        self.tmux("send-keys", "Enter")
        self.tmux("wait-for", "prompt", timeout=timeout)
        return self.tmux("capture-pane", "-p", "-J", "-S", "-")


@contextmanager
def terminal(folder: Path, columns: int) -> Iterator[Terminal]:
    """Open a terminal in `folder`; everything that was started in it ends with the context."""
    server = f"projecteval-{uuid4().hex[:12]}"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    variables = environment({"PATH": path, "PS1": "$ ", "PROMPT_COMMAND": f"tmux -L {server} wait-for -S prompt"})
    size = ("-x", str(columns), "-y", str(LINES))
    shell = shutil.which("bash") or "bash"
    start = ["tmux", "-L", server, "-f", os.devnull, "new-session", "-d", *size, "-c", str(folder)]
    subprocess.run([*start, shell, "--norc", "--noprofile"], env=variables, check=True, timeout=30)
    opened = Terminal(server)
    try:
        opened.tmux("wait-for", "prompt")
        yield opened
    finally:
        socket = Path(opened.tmux("display-message", "-p", "#{socket_path}").strip())
        opened.tmux("kill-server")
        socket.unlink(missing_ok=True)  # tmux leaves it behind
