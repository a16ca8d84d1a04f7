"""Fake coding agent: reads its task, writes a project, parameters and a report; or misbehaves (``argv[1]``)."""

import json
import os
import signal
import sys
from pathlib import Path

HOW = sys.argv[1] if len(sys.argv) > 1 else "well"
SITE = """
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGES = {
    "/": b"<h1>Hello</h1><button onclick=\\"document.body.append('How are you?')\\">?</button>",
    "/about/": b"<p>made by a program</p>",
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path in PAGES else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGES.get(self.path, b""))

    def log_message(self, *arguments):
        pass


if "runserver" in sys.argv:
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[-1])), Handler).serve_forever()
"""
ANSWERS = {"home": "/", "greeting": "h1", "ask": "button", "about": "/about/"}


def builds() -> None:
    prompt = Path("PROMPT.md").read_text()
    if not Path("PARAMETERS.json").exists():  # a library
        Path("project/README.md").write_text("Not built yet.\n")
        return
    parameters = json.loads(Path("PARAMETERS.json").read_text())
    if "says hello" in prompt:
        Path("project/manage.py").write_text(SITE)
    else:
        Path("project/main.py").write_text('print("Hello, " + input())\n')
    names = [parameter["name"] for parameter in parameters["parameters"]]
    Path("parameters.json").write_text(json.dumps({name: ANSWERS[name] for name in names}))
    Path("report.json").write_text('{"turns": 3, "tools": 7, "input_tokens": 50, "output_tokens": 5, "cost": 0.01}')
    if "CHECKLIST.json" not in os.listdir() and "checklist.json" in prompt:
        Path("checklist.json").write_text('[{"page": "Start", "function": [{"function": "Greet"}]}]')
    if "skeleton/" in prompt:
        Path("skeleton").mkdir()
        Path("skeleton/main.py").write_text("def main():\n    pass\n")
    print("done with", parameters["mission"], sorted(os.listdir()), os.environ.get("BUILDER_KEY"))


def builds_badly() -> None:
    """Leave everything that could do harm."""
    builds()
    project = Path("project")
    (project / "stolen").symlink_to("/etc/passwd")
    os.mkfifo(project / "pipe")
    Path(os.fsdecode(b"project/caf\xe9.txt")).write_text("no UTF-8") if HOW == "strange-name" else None
    Path("report.json").write_text('{"turns": -1, "cost": "NaN"}')
    Path("parameters.json").unlink()
    Path("parameters.json").symlink_to("/etc/passwd")


def sleeps() -> None:
    """Build, then never end, in two sessions, whatever signal asks for it."""
    builds()
    sys.stdout.flush()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
    while True:
        os.read(os.pipe()[0], 1)


def links_out() -> None:
    Path("project").rmdir()
    Path("project").symlink_to("/etc")


def prints_much() -> None:
    for _ in range(3000):
        print("x" * 1000)
    builds()


def leaks() -> None:
    builds()
    Path("project/key.py").write_text(os.environ["BUILDER_KEY"])


def breaks() -> None:
    raise SystemExit(3)


WAYS = {
    "well": builds,
    "badly": builds_badly,
    "strange-name": builds_badly,
    "sleeps": sleeps,
    "links-out": links_out,
    "prints-much": prints_much,
    "leaks": leaks,
    "breaks": breaks,
}

if __name__ == "__main__":
    WAYS[HOW]()
