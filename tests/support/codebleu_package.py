"""The package `codebleu` itself, as the reference of the tests."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import codebleu.codebleu
import codebleu.dataflow_match
import codebleu.parser.DFG
import pytest

from evaluator.evaluators.similarity.codebleu import parser_for


class InOrder(dict[Any, None]):
    """Set in the order of first appearance."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__(dict.fromkeys(items))

    def add(self, item: Any) -> None:
        self[item] = None


@contextmanager
def in_order() -> Iterator[None]:
    """Use the package with ordered sets, so that its results do not depend on the hash seed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codebleu.parser.DFG, "set", InOrder, raising=False)
        patch.setattr(codebleu.dataflow_match, "set", InOrder, raising=False)
        yield


def package_score(canonical: str, answered: str, language: str = "python") -> float:
    """Return `calc_codebleu` of one pair, with a grammar loaded here: the package cannot load every version's."""
    logging.getLogger().setLevel(logging.ERROR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codebleu.codebleu, "get_tree_sitter_language", lambda name: parser_for(name).language)
        found = codebleu.codebleu.calc_codebleu([canonical], [answered], language)["codebleu"]
    return float(found)
