"""Runs Python files of a project one after the other, each in a fork, as the public benchmark runs them.

Reads one JSON object per line, ``{"path": …}``, and answers one,
``{"status": …, "exited": …, "stdout": …, "stderr": …}``; `exited` says that the file called `sys.exit`. What a file
imports from the environment is imported once, before the fork, and what it came to need while it ran is before the
next one; nothing of the project is. As in the original,
an exception that ends the file is told by its message alone, on both streams, and files of the project cannot be
imported.
"""

import contextlib
import json
import os
import sys
import tempfile

import projecteval_seed  # type: ignore[import-not-found]  # lies beside it there
from projecteval_imports import import_once, installed  # type: ignore[import-not-found]  # lies beside it there

ARGUMENTS = ("-r", '["recorded"]')
"""What a program finds behind its name: it shares a process with the original, which cannot be called without these."""

LONGEST = 8 << 20
"""Bytes of each stream that are told."""

MOST_NAMES = 64 << 10
"""Bytes of the names of modules that are taken from a program."""


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with tempfile.TemporaryFile() as needed:
        for start, line in enumerate(sys.stdin, 1):
            path = json.loads(line)["path"]
            import_once([path], always=told(needed.fileno(), MOST_NAMES).split())
            os.ftruncate(needed.fileno(), 0)
            answers.write(json.dumps(run_in_fork(path, start, needed.fileno())) + "\n")
            answers.flush()


def run_in_fork(path: str, start: int, needed: int) -> "dict[str, object]":
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as end:
        child = os.fork()
        if child == 0:
            projecteval_seed.begin(start)
            run(path, out.fileno(), err.fileno(), end.fileno(), needed)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        exited = os.fstat(end.fileno()).st_size > 0
        return {"status": status, "exited": exited, "stdout": told(out.fileno()), "stderr": told(err.fileno())}


def run(path: str, out: int, err: int, end: int, needed: int) -> None:
    """In the child: become a Python that was started with the file. Does not return."""
    import runpy

    status, before = 1, set(sys.modules)
    try:
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.argv = [path, *ARGUMENTS]
        sys.path[:] = [place for place in sys.path if place != os.getcwd()]
        runpy.run_path(path, run_name="__main__")
        status = 0
    except SystemExit as stop:
        os.write(end, b"exit")
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        if isinstance(stop.code, str):
            print(stop.code, file=sys.stderr)
    except BaseException as error:  # noqa: BLE001 - this is the end of the process
        tell_only(str(error))
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
            os.pwrite(needed, "\n".join(installed(before)).encode(), 0)
        os._exit(status & 0xFF)


def tell_only(message: str) -> None:
    """On both streams, in place of what was printed until then."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        os.ftruncate(stream.fileno(), 0)
        os.lseek(stream.fileno(), 0, os.SEEK_SET)
        stream.write(message)


def told(stream: int, left: int = LONGEST) -> str:
    os.lseek(stream, 0, os.SEEK_SET)
    parts = []
    while left > 0 and (part := os.read(stream, min(left, 1 << 16))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts).decode("utf-8", "replace")


if __name__ == "__main__":
    main()
