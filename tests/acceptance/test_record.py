"""What a person does in a browser becomes a testcode that passes."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page

from missions.authoring.recorded_testcode import recorded_parameters, recorded_testcode
from missions.authoring.verbs import signature_problems
from simulators.browser.recording.recorder import RecordedStep, StepKind, record, step_of
from tests.support.commands import projecteval

HOME = """<!doctype html><title>Notes</title><h1>Notes</h1>
<form action="/saved/"><label>Your name <input name="who"></label>
<label><input type="checkbox" id="loud"> loudly</label>
<select name="colour"><option>red</option><option value="b">blue</option></select>
<input type="date" name="day"><button>Save</button></form><a href="/about/">About</a>"""
PAGES = {"/": HOME, "/saved/": "<p id='done'>Saved for Ada</p>", "/about/": "<p>About notes</p>"}


class Notes(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = PAGES.get(self.path.partition("?")[0])
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write((page or "").encode())

    def log_message(self, *arguments: object) -> None:
        """Print nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Notes) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def _uses(page: Page) -> None:
    page.fill("input[name=who]", "Bob")
    page.press("input[name=who]", "Tab")
    page.fill("input[name=who]", "Ada")
    page.press("input[name=who]", "Tab")
    page.check("#loud")
    page.select_option("select", label="blue")
    page.fill("input[name=day]", "2025-03-14")
    page.press("input[name=day]", "Tab")
    page.click("button")
    page.wait_for_selector("#done")
    page.click("#done", modifiers=["Alt"])
    page.go_back()
    page.wait_for_selector("a")
    page.click("a")
    page.wait_for_url("**/about/")


def test_clicks_and_entries_become_steps(site: str) -> None:
    steps = record(site, headed=False, play=_uses)
    assert [(step.kind.value, step.element, step.value) for step in steps] == [
        ("opens", "", "/"),
        ("types", 'input[name="who"]', "Ada"),
        ("ticks", "#loud", ""),
        ("chooses", 'select[name="colour"]', "blue"),
        ("enters_date", 'input[name="day"]', "2025-03-14"),
        ("clicks", "button", ""),
        ("sees", "#done", "Saved for Ada"),
        ("goes_back", "", ""),
        ("clicks", "a", ""),
    ]


STEPS = [
    RecordedStep(StepKind.OPENS, value="/"),
    RecordedStep(StepKind.TYPES, 'input[name="who"]', "Ada", "Your name"),
    RecordedStep(StepKind.ENTERS_DATE, "#day", "2025-03-14", "day"),
    RecordedStep(StepKind.CLICKS, "button", "", "Save"),
    RecordedStep(StepKind.CLICKS, "a", "", "Save"),
    RecordedStep(StepKind.SEES, "#done", "Saved for Ada", "done"),
]


def test_steps_become_a_testcode_with_parameters(tmp_path: Path) -> None:
    text = recorded_testcode(STEPS, "Notes", "Save")
    (tmp_path / "testcodes.py").write_text(text)
    assert signature_problems(tmp_path / "testcodes.py") == []
    lines = [line.strip() for line in text.splitlines()]
    assert '@testcode("Notes", "Save")' in lines
    assert 'your_name_element: Annotated[Element, "element Your name"],' in lines
    assert "user.types('Ada', into=your_name_element)" in lines
    assert "user.enters_date(date.fromisoformat('2025-03-14'), into=day_element)" in lines
    assert "user.clicks(save_element_2)" in lines
    assert "user.sees(done_element, containing='Saved for Ada')" in lines
    values = tomllib.loads(recorded_parameters(STEPS))
    assert (values["page"], values["your_name_element"]) == ("/", 'input[name="who"]')


def test_a_page_cannot_report_anything_else() -> None:
    assert step_of({"kind": "executes", "value": "rm"}) is None
    assert step_of("clicks") is None
    assert step_of({"kind": "clicks", "element": "x" * 9000}) == RecordedStep(StepKind.CLICKS, "x" * 2000)


def test_without_a_display_the_message_says_so(tmp_path: Path) -> None:
    called = projecteval(
        "missions",
        "record",
        "http://localhost:1/",
        "--out",
        tmp_path / "new",
        env={"DISPLAY": "", "WAYLAND_DISPLAY": ""},
    )
    assert called.status == 1
    assert "DISPLAY is not set" in called.stderr
    assert not (tmp_path / "new").exists()
    assert projecteval("missions", "record", "localhost:8000").status == 2
