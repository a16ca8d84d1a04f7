"""Reader of YAML from outside, within the limits of `data_files`. Apart from it because few runs need the parser."""

from __future__ import annotations

from typing import Any

import yaml

from simulators.data_files import SMALL, DataError, DataLimits, check_size


def parse_yaml(text: str, where: str, limits: DataLimits = SMALL) -> Any:
    """Return the value of a YAML document of plain data. Anchors and aliases are refused: they multiply."""
    check_size(len(text), where, limits)
    try:
        return yaml.load(text, lambda stream: BoundedLoader(stream, where, limits.max_depth, limits.max_digits))
    except DataError:
        raise
    except (yaml.YAMLError, ValueError, RecursionError, TypeError) as error:
        raise DataError(f"{where}: not valid YAML: {error}") from error


NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:timestamp")


class BoundedLoader(yaml.SafeLoader):  # type: ignore[misc]  # no stubs
    """PyYAML's safe loader that refuses what exceeds a limit while it is composed."""

    def __init__(self, stream: str, where: str, max_depth: int, max_digits: int) -> None:
        super().__init__(stream)
        self._where, self._max_depth, self._max_digits, self._depth = where, max_depth, max_digits, 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise self._problem(event, "has an anchor or an alias; write the value out")
        if self._depth >= self._max_depth:
            raise self._problem(event, f"is nested more than {self._max_depth} deep")
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(node, yaml.ScalarNode) and node.tag in NUMBERS and len(node.value) > self._max_digits:
            raise self._problem(event, f"a number has more than {self._max_digits} digits")
        return node

    def _problem(self, event: Any, problem: str) -> DataError:
        return DataError(f"{self._where} line {event.start_mark.line + 1}: {problem}")
