"""Types of specification coverage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ApiKind(StrEnum):
    """Kinds of items of an API; a name is imported from the package without being described as class or function."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    PARAMETER = "parameter"
    NAME = "name"


@dataclass(frozen=True, order=True)
class ApiItem:
    """One documented item.

    `owner` is the module of a name, the class of a method, and the function (``Class.method``) of a parameter.
    """

    kind: ApiKind
    name: str
    owner: str = ""

    @property
    def label(self) -> str:
        """Return the qualified name; of a parameter ``function(parameter)``."""
        if self.kind is ApiKind.PARAMETER:
            return f"{self.owner}({self.name})"
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True)
class Signature:
    """Names of a function's parameters, those with an asterisk as ``*args`` and ``**kwargs``."""

    parameters: tuple[str, ...] = ()

    def merged(self, other: Signature) -> Signature:
        """Return both sets of names, as of overloads or of definitions for several platforms."""
        return Signature(tuple(dict.fromkeys((*self.parameters, *other.parameters))))


@dataclass(frozen=True)
class ClassInventory:
    """Bases, methods and attributes of a class, by name."""

    bases: tuple[str, ...] = ()
    methods: Mapping[str, Signature] = field(default_factory=dict)
    attributes: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ApiInventory:
    """What a solution defines. `names` are the names at the top level of each module, imported ones included.

    Classes and functions of the same name in several modules are merged. `unread` are files that cannot be parsed.
    """

    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    classes: Mapping[str, ClassInventory] = field(default_factory=dict)
    functions: Mapping[str, Signature] = field(default_factory=dict)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class ApiCoverage:
    """Documented items that a solution has, and those that it lacks."""

    found: tuple[ApiItem, ...]
    missing: tuple[ApiItem, ...]
    unread: tuple[str, ...] = ()

    def share(self, kind: ApiKind | None = None) -> float | None:
        """Return the share of items that exist, of one kind or of all; None where none is documented."""
        found, missing = (sum(kind in (None, item.kind) for item in items) for items in (self.found, self.missing))
        return found / (found + missing) if found + missing else None

    def as_json(self) -> dict[str, object]:
        """Return the labels of found and missing items by kind."""
        by_kind = {
            kind.value: {
                "found": [item.label for item in self.found if item.kind is kind],
                "missing": [item.label for item in self.missing if item.kind is kind],
            }
            for kind in ApiKind
        }
        return {**by_kind, "unread_files": list(self.unread)}
