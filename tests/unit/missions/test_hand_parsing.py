"""`missions validate` reports testcodes that parse a project's output by hand, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.authoring.hand_parsing import hand_parsing_problems
from missions.formats.folder import BUILT_IN

SCAFFOLDS = BUILT_IN.parent / "scaffolds"

HEAD = """
import csv, io, json, re
from decimal import Decimal
from missions import BrowserUser, FilesUser, testcode

def words_of(user: BrowserUser) -> list[str]:
    return user.page_text().split()

def last_number(address: str) -> int:
    return int(address.rpartition("/")[2])

@testcode("Page", "Function")
def tries(user: BrowserUser, box: str) -> None:
"""

BY_HAND = {
    "json.loads(user.page_text())": "user.reads_json(text, shape)",
    "total = user.text(box)\n    int(total)": "user.reads_number(text, pattern)",
    "Decimal(user.text(box).removeprefix('€'))": "user.reads_number(text, pattern)",
    "float(user.value(box))": "user.reads_number(text, pattern)",
    "user.texts(box)[-1]": "user.rows(",
    "words_of(user)[0]": "user.rows(",
    "last_number(user.url())": "user.reads_number(text, pattern)",
    "first, *others = user.table(box)": "user.rows(",
    "one, two = user.texts(box)": "user.rows(",
    "for row, name in zip(user.texts(box), ['a', 'b'], strict=True): pass": "user.pairs(seen, expected)",
    "re.search('a(b)', user.text(box)).group(1)": "user.reads_match(text, pattern)",
    "user.page_text().index('a')": "user.reads_match(text, pattern)",
    "next(row for row in user.table(box) if 'a' in row)": "user.rows(",
    "min(len(row) for row in user.texts(box))": "default=…",
    "list(csv.reader(io.StringIO(user.downloads(box).text())))": "user.reads_csv(text, columns=…)",
    "for row in user.rows(user.table(box), columns=2): row[0].split(',')[1]": "user.rows(",
    "found = [row for row in user.rows(user.table(box), columns=2) if row[0]]\n    found[0]": "user.rows(",
}

BY_VERBS = [
    "for row in user.rows(user.table(box), columns=2): assert row[1]",
    "first, *others = user.rows(user.table(box), at_least=1)",
    "user.reads_json(user.page_text(), list[str])",
    "for row, texts in user.pairs(user.texts(box), [('a', 'b')]): assert texts[0] in row",
    "days = ['1', '2']\n    int(days[0])",
    "for name, count in zip(['a', 'b'], [1, 2], strict=True): int(count)",
    "assert user.text(box).partition(':')[0] == 'a'",
    "assert json.loads('[1]')[0] == 1",
    "assert max(user.texts(box), default='') < 'b'",
    "addresses = [user.url() for number in range(2)]\n    user.opens(addresses[0])",
    "pair = (user.url(), user.text(box))\n    assert pair[0] != pair[1]",
    "next(user.url() for number in (1, 2))",
    "int(user.count(box) == 1)",
    "assert user.texts(box)[:1] == ['a']",
]


def problems(folder: Path, body: str) -> list[str]:
    path = folder / "testcodes.py"
    path.write_text(f"{HEAD}    {body}\n", encoding="utf-8")
    return hand_parsing_problems(path)


@pytest.mark.parametrize("body", BY_HAND)
def test_parsing_by_hand_is_reported_with_its_line_and_the_verb_to_use(body: str, tmp_path: Path) -> None:
    found = problems(tmp_path, body)
    assert len(found) == 1, found
    line = 10 if body.startswith("last_number") else 14 + body.count("\n")
    assert found[0].startswith(f"testcodes.py line {line}: ")
    assert BY_HAND[body] in found[0]


@pytest.mark.parametrize("body", BY_VERBS)
def test_verbs_and_the_testcode_s_own_values_are_not_reported(body: str, tmp_path: Path) -> None:
    assert problems(tmp_path, body) == []


def test_no_mission_parses_by_hand() -> None:
    paths = [*BUILT_IN.glob("*/testcodes.py"), *SCAFFOLDS.glob("*/testcodes.py")]
    assert len(paths) > 30
    assert [problem for path in paths for problem in hand_parsing_problems(path)] == []
