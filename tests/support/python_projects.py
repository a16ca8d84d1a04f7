"""A small Python project with tests, as its author would keep it: below ``src/``, with a test that fails."""

from __future__ import annotations

import subprocess
from pathlib import Path

FILES = {
    "README.md": "# Word counter\n\n[![badge](https://img.shields.io/x.svg)](x)\n\nCounts words in texts.\n",
    "pyproject.toml": (
        '[project]\nname = "word-counter"\ndescription = "Counts words."\ndependencies = []\n'
        '[project.optional-dependencies]\ntest = ["pytest-xdist", "unused-package"]\n'
        '[tool.pytest.ini_options]\naddopts = "--strict-nothing"\npython_functions = ["test_*", "check_*"]\n'
    ),
    "setup.py": "raise SystemExit('never executed')\n",
    "src/wordcounter/__init__.py": '"""Count words."""\n\nfrom wordcounter.counting import Counter, words\n',
    "src/wordcounter/counting.py": (
        '"""Counting."""\n\n\n'
        'def words(text: str) -> list[str]:\n    """Return the words of a text."""\n    return text.split()\n\n\n'
        'class Counter:\n    """Number of words over several texts."""\n\n'
        "    def __init__(self) -> None:\n        self.number = 0\n\n"
        '    def add(self, text: str) -> int:\n        """Count a text."""\n'
        "        self.number += len(words(text))\n        return self.number\n"
    ),
    "src/wordcounter/optional.py": (
        '"""Needs what is not installed."""\n\nimport not_there\n\n\ndef more():\n    return not_there\n'
    ),
    "tests/test_counting.py": (
        "import pytest\n\nfrom wordcounter import Counter, words\n\n\n"
        "@pytest.mark.parametrize('text', ['', 'a b', 'a\\nb'])\n"
        "def test_words(text):\n    assert words(text) == list(text.replace(' ', '').replace('\\n', ''))\n\n\n"
        "def check_counter():\n    counter = Counter()\n    counter.add('a b')\n    assert counter.add('c') == 3\n\n\n"
        "def test_that_fails():\n    assert words('a') == []\n\n\n"
        "def test_that_is_skipped():\n    pytest.skip('not today')\n"
    ),
    "tests/test_free.py": "def test_arithmetic():\n    assert 1 + 1 == 2\n",
    "tests/test_optional.py": "from wordcounter import optional\n\n\ndef test_more():\n    assert optional.more()\n",
}


def write_project(folder: Path) -> Path:
    """Write the project into `folder`."""
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def committed(folder: Path) -> str:
    """Make a git repository of `folder` with one commit, and return its digest."""
    git = ("git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "Begin")):
        subprocess.run((*git, *words), check=True)
    found = subprocess.run((*git, "rev-parse", "HEAD"), check=True, capture_output=True, text=True)
    return found.stdout.strip()
