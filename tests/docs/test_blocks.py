"""Every command and example of README and documentation is executed, except those with a reason in the page."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.support.documentation import PAGES, PYTHON, SHELL, TOML, Block, blocks_of, markers_in
from tests.support.documented_places import Place, place_of
from tests.support.public_similarity import FOLDER as PUBLIC

TESTED = [block for page in PAGES for block in blocks_of(page) if block.language in {*SHELL, PYTHON, TOML}]
EXECUTED = [block for block in TESTED if not block.reason]
HAS_PUBLIC_DATA = (PUBLIC / "data").is_dir()
NOT_TESTED = {
    "README.md": ["installs packages"],
    "docs/agents.md": [
        "needs installed coding agents and keys of their services (tests/acceptance/agents/test_installed_programs.py)"
    ]
    * 2,
    "docs/cluster.md": ["needs several machines (tests/acceptance/test_cluster.py)", "needs Slurm"],
    "docs/data-sets.md": ["needs the public data"],
    "docs/devbench.md": [
        *("takes minutes", "needs the public data", "needs Debian's packages and the public data"),
        "needs the public data",
    ],
    "docs/growing.md": ["needs runs of several agents", "a fragment of a longer file", "takes minutes"],
    "docs/index.md": ["installs packages"],
    "docs/installation.md": ["installs packages and a browser"],
    "docs/isolation.md": ["the folders are the reader's"],
    "docs/library-missions.md": ["takes minutes per mission (tests/acceptance/test_measure.py)"],
    "docs/missions.md": [
        "takes minutes",
        "a fragment of a longer file",
        "a fragment of a longer file",
        "a fragment of a longer file",
        "the public data is not part of the project",
        "takes minutes per mission (tests/acceptance/test_measure.py)",
        "takes minutes",
    ],
    "docs/nl2repo.md": [
        "needs the public data",
        "needs the public data and the package index",
        "needs the public data, the package index and hours",
    ],
    "docs/own-benchmark.md": ["installs packages"],
    "docs/own-website.md": ["needs a site that is running (tests/acceptance/test_running_project.py)"],
    "docs/ralbench.md": [
        "takes minutes",
        "needs the public data and the package index",
        "needs the public data",
    ],
    "docs/realbench.md": ["needs a project and the package index"],
    "docs/webbench.md": ["needs the public data and npm's registry"],
}
"""Reasons of the blocks that are not executed, by page."""


def _pages(slow: bool) -> list[str]:
    return list(dict.fromkeys(block.page for block in EXECUTED if block.is_slow == slow))


@pytest.mark.parametrize("page", _pages(slow=False))
def test_the_blocks_of_a_page_work_in_its_order(page: str, tmp_path: Path) -> None:
    _execute([block for block in EXECUTED if block.page == page and not block.is_slow], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", _pages(slow=True))
def test_all_blocks_of_a_page_work_in_its_order(page: str, tmp_path: Path) -> None:
    _execute([block for block in EXECUTED if block.page == page], tmp_path)


def test_blocks_without_test_are_known_with_their_reasons() -> None:
    found: dict[str, list[str]] = {}
    for block in TESTED:
        if block.reason:
            found.setdefault(block.page, []).append(block.reason)
    assert found == NOT_TESTED


def test_every_marker_is_directly_before_a_block() -> None:
    found = Counter(block.page for page in PAGES for block in blocks_of(page) if block.reason or block.parts)
    assert found == Counter({page: count for page in PAGES if (count := markers_in(page))})


def _execute(blocks: list[Block], folder: Path) -> None:
    with place_of(blocks[0].page, folder) as place:
        for block in blocks:
            if HAS_PUBLIC_DATA or not block.needs_public_data:
                _execute_block(block, place)


def _execute_block(block: Block, place: Place) -> None:
    text = block.tested_text()
    if block.language == TOML:
        tomllib.loads(text)
    if block.file is not None:
        (place.folder / block.file).write_text(text, encoding="utf-8")
        return
    if block.language == TOML:
        return
    done = subprocess.run(
        ["timeout", "--kill-after=10", "900", *_command(block, text, place.folder)],
        cwd=place.folder,
        env=place.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{block}:\n{text}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    assert [words for words in block.prints if words not in done.stdout] == [], f"{block}: {done.stdout}"


def _command(block: Block, text: str, folder: Path) -> list[str]:
    if block.language in SHELL:
        return ["bash", "-euo", "pipefail", "-c", text]
    example = folder / "test_example.py"
    example.write_text(text, encoding="utf-8")
    plain = [sys.executable, str(example)]
    quiet = ("-q", "-p", "no:cacheprovider")
    return [sys.executable, "-m", "pytest", *quiet, str(example)] if text.startswith("def test_") else plain
