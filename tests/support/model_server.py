"""Fake model behind the APIs of OpenAI (and compatible ones), Anthropic and Google, on loopback: it knows the
canonical solutions and answers step by step.

It recognizes mission and step by the text of the prompts, as a model would, records its requests, and can be
configured to misbehave first.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from evaluator.model.generation import skeleton_of
from evaluator.strategies.interface import files_text
from missions.catalog import open_catalog
from missions.mission import Mission, checklist_as_json
from tests.support.commands import MISSIONS
from tests.support.model_dialects import dialect_at

KEY = "sk-never-written-down-4711"
STEPS = {
    "Write the checklist": "checklist",
    "Write the skeleton": "skeleton",
    "You build a complete": "code",
    "needs these values": "parameters",
    "It is not clear how it is started": "start",
    "Plan its implementation": "plan",
    "Write tests of your own": "own_tests",
    "Correct the project": "self_repair",
    "Which packages will its code import": "requirements",
    "Write the contract": "contract",
    "write all the source code": "code",
}
Fault = Callable[["_Handler"], None]


@dataclass
class Server:
    """`answers` replaces the text of a step's answer; `faults` come first, each for one request; `refuses` may name one
    for a question by its text; `pace` is how long an answer takes; `keys` are those it was sent; `asked_again` are
    questions that came although they are among `answered_on_disk`; `sent` are
    bytes of an endless answer. With `unlike` no two answers with files are the same, and so no two questions that
    follow."""

    url: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    faults: deque[Fault] = field(default_factory=deque)
    refuses: Callable[[str], Fault | None] = lambda question: None
    keys: set[str] = field(default_factory=set)
    pace: float = 0.0
    unlike: bool = False
    asked: list[str] = field(default_factory=list)
    answered_on_disk: set[str] = field(default_factory=set)
    asked_again: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    sent: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def environment(self) -> dict[str, str]:
        root = self.url.removesuffix("/v1")
        return {
            "OPENAI_BASE_URL": self.url,
            "OPENAI_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": root,
            "ANTHROPIC_API_KEY": KEY,
            "GOOGLE_GEMINI_BASE_URL": root,
            "GOOGLE_API_KEY": KEY,
            "OLLAMA_BASE_URL": self.url,
        }


def digest(prompt: str) -> str:
    return hashlib.sha256(prompt.encode()).hexdigest()


@contextmanager
def serving(**settings: Any) -> Iterator[Server]:
    """Yield a server on a free port."""
    server = Server(**settings)
    handler = type("Handler", (_Handler,), {"model": server})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http:
        server.url = f"http://127.0.0.1:{http.server_address[1]}/v1"
        thread = threading.Thread(target=http.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    model: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model, self.dialect, self.body = self.model, dialect_at(self.path), body
        try:
            texts = self.dialect.texts(body)
        except AssertionError as error:
            return self.refuse(400, "invalid_request_error", str(error))
        with model.lock:
            model.keys.add(self.headers.get(self.dialect.key_in, ""))
            model.at_once += 1
            model.most_at_once = max(model.most_at_once, model.at_once)
            model.bodies.append(body)
            model.asked.append(digest(texts[-1]))
            number = len(model.asked)
            if model.asked[-1] in model.answered_on_disk:
                model.asked_again.append(model.asked[-1])
            fault = model.faults.popleft() if model.faults else model.refuses(texts[-1])
        try:
            if fault is not None:
                fault(self)
            else:
                time.sleep(model.pace)
                self.answer(_text(model, texts[0], number))
        except OSError:
            pass  # the client has disconnected
        finally:
            with model.lock:
                model.at_once -= 1

    def answer(self, text: str, whole: bool = True) -> None:
        kind, content = self.dialect.answer(self.body, text, whole)
        self.reply(200, content, Content_Type=kind)

    def refuse(self, status: int, kind: str, message: str, **headers: str) -> None:
        self.reply(status, self.dialect.refusal(status, kind, message), **headers)

    def reply(self, status: int, content: bytes, **headers: str) -> None:
        self.send_response(status)
        usual = {"Content_Type": "application/json", "Content_Length": str(len(content))}
        for name, value in {**usual, **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


def status(code: int, kind: str = "", message: str = "not now", **headers: str) -> Fault:
    """Return a refusal with an HTTP status, in the form of the API."""
    return lambda handler: handler.refuse(code, kind, message, **headers)


def cut(handler: _Handler) -> None:
    """End the connection half-way."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"id": "answer", "choices": [{"mess')
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def silence(seconds: float) -> Fault:
    """Return a fault that delays the answer."""

    def silent(handler: _Handler) -> None:
        time.sleep(seconds)
        handler.close_connection = True

    return silent


def endless(code: int) -> Fault:
    """Return an endless answer of the API's content type."""

    def pour(handler: _Handler) -> None:
        kind, _ = handler.dialect.answer(handler.body, "", True)
        handler.send_response(code)
        handler.send_header("Content-Type", kind if code == 200 else "application/json")
        handler.end_headers()
        handler.close_connection = True
        opening = b": " if "event-stream" in kind else b'{"text": "'
        handler.wfile.write(opening)
        while True:  # until the client closes the connection
            handler.model.sent += handler.wfile.write(b"a" * 65_536)

    return pour


def compressed(handler: _Handler) -> None:
    """Send a small compressed answer that becomes a large one."""
    content = gzip.compress(b"0" * 100_000_000)
    handler.reply(200, content, Content_Encoding="gzip", Content_Length=str(len(content)))


def nonsense(handler: _Handler) -> None:
    """Send an HTTP answer that does not belong to the API."""
    handler.reply(200, b"<html>Welcome to the hotel's network</html>", Content_Type="text/html")


def says(text: str, whole: bool = True) -> Fault:
    """Return an ordinary answer with this text; not `whole` when it was cut off at the token limit."""
    return lambda handler: handler.answer(text, whole)


def _text(model: Server, prompt: str, number: int) -> str:
    step = next(name for words, name in STEPS.items() if words in prompt)
    answer = model.answers.get(step) or _canonical(step, _mission_of(prompt))
    if not model.unlike:
        return answer
    numbered = answer.replace('"code": "', f'"code": "# answer {number}\\n')
    return numbered.replace('"description": "', f'"description": "({number}) ')


def _mission_of(prompt: str) -> Mission:
    catalog = open_catalog(str(MISSIONS))
    missions = [catalog.mission(mission_id) for mission_id in catalog.ids()]
    for mission in missions:
        marks = [mission.prompt.strip(), *(p.description for p in mission.parameters())]
        if any(mark in prompt for mark in marks):
            return mission
    raise AssertionError(f"no mission is named in: {prompt[:300]}")


def _canonical(step: str, mission: Mission) -> str:
    solution = open_catalog(str(MISSIONS)).reference(mission.id)
    assert solution is not None
    if step == "checklist":
        return checklist_as_json(mission.checklist)
    if step == "skeleton":
        return "Here is the skeleton:\n```json\n" + files_text(skeleton_of(solution, mission)) + "\n```\n"
    if step == "code":
        return "```json\n" + files_text(solution.files) + "\n```"
    return json.dumps(dict(solution.parameters))
