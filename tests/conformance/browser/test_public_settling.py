"""The public benchmark's user waits until a page has settled."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from selenium.webdriver.common.by import By

from evaluator.benchmarks.projecteval_2025.simulator.website_user import PublicWebsiteUser, open_public_browser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.setting import Setting
from tests.support.conformance_site import red_dot, serve

LATE = 0.4
"""Seconds until the second half of an answer follows the first."""

SAY = "document.getElementById('said').textContent ="


class Halting(BaseHTTPRequestHandler):
    """Server that answers with the content named in the path, its second half late."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *said: object) -> None:
        pass

    def do_GET(self) -> None:
        body, kind = (red_dot(), "image/png") if self.path.startswith("/dot") else (b'{"said": "done"}', "text/html")
        if self.path == "/":
            body = b"<p id=said>-</p><button id=go>go</button><input id=file type=file>"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:5])
        self.wfile.flush()
        if self.path != "/":
            threading.Event().wait(LATE)
        self.wfile.write(body[5:])


@pytest.fixture(scope="module")
def user() -> Iterator[PublicWebsiteUser]:
    with serve(Halting) as connect, SiteProxy(connect) as gate, open_public_browser(Setting(), gate, None) as user:
        yield user


def _at_a_page_that(user: PublicWebsiteUser, does: str) -> None:
    user.driver.get("http://localhost:8000/")
    user.driver.execute_script(f"document.getElementById('go').onclick = async () => {{ {does} }}")


def _said(user: PublicWebsiteUser) -> str:
    return user.driver.find_element(By.ID, "said").text


@pytest.mark.parametrize(
    "does",
    [
        f"{SAY} (await (await fetch('/answer')).json()).said",
        f"fetch('/answer').then((answer) => answer.text()).then((text) => {{ {SAY} JSON.parse(text).said }})",
        f"const x = new XMLHttpRequest(); x.open('GET', '/answer'); x.send(); x.onload = () => {{ {SAY} 'done' }}",
        f"const i = new Image(); i.onload = () => {{ {SAY} 'done' }}; i.src = '/dot.png'; document.body.append(i)",
        f"const r = new FileReader(); r.readAsText(new Blob(['done'])); r.onload = () => {{ {SAY} r.result }}",
        f"await navigator.clipboard.writeText('done'); {SAY} await navigator.clipboard.readText()",
        "location = '/answer?<p id=said>done'",
    ],
    ids=["fetch", "fetch then", "XMLHttpRequest", "picture", "file", "clipboard", "page"],
)
def test_what_a_click_began_has_ended_when_it_returns(user: PublicWebsiteUser, does: str) -> None:
    _at_a_page_that(user, does)
    user.driver.find_element(By.ID, "go").click()
    assert "done" in user.driver.page_source


@pytest.mark.parametrize(
    "does",
    [
        f"setTimeout(() => {{ {SAY} 'done' }}, 900)",
        f"setTimeout(() => setTimeout(() => {{ {SAY} 'done' }}, 500), 400)",
        f"let n = 3; const i = setInterval(() => {{ {SAY} --n || 'done'; if (!n) clearInterval(i) }}, 300)",
        f"requestAnimationFrame(() => requestAnimationFrame(() => {{ {SAY} 'done' }}))",
        f"setTimeout(async () => {{ await fetch('/answer'); {SAY} 'done' }}, 900)",
        "setTimeout(\"document.getElementById('said').textContent = 'done'\", 900)",
    ],
    ids=["timer", "timers", "interval", "frames", "request", "text"],
)
def test_who_sleeps_finds_what_the_page_does_in_that_time(user: PublicWebsiteUser, does: str) -> None:
    _at_a_page_that(user, does)
    user.driver.find_element(By.ID, "go").click()
    user.scope()["time"].sleep(1)
    assert _said(user) == "done"


def test_timers_that_come_late_are_waited_for(user: PublicWebsiteUser) -> None:
    """Page that is busy for longer than the sleep, with two timers that would have been due in it."""
    busy = "const until = performance.now() + 1500; while (performance.now() < until);"
    _at_a_page_that(
        user, f"setTimeout(() => setTimeout(() => {{ {SAY} 'done' }}, 400), 400); setTimeout(() => {{ {busy} }}, 50)"
    )
    user.driver.find_element(By.ID, "go").click()
    user.scope()["time"].sleep(1)
    assert _said(user) == "done"


def test_what_comes_later_than_the_sleep_is_not_waited_for(user: PublicWebsiteUser) -> None:
    _at_a_page_that(user, f"setTimeout(() => {{ {SAY} 'late' }}, 60000); setInterval(() => 0, 45000)")
    user.driver.find_element(By.ID, "go").click()
    user.scope()["time"].sleep(1)
    assert _said(user) == "-"


def test_a_page_without_rest_does_not_hold_up_a_sleep_for_long(user: PublicWebsiteUser) -> None:
    _at_a_page_that(
        user,
        f"let n = 0; const draw = () => {{ {SAY} ++n; requestAnimationFrame(draw) }}; draw(); setInterval(() => 0, 30)",
    )
    user.driver.find_element(By.ID, "go").click()
    before = user.deadline.left()
    user.scope()["time"].sleep(0.5)
    assert before - user.deadline.left() < 5
    assert int(_said(user)) > 5
