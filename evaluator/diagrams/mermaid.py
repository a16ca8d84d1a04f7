"""Diagrams as models and people write them: Mermaid, and file trees drawn in text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from evaluator.diagrams.model import ProjectModel

BLOCK = re.compile(r"^[ \t]*```[ \t]*([^\n]*)\n(.*?)^[ \t]*```", re.MULTILINE | re.DOTALL)
KINDS = ("classDiagram", "sequenceDiagram")
MAX_DIAGRAM_CHARS = 200_000
FREE = ""
"""Name of the class of free functions."""

NAME = r"[\w.$~<>\[\],]+"
ARROW = r"(?:<\|--|<\|\.\.|\*--|o--|<--|<\.\.|\(\)--|--\|>|\.\.\|>|--\*|--o|-->|\.\.>|--\(\)|<-->|--|\.\.)"
RELATION = re.compile(
    rf'^(?P<one>`?{NAME}`?)\s*(?:"[^"]*")?\s*{ARROW}\s*(?:"[^"]*")?\s*(?P<other>`?{NAME}`?)\s*(?::.*)?$'
)
CLASS = re.compile(
    rf'^class\s+`?(?P<name>{NAME})`?\s*(?:\["[^"]*"\])?\s*(?::::\s*\w+)?\s*(?P<open>\{{)?\s*(?P<close>\}})?$'
)
MEMBER = re.compile(rf"^(?P<name>{NAME})\s*:\s*(?P<member>.+)$")
ANNOTATION = re.compile(rf"^<<\s*(?P<kind>[\w ]+)\s*>>\s*(?P<name>{NAME})?$")
METHOD = re.compile(r"(?P<name>operator\s*\S+?|~?[\w.]+)\s*\(")
WORD = re.compile(r"[\w.]+")
OF_CLASSES = re.compile(r"^(?:direction|note|title|accTitle|accDescr|click|link|callback|style|classDef|cssClass)\b")
OF_SEQUENCES = re.compile(
    r"^(?:participant|actor|activate|deactivate|note|loop|alt|else|opt|par|and|critical|option|break|rect|end|box|"
    r"autonumber|title|create|destroy|links?|properties|accTitle|accDescr)\b",
    re.IGNORECASE,
)
MESSAGE = re.compile(
    r"^(?P<one>[^-<>:+]+?)\s*(?:<<)?--?(?:>>?|[x)])\s*[+-]?\s*(?P<other>[^:+]+?)\s*(?::\s*(?P<text>.*))?$"
)
MODULE_KINDS = frozenset({"module", "functions", "global functions"})
FREE_NAMES = frozenset({"global_functions", "globalfunctions", "functions"})


@dataclass(frozen=True)
class DrawnDesign:
    """What a design names: classes, methods by class, related classes, and messages between participants.

    Names are in lower case; free functions are methods of the class `FREE`. `problems` are lines of no known form.
    """

    classes: frozenset[str] = frozenset()
    methods: frozenset[tuple[str, str]] = frozenset()
    relations: frozenset[frozenset[str]] = frozenset()
    messages: frozenset[tuple[str, str]] = frozenset()
    problems: tuple[str, ...] = ()
    has_classes: bool = False
    has_sequence: bool = False


@dataclass
class _Reader:
    classes: dict[str, list[str]] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    relations: set[frozenset[str]] = field(default_factory=set)
    messages: set[tuple[str, str]] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    inside: str = ""
    depth: int = 0

    def read(self, diagram: str) -> None:
        lines = [line for raw in diagram.splitlines() if (line := raw.partition("%%")[0].strip().rstrip(";"))]
        kind = lines[0].split()[0] if lines else ""
        if kind in ("classDiagram", "classDiagram-v2"):
            self.kinds.add("classes")
            self._all(lines[1:], self._class_line)
        elif kind == "sequenceDiagram":
            self.kinds.add("sequence")
            self._all(lines[1:], self._sequence_line)
        else:
            self.problems.append(f"{kind[:40] or 'an empty block'} is neither classDiagram nor sequenceDiagram")

    def _all(self, lines: list[str], take: object) -> None:
        assert callable(take)
        self.inside, self.depth = "", 0
        for line in lines:
            if not take(line):
                self.problems.append(f"not understood: {line[:120]}")
        if self.inside or self.depth:
            self.problems.append(f"class {self.inside or 'or namespace'} has no closing brace")

    def _class_line(self, line: str) -> bool:
        if self.inside:
            return self._body_line(line)
        if line == "}":
            self.depth -= 1
            return self.depth >= 0
        if re.match(r"^namespace\s+[\w.]+\s*\{$", line):
            self.depth += 1
            return True
        if found := CLASS.match(line):
            self._declare(found["name"])
            self.inside = _plain(found["name"]) if found["open"] and not found["close"] else ""
            return not (found["close"] and not found["open"])
        if found := ANNOTATION.match(line):
            self._annotate(found["kind"], found["name"] or "")
            return True
        if found := RELATION.match(line):
            one, other = _plain(found["one"]), _plain(found["other"])
            self._declare(one)
            self._declare(other)
            self.relations.add(frozenset({one, other}))
            return True
        if OF_CLASSES.match(line):
            return True
        if found := MEMBER.match(line):
            self._declare(found["name"])
            self._member(_plain(found["name"]), found["member"])
            return True
        return False

    def _body_line(self, line: str) -> bool:
        if line == "}":
            self.inside = ""
        elif found := ANNOTATION.match(line):
            self._annotate(found["kind"], self.inside)
        else:
            ends = line.endswith("}") and "{" not in line
            self._member(self.inside, line.rstrip("}"))
            self.inside = "" if ends else self.inside
        return True

    def _declare(self, name: str) -> None:
        self.classes.setdefault(_plain(name), [])

    def _annotate(self, kind: str, name: str) -> None:
        if kind.strip().lower() in MODULE_KINDS and name:
            self.free.add(_plain(name))

    def _member(self, owner: str, text: str) -> None:
        if found := METHOD.search(text):
            self.classes.setdefault(owner, []).append(found["name"].lower().rpartition(".")[2])

    def _sequence_line(self, line: str) -> bool:
        if OF_SEQUENCES.match(line):
            return True
        if not (found := MESSAGE.match(line)):
            return False
        called = METHOD.search(found["text"] or "")
        if called:
            self.messages.add((_plain(found["other"]), called["name"].lower().rpartition(".")[2]))
        return True

    def design(self) -> DrawnDesign:
        free = self.free | {name for name in self.classes if name in FREE_NAMES}
        methods = ((FREE if name in free else name, each) for name, own in self.classes.items() for each in own)
        return DrawnDesign(
            frozenset(self.classes) - free,
            frozenset(methods),
            frozenset(each for each in self.relations if not each & free and len(each) == 2),
            frozenset(self.messages),
            tuple(self.problems),
            "classes" in self.kinds,
            "sequence" in self.kinds,
        )


def _plain(name: str) -> str:
    """Return a class name without type parameters, in lower case."""
    return re.split(r"[~<\[]", name.strip().strip('`"'))[0].lower()


def read_design(texts: Iterator[str] | list[str]) -> DrawnDesign:
    """Return what the Mermaid blocks of `texts` describe: fenced ones, labelled so or beginning with a kind of diagram,
    or a text that is a diagram itself."""
    reader = _Reader()
    for text in texts:
        short = text[:MAX_DIAGRAM_CHARS]
        whole = [("", short)] if short.lstrip().startswith(KINDS) else []
        for label, block in BLOCK.findall(short) or whole:
            if label.lower().startswith("mermaid") or block.lstrip().startswith(KINDS):
                reader.read(block)
    return reader.design()


def design_of_code(model: ProjectModel) -> DrawnDesign:
    """Return the design that a project's source has."""
    classes = {each.name.lower(): each for each in model.classes()}
    methods = {(name, method.name.lower()) for name, each in classes.items() for method in each.methods}
    methods |= {(FREE, each.name.lower()) for each in model.functions()}
    relations = {
        frozenset({name, relation.target.lower()}) for name, each in classes.items() for relation in each.relations
    }
    return DrawnDesign(frozenset(classes), frozenset(methods), frozenset(each for each in relations if len(each) == 2))


