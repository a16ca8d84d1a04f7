"""Static measures of Python projects: maintainability, and calls that are a security risk.

The published measures of RAL-Bench, equal to four decimals, and findings of bandit beside them. Functions take the
files of a project; `analyze` runs them in a process of its own, because parsing untrusted code can exhaust memory or
end the interpreter. docs/static-analysis.md has the definitions.
"""

from evaluator.evaluators.static_analysis.bounded import AnalysisLimits, analyze
from evaluator.evaluators.static_analysis.measures import measure_maintainability, measure_security
from evaluator.evaluators.static_analysis.model import (
    BanditFinding,
    FileMetrics,
    Maintainability,
    RiskyCall,
    Security,
    StaticAnalysis,
)

__all__ = [
    "AnalysisLimits",
    "BanditFinding",
    "FileMetrics",
    "Maintainability",
    "RiskyCall",
    "Security",
    "StaticAnalysis",
    "analyze",
    "measure_maintainability",
    "measure_security",
]
