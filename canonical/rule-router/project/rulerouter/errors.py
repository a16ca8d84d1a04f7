"""Exceptions of the library.

RouterError (ValueError)
├── ExpressionError    text that is no expression or template; has `text` and `position`
├── EvaluationError    expression that has no value for a record
├── RuleError          rule or rule set that contradicts itself; has `rule` (its name)
└── LoadError          document that is no rule set; has `path` (place in the document)
"""

from __future__ import annotations


class RouterError(ValueError):
    """Base of every exception that the library raises on purpose."""


class ExpressionError(RouterError):
    """Text that is no expression; `position` is the index of the first character that does not fit."""

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(f"{message} at position {position}: {text!r}")
        self.text = text
        self.position = position


class EvaluationError(RouterError):
    """Expression that has no value for a record: wrong types, division by zero, a wrong number of arguments."""


class RuleError(RouterError):
    """Rule that cannot be part of a rule set."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"rule {rule!r}: {message}")
        self.rule = rule


class LoadError(RouterError):
    """Document that does not describe a rule set; `path` is like ``rules[2].when``, empty for the document itself."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path or 'document'}: {message}")
        self.path = path
