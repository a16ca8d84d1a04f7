"""``check`` on projects that do not work: outcome, and a reason that names the cause."""

import shutil
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, projecteval
from tests.support.parameters import in_proofs

SITE = MISSIONS / "hello-site" / "canonical"
SERVES = 'if __name__ == "__main__" and "runserver" in sys.argv:\n'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SITE, tmp_path / "site")) / "project"


def _check(project: Path, mission: str = "hello-site") -> dict[str, object]:
    called = projecteval("check", project, "--mission", mission, "--missions", MISSIONS, "--json", cwd=project.parent)
    assert called.status == 0, called.stderr
    found: dict[str, object] = called.json["missions"][mission]
    return found


def _before_serving(site: Path, line: str) -> Path:
    manage = site / "manage.py"
    manage.write_text(manage.read_text().replace(SERVES, f"{SERVES}    {line}\n"))
    return site


def test_the_project_itself_passes(site: Path) -> None:
    called = projecteval("check", site, "--mission", "hello-site", "--missions", MISSIONS, "--json", cwd=site.parent)
    assert called.status == 0
    assert "xception" not in called.stderr  # nor does anything complain when all of it ends
    found = called.json["missions"]["hello-site"]
    assert (found["passed"], found["total"], found["reasons"]) == (4, 4, {})
    assert "4 of 4 passed" in projecteval("report", called.json["run"]).stdout


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        in_proofs("import time; time.sleep(600)", "did not listen on port 8000 within 6 seconds"),
        ("raise ValueError('no such table')", "ValueError: no such table"),
        in_proofs("sys.exit(0)", "ended with status 0 before it answered"),
        ("sys.argv[-1] = '9317'", "listens on port 9317, not on 8000"),
        in_proofs("Handler.do_GET = lambda self: self.send_error(500)", "answers 500 to every request"),
        (
            "Handler.do_GET = lambda self: __import__('time').sleep(600)",
            "answered no request within 6 seconds",
        ),
    ],
)
def test_a_site_that_does_not_start_is_not_runnable(site: Path, line: str, reason: str) -> None:
    found = _check(_before_serving(site, line))
    assert found["passed"] == 0
    assert found["runnable"] == "not_runnable"
    assert reason in str(found["reason"])
    assert set(found["testcodes"].values()) == {"not_runnable"}  # type: ignore[attr-defined]


def test_a_site_that_prints_a_million_lines_is_judged_all_the_same(site: Path) -> None:
    found = _check(_before_serving(site, "sys.stdout.write('line\\n' * 1_000_000); sys.stdout.flush()"))
    assert found["passed"] == 4


def test_a_site_that_ends_while_it_is_used_fails_with_that_reason(site: Path) -> None:
    dies = "Handler.do_POST = None; PAGES.pop('/about/'); about = lambda s: __import__('os')._exit(3)"
    _before_serving(
        site,
        f"{dies}; old = Handler.do_GET; Handler.do_GET = lambda s: (about if s.path == '/about/' else old)(s)",
    )
    found = _check(site)
    assert found["testcodes"] == {"greets": "passed", "asks_back": "passed", "names_the_maker": "failed"}
    assert "the project's server ended with status 3" in found["reasons"]["names_the_maker"]  # type: ignore[index]


FAILS = """
def fails(self):
    import traceback
    try:
        {}["price"]
    except KeyError:
        traceback.print_exc()
    BaseHTTPRequestHandler.log_message(self, '"%s" %s %s', self.requestline, "500", "-")
    body = b"Server Error"
    self.send_response(500)
    self.send_header("Content-Length", str(len(body)))
    self.end_headers()
    self.wfile.write(body)


answers = Handler.do_GET
Handler.do_GET = lambda self: (fails if self.path == "/about/" else answers)(self)
"""


def test_a_page_that_answers_with_an_error_has_the_exception_first(site: Path) -> None:
    manage = site / "manage.py"
    manage.write_text(manage.read_text().replace('if __name__ == "__main__"', f'{FAILS}\nif __name__ == "__main__"', 1))
    found = _check(site)
    reason = str(found["reasons"]["names_the_maker"]).splitlines()  # type: ignore[index]
    assert reason[0].startswith("the site answered 500 to GET /about/: KeyError: 'price' (manage.py line ")
    assert reason[0].endswith(", in fails)")
    assert reason[1] == "the text 'made by' is not on the page"
    assert reason[2].endswith("shows: Server Error")
    assert reason[3] == 'testcodes.py line 24: user.sees_text("made by")'


def test_a_folder_without_entry_point_says_so(site: Path) -> None:
    (site / "manage.py").rename(site / "views.py")
    found = _check(site)
    assert (found["runnable"], found["reason"]) == ("not_runnable", "there is no manage.py: nothing to start")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        in_proofs("while True: pass", "neither asked for input nor ended"),
        in_proofs("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        in_proofs("print('bye')", "ended"),
        ("while True: print('x' * 100_000)", "printed more than"),
    ],
)
def test_a_console_program_that_does_not_start_is_not_runnable(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "main.py").write_text(content)
    (tmp_path / "parameters.toml").touch()
    found = _check(tmp_path / "project", "hello-console")
    assert (found["passed"], found["runnable"]) == (0, "not_runnable")
    assert reason in str(found["reason"])


def test_other_missions_of_a_run_are_unaffected(tmp_path: Path) -> None:
    missions = Path(shutil.copytree(MISSIONS, tmp_path / "missions"))
    _before_serving(missions / "hello-site" / "canonical" / "project", "raise ValueError")
    called = projecteval("run", "--agent", "canonical", "--missions", missions, "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    figures = {mission: found["passed"] for mission, found in called.json["missions"].items()}
    assert figures == {"hello-site": 0, "hello-console": 2}


def test_what_a_project_says_does_nothing_to_the_terminal(site: Path) -> None:
    manage = site / "manage.py"
    manage.write_text(f"raise ValueError('no \\x1b[2J \\x1b]0;title\\x07 [/bold] \\u202e way')\n{manage.read_text()}")
    called = projecteval("check", site, "--mission", "hello-site", "--missions", MISSIONS, cwd=site.parent)
    assert called.status == 0, called.stderr
    assert r"no \x1b[2J" in called.stdout
    assert "[/bold]" in called.stdout
    assert not set(called.stdout + called.stderr) & set("\x1b\x07\u202e")


def test_half_a_character_on_a_page_is_shown_and_written(tmp_path: Path) -> None:
    shutil.copytree(MISSIONS, tmp_path / "missions")
    manage = tmp_path / "missions" / "hello-site" / "canonical" / "project" / "manage.py"
    manage.write_text(manage.read_text().replace("'How are you?'", r"'How \\ud800 \\u0000 \\u001b[2J are you?'"))
    asked = ("--missions", tmp_path / "missions", "--select", "hello-site", "--out", tmp_path / "run")
    called = projecteval("run", "--agent", "canonical", *asked)
    assert called.status == 0, called.stderr
    assert "3 of 4 passed" in called.stdout
    reported = projecteval("report", tmp_path / "run", "--junit", tmp_path / "j.xml", "--csv", tmp_path / "v.csv")
    assert reported.status == 0, reported.stderr
    for name in ("run/report.html", "j.xml", "v.csv"):
        assert "are you?" in (tmp_path / name).read_text(encoding="utf-8")
