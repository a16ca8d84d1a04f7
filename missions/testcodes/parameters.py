"""Parameter kinds, which define valid values.

A testcode needs values that only the agent knows which built the project. Each kind is a `str` with a
rule; an empty value, or one that does not belong to the project, raises `Unanswered`, and the testcodes that
need it become `unanswered` instead of passing by chance.
"""

from __future__ import annotations

import re
import shlex
from pathlib import PurePosixPath
from typing import ClassVar, Self
from urllib.parse import urlsplit

MAX_ANSWER_CHARS = 4_000
"""Maximum characters of a value; selectors, commands and messages are shorter."""


class Unanswered(ValueError):
    """The value of a parameter is missing, empty, or does not belong to the project."""


class ParameterKind(str):
    """Base of the kinds. The agent receives `asks_for` together with the author's description."""

    asks_for: ClassVar[str] = ""

    @classmethod
    def parse(cls, answer: str) -> Self:
        """Return `answer` as a value of this kind. Raises `Unanswered` with the reason."""
        if len(answer) > MAX_ANSWER_CHARS:
            raise Unanswered(f"it has {len(answer)} characters, more than {MAX_ANSWER_CHARS}")
        if "\0" in answer:
            raise Unanswered("it contains a NUL character")
        if not answer.strip():
            raise Unanswered("it is empty")
        cls.check(answer)
        return cls(answer)

    @classmethod
    def check(cls, answer: str) -> None:
        """Raise `Unanswered` when a non-empty `answer` is invalid for this kind."""


class Url(ParameterKind):
    """A page of the project."""

    asks_for = "a URL of the project, http://localhost:8000/… or a path that starts with /"
    OWN_HOSTS: ClassVar[frozenset[str]] = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})

    @classmethod
    def check(cls, answer: str) -> None:
        if re.search(r"[\s\\\x00-\x1f]", answer):
            raise Unanswered("a URL has no white space, backslash or control character")
        if answer.startswith("/") and not answer.startswith("//"):
            return
        try:
            parts = urlsplit(answer)
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise Unanswered(f"it is not a URL: {error}") from error
        if parts.scheme not in ("http", "https") or not host:
            raise Unanswered("it is neither an http URL nor a path that starts with /")
        if host not in cls.OWN_HOSTS or port != 8000 or parts.username is not None:
            raise Unanswered("it does not lead to the project, http://localhost:8000/")


class Element(ParameterKind):
    """An element of a page."""

    asks_for = "a CSS selector, or an XPath that starts with // (or with xpath=), of the one element meant"
    EVERYTHING: ClassVar[re.Pattern[str]] = re.compile(
        r"""(css=)?\s*(?:\*|html|body|:root|head|html\s*>?\s*body|body\s*>?\s*\*|html\s*>?\s*\*)\s*$
        |(xpath=)?\s*\(*/{1,2}(?:\*|html|body|node\(\)|html/body|descendant(-or-self)?::(\*|node\(\)))
          (?:\[\s*(?:\d+|last\(\)|true\(\))\s*\])?\)*(?:\[\s*\d+\s*\])?\s*$""",
        re.VERBOSE | re.IGNORECASE,
    )

    @classmethod
    def check(cls, answer: str) -> None:
        if cls.EVERYTHING.match(answer.strip()):
            raise Unanswered("it names the whole page, not an element of it")


class Command(ParameterKind):
    """Command line that a user types to start something; it is never passed to a shell."""

    asks_for = "a command line as a user would type it in the project's folder, without shell operators"

    @classmethod
    def check(cls, answer: str) -> None:
        try:
            words = shlex.split(answer)
        except ValueError as error:
            raise Unanswered(f"it is not a command line: {error}") from error
        if not words or not words[0].strip():
            raise Unanswered("it names no program")


class Message(ParameterKind):
    """A text that the project shows."""

    asks_for = "the text, as the user sees it, or the part of it that never changes"

    @classmethod
    def check(cls, answer: str) -> None:
        if len(re.findall(r"\w", answer)) < 3:
            raise Unanswered("a message has at least three letters or digits")


class FileName(ParameterKind):
    """A file in the project's folder."""

    asks_for = "a file name, relative to the folder in which the project is started"

    @classmethod
    def check(cls, answer: str) -> None:
        path = PurePosixPath(answer.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or re.match(r"^[A-Za-z]:", answer):
            raise Unanswered("it leads out of the project's folder")
        if not path.name:
            raise Unanswered("it names a folder, not a file")


class Value(ParameterKind):
    """Any other value: an option's value, a key to press."""

    asks_for = "the value"


KINDS: tuple[type[ParameterKind], ...] = (Url, Element, Command, Message, FileName, Value)
