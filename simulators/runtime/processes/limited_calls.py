"""Calls of functions on untrusted data, in another process with limits of memory, processor time and time.

Libraries that parse files of a project (spreadsheets, pictures) may need any time and memory for a small file, and
may hold the interpreter lock meanwhile. Results are sent as JSON, so that a compromised parser can only send data.

The server is a process of its own, in which every call runs in a fork with limits. A request on its standard input
is a header (JSON) and the contents that it announces; the answer on standard output is JSON. Each is preceded by
its length in 8 bytes.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

import simulators
from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, NotFound, TestcodeTimeout
from simulators.failures import FailureKind
from simulators.runtime.processes.cleanup_guard import mark_variables

MEMORY_BYTES = 1 << 30
"""Bytes of memory that one call may allocate."""

PROCESSOR_SECONDS = 10
"""Seconds of processor time of one call; on a busy machine it may take longer."""

MAX_REMEMBERED = 4
"""Cached results: testcodes read a file several times."""

SERVE = """
import sys
sys.path[:] = sys.argv.pop(1).split(':')
from simulators.runtime.processes.limited_calls import main
main()
"""

ERRORS: dict[str, type[Exception]] = {
    "NotFound": NotFound,
    "InvalidAnswer": InvalidAnswer,
}
"""Exceptions by name; all others that a function raises are caused by the data and become `ExpectationFailed`."""


class LimitedCalls:
    """Client of one server process, started at the first call and again after a call without an answer."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._remembered: OrderedDict[bytes, Any] = OrderedDict()

    def call(
        self,
        function: str,
        contents: tuple[bytes, ...],
        *arguments: object,
        subject: str,
        seconds: float,
        resource: str = "",
    ) -> Any:
        """Return the result of `function` (``module:name``) for `contents` and `arguments`, which JSON can express.

        `resource` (``module:name``) is called once, without limits, and what it returns is the first argument of all
        functions that are called with it; `InfrastructureError` is raised when that is not possible.

        Raises `ExpectationFailed`, `NotFound` or `InvalidAnswer` as the function does, `ExpectationFailed` of kind
        `RESOURCE_LIMIT` when it exceeds its limits, `TestcodeTimeout` after `seconds`. `subject` is for messages.
        """
        header = json.dumps({
            "function": function, "resource": resource, "arguments": arguments,
            "sizes": [len(content) for content in contents], "memory": MEMORY_BYTES, "cpu": PROCESSOR_SECONDS,
        }).encode()  # fmt: skip
        key = hashlib.sha256(b"\0".join([header, *contents])).digest()
        with self._lock:
            if key not in self._remembered:
                self._remembered[key] = self._asked(header, contents, subject, seconds)
                if len(self._remembered) > MAX_REMEMBERED:
                    self._remembered.popitem(last=False)
            self._remembered.move_to_end(key)
            return self._remembered[key]

    def close(self) -> None:
        """End the server and a call in progress."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def _asked(self, header: bytes, contents: tuple[bytes, ...], subject: str, seconds: float) -> Any:
        process = self._running()
        try:
            answer = json.loads(_exchange(process, header, contents, time.monotonic() + seconds))
        except TimeoutError:
            self.close()
            raise TestcodeTimeout(f"{subject} was not read within {seconds:.3g} seconds") from None
        except (OSError, EOFError, ValueError, RecursionError) as error:
            self.close()
            raise InfrastructureError(f"the process that reads files has ended: {error}") from error
        return _result(answer, subject)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            path = [str(Path(simulators.__file__).parents[1]), *filter(os.path.isabs, sys.path)]
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", SERVE, os.pathsep.join(path)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=os.sep,
                env=_variables(), start_new_session=True, bufsize=0,
            )  # fmt: skip
        return self._process


def _variables() -> dict[str, str]:
    """Return the server's environment: no secrets of this process, and its mark for the cleanup guard."""
    return {"LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1", **mark_variables()}


def _result(answer: dict[str, Any], subject: str) -> Any:
    if "result" in answer:
        return answer["result"]
    if "unavailable" in answer:
        raise InfrastructureError(f"{subject} cannot be read: {answer['unavailable']}")
    if "error" in answer:
        raise ERRORS.get(answer["error"], ExpectationFailed)(str(answer["message"])[:2000])
    message = f"{subject} cannot be read: that takes more than {PROCESSOR_SECONDS} seconds of processor time or"
    raise ExpectationFailed(f"{message} {MEMORY_BYTES >> 20} MiB of memory", FailureKind.RESOURCE_LIMIT)


def _exchange(process: subprocess.Popen[bytes], header: bytes, contents: tuple[bytes, ...], until: float) -> bytes:
    """Send a request and return the answer. Raises `TimeoutError` at `until`, `EOFError` when the server ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    sending = memoryview(b"".join([len(header).to_bytes(LENGTH, "big"), header, *contents]))
    received = bytearray()
    os.set_blocking(process.stdin.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdin, selectors.EVENT_WRITE)
        selector.register(process.stdout, selectors.EVENT_READ)
        while (length := _expected(received)) is None or len(received) < length:
            ready = selector.select(max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                if key.fileobj is process.stdout:
                    chunk = os.read(key.fd, 1 << 20)
                    if not chunk:
                        raise EOFError("no answer")
                    received += chunk
                else:
                    sending = sending[os.write(key.fd, sending[: 1 << 16]) :]
                    if not sending:
                        selector.unregister(process.stdin)
    return bytes(received[LENGTH:])


def _expected(received: bytearray) -> int | None:
    """Return the size of an answer including its length prefix, once that is known."""
    if len(received) < LENGTH:
        return None
    length = int.from_bytes(received[:LENGTH], "big")
    if length > MAX_ANSWER_BYTES:
        raise ValueError("an answer is too long")
    return LENGTH + length


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
