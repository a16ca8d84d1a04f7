"""Paths of a drawn file tree."""

from __future__ import annotations

from evaluator.diagrams.mermaid import paths_in_tree


def test_files_have_the_folders_that_they_are_drawn_below() -> None:
    drawn = """
project/
├── README.md         # what it is
├── src/
│   ├── core
│   │   └── model.py
│   └── main.py
└── docs/
"""
    assert paths_in_tree(drawn) == ("README.md", "src/core/model.py", "src/main.py")


def test_trees_of_plain_characters_are_read() -> None:
    assert paths_in_tree("|-- a\n|   |-- b.py\n+-- c.py\n`-- d.py\n") == ("a/b.py", "c.py", "d.py")


def test_a_text_without_a_tree_has_no_paths() -> None:
    assert paths_in_tree("The project has one file, main.py.\n- main.py\n") == ()
