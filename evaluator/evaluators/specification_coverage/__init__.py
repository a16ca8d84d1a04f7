"""Specification coverage: which modules, classes, functions and parameters of a specification a solution has.

`documented_api` reads the names from the specification's API guide, `inventory_of` those that the solution defines, by
its syntax trees alone, and `compare` tells them apart. The evaluator is `SpecificationCoverage`.
"""

from evaluator.evaluators.specification_coverage.comparison import compare
from evaluator.evaluators.specification_coverage.evaluator import SpecificationCoverage
from evaluator.evaluators.specification_coverage.inventory import inventory_of
from evaluator.evaluators.specification_coverage.model import (
    ApiCoverage,
    ApiInventory,
    ApiItem,
    ApiKind,
    ClassInventory,
    Signature,
)
from evaluator.evaluators.specification_coverage.specification import documented_api

__all__ = [
    "ApiCoverage",
    "ApiInventory",
    "ApiItem",
    "ApiKind",
    "ClassInventory",
    "Signature",
    "SpecificationCoverage",
    "compare",
    "documented_api",
    "inventory_of",
]
