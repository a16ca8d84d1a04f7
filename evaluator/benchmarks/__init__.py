"""Benchmarks: one module each; plug-ins of the entry point group ``projecteval.benchmarks``."""

from evaluator.benchmarks.interface import Benchmark, Summary
from evaluator.benchmarks.registry import benchmark_named, benchmark_names

__all__ = ["Benchmark", "Summary", "benchmark_named", "benchmark_names"]
