"""Random pages in a browser, and random programs and sites that are evaluated as a whole."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from evaluator.model.evaluation import Outcome
from missions.catalog import Catalog, open_catalog
from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.clocks import Deadline
from simulators.setting import Setting
from tests.hostile.fuzzing import values
from tests.hostile.fuzzing.targets import Target, refused_as_stated
from tests.support.commands import MISSIONS
from tests.support.conformance_site import ConformanceSite, serve
from tests.support.workbench import evaluate_folder

PROGRAM = """import sys
input("?")
sys.stdout.buffer.write({output!r})
sys.stdout.flush()
"""

SITE = """import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.wfile.write({head!r} + {body!r})

    def log_message(self, *arguments):
        pass


if __name__ == "__main__" and "runserver" in sys.argv:
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[-1])), Handler).serve_forever()
"""

HEADS = (
    b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n",
    b"HTTP/1.0 200 \xff\r\nContent-Type: text/html; charset=\x00\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"HTTP/1.0 302 Found\r\nLocation: /\r\n\r\n",
    b"HTTP/1.0 999 ?\r\nContent-Type: image/png\r\n\r\n",
    b"HTTP/1.0 200 OK\r\nContent-Disposition: attachment; filename=../../x\r\n\r\n",
    b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: text/html\r\n\r\n",
    b"HTTP/1.0 103 Early Hints\r\n\r\nHTTP/1.0 204 No Content\r\n\r\n",
    b"SSH-2.0-OpenSSH_9.6\r\n",
    b"",
)


class PagesOfBytes(ConformanceSite):
    """Serves `content` under every path."""

    content = b""

    def do_GET(self) -> None:  # noqa: N802
        self.send(200, type(self).content, "text/html; charset=utf-8")


class Pages:
    """Pages that one browser visits."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def __call__(self, random: Random) -> None:
        PagesOfBytes.content = values.page(random)
        with self._browser.session() as user:
            user.deadline, user.patience = Deadline.after(20.0), 0.05
            for look in _looks(user, random):
                with refused_as_stated():
                    look()


def _looks(user: BrowserUser, random: Random) -> Iterator[Callable[[], object]]:
    selector = random.choice(["p", "#text", "//td", "h1 > b", "button", values.text(random, 2) or "p"])
    yield lambda: user.opens("/page")
    yield user.page_text
    yield user.title
    yield lambda: user.sees_text("Hello")
    yield lambda: user.does_not_see_text("Hello")
    yield lambda: user.text(selector)
    yield lambda: user.clicks(selector)
    yield lambda: user.sees_table([["Hello"]], "table")


class Projects:
    """Projects of the small missions, evaluated in sandboxes."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def program(self, random: Random) -> None:
        output = values.mutated(random, values.text(random).encode("utf-8", "replace"))
        self._evaluated("hello-console", "main.py", PROGRAM.format(output=output), {})

    def site(self, random: Random) -> None:
        source = SITE.format(head=random.choice(HEADS), body=values.page(random))
        choices = ["/", "h1", "#ask", values.text(random, 3)]
        answers = {name: random.choice(choices) for name in ("home", "greeting", "ask", "about")}
        self._evaluated("hello-site", "manage.py", source, answers)

    def _evaluated(self, mission_id: str, name: str, source: str, answers: dict[str, str]) -> None:
        with tempfile.TemporaryDirectory(prefix="projecteval-fuzz-", ignore_cleanup_errors=True) as folder:
            project = Path(folder) / "project"
            project.mkdir()
            (project / name).write_text(source)
            mission = self._catalog.mission(mission_id)
            evaluation = evaluate_folder(self._catalog, mission, project, answers, Path(folder))
        assert Outcome.INFRASTRUCTURE not in evaluation.counts(), [case.reason for case in evaluation.cases]


@contextmanager
def simulated_use_targets() -> Iterator[dict[str, Target]]:
    """Open the targets that need a browser or a sandbox."""
    projects = Projects(open_catalog(str(MISSIONS)))
    with ExitStack() as stack:
        proxy = stack.enter_context(SiteProxy(stack.enter_context(serve(PagesOfBytes))))
        browser = stack.enter_context(open_browser(Setting(patience=0.05), proxy))
        yield {"pages": Pages(browser), "console programs": projects.program, "sites": projects.site}