@dataclass(frozen=True)
class Agreement:
    """Precision, recall and F1 of found items against expected ones; None where there are none of them."""

    precision: float | None
    recall: float | None
    f1: float | None


def agreement_of(actual: frozenset[object], expected: frozenset[object]) -> Agreement:
    """Return how well `actual` agrees with `expected`; nothing found of something expected has F1 0."""
    if not expected:
        return Agreement(None, None, None)
    common = len(actual & expected)
    precision = common / len(actual) if actual else None
    recall = common / len(expected)
    return Agreement(precision, recall, 2 * common / (len(actual) + len(expected)))


ENTRY = re.compile(r"^(?P<indent>[\s│|]*)(?:[├└+`|]\W{0,3}[─-]+\s*)(?P<name>[^\s#]+)")
"""One line with a branch: ``│   ├── name  # remark``."""


def paths_in_tree(text: str) -> tuple[str, ...]:
    """Return the paths of the files that a drawn tree names, in its order; folders end with a slash or have entries.

    A line without a branch (a heading, the root) is no entry.
    """
    found: list[tuple[int, str]] = []
    for line in text.splitlines():
        if match := ENTRY.match(line):
            found.append((len(match["indent"].replace("\t", "    ")), match["name"]))
    return tuple(_paths(found))


def _paths(entries: list[tuple[int, str]]) -> list[str]:
    parents: list[tuple[int, str]] = []
    paths = []
    for number, (indent, name) in enumerate(entries):
        while parents and parents[-1][0] >= indent:
            parents.pop()
        has_entries = number + 1 < len(entries) and entries[number + 1][0] > indent
        if name.endswith("/") or has_entries:
            parents.append((indent, name.rstrip("/")))
        else:
            paths.append("/".join([*(parent for _, parent in parents), name]))
    return paths
