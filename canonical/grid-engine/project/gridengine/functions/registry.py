"""Table of all functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gridengine.functions import logic, mathematics, statistics, texts
from gridengine.functions.arguments import Argument
from gridengine.values import Value


@dataclass(frozen=True)
class Function:
    """Function with the smallest and largest number of arguments (None: any), and the code that computes it.

    Where `takes_errors` is False, an error as single argument is the result (the first one from the left).
    """

    apply: Callable[[Sequence[Argument]], Value]
    least: int
    most: int | None
    takes_errors: bool = False


FUNCTIONS: dict[str, Function] = {
    "SUM": Function(mathematics.sum_of, 1, None),
    "PRODUCT": Function(mathematics.product, 1, None),
    "MIN": Function(mathematics.smallest, 1, None),
    "MAX": Function(mathematics.largest, 1, None),
    "ABS": Function(mathematics.absolute, 1, 1),
    "INT": Function(mathematics.whole, 1, 1),
    "ROUND": Function(mathematics.rounded, 1, 2),
    "MOD": Function(mathematics.remainder, 2, 2),
    "POWER": Function(mathematics.power, 2, 2),
    "SQRT": Function(mathematics.root, 1, 1),
    "AVERAGE": Function(statistics.average, 1, None),
    "MEDIAN": Function(statistics.median, 1, None),
    "COUNT": Function(statistics.count, 1, None, takes_errors=True),
    "COUNTA": Function(statistics.count_filled, 1, None, takes_errors=True),
    "COUNTIF": Function(statistics.count_if, 2, 2),
    "SUMIF": Function(statistics.sum_if, 2, 3),
    "LEN": Function(texts.length, 1, 1),
    "LEFT": Function(texts.left, 1, 2),
    "RIGHT": Function(texts.right, 1, 2),
    "MID": Function(texts.middle, 3, 3),
    "UPPER": Function(texts.upper, 1, 1),
    "LOWER": Function(texts.lower, 1, 1),
    "TRIM": Function(texts.trim, 1, 1),
    "CONCAT": Function(texts.concatenate, 1, None),
    "FIND": Function(texts.find, 2, 2),
    "SUBSTITUTE": Function(texts.substitute, 3, 3),
    "REPT": Function(texts.repeat, 2, 2),
    "VALUE": Function(texts.value, 1, 1),
    "AND": Function(logic.all_true, 1, None),
    "OR": Function(logic.any_true, 1, None),
    "NOT": Function(logic.negated, 1, 1),
    "ISERROR": Function(logic.is_error, 1, 1, takes_errors=True),
    "ISBLANK": Function(logic.is_blank, 1, 1, takes_errors=True),
    "ISNUMBER": Function(logic.is_number, 1, 1, takes_errors=True),
    "ISTEXT": Function(logic.is_text, 1, 1, takes_errors=True),
    "ROWS": Function(logic.row_count, 1, 1),
    "COLUMNS": Function(logic.column_count, 1, 1),
    "INDEX": Function(logic.index, 2, 3),
    "MATCH": Function(logic.position, 2, 3),
    "VLOOKUP": Function(logic.vertical_lookup, 3, 4),
}
"""Functions by name, without IF, IFERROR and CHOOSE, which the evaluator knows."""
