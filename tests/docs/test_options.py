"""Commands of the documentation, in blocks and in sentences, use verbs and options that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer.main

from evaluator.cli.app import app
from tests.support.documentation import PAGES, SHELL, blocks_of, inline_calls

CALL = re.compile(r"(?:^|\s)projecteval ([a-z].*)")
CURRENT = [page for page in PAGES if not page.startswith("docs/decisions/")]  # those quote former commands
GROUPS = ("data ", "missions ", "solutions ", "prompts ", "environments ", "runs ")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
OPTION = re.compile(r"(?:^|\s)(--[a-z][a-z-]*)")


def test_verbs_and_options_of_documented_commands_exist() -> None:
    calls = [(page, call) for page in CURRENT for call in (*_block_calls(page), *inline_calls(page))]
    assert len(calls) > 100
    assert [f"{page}: projecteval {call}: {word}" for page, call in calls for word in _unknown(call)] == []


def _block_calls(page: str) -> Iterator[str]:
    for block in blocks_of(page):
        for line in block.text.splitlines() if block.language in SHELL else ():
            if found := CALL.search(line.partition("  #")[0]):
                yield found[1]


def _unknown(call: str) -> list[str]:
    """Return the verb or subcommand that does not exist, or the options that it does not have."""
    command: Any = typer.main.get_command(app)
    for word in call.split()[: 2 if call.startswith(GROUPS) else 1]:
        if word.startswith(("-", "…")):
            break
        found = command.get_command(None, word)
        if found is None:
            return [word]
        command = found
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    return [option for option in OPTION.findall(QUOTED.sub("", call)) if option not in known | {"--help"}]
