"""Fake coding agent that asks its provider, and tries everything else that it must not reach."""

import json
import os
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

PROXY = urlsplit(os.environ.get("HTTPS_PROXY", "http://127.0.0.1:1"))


def through_proxy(request: str) -> str:
    try:
        with socket.create_connection((PROXY.hostname, PROXY.port), 5) as client:
            client.sendall(f"{request} HTTP/1.1\r\n\r\n".encode())
            answer = client.recv(1000).decode()
            if " 200 " in answer:
                client.sendall(b"build it")
                return client.recv(1000).decode()
            return answer.split()[1]
    except OSError as error:
        return type(error).__name__


def directly(address: str, port: int) -> str:
    try:
        with socket.create_connection((address, port), 2):
            return "connected"
    except OSError:
        return "refused"


def read_only(folder: str) -> str:
    try:
        Path(folder, "new").write_text("x")
    except OSError:
        return "read-only"
    return "written"


def main(loopback: int, tools: str) -> None:
    """Try everything; `loopback` is a port of the machine's own loopback, `tools` a folder that is read-only."""
    results = {
        "provider": through_proxy("CONNECT api.example.com:443"),
        "other host": through_proxy("CONNECT other.example.com:443"),
        "other port": through_proxy("CONNECT api.example.com:22"),
        "loopback": through_proxy(f"CONNECT localhost:{loopback}"),
        "loopback address": through_proxy(f"CONNECT 127.0.0.1:{loopback}"),
        "private": through_proxy("CONNECT inside.example.com:443"),
        "rebinding": through_proxy("CONNECT rebinding.example.com:443"),
        "plain": through_proxy("GET http://api.example.com/"),
        "directly loopback": directly("127.0.0.1", loopback),
        "directly": directly("93.184.216.34", 443),
        "home": os.environ["HOME"],
        "tools": read_only(tools),
        "path": os.environ["PATH"].split(":")[1],
    }
    Path("project/main.py").write_text('print("Hello, " + input())\n')
    Path("parameters.json").write_text("{}")
    print(json.dumps(results))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
