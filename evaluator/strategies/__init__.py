"""Strategies: how an agent is led from the documents of an input set to a solution."""

from evaluator.strategies.growing import Growing, GrowingFromReference
from evaluator.strategies.interface import BuildTask, Stage, StageResult, Stages, Strategy
from evaluator.strategies.project import Cascade, Direct, DirectCode
from evaluator.strategies.prompts import Templates

__all__ = [
    "BuildTask",
    "Cascade",
    "Direct",
    "DirectCode",
    "Growing",
    "GrowingFromReference",
    "Stage",
    "StageResult",
    "Stages",
    "Strategy",
    "Templates",
]
