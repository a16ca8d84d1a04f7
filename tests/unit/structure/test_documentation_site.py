"""The documentation site has every page, and each page once."""

from __future__ import annotations

import re

from tests.support.commands import ROOT

PAGE = re.compile(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", re.MULTILINE)


def test_every_page_is_in_the_navigation_once() -> None:
    listed = PAGE.findall((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    there = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed) == sorted(there)
