"""Properties of the masker for any content: it never fails, is deterministic, and needs time linear in the text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masker import Treatment, mask_file

SUFFIXES = ["py", "html", "js", "css", "json", "csv", "md", "ts", "png"]
HOSTILE = [
    ("py", "def f():\n    return 1\n"),
    ("py", "# x\n"),
    ("py", "x = lambda: [y for y in z]\n"),
    ("html", "<!--"),
    ("html", "<script"),
    ("html", "<script></"),
    ("html", "{% block a %}"),
    ("html", "<body '"),
    ("html", "{#"),
    ("html", "{% comment %}<style>"),
    ("js", "`${`"),
    ("js", "/[/]"),
    ("js", "x = /[a]b "),
    ("js", "class a {"),
    ("js", "function f(){}\n"),
    ("js", "\\'"),
    ("css", "a{/*"),
    ("css", "a{b:'c'}"),
]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(SUFFIXES), st.binary(max_size=200))
def test_arbitrary_bytes_are_masked_without_an_error(suffix: str, content: bytes) -> None:
    result = mask_file(f"file.{suffix}", content)
    assert isinstance(result.content, bytes)
    assert result.reason
    assert mask_file(f"file.{suffix}", content) == result


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(SUFFIXES), st.text(max_size=200))
def test_arbitrary_text_is_masked_without_an_error(suffix: str, content: str) -> None:
    result = mask_file(f"file.{suffix}", content)
    assert isinstance(result.content, str)
    assert isinstance(result.treatment, Treatment)


def _seconds(suffix: str, content: str) -> float:
    times = []
    for _ in range(3):
        begin = time.process_time()
        mask_file(f"file.{suffix}", content)
        times.append(time.process_time() - begin)
    return min(times)


@pytest.mark.parametrize(("suffix", "piece"), HOSTILE)
def test_time_is_linear_in_the_text(suffix: str, piece: str) -> None:
    small, large = (piece * (size // len(piece)) for size in (20_000, 160_000))
    assert _seconds(suffix, large) < 8 * 3 * max(_seconds(suffix, small), 0.002)
