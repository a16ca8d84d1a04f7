"""Runner of a project's Python files, one after the other, each in a fork, with the behaviour of the public benchmark.

Protocol: one JSON object per line, ``{"path": …}``, is answered by
``{"status": …, "exited": …, "stdout": …, "stderr": …}``; `exited` is true when the file called `sys.exit`. Modules of
the environment are imported once, before the fork: those that the file imports, and those that earlier files
imported; modules of the project never. As in the original, an exception that ends the file replaces its output by the
exception's message, on both streams, and the project's own files cannot be imported.
"""

import contextlib
import json
import os
import sys
import tempfile

import projecteval_seed  # type: ignore[import-not-found]  # lies beside it there
from projecteval_imports import import_once, installed  # type: ignore[import-not-found]  # lies beside it there

ARGUMENTS = ("-r", '["recorded"]')
"""Arguments of the program: in the original it shares a process with the benchmark, which requires these."""

MAX_STREAM_BYTES = 8 << 20
"""Maximum length of each returned stream in bytes."""

MAX_NAMES_BYTES = 64 << 10
"""Maximum length of a program's list of imported modules in bytes."""


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with tempfile.TemporaryFile() as needed:
        for start, line in enumerate(sys.stdin, 1):
            path = json.loads(line)["path"]
            import_once([path], always=content(needed.fileno(), MAX_NAMES_BYTES).split())
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
        return {"status": status, "exited": exited, "stdout": content(out.fileno()), "stderr": content(err.fileno())}


def run(path: str, out: int, err: int, end: int, needed: int) -> None:
    """In the child process: run the file like a newly started Python. Does not return."""
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
        replace_output(str(error))
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
            os.pwrite(needed, "\n".join(installed(before)).encode(), 0)
        os._exit(status & 0xFF)


def replace_output(message: str) -> None:
    """Replace what was printed on both streams by `message`."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        os.ftruncate(stream.fileno(), 0)
        os.lseek(stream.fileno(), 0, os.SEEK_SET)
        stream.write(message)


def content(stream: int, left: int = MAX_STREAM_BYTES) -> str:
    os.lseek(stream, 0, os.SEEK_SET)
    parts = []
    while left > 0 and (part := os.read(stream, min(left, 1 << 16))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts).decode("utf-8", "replace")


if __name__ == "__main__":
    main()
