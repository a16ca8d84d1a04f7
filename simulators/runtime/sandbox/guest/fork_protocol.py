"""Programs of a box that start as forks of a Python outside of it, which has imported the modules that they need.

A *fork server* is a Python of the environment that imports a helper module and waits. The launching process sends
the server its standard streams and one end of a socket, the *line*, which transports the spec of `enter` and signals in
one direction and the exit status in the other. The server forks; the fork enters the box exactly as other programs do,
drops the same privileges, and runs the module instead of executing it. Like `enter`, this is started without packages.
"""

from __future__ import annotations

import _socket
import ctypes
import marshal
import os
import select
import sys

import enter  # type: ignore[import-not-found]  # lies beside it there

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

TAKEN = b"!"
"""Acknowledgement by the fork that it has received the spec; from then on it represents the program."""

LENGTH = 4
"""Bytes of a number on the line: the length of the spec, or the exit status (negative: by a signal)."""

SIGNAL_INFO = 128
"""Bytes per signal read from a signal descriptor; the first four are its number; signalfd(2)."""


def ask(spec: dict[str, Any]) -> None:
    """Have the server run the program and end as it ends; return without effect when the server has ended."""
    server = _socket.socket(fileno=spec["server"])
    line, theirs = _socket.socketpair()
    before = enter.signals_held_back()
    said = marshal.dumps(spec)
    try:
        descriptors = b"".join(number.to_bytes(4, sys.byteorder) for number in (theirs.fileno(), 0, 1, 2))
        server.sendmsg([TAKEN], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, descriptors)])
        server.close()
        theirs.close()
        line.sendall(len(said).to_bytes(LENGTH, "big") + said)
        taken = line.recv(len(TAKEN)) == TAKEN
    except OSError:
        taken = False
    if taken:
        _end_like(line, before)
    enter.libc.sigprocmask(enter.SIG_SETMASK, before, None)


def _end_like(line: _socket.socket, before: Any) -> NoReturn:
    """Forward signals until the line reports how the program ended; a killed fork reports nothing."""
    signals = _signals()
    poll = _poll(line.fileno(), signals)
    while True:
        ready = [number for number, _ in poll.poll()]
        if line.fileno() in ready:
            told = line.recv(LENGTH)
            enter.end_as(int.from_bytes(told, "big", signed=True) if told else -enter.SIGKILL, before)
        if signals in ready and (number := _next_of(signals)) in enter.HANDED_ON:
            line.send(bytes([number]))


def serve(warm_up: Any) -> list[str]:
    """Wait for requests on standard input, and fork; returns in the forks, in the box, with the program's `argv`.

    Ends with the last process that can send requests.
    """
    server = _socket.socket(fileno=os.dup(0))
    warm_up()
    enter.libc.signal(enter.SIGCHLD, enter.SIG_IGN)  # forks are reaped by the kernel
    while True:
        word, sent, _, _ = server.recvmsg(1, _socket.CMSG_SPACE(4 * 4))
        if not word:
            os._exit(0)
        numbers = sent[0][2]
        descriptors = [int.from_bytes(numbers[at : at + 4], sys.byteorder) for at in range(0, len(numbers), 4)]
        if os.fork() == 0:
            server.close()
            return _run(*descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _run(line_number: int, *streams: int) -> list[str]:
    """In the fork: launch the program and represent it. Returns in the program."""
    line = _socket.socket(fileno=line_number)
    for standard, stream in enumerate(streams):
        os.dup2(stream, standard)
        os.close(stream)
    spec = marshal.loads(_received(line, int.from_bytes(_received(line, LENGTH), "big")))
    before = enter.signals_held_back()
    os.setpgid(0, 0)
    line.sendall(TAKEN)
    try:
        program = enter.fork_into(spec, enter.open_doors(spec), before)
    except OSError as error:
        enter.no_box(spec, error)
        _tell(line, enter.GONE)
    if program:
        _answer_for(program, line)
    line.detach()
    return _begin(spec["argv"], spec["env"])


def _received(line: _socket.socket, length: int) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        part = line.recv(length - len(parts))
        if not part:
            os._exit(enter.GONE)  # the requesting process is gone
        parts += part
    return bytes(parts)


def _answer_for(program: int, line: _socket.socket) -> NoReturn:
    """Forward the signals received on the line until the program has ended; end the program when the line ends."""
    signals = _signals()
    poll = _poll(line.fileno(), signals)
    while not (ended := os.waitpid(program, os.WNOHANG))[0]:
        ready = [number for number, _ in poll.poll()]
        if line.fileno() in ready:
            asked = line.recv(1)
            os.kill(program, asked[0] if asked else enter.SIGKILL)
            if not asked:
                poll.unregister(line.fileno())
        if signals in ready:
            _next_of(signals)
    _tell(line, os.waitstatus_to_exitcode(ended[1]))


def _tell(line: _socket.socket, status: int) -> NoReturn:
    try:  # noqa: SIM105 - `contextlib` takes longer to import than everything else here together
        line.sendall(status.to_bytes(LENGTH, "big", signed=True))
    except OSError:
        pass  # no process waits any more
    os._exit(0)


def _begin(argv: list[str], env: dict[str, str]) -> list[str]:
    """In the box: reproduce the state after executing `argv`; execute it where the difference would be visible."""
    import importlib
    import signal

    modules = {name.partition(".")[0] for name in sys.modules} - {"__main__"}
    if modules & {name.removesuffix(".py") for name in os.listdir()}:
        enter.become(argv, env)
    enter.libc.prctl(enter.PR_SET_DUMPABLE, 1, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in enter.IGNORED_BY_PYTHON:
        signal.signal(number, signal.SIG_IGN)
    os.environ.update(env)
    sys.path[0] = os.getcwd()  # noqa: PTH109 - nothing more is imported than must be
    importlib.invalidate_caches()
    return argv


def _signals() -> int:
    """Return a descriptor from which the blocked signals are read."""
    everything = ctypes.create_string_buffer(128)
    enter.libc.sigfillset(everything)
    return int(enter.libc.signalfd(-1, everything, 0))


def _next_of(signals: int) -> int:
    return int.from_bytes(os.read(signals, SIGNAL_INFO)[:4], sys.byteorder)


def _poll(*descriptors: int) -> select.poll:
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return poll
