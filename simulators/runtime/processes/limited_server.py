"""Server of `LimitedCalls`: every call runs in a fork with limits.

Runs as a process of its own. A request on standard input is a header (JSON) and the contents that it announces; the
answer on standard output is JSON. Each is preceded by its length in 8 bytes.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, NoReturn, cast

LENGTH = 8
MAX_ANSWER_BYTES = 64 << 20
"""Bytes of an answer; a longer one is an exceeded limit."""

KINDS = ("ExpectationFailed", "NotFound", "InvalidAnswer")
"""Exceptions that a function may raise on purpose."""


def main() -> None:
    """Answer requests until standard input ends."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    resources: dict[str, Any] = {}
    while header := _frame(requests):
        request = json.loads(header)
        contents = [_exactly(requests, size) for size in request["sizes"]]
        answer = _answered(request, contents, resources)
        answers.write(len(answer).to_bytes(LENGTH, "big") + answer)
        answers.flush()


def _frame(stream: BinaryIO) -> bytes:
    length = stream.read(LENGTH)
    return _exactly(stream, int.from_bytes(length, "big")) if len(length) == LENGTH else b""


def _exactly(stream: BinaryIO, length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        sys.exit(0)  # the other side has ended
    return content


def _answered(request: dict[str, Any], contents: list[bytes], resources: dict[str, Any]) -> bytes:
    """Return the answer to a request; imports and resources are made here, once for all calls."""
    function, name = _named(request["function"]), request["resource"]
    if not name:
        return _in_a_fork(function, request, contents)
    try:
        resource = resources[name] if name in resources else resources.setdefault(name, _named(name)())
    except OSError as error:
        return json.dumps({"unavailable": str(error)}).encode()
    return _in_a_fork(partial(function, resource), request, contents)


def _named(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    return cast("Callable[..., Any]", getattr(importlib.import_module(module), attribute))


def _in_a_fork(function: Callable[..., Any], request: dict[str, Any], contents: list[bytes]) -> bytes:
    reads, writes = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reads)
        _call(function, request, contents, writes)
    os.close(writes)
    with os.fdopen(reads, "rb") as stream:
        answer = stream.read(MAX_ANSWER_BYTES + 1)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status or not answer or len(answer) > MAX_ANSWER_BYTES:
        return json.dumps({"limit": status}).encode()
    return answer


def _call(function: Callable[..., Any], request: dict[str, Any], contents: list[bytes], writes: int) -> NoReturn:
    status = 1
    try:
        _limit(request["memory"], request["cpu"])
        answer = json.dumps(_answer(function, request["arguments"], contents)).encode()
        with os.fdopen(writes, "wb") as stream:
            stream.write(answer)
        status = 0
    finally:
        os._exit(status)  # a fork never continues as the server


def _answer(function: Callable[..., Any], arguments: list[Any], contents: list[bytes]) -> dict[str, Any]:
    try:
        return {"result": function(*contents, *arguments)}
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - broken data makes libraries raise any exception
        kind = type(error).__name__
        return {"error": kind if kind in KINDS else "", "message": str(error) or kind}


def _limit(memory: int, cpu: int) -> None:
    """Limit the resources of the fork; it writes only to its pipe."""
    for kind, soft in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (soft, soft + (kind == resource.RLIMIT_CPU)))
