"""The languages whose code is parsed, and the parsers for them."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

from evaluator.evaluators.similarity.errors import SimilarityError, needed

PARSED = {".py": "python", ".pyw": "python", ".pyi": "python"}
"""Suffix → language of the files that rule ``strict`` parses. A fixed table: a grammar that happens to be
installed on one machine must not change a score."""

CAPSULE = b"tree_sitter.Language"


@lru_cache(maxsize=16)
def parser_for(language: str) -> Any:
    """A parser of `language`, as codebleu names it. Raises `SimilarityError` when there is none."""
    if language not in needed("codebleu.utils").AVAILABLE_LANGS:
        raise SimilarityError(f"there is no CodeBLEU for {language!r}; name one of the languages of codebleu")
    tree_sitter = needed("tree_sitter")
    pointer = needed(f"tree_sitter_{language}").language()
    parser = tree_sitter.Parser()
    parser.language = tree_sitter.Language(pointer if isinstance(pointer, int) else _address(pointer))
    return parser


def _address(capsule: object) -> int:
    """The address in a grammar's capsule: the parser that codebleu asks for takes nothing else."""
    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(read(capsule, CAPSULE))
