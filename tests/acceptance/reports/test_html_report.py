"""The HTML report in a real browser: opened from disk, without a network."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from evaluator.evaluators.side_by_side import SIMILARITY_DIFFS, DiffRow, FileDiff
from evaluator.evaluators.simulated_use.evidence import readonly_page
from evaluator.io.files import write_json
from evaluator.model.evaluation import Case
from evaluator.model.result import Attempt, AttemptResult, GenerationRecord
from evaluator.reports.comparison import comparison_of
from evaluator.reports.formats import ReportFormat, render_comparison
from evaluator.reports.html import write_report
from simulators.evidence import (
    Area,
    ComparedPicture,
    Exchange,
    Screenshot,
    Side,
    StepMoment,
    TraceEntry,
    ValueDifference,
)
from simulators.failures import FailureKind
from tests.acceptance.reports.conftest import Reader
from tests.support.synthetic_runs import evaluated, failed, in_memory, on_disk, passed, run_of, with_picture

MISSIONS = ("bakery", "library", "museum")
HOSTILE = (
    "<script>document.title='taken over'</script><img src=x onerror=\"document.title='taken over'\"> "
    "</script> \x1b[2J\x1b]0;title\x07 \u202egnp.exe \ud800 {{ 7*7 }} \u2028 ]]> --> `${1}`\n" + "x" * 1_000_000
)


def _picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (600, 300), "teal").save(file, "PNG")
    return file.getvalue()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three missions in two strategies; in `library`, cascade, a case fails with a screenshot and blocks another."""
    run = run_of(tmp_path_factory.mktemp("report") / "run", MISSIONS)
    evaluations = {}
    for attempt in run.attempts():
        cases: tuple[Case, ...] = (passed("greets"), passed("asks"))
        if attempt.mission == "library" and attempt.strategy == "cascade":
            case = failed("greets", "expected Hello; the page shows Goodbye")
            trace = (
                TraceEntry(
                    *("opens", "/", "http://localhost:8000/"),
                    pictures=(Screenshot("opens-001-before.png", StepMoment.BEFORE, 600, 300),),
                ),
                TraceEntry(
                    *("sees_text", "Hello", "Bye"),
                    ok=False,
                    pictures=(Screenshot("greets.png", StepMoment.AFTER, 600, 300, Area(60, 30, 120, 60)),),
                    console=("uncaught: ReferenceError: x", "<script>log</script>"),
                    server="GET / 200\n",
                    exchanges=(Exchange("GET", "/", 200), Exchange("GET", "/app.js", 404, "script")),
                    document="greets.html",
                    differences=(ValueDifference("Sheet!B2", "12.5", "'12.5' (text)"),),
                    compared=(ComparedPicture("greets.png", Side.EXPECTED), ComparedPicture("greets.png", Side.SEEN)),
                ),
            )
            case = Case(case.id, case.group, case.outcome, case.failure, 0.5, trace)
            case = with_picture(run, attempt, case, _picture())
            (run.paths.of(attempt).attachments / "opens-001-before.png").write_bytes(_picture())
            hostile = (
                "<h1>Bye</h1><script>document.title='taken over'</script><meta http-equiv=refresh content='0;url=/x'>"
            )
            (run.paths.of(attempt).attachments / "greets.html").write_text(readonly_page(hostile, "greets"))
            cases = (case, failed("asks", "it needs greets", FailureKind.BLOCKED, "greets"))
        if attempt.mission == "museum":
            typed = TraceEntry("enters", "3", "line one\n  line two\n")
            opened = Screenshot("in_a_window-001-after.png", StepMoment.AFTER, 600, 300)
            attachments = run.paths.of(attempt).attachments
            attachments.mkdir(parents=True, exist_ok=True)
            (attachments / opened.file).write_bytes(_picture())
            started = TraceEntry("starts", "main.py", "Plant\nRoom", pictures=(opened,), window=True)
            cases = (
                Case(
                    "at_a_terminal", (), passed("x").outcome, trace=(TraceEntry("starts", "main.py", "menu\n"), typed)
                ),
                Case("in_a_window", (), passed("x").outcome, trace=(started,)),
            )
        evaluations[attempt] = evaluated(*cases, log="GET / 200\nGET /x 404\n")
    return write_report(on_disk(run, evaluations), 12.0)


