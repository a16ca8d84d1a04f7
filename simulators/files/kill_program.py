"""Program that runs a Python file and kills itself after a number of changes in its folder (see `FilesUser.kills`).

It is handed to the sandbox's Python as text: ``python -c TEXT CHANGES FILE ARGUMENTS…``. A change is a file or folder
that was created, written, renamed or removed below the working folder, as the kernel tells it (inotify). The program
looks for changes after every call and return of its functions, those of C included, so that a kill with the same
number comes at the same place in every run.
"""

import ctypes
import os
import runpy
import signal
import struct
import sys
import threading

MODIFIED, MOVED_HERE, CREATED, DELETED, FOLDER = 0x2, 0x80, 0x100, 0x200, 0x40000000
CHANGES = MODIFIED | MOVED_HERE | CREATED | DELETED
HEAD = struct.Struct("iIII")
BYTECODE = "__pycache__"


class FolderWatch:
    """Changes below the working folder since the start."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        self._descriptor = self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._descriptor < 0:
            raise OSError(ctypes.get_errno(), "changes of files cannot be observed")
        self._folders: dict[int, str] = {}
        for folder, _, _ in os.walk("."):
            self._add(os.path.abspath(folder))  # noqa: PTH100 - nothing is imported that the project may not import

    def new(self) -> int:
        """Return how many changes there were since the last call."""
        count = 0
        while True:
            try:
                events = os.read(self._descriptor, 1 << 16)
            except BlockingIOError:
                return count
            count += self._counted(events)

    def _counted(self, events: bytes) -> int:
        count, at = 0, 0
        while at < len(events):
            watch, mask, _, length = HEAD.unpack_from(events, at)
            name = os.fsdecode(events[at + HEAD.size : at + HEAD.size + length].rstrip(b"\0"))
            at += HEAD.size + length
            if name != BYTECODE and mask & CHANGES:
                count += 1
                if mask & FOLDER and mask & (CREATED | MOVED_HERE):
                    self._add(f"{self._folders[watch]}/{name}")
        return count

    def _add(self, folder: str) -> None:
        if not folder.endswith(BYTECODE):
            watch = self._library.inotify_add_watch(self._descriptor, os.fsencode(folder), CHANGES)
            self._folders[watch] = folder


def main() -> None:
    left, file = int(sys.argv[1]), sys.argv[2]
    sys.argv = sys.argv[2:]
    sys.path[0] = os.path.dirname(os.path.abspath(file))  # noqa: PTH100, PTH120
    watch = FolderWatch()

    def look(_frame: object, _event: str, _argument: object) -> None:
        nonlocal left
        left -= watch.new()
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    threading.setprofile(look)
    sys.setprofile(look)
    runpy.run_path(file, run_name="__main__")


main()
