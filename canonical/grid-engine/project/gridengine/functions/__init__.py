"""Functions of formulas, in groups."""

from gridengine.functions.registry import FUNCTIONS, Function

__all__ = ["FUNCTIONS", "Function"]
