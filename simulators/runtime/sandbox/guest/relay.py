"""First process of a container: it waits, and relays connections from a Unix socket to the loopback.

It runs inside, on the image's own Python and without the evaluator's packages. A connection sends the port in two
bytes (big endian) and gets one byte back: 1 when a process listens. The relay, and the container with it, ends when
its standard input is closed, also by the end of the evaluator.
"""

from __future__ import annotations

import signal
import socket
import sys
import threading


def main(path: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # orphans of the box are reaped by the kernel
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # process 1 cannot be ended from inside
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(128)
        threading.Thread(target=_accept, args=(listener,), daemon=True).start()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.buffer.read()


def _accept(listener: socket.socket) -> None:
    while True:
        asked, _ = listener.accept()
        threading.Thread(target=_serve, args=(asked,), daemon=True).start()


def _serve(asked: socket.socket) -> None:
    with asked:
        port = int.from_bytes(asked.recv(2), "big")
        try:
            site = socket.create_connection(("localhost", port))
        except OSError:
            asked.sendall(b"\0")
            return
        with site:
            asked.sendall(b"\1")
            back = threading.Thread(target=_pump, args=(site, asked), daemon=True)
            back.start()
            _pump(asked, site)
            back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    """Copy until the source ends or either breaks; then close the other side."""
    try:
        while data := source.recv(1 << 16):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        for broken in (source, sink):
            broken.close()


if __name__ == "__main__":
    main(sys.argv[1])
