"""HTML and Django templates cut into tokens: in one pass, in time linear in the text, whatever the text is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Part(Enum):
    """What a token is."""

    TEXT = "text"
    COMMENT = "comment"  # <!-- -->, {# #}, {% comment %}…{% endcomment %}
    TEMPLATE = "template tag"  # {% … %}
    VALUE = "template value"  # {{ … }}
    TAG = "tag"  # <a …>, </a>, <!DOCTYPE …>
    RAW = "raw text"  # what stands inside of script and style


@dataclass(frozen=True)
class Token:
    """A piece of the text. ``name`` is that of the tag in lower case, with ``/`` before it where it closes."""

    part: Part
    text: str
    name: str = ""

    @property
    def argument(self) -> str:
        """What follows the name of a template tag."""
        return _TEMPLATE_NAME.sub("", self.text, count=1).rstrip("%}- ").strip()


_OPENER = re.compile(r"<!--|\{[#%{]|<[!/?]?[A-Za-z]")
_CLOSERS = {"<!--": "-->", "{#": "#}", "{%": "%}", "{{": "}}"}
_PARTS = {"<!--": Part.COMMENT, "{#": Part.COMMENT, "{%": Part.TEMPLATE, "{{": Part.VALUE}
_TAG_NAME = re.compile(r"<([!/?]?[A-Za-z][^\s/>]*)")
_TEMPLATE_NAME = re.compile(r"\{%[-+]?\s*(\w*)")
_IN_TAG = re.compile(r"[\"'>]|\{[%{#]")
_RAW = frozenset({"script", "style"})
_RAW_TEMPLATE = frozenset({"comment", "verbatim"})


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a text; their texts joined are the text again."""
    return _Cutter(text).tokens()


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text, self.lower = text, text.lower()
        if len(self.lower) != len(text):  # some capitals have a longer small form
            self.lower = "".join(letter.lower() if letter.isascii() else letter for letter in text)
        self.absent: set[str] = set()

    def tokens(self) -> Iterator[Token]:
        place = 0
        while place < len(self.text):
            found = _OPENER.search(self.text, place)
            if found is None:
                yield Token(Part.TEXT, self.text[place:])
                return
            if found.start() > place:
                yield Token(Part.TEXT, self.text[place : found.start()])
            place = found.start()
            for token in self._opened(found):
                place += len(token.text)
                yield token

    def _opened(self, found: re.Match[str]) -> Iterator[Token]:
        opener = found.group()
        start = found.start()
        if opener in _CLOSERS:
            end = self._after(_CLOSERS[opener], found.end(), self.text)
            if end is None:
                yield Token(Part.TEXT, opener)
                return
            yield self._template(start, end) if opener == "{%" else Token(_PARTS[opener], self.text[start:end])
            return
        end = self._tag_end(found.end())
        name = _TAG_NAME.match(self.lower, start)
        tag = name.group(1) if name else ""
        yield Token(Part.TAG, self.text[start:end], tag)
        if tag in _RAW and not self.text[start:end].endswith("/>"):
            close = self._find(f"</{tag}", end, self.lower)
            stop = len(self.text) if close is None else close
            if stop > end:
                yield Token(Part.RAW, self.text[end:stop], tag)

    def _template(self, start: int, end: int) -> Token:
        found = _TEMPLATE_NAME.match(self.text, start)
        name = found.group(1) if found else ""
        if name in _RAW_TEMPLATE:
            close = self._find(f"end{name}", end, self.text)
            stop = None if close is None else self._after("%}", close, self.text)
            if stop is not None:
                return Token(Part.COMMENT if name == "comment" else Part.VALUE, self.text[start:stop])
        return Token(Part.TEMPLATE, self.text[start:end], name)

    def _tag_end(self, place: int) -> int:
        """The end of an HTML tag: ``>`` outside of quotes and template tags, else the first ``>``, else the end."""
        first = self._after(">", place, self.text)
        while True:
            found = _IN_TAG.search(self.text, place)
            if found is None:
                return first or len(self.text)
            if found.group() == ">":
                return found.end()
            closer = found.group() if len(found.group()) == 1 else _CLOSERS[found.group()]
            end = self._after(closer, found.end(), self.text)
            if end is None:
                return first or len(self.text)
            place = end

    def _after(self, closer: str, start: int, text: str) -> int | None:
        found = self._find(closer, start, text)
        return None if found is None else found + len(closer)

    def _find(self, wanted: str, start: int, text: str) -> int | None:
        if wanted in self.absent:
            return None
        found = text.find(wanted, start)
        if found < 0:
            self.absent.add(wanted)  # what is not found from here is not found from later places either
            return None
        return found
