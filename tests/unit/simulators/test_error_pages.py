"""Memory addresses in Django's error pages."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import simulators.runtime.environments

GUEST = Path(simulators.runtime.environments.__path__[0]) / "guest"


@pytest.fixture
def error_pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("error_pages", GUEST / "projecteval_error_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGE = """<div class="context" id="c{frame}"><ol id="pre{frame}"></ol>
<li onclick="toggle('pre{frame}', 'post{frame}')">&lt;Cursor object at 0x{cursor:x}&gt;
<td>&lt;Cursor object at 0x{cursor:x}&gt; color: #ff0000; 0xff00ff00; pre2025 and c123</td>"""


def test_pages_that_differ_in_addresses_only_become_equal(error_pages: ModuleType) -> None:
    one = error_pages.without_addresses(PAGE.format(frame=140312650005184, cursor=0x7F9D15A93610))
    other = error_pages.without_addresses(PAGE.format(frame=140117620291648, cursor=0x7F6FACFBF350))
    assert one == other
    assert "color: #ff0000; 0xff00ff00; pre2025 and c123" in one


def test_different_addresses_stay_different(error_pages: ModuleType) -> None:
    page = error_pages.without_addresses("<A at 0x7f0000000010> <B at 0x7f0000000020> <A at 0x7f0000000010>")
    a, b, again = (word.strip(">") for word in page.split() if word.startswith("0x"))
    assert a == again != b
