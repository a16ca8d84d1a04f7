"""Best assignment: each item is matched with at most one of the other side, with the largest possible sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluator.evaluators.similarity.errors import needed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class BestAssignment:
    """Pairs (row, column) by row, and the sum of their values in the matrix's own precision."""

    pairs: tuple[tuple[int, int], ...]
    total: np.floating


def best_assignment(matrix: NDArray[np.floating]) -> BestAssignment:
    """Return the maximum-weight assignment of a rows × columns matrix (Jonker–Volgenant, as in scipy).

    The sum is taken pair by pair, by row, in the matrix's precision: other orders differ in the last bits.
    """
    solve = needed("scipy.optimize").linear_sum_assignment
    rows, columns = solve(-matrix)
    total = matrix.dtype.type(0)
    for row, column in zip(rows, columns, strict=True):
        total = total + matrix[row, column]
    return BestAssignment(tuple(zip(map(int, rows), map(int, columns), strict=True)), total)


def left_over(names: Sequence[str], taken: Sequence[int]) -> tuple[str, ...]:
    """Return the names whose position is not among `taken`."""
    without = set(taken)
    return tuple(name for position, name in enumerate(names) if position not in without)
