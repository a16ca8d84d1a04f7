"""Benchmark ``realbench``: designs as input; whether the components of a design exist, run, and are right."""

from evaluator.benchmarks.realbench.benchmark import RealBench

__all__ = ["RealBench"]
