"""Maintainability index, complexity and Halstead volume by hand-computed examples."""

from __future__ import annotations

import ast
import math

import pytest

from evaluator.evaluators.static_analysis import measure_maintainability
from evaluator.evaluators.static_analysis.measures import complexities, maintainability_index, volume

SOURCE = """# a comment

def grade(points):
    if points > 90 and points <= 100:
        return "good"
    return "bad"
"""


def test_the_index_of_a_file_is_that_of_its_lines_complexity_and_volume() -> None:
    (file,) = measure_maintainability({"a.py": SOURCE.encode()}).files
    # operators: ( ) : if > and <= : return return; operands: def grade points (×3) and numbers, strings as one each
    distinct = len({"(", ")", ":", "if", ">", "and", "<=", "return", "def", "grade", "points", "number", "string"})
    assert (file.lines, file.mean_complexity) == (4, 3)
    assert file.volume == pytest.approx(_length(SOURCE) * math.log2(distinct))
    expected = (171 - 5.2 * math.log(file.volume) - 0.23 * 3 - 16.2 * math.log(4)) * 100 / 171
    assert file.maintainability == pytest.approx(expected)


def _length(source: str) -> int:
    spaced = source.replace("# a comment", "")
    for mark in ("(", ")", ":"):
        spaced = spaced.replace(mark, f" {mark} ")
    return len(spaced.split())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1", [1]),
        ("x = 1 if a else 2", [2]),
        ("def f(): pass", [1]),
        ("def f():\n    for a in b:\n        while c: pass", [3]),
        ("def f():\n    try: pass\n    except A: pass\n    except B: pass", [4]),
        ("def f(): return a or b or c and d", [4]),
        ("def f(): return [a for a in b if c for d in e]", [3]),
        ("def f():\n    match a:\n        case 1: pass\n        case _: pass", [4]),
        ("def f():\n    def g():\n        if a: pass\n    with b: pass", [3, 2]),
        ("async def f():\n    async with a: pass\n    async for b in c: pass", [2]),
        ("f = lambda: a if b else c", [2]),
    ],
)
def test_complexity_counts_branches(source: str, expected: list[int]) -> None:
    assert complexities(ast.parse(source)) == expected


def test_all_numbers_are_one_operand_and_f_strings_are_strings() -> None:
    assert volume("x = 1 + 22 + 3\n") == pytest.approx(7 * math.log2(4))
    assert volume('x = f"{a} {b!r:>{c}}" + "d"\n') == pytest.approx(5 * math.log2(4))
    assert volume("x\n") == 0


@pytest.mark.parametrize(("lines", "complexity", "size", "expected"), [(1, 0, 1, 100), (10**6, 9999, 1e12, 0)])
def test_the_index_is_cut_to_0_and_100(lines: int, complexity: float, size: float, expected: float) -> None:
    assert maintainability_index(lines, complexity, size) == expected


def test_a_file_that_cannot_be_parsed_has_the_index_0() -> None:
    found = measure_maintainability({"a.py": b"def f(:\n", "b.py": b"\xef\xbb\xbfx = 1\n", "c.py": b"x = 1\n"})
    assert [(file.path, file.is_parsed) for file in found.files] == [("a.py", False), ("b.py", False), ("c.py", True)]
    assert found.minimum == 0


def test_a_project_without_code_has_no_index() -> None:
    found = measure_maintainability({"a.py": b"# nothing\n\n", "b.txt": b"x = 1"})
    assert (found.files, found.minimum, found.lines, found.max_complexity) == ((), None, 0, 0)


def test_the_package_is_measured_without_tool_folders() -> None:
    files = {
        "pkg/a.py": b"x = 1\n",
        "pkg/Build/b.py": b"x = 1\n",
        "pkg/tests/c.py": b"x = 1\n",
        "setup.py": b"x = 1\n",
    }
    assert [file.path for file in measure_maintainability(files, "pkg").files] == ["pkg/a.py", "pkg/tests/c.py"]
    assert len(measure_maintainability(files, "other").files) == 3
    assert len(measure_maintainability({f"build/{path}": text for path, text in files.items()}, "build/pkg").files) == 2
