"""Evaluator of specification coverage: measures per kind of item, and a list of what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.benchmarks.nl2repo.api import (
    ApiCoverage,
    ApiInventory,
    ApiItem,
    ApiKind,
    ClassInventory,
    Signature,
    bounded_inventory,
)
from evaluator.benchmarks.nl2repo.specification import documented_api
from evaluator.evaluators.interface import Evaluator, Workbench, with_reference_values
from evaluator.io.files import write_json
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import Solution
from missions.mission import Mission

DETAILS = "specification-coverage.json"
"""Attachment with the found and missing items by kind."""

DOCUMENT = "specification"


@dataclass(frozen=True)
class SpecificationCoverage(Evaluator):
    """Measures the share of the specification's modules, classes, functions and parameters that a solution has.

    A specification may document names that its own reference lacks; the reference's shares are beside the solution's.
    """

    name: str = "specification_coverage"

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        document = mission.documents.get(DOCUMENT)
        if document is None:
            return Evaluation(self.name, log=f"mission {mission.id} has no document {DOCUMENT}")
        documented = documented_api(document.text, mission.package)
        coverage = compare(documented, bounded_inventory(solution.files))
        write_json(workbench.attachments / DETAILS, coverage.as_json())
        shares = [Measure(f"{kind.value}_coverage", coverage.share(kind)) for kind in ApiKind]
        measures = (Measure("specification_coverage", coverage.share()), *shares)
        return Evaluation(
            self.name,
            measures=with_reference_values(self, measures, solution, workbench),
            log="\n".join(f"not parsed: {path}" for path in coverage.unread),
            attachments=(DETAILS,),
        )


def compare(documented: Sequence[ApiItem], inventory: ApiInventory) -> ApiCoverage:
    """Return which of the documented items the solution has, wherever in the project they are defined."""
    found = [item for item in documented if exists(item, inventory)]
    present = set(found)
    missing = [item for item in documented if item not in present]
    return ApiCoverage(tuple(found), tuple(missing), inventory.unread)


def exists(item: ApiItem, inventory: ApiInventory) -> bool:
    """Return True when the solution has the item. A class or function may also be bound to its name."""
    if item.kind is ApiKind.MODULE:
        return item.name in inventory.names
    if item.kind is ApiKind.NAME:
        return _has_name(item, inventory)
    if item.kind is ApiKind.CLASS:
        return item.name in inventory.classes or _bound(item.name, inventory)
    if item.kind is ApiKind.FUNCTION:
        return _has_function(item, inventory)
    return any(item.name in signature.parameters for signature in _signatures(item.owner, inventory))


def _has_name(item: ApiItem, inventory: ApiInventory) -> bool:
    """Return True when the module binds the name, has a module of that name below it, or imports all of another."""
    names = inventory.names.get(item.owner, frozenset())
    if item.name in names or f"{item.owner}.{item.name}" in inventory.names:
        return True
    return "*" in names and _bound(item.name, inventory)


def _bound(name: str, inventory: ApiInventory) -> bool:
    return any(name in names for names in inventory.names.values())


def _has_function(item: ApiItem, inventory: ApiInventory) -> bool:
    if item.owner:
        return any(item.name in each.methods or item.name in each.attributes for each in _family(item.owner, inventory))
    methods = any(item.name in each.methods or item.name in each.attributes for each in inventory.classes.values())
    return item.name in inventory.functions or _bound(item.name, inventory) or methods


def _family(name: str, inventory: ApiInventory) -> Iterator[ClassInventory]:
    """Yield the class and those of its bases that the project defines, each once."""
    todo, seen = [name], set[str]()
    while todo:
        current = todo.pop()
        if current not in seen and current in inventory.classes:
            seen.add(current)
            yield inventory.classes[current]
            todo += inventory.classes[current].bases


def _signatures(owner: str, inventory: ApiInventory) -> Iterator[Signature]:
    """Yield the signatures that a parameter of ``function``, ``Class.method`` or ``Class`` may belong to.

    The parameters of a class are those of its constructor, or its declared attributes (a dataclass).
    """
    class_name, _, method = owner.rpartition(".")
    if class_name:
        yield from (each.methods[method] for each in _family(class_name, inventory) if method in each.methods)
        return
    if owner in inventory.functions:
        yield inventory.functions[owner]
    for each in _family(owner, inventory):
        yield from (each.methods[name] for name in ("__init__", "__new__", "__call__") if name in each.methods)
        yield Signature(tuple(each.attributes))
    if owner not in inventory.functions and owner not in inventory.classes:
        yield from (each.methods[owner] for each in inventory.classes.values() if owner in each.methods)
