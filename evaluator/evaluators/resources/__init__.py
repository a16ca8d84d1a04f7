"""Time and memory of a suite, relative to the reference measured in the same run.

Solution and reference are executed alternately, so that load of the machine hits both alike, and figures are medians.
"""

from evaluator.evaluators.resources.evaluator import SuiteCost
from evaluator.evaluators.resources.measurement import SuiteUsage
from evaluator.evaluators.resources.ratios import MeasuredPair, cpu_ratio, memory_ratio, time_ratio

__all__ = ["MeasuredPair", "SuiteCost", "SuiteUsage", "cpu_ratio", "memory_ratio", "time_ratio"]
