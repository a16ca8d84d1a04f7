"""Calls of functions on untrusted data, in another process with limits of memory, processor time and time.

Libraries that parse files of a project (spreadsheets, pictures) may need any time and memory for a small file, and
may hold the interpreter lock meanwhile. Results are sent as JSON, so that a compromised parser can only send data.
"""

from __future__ import annotations

import hashlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any

import simulators
from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, NotFound, TestcodeTimeout
from simulators.failures import FailureKind
from simulators.runtime.processes.cleanup_guard import mark_variables
from simulators.runtime.processes.limited_server import LENGTH, MAX_ANSWER_BYTES

MEMORY_BYTES = 1 << 30
"""Bytes of memory that one call may allocate."""

PROCESSOR_SECONDS = 10
"""Seconds of processor time of one call; on a busy machine it may take longer."""

MAX_REMEMBERED = 4
"""Cached results: testcodes read a file several times."""

SERVE = """
import sys
sys.path[:] = sys.argv.pop(1).split(':')
from simulators.runtime.processes.limited_server import main
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
