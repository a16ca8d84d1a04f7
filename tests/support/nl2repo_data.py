"""Tiny data in the layout of NL2Repo-Bench, and the upstream projects of its tasks, all written for the tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from evaluator.benchmarks.nl2repo.sources import LOCKS

SPECIFICATION = '''## Introduction and Goals of the adder Project

`adder` adds.

## Natural Language Instruction (Prompt)

Write `adder`, a package with one function.

## Environment Configuration

### Python Version

The Python version used in the current project is: Python 3.11.7

```Plain
pip        23.2.1
pytest     8.4.1
attrs==25.3.0
```

## API Usage Guide

```python
from adder import add
```

```python
def add(one: int, other: int = 0) -> int:
    """Add."""
```
'''
UPSTREAM: Mapping[str, str] = {
    "pyproject.toml": (
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        '[project]\nname = "adder"\nversion = "1.0"\nreadme = "README.md"\n'
        '[tool.setuptools.packages.find]\nwhere = ["src"]\n'
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n'
    ),
    "README.md": "adder\n",
    "src/adder/__init__.py": "from adder.version import version\n\n\ndef add(one, other=0):\n    return one + other\n",
    "src/adder/version.py": "version = '1.0'\n",
    "tests/test_add.py": (
        "import os\nimport sys\n\nimport pytest\nimport adder\nfrom importlib.metadata import version\n\n\n"
        "@pytest.mark.parametrize('other', [1, 2, 3])\n"
        "def test_add(other):\n    assert adder.add(1, other) == 1 + other\n\n\n"
        "def test_default():\n    assert adder.add(4) == 4\n\n\n"
        "def test_installed():\n    assert version('adder') == '1.0'\n\n\n"
        "@pytest.mark.skip(reason='not here')\ndef test_skipped():\n    pass\n"
    ),
}
CASES = 5
"""Cases that the upstream project passes; one more is skipped."""


def add_task(
    data: Path,
    name: str,
    specification: str | None = SPECIFICATION,
    commands: tuple[str, ...] = ("pip install -e .", "pytest --continue-on-collection-errors tests"),
    count: str = str(CASES + 1),
) -> None:
    """Write one task below `data`; without a specification, as the public data does it."""
    folder = data / "test_files" / name
    folder.mkdir(parents=True)
    (folder / "test_case_count.txt").write_text(count)
    (folder / "test_commands.json").write_text(json.dumps(commands))
    (folder / "test_files.json").write_text('["tests"]')
    if specification is None:
        (folder / "start.md.download_failed.txt").write_text("failed")
    else:
        (folder / "start.md").write_text(specification)


def add_upstream(home: Path, task: str, files: Mapping[str, str] = UPSTREAM) -> None:
    """Put the upstream project of `task` and the lock file of its packages into the store in `home`."""
    for name, text in files.items():
        path = home / "nl2repo" / task / "upstream" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    shutil.copy(LOCKS / "markupsafe.lock", home / "nl2repo" / task / "requirements.lock")
