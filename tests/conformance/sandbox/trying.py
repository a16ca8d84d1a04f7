"""Program that attempts to reach objects of the host, inside a box and, to prove that it can, outside; prints results.

It runs on a Python without the project's packages: ``python trying.py [[name, way, target…], …]`` prints a JSON
object: ``null`` for a success, otherwise the error.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path

SECONDS = 1.0


def read(target: str) -> None:
    path = Path(target)
    if not (list(path.iterdir()) if path.is_dir() else path.read_bytes()):
        raise OSError("nothing is in it")


def write(target: str) -> None:
    with Path(target).open("a") as file:
        file.write("x")


def make(folder: str) -> None:
    made = Path(folder) / "made-by-the-solution"
    made.write_text("x")
    made.unlink()


def connect(family: int, address: tuple[str, int] | str) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as made:
        made.settimeout(SECONDS)
        made.connect(address)


def tcp(host: str, port: str) -> None:
    connect(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, int(port)))


def unix(address: str) -> None:
    connect(socket.AF_UNIX, "\0" + address[1:] if address.startswith("@") else address)


def family(number: str, kind: str) -> None:
    socket.socket(int(number), int(kind)).close()


def resolve(name: str) -> None:
    socket.getaddrinfo(name, 80)


def signal(pid: str) -> None:
    os.kill(int(pid), 0)


def processes(pid: str) -> None:
    if f"{pid}\n" not in [f"{name}\n" for name in os.listdir("/proc")]:
        raise OSError("not among the processes")


WAYS = {way.__name__: way for way in (read, write, make, tcp, unix, family, resolve, signal, processes)}


def outcome(way: str, target: list[str]) -> str | None:
    try:
        WAYS[way](*target)
    except OSError as error:
        return str(error) or type(error).__name__
    return None


if __name__ == "__main__":
    print(json.dumps({name: outcome(way, target) for name, way, *target in json.loads(sys.argv[1])}))