def test_a_number_leads_to_the_screenshot_in_two_clicks(report: Path, reader: Reader) -> None:
    page = reader.opens(report)
    page.get_by_role("link", name="2 of 5 passed, library").click()
    page.locator("summary", has_text="greets").click()
    image = page.get_by_role("img", name="Screenshot 1 of greets")
    expect(image).to_be_visible()
    assert image.evaluate("image => image.naturalWidth") == 600
    failed = page.get_by_role("region", name="failed step of greets")
    expect(failed).to_contain_text("sees text Hello")
    expect(failed).to_contain_text("but observed: Bye")


def test_a_failed_step_shows_its_evidence(report: Path, reader: Reader) -> None:
    page = reader.opens(report, "#attempt-5/greets")
    failed = page.get_by_role("region", name="failed step of greets")
    shot, mark = failed.locator(".shot img").bounding_box(), failed.locator(".shot .mark").bounding_box()
    assert shot is not None
    assert mark is not None
    scale = shot["width"] / 600
    assert mark["x"] - shot["x"] == pytest.approx(56 * scale, abs=4)
    assert mark["height"] == pytest.approx(68 * scale, abs=6)
    expect(failed.get_by_label("Browser console during sees text Hello")).to_have_text(
        "uncaught: ReferenceError: x\n<script>log</script>"
    )
    expect(failed.get_by_label("Output of the project during sees text Hello")).to_have_text("GET / 200\n")
    assert failed.locator(".differences tbody tr").inner_text().split("\t") == ["Sheet!B2", "12.5", "'12.5' (text)"]
    requests = failed.get_by_role("region", name="requests during sees text Hello").locator("tbody tr")
    assert [row.inner_text().split("\t") for row in requests.all()] == [
        ["GET", "/", "200", "document"],
        ["GET", "/app.js", "404", "script"],
    ]
    expect(failed.get_by_role("img", name="Picture expected by")).to_be_visible()
    expect(failed.get_by_role("img", name="Picture seen by")).to_be_visible()


def test_a_cause_leads_to_the_cases_that_it_failed(report: Path, reader: Reader) -> None:
    page = reader.opens(report)
    causes = page.get_by_role("region", name="What broke")
    expect(causes.get_by_role("listitem")).to_have_count(2)
    expect(causes.get_by_role("listitem").last).to_have_text(
        "expected Hello; the page shows Goodbye failed, costs 2 cases"
    )
    causes.get_by_role("link", name="2 cases").click()
    expect(page.locator("#found")).to_have_text("1 of 6 attempts, 1 case shown")
    expect(page.locator("#attempts")).to_contain_text("greets")


def test_a_single_attempt_is_not_averaged(tmp_path: Path, reader: Reader) -> None:
    run = run_of(tmp_path / "run", ("bakery",))
    run = replace(
        run,
        request=replace(run.request, strategy=("direct",)),
        lock=replace(run.lock, combinations=(("level-1", "direct"),)),
    )
    page = reader.opens(write_report(in_memory(run, evaluated(failed("greets", "expected Hello"))), 1.0))
    expect(page.get_by_role("heading", name="What broke")).to_be_visible()
    expect(page.get_by_role("heading", name="Averages")).to_have_count(0)
    expect(page.get_by_role("heading", name="Missions")).to_have_count(0)


def test_matched_files_are_side_by_side(tmp_path: Path, reader: Reader) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    attempt = run.attempts()[0]
    hostile = "<script>alert(1)</script>\u202e"
    rows = (DiffRow(skipped=7), DiffRow(8, "total = 1", 8, hostile), DiffRow(9, "print()", None, ""))
    write_json(run.paths.of(attempt).attachments / SIMILARITY_DIFFS, (FileDiff("code", "main.py", "app.py", rows),))
    page = reader.opens(write_report(on_disk(run, {attempt: evaluated(passed("greets"))}), 1.0), "#attempt-1")
    page.get_by_text("Matched files side by side").click()
    page.get_by_text("code: main.py ↔ app.py").click()
    shown = page.get_by_role("region", name="main.py beside app.py").locator("tbody tr")
    expect(shown).to_have_count(3)  # loaded on demand
    assert [row.inner_text().split("\t") for row in shown.all()] == [
        ["7 equal lines"],
        ["8", "total = 1", "8", r"<script>alert(1)</script>\u202e"],
        ["9", "print()", "", ""],
    ]
    expect(page.locator("del")).to_have_text(["total = 1", "print()"])


def test_the_keyboard_alone_leads_there(report: Path, reader: Reader) -> None:
    page = reader.opens(report)
    _tab_to(page, "2 of 5 passed, library")
    page.keyboard.press("Enter")
    expect(page.locator("#detail h2")).to_be_focused()
    _tab_to(page, "greets")
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="Screenshot 1 of greets")).to_be_visible()


