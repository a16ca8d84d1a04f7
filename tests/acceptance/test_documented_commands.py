"""Execution of the commands in fenced ``console`` blocks, except those with a reason in a comment before the block."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluator.cli.app import MODULES
from tests.support.commands import ROOT, projecteval

PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))))
BLOCK = re.compile(r"(<!-- not tested: (?P<why>[^>]+) -->\n)?```console\n(?P<lines>.*?)```", re.DOTALL)
CALL = re.compile(r"(?:^|\s)projecteval (.*)")


def _blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    for block in BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")):
        calls = (CALL.search(line.partition("  #")[0]) for line in block["lines"].splitlines())
        yield block["why"] or "", [call[1] for call in calls if call]


EXECUTED = [("README.md", call) for why, calls in _blocks("README.md") if not why for call in calls]
DOCUMENTED = [(page, call) for page in PAGES for _, calls in _blocks(page) for call in calls]


@pytest.mark.parametrize(("page", "call"), EXECUTED)
def test_a_documented_command_works(page: str, call: str, tmp_path: Path) -> None:
    called = projecteval(*shlex.split(call), cwd=tmp_path)
    assert called.status == 0, f"{page}: {call}: {called.stderr}"


def test_documented_commands_use_verbs_and_options_that_exist() -> None:
    assert len(EXECUTED) >= 4
    pages = {verb: projecteval(verb, "--help").stdout for verb in {call.split()[0] for _, call in DOCUMENTED}}
    wrong = [
        f"{page}: projecteval {call}: {word}"
        for page, call in DOCUMENTED
        for word in _words(call)
        if not (word in MODULES or word in pages[call.split()[0]])
    ]
    assert wrong == []


def _words(call: str) -> list[str]:
    """Return the verb and, for verbs without subcommands, the options."""
    verb, *rest = shlex.split(call)
    grouped = verb in {"missions", "solutions", "prompts", "environments", "runs"}
    return [verb, *(word.partition("=")[0] for word in rest if word.startswith("--") and not grouped)]
