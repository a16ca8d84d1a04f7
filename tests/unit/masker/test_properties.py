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


SMALL, LARGE = 20_000, 320_000
"""Characters of two texts: quadratic work is 256 times as much for the larger one, linear work 16 times."""

MAX_FACTOR = 100
"""Between both, since a busy machine makes processor seconds longer."""


@pytest.mark.parametrize(("suffix", "piece"), HOSTILE)
def test_time_is_linear_in_the_text(suffix: str, piece: str) -> None:
    most = MAX_FACTOR * max(min(_seconds(suffix, piece, SMALL) for _ in range(3)), 0.002)
    assert any(_seconds(suffix, piece, LARGE) < most for _ in range(3))


def _seconds(suffix: str, piece: str, size: int) -> float:
    content = piece * (size // len(piece))
    begin = time.process_time()
    mask_file(f"file.{suffix}", content)
    return time.process_time() - begin