def _tab_to(page: Page, words: str) -> None:
    focused = "() => (document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || '')"
    for _ in range(60):
        page.keyboard.press("Tab")
        if words in page.evaluate(focused) and page.evaluate("document.activeElement.tagName") in ("A", "SUMMARY"):
            return
    pytest.fail(f"the keyboard does not reach {words!r}")


def test_keys_lead_from_the_first_screen_to_the_pictures_and_back(report: Path, reader: Reader) -> None:
    page = reader.opens(report)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.get_by_label("Search")).to_be_focused()
    page.keyboard.type("goodbye")
    expect(page.locator("#attempts tbody tr")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    expect(page.locator("details.case[open] > summary")).to_contain_text("greets")
    page.keyboard.press("n")
    expect(page.locator("details.case[open] > summary")).to_contain_text("greets")  # the only one that the search found
    page.keyboard.press("j")
    expect(page.locator(".steps > li").first).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("details.case[open] > summary")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "picture":
            break
    page.keyboard.press("Enter")
    lightbox = page.get_by_role("dialog", name="sees text Hello")
    expect(lightbox.locator("img")).to_have_count(3)  # of the step, expected, seen
    page.keyboard.press("ArrowLeft")
    both = page.get_by_role("dialog", name="opens /")
    expect(both.locator("figcaption")).to_have_text(["before", "after"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.get_by_label("Search")).to_be_focused()


def test_the_page_of_a_failed_step_opens_without_its_scripts(report: Path, reader: Reader) -> None:
    page = reader.opens(report, "#attempt-5/greets")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="The page at this step, without scripts").click()
    shown = opened.value
    expect(shown.frame_locator("iframe").get_by_role("heading", name="Bye")).to_be_visible()
    assert shown.title() == "greets: the page at the failed step"
    assert len(shown.frames) == 2
    assert shown.frames[1].url == "about:srcdoc"


def test_filters_with_one_value_are_hidden(report: Path, reader: Reader) -> None:
    page = reader.opens(report)
    expect(page.get_by_label("Strategy")).to_be_visible()
    expect(page.get_by_label("Agent")).to_be_hidden()
    expect(page.get_by_label("Input")).to_be_hidden()


def test_the_title_is_agent_and_benchmark_without_a_path(tmp_path: Path, reader: Reader) -> None:
    run = run_of(tmp_path / "run", ["bakery"], agent="folder:/home/ada/work/shop")
    page = reader.opens(write_report(in_memory(run, evaluated(passed("greets"))), 1.0))
    assert page.title() == "folder shop · projecteval · ProjectEval"
    expect(page.locator("header")).to_contain_text("folder shop on projecteval")
    expect(page.locator(".figure")).to_contain_text("75.0 % 6 of 8 cases passed")


@pytest.mark.parametrize("reader", ["light", "dark"], indirect=True)
def test_more_agents_than_missions_are_rows_with_whole_names(tmp_path: Path, reader: Reader) -> None:
    names = [f"claude-opus-4.5-thinking-high-{number:02}" for number in range(12)]
    run = run_of(tmp_path / "run", MISSIONS)
    record = GenerationRecord(True)
    attempts = [Attempt(mission, "level-1", "direct", recorded=name) for name in names for mission in MISSIONS]
    cases = evaluated(passed("greets"), failed("asks", "no"))
    results = replace(in_memory(run, {}), attempts=tuple(AttemptResult(each, record, cases) for each in attempts))
    page = reader.opens(write_report(results, 1.0))
    rows = page.locator("table.heat tbody tr")
    expect(rows).to_have_count(12)
    heading = rows.first.locator("th")
    assert heading.evaluate("th => th.scrollWidth <= th.clientWidth && th.getClientRects().length === 1")
    expect(rows.first.locator("td").first).to_have_text("60")
    rows.first.get_by_role("link", name="3 of 5 passed, bakery").click()
    expect(page.locator("#detail h2")).to_contain_text("bakery")
    _has_no_violation(page)
    page.set_viewport_size({"width": 400, "height": 800})
    page.go_back()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    _has_no_violation(page)


def test_search_and_filters_show_what_fits_and_are_in_the_address(report: Path, reader: Reader) -> None:
    page = reader.opens(report)
    rows = page.locator("#attempts tbody tr")
    expect(rows).to_have_count(6)
    page.get_by_label("Search").fill("goodbye")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("library")
    page.get_by_label("Search").fill("")
    page.get_by_label("Outcome").select_option("blocked")
    expect(page.locator("#found")).to_have_text("1 of 6 attempts, 1 case shown")
    page.get_by_label("Outcome").select_option("")
    page.get_by_label("Failure").select_option("expectation")
    page.get_by_label("Strategy").select_option("direct")
    expect(page.locator("#found")).to_have_text("3 of 6 attempts, 3 cases shown")
    assert page.url.endswith("#?kind=expectation&strategy=direct")
    page.reload()
    expect(page.locator("#found")).to_have_text("3 of 6 attempts, 3 cases shown")
    page.get_by_role("button", name="Clear filters").click()
    expect(rows).to_have_count(6)


def test_a_deep_link_opens_a_case_and_what_it_follows_from(report: Path, reader: Reader) -> None:
    page = reader.opens(report, "#attempt-5/asks")
    expect(page.locator("details.case[open] > summary")).to_contain_text("asks")
    page.locator("details.case[open]").get_by_role("link", name="greets").click()
    expect(page.get_by_role("img", name="Screenshot 1 of greets")).to_be_visible()
    page.go_back()
    expect(page.locator("summary", has_text="asks")).to_be_focused()


def test_every_evaluator_appears_by_its_cases_and_measures(report: Path, reader: Reader) -> None:
    page = reader.opens(report, "#attempt-1")
    expect(page.locator("summary", has_text="test_adds[1-2]")).to_be_visible()
    rows = page.get_by_role("region", name="measures of pytest-suite").locator("tbody tr")
    assert [row.inner_text().split("\t") for row in rows.all()] == [
        ["coverage", "71.25", "%", "88", "higher"],
        ["peak memory", "–", "MB", "40", "lower"],
    ]
    page.get_by_text("Output of the project").click()
    assert page.get_by_label("output of the project").inner_text() == "GET / 200\nGET /x 404\n"
    page.get_by_text("Prompts and raw answers").click()
    expect(page.get_by_label("content of 01-code.json")).to_have_text("an answer")


def test_a_terminal_keeps_its_line_breaks(report: Path, reader: Reader) -> None:
    page = reader.opens(report, "#attempt-3/at_a_terminal")
    assert page.get_by_label("terminal of at_a_terminal").inner_text() == "$ main.py\nmenu\n3\nline one\n  line two\n"


def test_a_desktop_program_has_a_window_and_no_terminal(report: Path, reader: Reader) -> None:
    page = reader.opens(report, "#attempt-3/in_a_window")
    step = page.locator(".steps li")
    expect(step.locator("figcaption")).to_have_text("the window at its start")
    expect(step).to_contain_text("text in the window: ")
    expect(page.get_by_label("terminal of in_a_window")).to_have_count(0)


def test_hostile_texts_are_texts(tmp_path: Path, reader: Reader) -> None:
    run = run_of(tmp_path / "run", ["<b>bold</b>"[:3]], agent=HOSTILE[:200])
    trace = (TraceEntry("sees_text", HOSTILE[:300], HOSTILE[:300], ok=False),)
    case = failed("</script><script>alert(1)</script>/../x", HOSTILE)
    case = Case(case.id, (HOSTILE[:100],), case.outcome, case.failure, 0.1, trace)
    results = on_disk(run, {each: evaluated(case, log=HOSTILE) for each in run.attempts()}, answer=HOSTILE)
    page = reader.opens(write_report(results, 1.0))
    page.locator("#attempts tbody a").first.click()
    for title in ("alert(1)", "Output of the project", "Parameters", "Prompts"):
        page.locator("summary", has_text=title).first.click()
    expect(page.get_by_label("content of 01-code.json")).to_contain_text("</script>")
    text = page.locator("body").inner_text()
    assert r"\x1b[2J\x1b]0;title\x07 \u202egnp.exe \ud800 {{ 7*7 }}" in text
    assert "characters left out" in text
    assert not set(text) & set("\x1b\x07\u202e\u2028\ud800")
    assert "ProjectEval" in page.title()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_missing_file_of_details_is_said(tmp_path: Path, reader: Reader) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    report = write_report(in_memory(run, evaluated(passed("greets"))), 1.0)
    (tmp_path / "run/report/attempt-1.js").unlink()
    page = reader.opens(report)
    page.goto(f"{report.as_uri()}#attempt-1")
    expect(page.get_by_role("alert")).to_contain_text("report/attempt-1.js cannot be loaded")
    reader.complaints = [each for each in reader.complaints if "ERR_FILE_NOT_FOUND" not in each]


def test_a_large_index_is_spread_over_files_and_complete(
    tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluator.reports.html.script_data.MAX_PART_CHARS", 10_000)
    run = run_of(tmp_path / "run", [f"mission-{number}" for number in range(300)])
    page = reader.opens(write_report(in_memory(run, evaluated(failed("greets", "no"))), 1.0))
    expect(page.locator("#found")).to_contain_text("600 of 600 attempts")
    assert len(list((tmp_path / "run/report").glob("index-*.js"))) >= 2
    page.get_by_label("Search").fill("mission-299")
    expect(page.locator("#attempts tbody tr")).to_have_count(2)
    page.goto("about:blank")
    page = reader.opens(tmp_path / "run/report.html", "#attempt-600/greets")
    expect(page.locator("#detail h2")).to_contain_text("mission-299")


def test_a_report_elsewhere_brings_its_pictures(report: Path, tmp_path: Path, reader: Reader) -> None:
    from evaluator.runs.folder.run import open_run
    from evaluator.runs.results.results import results_of

    moved = write_report(results_of(open_run(report.parent)), 1.0, tmp_path / "elsewhere")
    page = reader.opens(moved, "#attempt-5/greets")
    image = page.get_by_role("img", name="Screenshot 1 of greets")
    expect(image).to_be_visible()
    assert re.search(r"/elsewhere/report/attempt-5/greets\.png$", image.evaluate("image => image.src"))
    assert image.evaluate("image => image.naturalWidth") == 600


@pytest.mark.parametrize("reader", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("at", ["", "#attempt-5/greets"])
def test_axe_finds_nothing(report: Path, reader: Reader, at: str) -> None:
    page = reader.opens(report, at)
    page.wait_for_load_state()
    _has_no_violation(page)


def _has_no_violation(page: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="dev packages are not installed")
    # The page's security policy refuses injected scripts; axe-core is evaluated by the browser's own interface.
    found = axe.Axe().run(page).response["violations"]
    assert [(each["id"], each["impact"], each["nodes"][0]["html"]) for each in found] == []


@pytest.mark.parametrize("at", ["", "#attempt-5/greets"])
def test_a_narrow_screen_is_not_exceeded(report: Path, reader: Reader, at: str) -> None:
    reader.page.set_viewport_size({"width": 400, "height": 800})
    page = reader.opens(report, at)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


@pytest.mark.parametrize("reader", ["light", "dark"], indirect=True)
def test_a_comparison_begins_with_the_better_agent_and_folds_its_cases(tmp_path: Path, reader: Reader) -> None:
    missions = [f"mission-{number}" for number in range(8)]
    better = in_memory(run_of(tmp_path / "better", missions, agent="model:a"), evaluated(passed("x"), passed("y")))
    worse = in_memory(run_of(tmp_path / "worse", missions, agent="model:b"), evaluated(passed("x"), failed("y", "no")))
    path = tmp_path / "comparison.html"
    path.write_bytes(render_comparison(comparison_of([worse, better]), ReportFormat.HTML))
    page = reader.page
    page.goto(path.as_uri())
    row = page.get_by_role("row", name="model:a").first
    expected = ["model:a (better)", "model:b (worse)", "+20.0 points", "0.008", "8 of 8"]
    assert row.inner_text().split("\t") == expected
    expect(page.get_by_text("mission-3")).to_have_count(2)
    expect(page.get_by_text("mission-3").first).to_be_hidden()
    page.locator("summary", has_text="8 cases differ").first.click()
    expect(page.get_by_text("mission-3").first).to_be_visible()
    _has_no_violation(page)
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


@pytest.mark.slow
def test_five_thousand_attempts_open_in_less_than_two_seconds(tmp_path: Path, reader: Reader) -> None:
    run = run_of(tmp_path / "run", [f"mission-{number}" for number in range(50)], samples=50)
    cases = [
        failed(f"case_{number}", f"expected {number}") if number % 3 else passed(f"case_{number}")
        for number in range(20)
    ]
    report = write_report(in_memory(run, evaluated(*cases)), 1.0)
    assert report.stat().st_size < 5_000_000
    page = reader.opens(report)
    expect(page.locator("#found")).to_contain_text("5000 of 5000 attempts")
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")  # milliseconds
    assert loaded < 2_000
    assert len(list((tmp_path / "run/report").glob("attempt-*.js"))) == 5_000
