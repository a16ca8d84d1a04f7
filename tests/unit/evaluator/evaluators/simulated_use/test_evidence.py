"""Evidence of steps: which pictures are kept, and how much text."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from evaluator.evaluators.simulated_use.evidence import MAX_PICTURES, MAX_TEXT_CHARS, MAX_TOTAL_CHARS, EvidenceRecorder
from evaluator.model.options import Screenshots
from simulators.clocks import Deadline
from simulators.evidence import Area, Exchange, Trace, View


def _png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (30, 20), "teal").save(file, "PNG")
    return file.getvalue()


PNG = _png()


@dataclass
class Camera:
    """Camera of a window that always shows the same; every view is counted."""

    messages: tuple[str, ...] = ()
    views: int = 0

    def view(self) -> View:
        self.views += 1
        return View(PNG, Area(1, 2, 3, 4))

    def console(self) -> tuple[str, ...]:
        return self.messages

    def exchanges(self) -> tuple[Exchange, ...]:
        return ()

    def document(self) -> str:
        return ""


def _played(folder: Path, wanted: Screenshots, camera: Camera, fails: bool) -> tuple[Trace, tuple[str, ...]]:
    """Play two actions and an expectation."""
    recorder = EvidenceRecorder(folder, "buys", wanted, Deadline.after(60), camera, None)
    trace = Trace(observer=recorder)
    for verb in ("types", "clicks"):
        with trace.step(verb, "x", camera) as step:
            if recorder.before_actions:
                recorder.acts(step, camera)
    try:
        with trace.step("sees", "x", camera):
            if fails:
                raise AssertionError("not there")
    except AssertionError:
        pass
    return trace, recorder.keep(trace.entries, not fails)


@pytest.mark.parametrize(
    ("wanted", "fails", "kept"),
    [
        (Screenshots.LAST, False, [[], [], []]),
        (Screenshots.LAST, True, [[], [], ["after"]]),
        (Screenshots.FAILURES, False, [[], [], []]),
        (Screenshots.FAILURES, True, [["before"], ["before"], ["after"]]),
        (Screenshots.ALL, False, [["before", "after"], ["before", "after"], ["after"]]),
        (Screenshots.ALL, True, [["before", "after"], ["before", "after"], ["after"]]),
    ],
)
def test_the_choice_decides_which_pictures_are_kept(
    tmp_path: Path, wanted: Screenshots, fails: bool, kept: list[list[str]]
) -> None:
    (tmp_path / "buys-007-after.png").write_bytes(b"of an earlier try")
    trace, last = _played(tmp_path, wanted, Camera(), fails)
    assert [[picture.moment.value for picture in step.pictures] for step in trace.entries] == kept
    assert last == (("buys.png",) if fails else ())
    named = {picture.file for step in trace.entries for picture in step.pictures}
    assert {path.name for path in tmp_path.iterdir()} == named
    if fails:
        (picture,) = trace.entries[-1].pictures
        assert (picture.file, picture.width, picture.height) == ("buys.png", 30, 20)
        assert picture.marked == Area(1, 2, 3, 4)


@pytest.mark.parametrize(("passed", "kept"), [(True, [[], []]), (False, [["after"], []])])
def test_a_failed_case_of_a_desktop_program_shows_its_window(
    tmp_path: Path, passed: bool, kept: list[list[str]]
) -> None:
    camera = Camera()
    recorder = EvidenceRecorder(tmp_path, "waters", Screenshots.LAST, Deadline.after(60), camera, None)
    trace = Trace(observer=recorder)
    with trace.step("starts", "python main.py") as step:
        step.window = True
    with trace.step("clicks", "Water"):
        pass
    recorder.keep(trace.entries, passed)
    assert [[picture.moment.value for picture in step.pictures] for step in trace.entries] == kept
    assert {path.name for path in tmp_path.iterdir()} == (set() if passed else {"waters-001-after.png", "waters.png"})


def test_usual_runs_take_no_picture_of_what_passes(tmp_path: Path) -> None:
    camera = Camera()
    _played(tmp_path, Screenshots.LAST, camera, fails=False)
    assert camera.views == 0


def test_pictures_and_texts_of_a_testcode_are_bounded(tmp_path: Path) -> None:
    camera = Camera(("x" * 100_000,))
    recorder = EvidenceRecorder(tmp_path, "buys", Screenshots.ALL, Deadline.after(60), camera, None)
    trace = Trace(observer=recorder)
    for _ in range(500):
        with trace.step("opens", "/", camera):
            pass
    recorder.keep(trace.entries, passed=True)
    assert len(list(tmp_path.iterdir())) == MAX_PICTURES
    texts = [len("\n".join(step.console)) for step in trace.entries]
    assert max(texts) < MAX_TEXT_CHARS + 100
    assert sum(texts) < MAX_TOTAL_CHARS + MAX_TEXT_CHARS


def test_compared_pictures_are_kept_of_a_failure_only(tmp_path: Path) -> None:
    for fails in (True, False):
        recorder = EvidenceRecorder(tmp_path, f"draws-{fails}", Screenshots.LAST, Deadline.after(60), Camera(), None)
        trace = Trace(observer=recorder)
        with trace.step("sees_picture", "chart.png") as step:
            recorder.compares(step, b"expected", b"seen")
        recorder.keep(trace.entries, passed=not fails)
    assert (tmp_path / "draws-True-001-expected.png").read_bytes() == b"expected"
    assert (tmp_path / "draws-True-001-seen.png").read_bytes() == b"seen"
    assert not list(tmp_path.glob("draws-False*"))


def test_time_for_evidence_does_not_count_for_the_testcode() -> None:
    deadline = Deadline.after(10)
    before = deadline.at
    with deadline.suspended():
        assert deadline.at > before + 20
    assert before <= deadline.at < before + 5
