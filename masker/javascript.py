"""JavaScript: imports, constants, signatures and classes stay; bodies become a comment, and what only acts goes."""

import re

from masker.javascript_tokens import Part, Token, Unreadable, pairs, tokens
from masker.model import Masked, Outcome, masked_or_plain
from masker.rules import SMALL
from masker.words import phrase, sentence, words

_ACTS = "// The script acts on the page here."
_CONSTANT_WORDS = frozenset({"true", "false", "null", "undefined"})
_CONTROL = frozenset(
    """
    if for while do switch return throw try class new await yield import export fetch eval Function
    XMLHttpRequest WebSocket Math Date JSON Array Object
    """.split()  # noqa: SIM905
)
_PAGE = frozenset({"document", "navigator", "window"})
_COMPUTES = frozenset(
    """
    + - * / % < > && || ?? ? ! ++ -- & | ^
    """.split()  # noqa: SIM905
)
_CONTINUES = frozenset(
    """
    . , ( [ { ? : = => + - * / % < > && || ?? == === != !== & | ^ ...
    """.split()  # noqa: SIM905
)


def mask_javascript(path: str, text: str) -> Masked:
    """Masks one script or module. A small one that only puts values into the page stays."""
    try:
        found = tokens(text)
        closed = pairs(found)
    except Unreadable as error:
        return Masked(text, Outcome.BROKEN, f"it is no JavaScript: {error}")
    if len(text) <= SMALL and _only_shows(found):
        return Masked(text, Outcome.WHOLE, "it is small and only puts values into the page")
    return masked_or_plain(text, _Script(found, closed).masked())


def mask_script(text: str) -> str:
    """Masks the script inside of a page, where template tags may stand; what cannot be read goes as a whole."""
    if not text.strip():
        return text
    try:
        found = tokens(text)
        return _Script(found, pairs(found)).masked()
    except Unreadable:
        return f"\n{_ACTS}\n"


def _only_shows(found: list[Token]) -> bool:
    names = {token.text for token in found if token.part is Part.WORD}
    marks = {token.text for token in found if token.part is Part.MARK}
    return bool(names & _PAGE) and not names & _CONTROL and not marks & _COMPUTES


