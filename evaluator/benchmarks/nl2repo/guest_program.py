"""Runs commands one after the other in the sandbox and prints what each ended with, as one JSON list.

The commands come as JSON on the command line: ``words``, ``variables``, ``output``, ``append``, ``dependent``.
"""

import sys

sys.path.remove("")  # before the next imports: no module of the workspace is imported

import json
import os
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NOT_FOUND, NOT_EXECUTABLE, TIMED_OUT = 127, 126, 124
"""Exit statuses by which a shell says the same."""

MAX_OUTPUT_BYTES = 2000


def main(commands: "list[dict[str, Any]]", seconds: float) -> None:
    results: list[dict[str, Any]] = []
    for command in commands:
        if command["dependent"] and results and results[-1]["status"] != 0:
            results.append({"status": results[-1]["status"], "text": "not run: the command before it failed"})
            continue
        results.append(run(command, seconds))
    print(json.dumps(results))


def run(command: "dict[str, Any]", seconds: float) -> "dict[str, Any]":
    """Run one command; its output goes to the file that it names, else its end is returned."""
    environment = {**os.environ, **dict(command["variables"])}
    try:
        with open(command["output"] or os.devnull, "ab" if command["append"] else "wb") as output:  # noqa: PTH123
            done = subprocess.run(
                command["words"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output if command["output"] else subprocess.PIPE,
                stderr=subprocess.STDOUT if not command["output"] else subprocess.PIPE,
                timeout=seconds,
            )
    except FileNotFoundError as error:
        return {"status": NOT_FOUND, "text": f"{error.filename}: not found"}
    except subprocess.TimeoutExpired:
        return {"status": TIMED_OUT, "text": f"did not end within {seconds:g} seconds"}
    except OSError as error:
        return {"status": NOT_EXECUTABLE, "text": str(error)}
    text = (done.stderr if command["output"] else done.stdout) or b""
    return {"status": done.returncode, "text": text[-MAX_OUTPUT_BYTES:].decode("utf-8", "replace")}


main(json.loads(sys.argv[1]), float(sys.argv[2]))
