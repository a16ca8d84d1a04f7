"""Rules and ordered sets of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulerouter.errors import ExpressionError, RuleError
from rulerouter.nodes import Node, fields_of
from rulerouter.parser import parse_expression
from rulerouter.template import Template, parse_template


@dataclass(frozen=True)
class Rule:
    """Condition and what happens where it holds.

    `when` is an expression, `to` a template of the destination (empty: the rule only changes the record), `assign` maps
    field paths to expressions whose values are written into the record, `priority` orders rules (higher first), `stop`
    ends the routing of a record after this rule, `enabled` switches the rule off. Raises `RuleError` for an empty name,
    a wrong expression or template, a path that is no path, and a rule that neither routes nor assigns.
    """

    name: str
    when: str
    to: str = ""
    assign: Mapping[str, str] = field(default_factory=dict)
    priority: int = 0
    stop: bool = True
    enabled: bool = True
    condition: Node = field(init=False, repr=False, compare=False)
    destination: Template = field(init=False, repr=False, compare=False)
    assignments: tuple[tuple[tuple[str, ...], Node], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise RuleError(self.name, "a name is missing")
        if not self.to and not self.assign:
            raise RuleError(self.name, "neither a destination nor an assignment")
        try:
            object.__setattr__(self, "condition", parse_expression(self.when))
            object.__setattr__(self, "destination", parse_template(self.to))
            pairs = tuple((_path(path), parse_expression(text)) for path, text in self.assign.items())
        except ExpressionError as error:
            raise RuleError(self.name, str(error)) from error
        object.__setattr__(self, "assignments", pairs)

    def fields(self) -> tuple[str, ...]:
        """Return the dotted paths of the fields that condition, destination and assignments read, sorted, each once."""
        nodes = [self.condition, *(part for part in self.destination.parts if not isinstance(part, str))]
        nodes += [node for _, node in self.assignments]
        return tuple(sorted({name for node in nodes for name in fields_of(node)}))


class RuleSet:
    """Rules with unique names, tried by falling priority, those of equal priority in the order they were added."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        """Create a set of rules. Raises `RuleError` where two have the same name."""
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            self.add(rule)

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.ordered())

    def __contains__(self, name: object) -> bool:
        return name in self._rules

    def __getitem__(self, name: str) -> Rule:
        if name not in self._rules:
            raise RuleError(name, "no such rule")
        return self._rules[name]

    def add(self, rule: Rule) -> None:
        """Append a rule. Raises `RuleError` where the name is taken."""
        if rule.name in self._rules:
            raise RuleError(rule.name, "the name is taken")
        self._rules[rule.name] = rule

    def remove(self, name: str) -> Rule:
        """Remove and return a rule. Raises `RuleError` for an unknown name."""
        rule = self[name]
        del self._rules[name]
        return rule

    def enable(self, name: str, enabled: bool = True) -> None:
        """Switch a rule on or off; its place in the order stays. Raises `RuleError` for an unknown name."""
        self._rules[name] = replace(self[name], enabled=enabled)

    def ordered(self) -> list[Rule]:
        """Return all rules in the order in which they are tried, those switched off included."""
        return sorted(self._rules.values(), key=lambda rule: -rule.priority)

    def fields(self) -> tuple[str, ...]:
        """Return the paths of the fields that the enabled rules read, sorted, each once."""
        return tuple(sorted({name for rule in self if rule.enabled for name in rule.fields()}))

    def unreachable(self) -> list[str]:
        """Return the names of enabled rules behind an enabled stopping rule whose condition is the literal ``true``."""
        names: list[str] = []
        closed = False
        for rule in self:
            if not rule.enabled:
                continue
            if closed:
                names.append(rule.name)
            closed = closed or (rule.stop and rule.when.strip() == "true")
        return names


def _path(text: str) -> tuple[str, ...]:
    parts = tuple(text.split("."))
    if not all(part.isidentifier() and part.isascii() for part in parts):
        raise ExpressionError("not a field path", text, 0)
    return parts
