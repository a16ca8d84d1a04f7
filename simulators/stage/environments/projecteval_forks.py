"""Runs Python files of a project one after the other, each in a fork, as the public benchmark runs them.

Reads one JSON object per line, ``{"path": …}``, and answers one, ``{"status": …, "stdout": …, "stderr": …}``. What a
file imports from the environment is imported once, before the fork; nothing of the project is. As in the original,
an exception that ends the file is told by its message alone, on standard error.
"""

import ast
import contextlib
import importlib
import importlib.util
import json
import os
import sys
import tempfile

from projecteval_django import hides_a_module  # type: ignore[import-not-found]  # lies beside it there

LONGEST = 8 << 20
"""Bytes of each stream that are told."""


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        path = json.loads(line)["path"]
        if not hides_a_module(os.listdir()):
            import_packages_of(path)
        answers.write(json.dumps(run_in_fork(path)) + "\n")
        answers.flush()


def import_packages_of(path: str) -> None:
    """Import what the file names at its top, where it belongs to the environment."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return  # the fork will say so
    for node in tree.body:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            if belongs_to_environment(name.partition(".")[0]):
                with contextlib.suppress(Exception):
                    importlib.import_module(name)


def belongs_to_environment(package: str) -> bool:
    if os.path.exists(package) or os.path.exists(package + ".py"):
        return False
    spec = importlib.util.find_spec(package)
    return spec is not None and (spec.origin or "").startswith((sys.prefix, sys.base_prefix))


def run_in_fork(path: str) -> "dict[str, object]":
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            run(path, out.fileno(), err.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return {"status": status, "stdout": told(out.fileno()), "stderr": told(err.fileno())}


def run(path: str, out: int, err: int) -> None:
    """In the child: become a Python that was started with the file. Does not return."""
    import runpy

    status = 1
    try:
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.argv = [path]
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        runpy.run_path(path, run_name="__main__")
        status = 0
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        if isinstance(stop.code, str):
            print(stop.code, file=sys.stderr)
    except BaseException as error:  # noqa: BLE001 - this is the end of the process
        print(error, file=sys.stderr)
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status & 0xFF)


def told(stream: int) -> str:
    os.lseek(stream, 0, os.SEEK_SET)
    parts = []
    left = LONGEST
    while left > 0 and (part := os.read(stream, min(left, 1 << 16))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts).decode("utf-8", "replace")


if __name__ == "__main__":
    main()
