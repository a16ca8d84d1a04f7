"""Testcodes of a mission as items of pytest: ``pytest --projecteval-mission MISSION --projecteval-project FOLDER``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from missions.catalog import describe, open_catalog
from missions.errors import MissionError

if TYPE_CHECKING:
    from projecteval.loading import EvaluatedRun

EVALUATOR = "simulated-use"
RUN = pytest.StashKey["EvaluatedRun"]()


class TestcodeFailed(Exception):
    """A testcode did not pass; the message has the reason and the steps."""

    __test__ = False


class MissionNode(pytest.Collector):
    """One mission; its items are evaluated together, when the first of them runs."""

    def collect(self) -> Iterator[TestcodeItem]:
        try:
            mission = describe(open_catalog(catalog_of(self.config)), self.name)
        except (MissionError, EvaluatorError) as error:
            raise pytest.UsageError(f"--projecteval-mission {self.name}: {error}") from error
        if not mission.testcodes:
            raise pytest.UsageError(
                f"--projecteval-mission {self.name}: it has no testcodes; check it with the fixture projecteval_check"
            )
        for case_id in (RUNNABLE, *(testcode.id for testcode in mission.testcodes)):
            yield TestcodeItem.from_parent(self, name=case_id)


class TestcodeItem(pytest.Item):
    """One testcode; passes when its case passed."""

    __test__ = False

    def runtest(self) -> None:
        run = _evaluated(self.session)
        case = next((case for case in run.cases if case.id == self.name), None)
        if case is None:
            raise TestcodeFailed(f"there is no result; the report: {run.folder / 'report.html'}")
        steps = _steps(run, case)
        if steps:
            self.add_report_section("call", "steps of the simulated user", steps)
        if case.outcome in (Outcome.BLOCKED, Outcome.SKIPPED, Outcome.MISSION_DEFECT):
            pytest.skip(case.reason or case.outcome.value)
        if not case.passed:
            raise TestcodeFailed(f"{case.outcome.value}: {case.reason}\nreport: {run.folder / 'report.html'}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, TestcodeFailed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.config.rootpath, None, f"{self.parent.name if self.parent else ''}: {self.name}"


def items_of(session: pytest.Session) -> list[TestcodeItem]:
    """Return the items of the mission that the command line names."""
    mission = str(session.config.option.projecteval_mission)
    node = MissionNode.from_parent(session, name=mission, nodeid=f"projecteval/{mission}")
    return list(node.collect())


def catalog_of(config: pytest.Config, catalog: str = "") -> str:
    """Return a catalog: a folder relative to pytest's root folder, else the name of one."""
    named = catalog or str(config.option.projecteval_missions)
    folder = config.rootpath / named
    return str(folder) if folder.is_dir() else named


def is_trusting(config: pytest.Config) -> bool:
    """Return True when the command line or the ini file says that missions are trusted."""
    return bool(config.option.projecteval_trust or config.getini("projecteval_trust"))


def _evaluated(session: pytest.Session) -> EvaluatedRun:
    """Return the run of the selected items: made when it is first needed."""
    if RUN not in session.stash:
        session.stash[RUN] = _checked(session)
    return session.stash[RUN]


def _checked(session: pytest.Session) -> EvaluatedRun:
    import projecteval

    options, root = session.config.option, session.config.rootpath
    node = next(item.parent for item in session.items if isinstance(item, TestcodeItem) and item.parent)
    selected = [item.name for item in session.items if isinstance(item, TestcodeItem) and item.name != RUNNABLE]
    every = len(selected) + 1 == len(list(node.collect())) if isinstance(node, MissionNode) else True
    return projecteval.check(
        root / options.projecteval_project,
        options.projecteval_mission,
        missions=catalog_of(session.config),
        parameters=root / options.projecteval_parameters if options.projecteval_parameters else None,
        only=() if every or not selected else selected,
        sandbox=options.projecteval_sandbox,
        screenshots=options.projecteval_screenshots,
        url=options.projecteval_url,
        trust=is_trusting(session.config),
        out=_folder(session.config),
    )


def _folder(config: pytest.Config) -> Path | None:
    """Return where the run is kept: below ``--projecteval-runs``, else in pytest's temporary folder."""
    name = f"{config.option.projecteval_mission}-run"
    if config.option.projecteval_runs:
        return Path(config.option.projecteval_runs).resolve() / name
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]  # pytest has no other way
    return factory.mktemp("projecteval") / name


def _steps(run: EvaluatedRun, case: Case) -> str:
    """Return the steps of a case, a line each."""
    traces = run.traces(run.attempts[0].attempt, EVALUATOR).get(case.id, ())
    marks = (("✓" if step.ok else "✗", step) for step in traces)
    return "\n".join(
        f"{mark} {step.seconds:7.2f} s  {step.verb} {step.what}  {step.seen[:200]}" for mark, step in marks
    )
