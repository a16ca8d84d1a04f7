"""The pipe to Chromium when the other side misbehaves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest
from selenium.common.exceptions import InvalidSessionIdException, TimeoutException, WebDriverException

from evaluator.benchmarks.projecteval_2025.webdriver import pipe as pipes
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import Pipe, ProtocolError


@pytest.fixture
def ends() -> Iterator[tuple[Pipe, int, int]]:
    """Yield a pipe and the browser's two ends of it."""
    reads, ours_out = os.pipe()
    ours_in, writes = os.pipe()
    yield Pipe(ours_out, ours_in), reads, writes
    for end in (reads, ours_out, ours_in, writes):
        os.close(end)


def _say(end: int, **message: object) -> None:
    os.write(end, json.dumps(message).encode() + b"\0")


def test_answers_find_their_questions_and_events_their_listeners(ends: tuple[Pipe, int, int]) -> None:
    pipe, _, browser = ends
    heard: list[str] = []
    pipe.listeners["s"] = lambda event, about: heard.append(f"{event} {about['n']}")
    first, second = pipe.send("A"), pipe.send("B")
    _say(browser, id=second, result={"is": "b"})
    _say(browser, method="E", params={"n": 1}, sessionId="s")
    _say(browser, method="E", params={"n": 2}, sessionId="unknown")
    _say(browser, id=first, error={"message": "no such thing"})
    with pytest.raises(ProtocolError, match="no such thing"):
        pipe.answer(first)
    assert pipe.answer(second) == {"is": "b"}
    assert heard == ["E 1"]


def test_a_message_that_is_too_long_is_no_answer_and_the_next_one_is(
    ends: tuple[Pipe, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, _, browser = ends
    monkeypatch.setattr(pipes, "MAX_MESSAGE_BYTES", 1000)
    _say(browser, id=1, result={"text": "x" * 5000})
    _say(browser, id=2, result={"text": "x" * 50})
    with pytest.raises(WebDriverException, match="more than"):
        pipe.call("A")
    assert pipe.call("B") == {"text": "x" * 50}


def test_a_browser_that_says_nothing_or_is_gone_is_told(ends: tuple[Pipe, int, int]) -> None:
    pipe, _, browser = ends
    with pytest.raises(TimeoutException, match=r"did not answer within 0\.01 s"):
        pipe.call("A", seconds=0.01)
    os.write(browser, b'{"id": 2, "resu')
    replacement = os.open(os.devnull, os.O_WRONLY)
    os.dup2(replacement, browser)
    os.close(replacement)
    with pytest.raises(InvalidSessionIdException):
        pipe.call("B")
