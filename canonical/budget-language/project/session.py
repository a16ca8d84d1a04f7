"""The state of a session: definitions, the last answer, and the steps that can be undone."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from inputs import Input
from parser import parse
from tree import Definition, Setting
from values import shown

from evaluator import Surroundings, evaluate


@dataclass(frozen=True)
class Definitions:
    """All variables and functions at one moment; a change makes another object."""

    variables: Mapping[str, Fraction] = field(default_factory=dict)
    functions: Mapping[str, Definition] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A change: what was typed, and the definitions on its other side."""

    text: str
    other: Definitions


class Session:
    """All definitions, the last answer, and the steps so far."""

    def __init__(self) -> None:
        self.definitions = Definitions()
        self.ans = Fraction(0)
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def perform(self, typed: Input) -> str:
        """Do what an input says and return the answer. Raises `Problem` and changes nothing if it is wrong."""
        statement = parse(typed)
        if isinstance(statement, Definition):
            functions = {**self.definitions.functions, statement.name: statement}
            self.change(typed.text, replace(self.definitions, functions=functions))
            return f"{statement.head} defined"
        around = Surroundings(self.definitions.variables, self.definitions.functions, self.ans)
        if isinstance(statement, Setting):
            value = evaluate(statement.expression, around)
            variables = {**self.definitions.variables, statement.name: value}
            self.change(typed.text, replace(self.definitions, variables=variables))
            return f"{statement.name} = {shown(value)}"
        self.ans = evaluate(statement, around)
        return f"= {shown(self.ans)}"

    def change(self, text: str, definitions: Definitions) -> None:
        """Make a step to other definitions; `text` says which step it was."""
        self._done.append(Step(text, self.definitions))
        self._undone.clear()
        self.definitions = definitions

    def undo(self) -> str | None:
        """Take back the last step and return what was typed; None if there is none."""
        return self._step(self._done, self._undone)

    def redo(self) -> str | None:
        """Do again what was undone last and return what was typed; None if there is nothing."""
        return self._step(self._undone, self._done)

    def _step(self, source: list[Step], target: list[Step]) -> str | None:
        if not source:
            return None
        step = source.pop()
        target.append(Step(step.text, self.definitions))
        self.definitions = step.other
        return step.text

    def copy(self) -> "Session":
        """Return a session with the same definitions and answer, without steps."""
        other = Session()
        other.definitions, other.ans = self.definitions, self.ans
        return other
