"""The report as ``projecteval view`` serves it: current, on loopback, behind a random token."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from evaluator.reports.view import serving_report
from tests.acceptance.reports.conftest import Reader
from tests.support.synthetic_runs import evaluated, failed, on_disk, passed, run_of, with_picture


def _status(address: str) -> int:
    try:
        with urllib.request.urlopen(address) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture
def online(browser: Browser) -> Reader:
    page = browser.new_page()
    reader = Reader(page)
    page.on("console", lambda message: reader.complaints.append(message.text))
    page.on("pageerror", lambda error: reader.complaints.append(str(error)))
    return reader


def test_the_report_follows_a_run_that_is_going_on(tmp_path: Path, online: Reader) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    direct, cascade = run.attempts()
    on_disk(run, {direct: evaluated(passed("greets"))})
    with serving_report(run) as address:
        page = online.page
        page.goto(address)
        expect(page.locator("#attempts tbody tr")).to_have_count(2)
        expect(page.locator("#attempts")).to_contain_text("not evaluated")
        on_disk(run, {cascade: evaluated(with_picture(run, cascade, failed("greets", "no"), b"\x89PNG"))})
        page.get_by_role("button", name="Show the new results").click(timeout=20_000)
        expect(page.locator("#attempts")).not_to_contain_text("not evaluated")
        page.goto(f"{address}#attempt-2/greets")
        expect(page.locator("details.case[open] > summary")).to_contain_text("greets")
        assert _status(f"{address}attempts/bakery/level-1-cascade/sample-1/attachments/greets.png") == 200
    assert online.complaints == []


def test_all_runs_of_a_folder_are_listed_and_followed(tmp_path: Path, online: Reader) -> None:
    first = run_of(tmp_path / "runs" / "first run", ["bakery"], agent="folder:/home/ada/shop")
    on_disk(first, {each: evaluated(passed("greets")) for each in first.attempts()})
    with serving_report(tmp_path / "runs") as address:
        page = online.page
        page.goto(address)
        rows = page.locator("tbody tr")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("folder shop")
        second = run_of(tmp_path / "runs" / "second", ["bakery"])
        on_disk(second, {second.attempts()[0]: evaluated(failed("greets", "no"))})
        page.get_by_role("button", name="Show the new results").click(timeout=20_000)
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="second")).to_contain_text("1 of 2 done")
        page.get_by_role("link", name="first run").click()
        expect(page.locator("h1")).to_have_text("folder shop on projecteval")
        page.get_by_role("link", name="All runs").click()
        expect(rows).to_have_count(2)
        assert [_status(f"{address}{name}/report.html") for name in ("first%20run", "..", "third")] == [200, 404, 404]
    assert online.complaints == []


def test_nothing_else_is_served(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    on_disk(run, {each: evaluated(passed("greets")) for each in run.attempts()})
    (tmp_path / "secret.png").write_bytes(b"x")
    with serving_report(run) as address:
        assert address.startswith("http://127.0.0.1:")
        assert len(address.rstrip("/").rpartition("/")[2]) >= 32
        base = address.rstrip("/").rpartition("/")[0]
        assert _status(address) == _status(f"{address}report/attempt-1.js") == 200
        wrong = (
            *("run.toml", "report/attempt-9.js", "report/attempt-0.js", "report/index-2.js", "../secret.png"),
            *("attempts/../../secret.png", "attempts/x/attachments/..%2f..%2f..%2fsecret.png", "report/x.js"),
            *(f"report/attempt-{'9' * 4400}.js", f"report/index-{'9' * 4400}.js"),
        )
        assert {path: _status(address + path) for path in wrong} == dict.fromkeys(wrong, 404)
        assert [_status(f"{base}/"), _status(f"{base}/wrong/"), _status(f"{base}/wrong/report.html")] == [404] * 3


SCRIPT = "<script>document.title = 'ran'</script><p>a page</p>"


def test_a_stored_page_of_a_stranger_runs_nothing(tmp_path: Path, online: Reader) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    on_disk(run, {each: evaluated(passed("greets")) for each in run.attempts()})
    attempt = "attempts/bakery/level-1-direct/sample-1"
    for folder in (attempt, f"{attempt}/solution", f"{attempt}/stages/01-code/solution", "attempts/bakery/other"):
        place = run.folder / folder / "attachments"
        place.mkdir(parents=True, exist_ok=True)
        (place / "page.html").write_text(SCRIPT)
    with serving_report(run) as address:
        online.page.goto(f"{address}{attempt}/attachments/page.html")
        assert (online.page.inner_text("p"), online.page.title()) == ("a page", "")
        for folder in ("solution/", "stages/01-code/solution/", "../../other/", "solution/../"):
            path = f"{address}{attempt}/{folder}attachments/page.html"
            assert _status(path.replace("../", "%2e%2e/")) == 404


def test_the_command_prints_the_address_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    on_disk(run, {each: evaluated(passed("greets")) for each in run.attempts()})
    command = [str(Path(sys.executable).with_name("projecteval")), "view", str(run.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        address = serving.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        assert _status(address) == 200
        serving.send_signal(signal.SIGINT)
        assert serving.wait(60) == 0