class _Script:
    """Reads statement by statement and writes what stays of each."""

    def __init__(self, found: list[Token], closed: dict[int, int]) -> None:
        self.tokens, self.closed = found, closed
        self.parts: list[str] = []
        self.has_said = False  # since the last statement that stays

    def masked(self) -> str:
        self._block(0, len(self.tokens), in_class=False)
        return "".join(self.parts)

    def _block(self, place: int, end: int, in_class: bool) -> None:
        """Writes the statements of a script, or the members of a class; those that go leave one comment each run."""
        while place < end:
            token = self.tokens[place]
            if not token.means or token.text == ";":
                self.parts.append(token.text)
                place += 1
                continue
            after = self._member(place, end) if in_class else self._statement(place, end)
            place = self._without(place, end, in_class) if after is None else after

    def _without(self, place: int, end: int, in_class: bool) -> int:
        """Leaves out a statement with the rest of its line; returns where what follows begins."""
        after = self._end(place, end)
        while after < end and (self.tokens[after].text == ";" or self._is_rest_of_line(after)):
            after += 1
        if not (in_class or self.has_said):
            self.parts.append(_ACTS)
            self.has_said = True
            if after < end and "\n" not in self.tokens[after].text:
                self.parts.append("\n")
        elif after < end and self.tokens[after].part is Part.SPACE:
            after += 1
        return after

    def _is_rest_of_line(self, place: int) -> bool:
        return not self.tokens[place].means and "\n" not in self.tokens[place].text

    def _statement(self, place: int, end: int) -> int | None:
        """Writes a statement that stays, and returns where it ends; None where it does not stay."""
        start = place
        while self._text(place, end) in {"export", "default", "async"}:
            place = self._next(place, end)
        word = self._text(place, end)
        if word == "import" and place == start and self._text(self._next(place, end), end) not in {"(", "."}:
            return self._write(start, self._end(start, end))
        if place > start and word in {"{", "*"}:
            return self._write(start, self._end(start, end))
        if word == "function":
            return self._function(start, place, end)
        if word == "class":
            return self._class(start, place, end)
        return self._constant(start, place, end) if word in {"const", "let", "var"} else None

    def _function(self, start: int, place: int, end: int) -> int | None:
        name = ""
        while place < end and self.tokens[place].text != "(":
            name = self.tokens[place].text if self.tokens[place].part is Part.WORD else name
            place += 1
        body = self._body_after(place, end)
        return None if body is None else self._masked_body(start, body, name)

    def _body_after(self, place: int, end: int) -> int | None:
        """Where the body opens that belongs to the parameters which open at ``place``."""
        if place >= end or self.tokens[place].text != "(":
            return None
        body = self._next(self.closed[place], end)
        return body if self._text(body, end) == "{" else None

    def _masked_body(self, start: int, body: int, name: str) -> int:
        self._write(start, body + 1)
        close = self.closed[body]
        inside = self.tokens[body + 1 : close]
        if not any(token.means for token in inside):
            return self._write(body + 1, close + 1)
        before = "".join(token.text for token in self.tokens[max(0, start - 1) : start])
        indent = re.split(r"\n", before)[-1] if before.strip(" \t\n\r") == "" else ""
        said = _description(name)
        self.parts.append(f"\n{indent}    // {said}\n{indent}}}")
        return close + 1

    def _class(self, start: int, place: int, end: int) -> int | None:
        while place < end and self.tokens[place].text != "{":
            place = self.closed[place] + 1 if place in self.closed else place + 1
        if place >= end:
            return None
        self._write(start, place + 1)
        self._block(place + 1, self.closed[place], in_class=True)
        return self._write(self.closed[place], self.closed[place] + 1)

    def _member(self, place: int, end: int) -> int | None:
        """A method keeps its head, a field its literal or its name; a static block does not stay."""
        start, name = place, ""
        while place < end and self.tokens[place].text not in {"(", "{", "=", ";"}:
            token = self.tokens[place]
            if token.part is Part.SPACE and "\n" in token.text and name not in {"", "static", "async", "get", "set"}:
                return self._write(start, place)
            name = token.text if token.part is Part.WORD else name
            place = self.closed[place] + 1 if place in self.closed else place + 1
        if self._text(place, end) == "(":
            body = self._body_after(place, end)
            return None if body is None else self._masked_body(start, body, name)
        if self._text(place, end) == "=":
            return self._value(start, place, end, name)
        return None

    def _constant(self, start: int, place: int, end: int) -> int | None:
        place = self._next(place, end)
        name = self._text(place, end)
        equals = self._next(place, end)
        if not self._is_word(place, end) or self._text(equals, end) != "=":
            return None
        return self._value(start, equals, end, name)

    def _value(self, start: int, equals: int, end: int, name: str) -> int | None:
        """``name = literal`` stays, ``name = function`` keeps its head, of anything else only the name stays."""
        stop = self._end(start, end)
        value = self._next(equals, end)
        if self._is_literal(value, stop):
            return self._write(start, stop)
        body = self._arrow_or_function(value, stop)
        if body is None:
            return None
        if self.tokens[body].text == "{":
            return self._masked_body(start, body, name)
        self._write(start, body)
        self.parts.append("undefined;" if self.tokens[stop - 1].text == ";" else "undefined")
        return stop

    def _arrow_or_function(self, place: int, end: int) -> int | None:
        """Where the body of a function expression begins, None where there is no function."""
        if self._text(place, end) == "async":
            place = self._next(place, end)
        if self._text(place, end) == "function":
            while place < end and self.tokens[place].text != "(":
                place += 1
            return self._body_after(place, end)
        parameters = self.closed.get(place, place if self._is_word(place, end) else end)
        arrow = self._next(parameters, end)
        if self._text(arrow, end) != "=>":
            return None
        body = self._next(arrow, end)
        return body if body < end else None

    def _is_word(self, place: int, end: int) -> bool:
        return place < end and self.tokens[place].part is Part.WORD

    def _is_literal(self, place: int, end: int) -> bool:
        inside = [token for token in self.tokens[place:end] if token.means]
        for index, token in enumerate(inside):
            is_key = index + 1 < len(inside) and inside[index + 1].text == ":"
            if token.part is Part.WORD and token.text not in _CONSTANT_WORDS and not is_key:
                return False
            if token.part is Part.MARK and token.text not in "[]{},:;-":
                return False
            if token.part is Part.STRING and token.text[0] == "`" and "${" in token.text:
                return False
        return bool(inside)

    def _end(self, place: int, end: int) -> int:
        """Where a statement ends: after its semicolon, or before a line that does not continue it."""
        last = ""
        while place < end:
            token = self.tokens[place]
            if token.text == ";":
                return place + 1
            if token.part is Part.SPACE and "\n" in token.text and last and last not in _CONTINUES:
                following = self._next(place, end)
                if self._text(following, end) not in _CONTINUES and self._text(following, end) != "else":
                    return place
            last = token.text if token.means else last
            place = self.closed.get(place, place) + 1
            last = "}" if self.tokens[place - 1].text in {")", "]", "}"} else last
        return end

    def _next(self, place: int, end: int) -> int:
        place += 1
        while place < end and not self.tokens[place].means:
            place += 1
        return place

    def _text(self, place: int, end: int) -> str:
        return self.tokens[place].text if place < end else ""

    def _write(self, start: int, end: int) -> int:
        self.parts += [token.text for token in self.tokens[start:end]]
        self.has_said = False
        return end


def _description(name: str) -> str:
    said = words(name)
    return sentence(phrase(said)) if said else "What the function does."
