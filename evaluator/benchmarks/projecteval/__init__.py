"""Benchmark ``projecteval``: websites and programs measured by simulated use."""

from evaluator.benchmarks.projecteval.benchmark import ProjectEval

__all__ = ["ProjectEval"]
