"""Routing of records: decisions, traces, statistics, streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulerouter.errors import EvaluationError, RouterError
from rulerouter.evaluator import evaluate, truth
from rulerouter.functions import Value
from rulerouter.rules import Rule, RuleSet

Record = Mapping[str, Value]


@dataclass(frozen=True)
class Step:
    """Rule that was tried: its name, True where its condition held, and the error where it failed."""

    rule: str
    matched: bool
    error: str = ""


@dataclass(frozen=True)
class Decision:
    """Result for one record: destinations in order, the record with its assignments, the rules tried."""

    destinations: tuple[str, ...]
    record: dict[str, Value]
    steps: tuple[Step, ...]

    @property
    def matched(self) -> tuple[str, ...]:
        """Names of the rules whose condition held."""
        return tuple(step.rule for step in self.steps if step.matched)

    def explain(self) -> str:
        """Return one line per rule tried (``+`` matched, ``-`` did not, ``!`` failed), then the destinations."""
        lines = [f"! {step.rule}: {step.error}" if step.error else _line(step) for step in self.steps]
        return "\n".join([*lines, f"=> {', '.join(self.destinations) or 'nowhere'}"])


class Router:
    """Routes records by a set of rules and counts what happened."""

    def __init__(self, rules: RuleSet, default: str = "", on_error: str = "raise") -> None:
        """Create a router.

        `default` is the destination of records that no rule sends anywhere (empty: nowhere). `on_error` is "raise" or
        "skip": what happens where a rule cannot be applied to a record. Raises `RouterError` for another value.
        """
        if on_error not in ("raise", "skip"):
            raise RouterError(f"on_error must be 'raise' or 'skip', not {on_error!r}")
        self.rules = rules
        self.default = default
        self.on_error = on_error
        self.routed = 0
        self.by_destination: Counter[str] = Counter()
        self.by_rule: Counter[str] = Counter()
        self.errors = 0

    def route(self, record: Record) -> Decision:
        """Return the decision for a record, which is not changed itself.

        Enabled rules are tried in order; a rule that matches assigns to a copy of the record, adds its destination
        unless it is there already, and ends the routing if it stops. Later rules see the assignments of earlier ones.
        A rule that fails with `on_error` "skip" changes nothing. With "raise" the `EvaluationError` names the rule, and
        nothing is counted.
        """
        current: Record = record
        destinations: list[str] = []
        steps: list[Step] = []
        for rule in self.rules:
            if not rule.enabled:
                continue
            try:
                outcome = _applied(rule, current)
            except EvaluationError as error:
                steps.append(self._failed(rule, error))
                continue
            steps.append(Step(rule.name, outcome is not None))
            if outcome is None:
                continue
            current, destination = outcome
            if destination and destination not in destinations:
                destinations.append(destination)
            if rule.stop:
                break
        if not destinations and self.default:
            destinations.append(self.default)
        decision = Decision(tuple(destinations), dict(current), tuple(steps))
        self._count(decision)
        return decision

    def route_all(self, records: Iterable[Record]) -> Iterator[Decision]:
        """Return the decisions for a stream of records, one at a time."""
        return (self.route(record) for record in records)

    def distribute(self, records: Iterable[Record]) -> dict[str, list[dict[str, Value]]]:
        """Return the routed records of each destination, in the order of records; records that go nowhere are left
        out."""
        found: dict[str, list[dict[str, Value]]] = {}
        for decision in self.route_all(records):
            for destination in decision.destinations:
                found.setdefault(destination, []).append(decision.record)
        return found

    def reset(self) -> None:
        """Set all counts to zero."""
        self.routed = self.errors = 0
        self.by_destination.clear()
        self.by_rule.clear()

    def _failed(self, rule: Rule, error: EvaluationError) -> Step:
        if self.on_error == "raise":
            raise EvaluationError(f"rule {rule.name!r}: {error}") from error
        return Step(rule.name, False, str(error))

    def _count(self, decision: Decision) -> None:
        self.routed += 1
        self.by_destination.update(decision.destinations)
        self.by_rule.update(decision.matched)
        self.errors += sum(1 for step in decision.steps if step.error)


def assigned(record: Record, path: tuple[str, ...], value: Value) -> dict[str, Value]:
    """Return a copy of a record with a value at a path; records on the way are copied or created, others stay shared.

    Raises `EvaluationError` where a value on the way is neither a record nor null.
    """
    copy = dict(record)
    if len(path) == 1:
        copy[path[0]] = value
        return copy
    inner = copy.get(path[0])
    if inner is not None and not isinstance(inner, Mapping):
        raise EvaluationError(f"cannot assign below {path[0]!r}")
    copy[path[0]] = assigned(inner or {}, path[1:], value)
    return copy


def _applied(rule: Rule, record: Record) -> tuple[Record, str] | None:
    """Return the record with assignments and the destination, None where the condition does not hold."""
    if not truth(evaluate(rule.condition, record)):
        return None
    for path, node in rule.assignments:
        record = assigned(record, path, evaluate(node, record))
    return record, rule.destination.fill(record)


def _line(step: Step) -> str:
    return f"{'+' if step.matched else '-'} {step.rule}"
