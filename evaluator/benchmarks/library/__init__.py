"""Benchmark ``library``: Python packages measured by the missions' pytest suites."""

from evaluator.benchmarks.library.benchmark import Library

__all__ = ["Library"]
