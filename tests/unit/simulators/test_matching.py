"""Regular expressions are searched within a time limit; text is bounded before any computation."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.errors import InvalidAnswer, TestcodeTimeout
from simulators.matching import MAX_MARKS, MAX_TEXT_CHARS, bounded, folded, matches, normalized, stream_safe

CATASTROPHIC = r"(x+x+)+y"


def test_an_expression_matches_as_python_s_own_does() -> None:
    assert matches(r"^.{3}$", "abc")
    assert not matches(r"^.{3}$", "abcd")
    assert matches(r"^two$", "one\ntwo\nthree", multiline=True)
    assert not matches(r"^two$", "one\ntwo\nthree")


def test_a_search_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(TestcodeTimeout, match=r"took more than 0\.2 seconds"):
        matches(CATASTROPHIC, "x" * 5_000, seconds=0.2)


def test_what_is_no_expression_is_an_invalid_answer() -> None:
    with pytest.raises(InvalidAnswer, match="is not a regular expression"):
        matches("(", "text")


def test_a_long_text_is_bounded_visibly() -> None:
    text = "a" * MAX_TEXT_CHARS + "middle" + "z" * MAX_TEXT_CHARS
    assert bounded("short") == "short"
    assert "characters left out" in bounded(text)
    assert len(bounded(text)) < MAX_TEXT_CHARS + 100
    assert matches("^a", text)
    assert matches("z$", text)
    assert not matches("middle", text)


def test_a_run_of_combining_marks_is_cut() -> None:
    assert stream_safe("e" + "\u0301" * 100 + "f") == "e" + "\u0301" * MAX_MARKS + "f"
    assert stream_safe("漢字" * 50) == "漢字" * 50


def test_normalizing_takes_no_quadratic_time() -> None:
    begun = time.thread_time()
    normalized("a" + "\u0316\u0301" * 50_000)
    assert time.thread_time() - begun < 5  # unbounded: several minutes


@given(st.text(max_size=60))
def test_usual_text_is_normalized_as_unicode_says(text: str) -> None:
    assert folded(text) == " ".join(unicodedata.normalize("NFC", stream_safe(text)).split())
