"""Code is measured wherever a project puts it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from evaluator.evaluators.static_analysis import analyze
from evaluator.evaluators.static_analysis.executable_files import executable_files

CASES = tomllib.loads((Path(__file__).parent / "measured_files" / "cases.toml").read_text(encoding="utf-8"))["case"]
FUNCTION = "def f{}(a, b):\n    if a and b or a == 1:\n        eval('a')\n        return [x for x in b if x]\n\n"
CODE = "".join(map(FUNCTION.format, range(40)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_moved_code_is_measured(case: dict[str, dict[str, str]]) -> None:
    honest = analyze({"pkg/__init__.py": b"from pkg.code import *\n", "pkg/code.py": CODE.encode()}, "pkg")
    files = {path: text.replace("{code}", CODE).encode() for path, text in case["files"].items()}

    found = analyze(files, "pkg", executable=True)

    assert honest.maintainability is not None
    assert found.maintainability is not None
    assert found.security is not None
    assert found.maintainability.minimum == honest.maintainability.minimum
    assert min(each.maintainability for each in found.maintainability.files) < 50
    assert len([call for call in found.security.calls if call.name == "eval"]) == 40


def test_what_the_package_does_not_execute_is_left_out() -> None:
    files = {
        "pkg/__init__.py": b'"""The docs and examples are elsewhere."""\nimport json\n',
        "pkg/tests/helper.py": b"x = 1\n",
        "tests/test_pkg.py": b"import pkg\n",
        "docs/conf.py": b"x = 1\n",
        "examples/shop.py": b"import pkg\n",
        "setup.py": b"import setuptools\n",
        "notes.txt": b"def f():\n    pass\n",
    }
    assert list(executable_files(files, "pkg")) == ["pkg/__init__.py", "pkg/tests/helper.py"]
