"""Strategies: how an agent is led from the documents of an input set to a solution."""

from evaluator.strategies.interface import BuildTask, Strategy
from evaluator.strategies.level_by_level import Cascade, Direct, DirectCode

__all__ = ["BuildTask", "Cascade", "Direct", "DirectCode", "Strategy"]
