"""Understanding an input: from tokens to a statement, one function for each level of precedence."""

from fractions import Fraction

from builtin import RESERVED
from inputs import Input
from problems import Problem
from tokens import Kind, Token, tokens_of
from tree import (
    Call,
    Definition,
    Expression,
    Name,
    Negation,
    Number,
    Operation,
    Percentage,
    Setting,
    Statement,
)

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def parse(typed: Input) -> Statement:
    """Return the statement of an input. Raises `Problem` if its form is wrong."""
    return _Parser(typed).statement()


class _Parser:
    """Reads the tokens of one input from left to right."""

    def __init__(self, typed: Input) -> None:
        self.typed = typed
        self.tokens = tokens_of(typed)
        self.position = 0

    def statement(self) -> Statement:
        """Read the whole input."""
        statement: Statement
        if self._take("let"):
            statement = self._setting()
        elif self._take("def"):
            statement = self._definition()
        else:
            statement = self._comparison()
        self._expect_end()
        return statement

    def _setting(self) -> Setting:
        name = self._new_name()
        self._expect("=")
        return Setting(name, self._comparison())

    def _definition(self) -> Definition:
        name = self._new_name()
        self._expect("(")
        parameters: list[str] = []
        while not parameters or self._take(","):
            token = self._next
            parameter = self._new_name()
            if parameter in parameters:
                raise Problem(f"parameter {parameter!r} stands there twice", token.place)
            parameters.append(parameter)
        self._expect(")")
        self._expect("=")
        body = self._comparison()
        return Definition(name, tuple(parameters), body, self.typed.text.partition("=")[2].strip())

    def _comparison(self) -> Expression:
        left = self._sum()
        if self._next.text not in COMPARISONS:
            return left
        sign = self._advance()
        return Operation(sign.text, left, self._sum(), sign.place)

    def _sum(self) -> Expression:
        left = self._product()
        while self._next.text in ("+", "-"):
            sign = self._advance()
            left = Operation(sign.text, left, self._product(), sign.place)
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while self._next.text in ("*", "/"):
            sign = self._advance()
            left = Operation(sign.text, left, self._signed(), sign.place)
        return left

    def _signed(self) -> Expression:
        if self._take("-"):
            return Negation(self._signed())
        return self._power()

    def _power(self) -> Expression:
        base = self._percentage()
        if self._next.text != "^":
            return base
        sign = self._advance()
        return Operation("^", base, self._signed(), sign.place)

    def _percentage(self) -> Expression:
        value = self._value()
        while self._take("%"):
            value = Percentage(value)
        return value

    def _value(self) -> Expression:
        token = self._advance()
        if token.kind is Kind.NUMBER:
            return Number(Fraction(token.text))
        if token.kind is Kind.NAME:
            return self._call(token) if self._take("(") else Name(token.text, token.place)
        if token.text == "(":
            inner = self._comparison()
            self._expect(")")
            return inner
        raise _unexpected(token)

    def _call(self, name: Token) -> Call:
        arguments = [self._comparison()]
        while self._take(","):
            arguments.append(self._comparison())
        self._expect(")")
        return Call(name.text, tuple(arguments), name.place)

    def _new_name(self) -> str:
        """Read a name that is to be set, defined or a parameter."""
        token = self._advance()
        if token.kind is not Kind.NAME:
            raise _unexpected(token)
        if token.text in RESERVED:
            raise Problem(f"{token.text!r} is built in", token.place)
        return token.text

    @property
    def _next(self) -> Token:
        return self.tokens[self.position]

    def _advance(self) -> Token:
        token = self._next
        if token.kind is not Kind.END:
            self.position += 1
        return token

    def _take(self, text: str) -> bool:
        """Read the token if it is this one."""
        taken = self._next.text == text
        self.position += taken
        return taken

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise _unexpected(self._next)

    def _expect_end(self) -> None:
        if self._next.kind is not Kind.END:
            raise _unexpected(self._next)


def _unexpected(token: Token) -> Problem:
    what = "end of line" if token.kind is Kind.END else f"'{token.text}'"
    return Problem(f"unexpected {what}", token.place)
