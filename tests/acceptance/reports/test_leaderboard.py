"""The leaderboard: ranks with ties, and every figure leads to its evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from evaluator.model.errors import UsageError
from evaluator.reports.leaderboard import boards_named, boards_of, write_leaderboard
from evaluator.runs.results.results import Results
from tests.acceptance.reports.conftest import Reader
from tests.support.synthetic_runs import evaluated, failed, in_memory, passed, run_of


def _run(tmp_path: Path, agent: str, missions: int, good: bool) -> Results:
    names = [f"mission-{number}" for number in range(missions)]
    cases = (passed("greets"), passed("asks")) if good else (failed("greets", "no"), failed("asks", "no"))
    return in_memory(run_of(tmp_path / agent, names, agent=agent), evaluated(*cases))


@pytest.mark.parametrize(("missions", "ranks"), [(5, ["1–3", "1–3", "1–3"]), (6, ["1–2", "1–2", "3"])])
def test_only_significant_differences_decide_ranks(tmp_path: Path, missions: int, ranks: list[str]) -> None:
    runs = [_run(tmp_path, agent, missions, good) for agent, good in (("bad", False), ("one", True), ("two", True))]
    board, *others = boards_of(runs)
    assert [(rank.entry.group.agent, rank.in_words) for rank in board.ranks] == list(
        zip(("one", "two", "bad"), ranks, strict=True)
    )
    assert [(each.input_set, each.strategy) for each in (board, *others)] == [
        ("level-1", "cascade"),
        ("level-1", "direct"),
    ]


def test_every_figure_leads_to_the_attempts_behind_it(tmp_path: Path, reader: Reader) -> None:
    hostile = "<b>model</b>\u202e"
    runs = [
        _run(tmp_path, "good", 3, True),
        in_memory(run_of(tmp_path / "x", ["mission-1"], agent=hostile), evaluated()),
    ]
    site = write_leaderboard(runs, tmp_path / "site")
    page = reader.page
    page.goto(site.as_uri())
    expect(page.locator("h2").first).to_have_text("projecteval, level-1, cascade")
    assert "<b>model</b>\\u202e" in page.locator("body").inner_text()
    page.get_by_text("Missions", exact=True).first.click()
    page.get_by_role("link", name="4/5").first.click()
    expect(page.locator("#found")).to_have_text("1 of 6 attempts, 1 case shown")
    page.locator("#attempts tbody a").first.click()
    expect(page.locator("details.case").first).to_be_visible()


def test_published_scores_are_shown_and_marked(tmp_path: Path, reader: Reader) -> None:
    runs = [_run(tmp_path, "good", 3, True)]
    page = reader.page
    page.goto(write_leaderboard(runs, tmp_path / "site", boards_named(["ralbench", "nl2repo"])).as_uri())
    board = page.get_by_role("region", name="ralbench: published, not measured here")
    expect(board.get_by_role("row").nth(1)).to_have_text("gemini-3-pro-preview43.8650.57")
    expect(page.get_by_role("region", name="nl2repo: published, not measured here")).to_be_visible()
    with pytest.raises(UsageError, match=r"--published x: choose from all, ralbench"):
        boards_named(["x"])
    assert {board.benchmark for board in boards_named(["all"])} >= {"ralbench", "nl2repo", "devbench", "webbench"}


def test_runs_without_results_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none of these runs"):
        write_leaderboard([in_memory(run_of(tmp_path / "run", ["bakery"]), {})], tmp_path / "site")
