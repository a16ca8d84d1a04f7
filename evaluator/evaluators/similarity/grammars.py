"""Languages whose code is parsed, and their parsers."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

from evaluator.evaluators.similarity.errors import SimilarityError, needed

PARSED = {".py": "python", ".pyw": "python", ".pyi": "python"}
"""Suffix → language of the files that rule ``strict`` parses. A fixed table, so that scores do not depend on the
grammars installed on a machine."""

CAPSULE = b"tree_sitter.Language"


@lru_cache(maxsize=16)
def parser_for(language: str) -> Any:
    """Return a parser of `language`. Raise `SimilarityError` where there is none."""
    if language not in PARSED.values():
        known = ", ".join(sorted(set(PARSED.values())))
        raise SimilarityError(f"CodeBLEU is not available for the language {language!r}, only for: {known}")
    tree_sitter = needed("tree_sitter")
    pointer = needed(f"tree_sitter_{language}").language()
    parser = tree_sitter.Parser()
    parser.language = tree_sitter.Language(pointer if isinstance(pointer, int) else _address(pointer))
    return parser


def _address(capsule: object) -> int:
    """Return the address in a grammar's capsule; the pinned tree-sitter takes an address only."""
    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(read(capsule, CAPSULE))
