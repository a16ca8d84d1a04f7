"""File trees as people and models draw them in text, with branches or by indentation."""

from __future__ import annotations

import re

ENTRY = re.compile(r"^(?P<indent>[\s│|]*)(?:[├└+`|]\W{0,3}[─-]+\s*)(?P<name>[^\s#]+)")
"""One line with a branch: ``│   ├── name  # remark``."""


def paths_in_tree(text: str) -> tuple[str, ...]:
    """Return the paths of the files that a drawn tree names, in its order; folders end with a slash or have entries.

    A line without a branch (a heading, the root) is no entry.
    """
    found: list[tuple[int, str]] = []
    for line in text.splitlines():
        if match := ENTRY.match(line):
            found.append((len(match["indent"].replace("\t", "    ")), match["name"]))
    return tuple(_paths(found))


def _paths(entries: list[tuple[int, str]]) -> list[str]:
    parents: list[tuple[int, str]] = []
    paths = []
    for number, (indent, name) in enumerate(entries):
        while parents and parents[-1][0] >= indent:
            parents.pop()
        has_entries = number + 1 < len(entries) and entries[number + 1][0] > indent
        if name.endswith("/") or has_entries:
            parents.append((indent, name.rstrip("/")))
        else:
            paths.append("/".join([*(parent for _, parent in parents), name]))
    return paths
