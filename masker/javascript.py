"""JavaScript: imports, literal constants, heads of functions, classes and methods stay; other code becomes a comment.

The text is split into statements by brackets, semicolons and line ends; no syntax tree is built.
"""

import re
from collections.abc import Iterator

from masker.model import SMALL, Masked, Treatment, masked_or_plain

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<word>[\w$#@\\]+)"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
    r"|`(?:[^`\\$]|\\.|\$\{(?:[^`{}\n]|`[^`\n]{0,100}`|\{(?:[^{}`\n]|`[^`\n]{0,100}`){0,100}\}){0,200}+\}|\$)*+`?)"
    r"|(?P<pattern>/(?![/*])(?:[^/\\\[\n]|\\[^\n]|\[[^\]\n]{0,50}\]){1,200}+/[a-z]*)|(?P<mark>=>|\.\.\.|.)",
    re.DOTALL,
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BEFORE_PATTERN = frozenset({*"(,=:[!&|?{};+-*%<>~^", "=>", "return", "typeof", "case", "in", "of"})
_CONTINUES = frozenset({*".,([?:=+-*/%<>&|^", "=>", "..."})
_CONTINUED_BY = _CONTINUES | {"{", "else", "catch", "finally", "while"}
_VALUES = frozenset({"true", "false", "null", "undefined"})
_MODIFIERS = frozenset({"export", "default", "async"})
_REMOVED = "// The script runs here."
_BODY = "{ /* body */ }"

_PAGE = frozenset({"document", "navigator", "window"})
_COMPUTES = frozenset(
    """
    if for while do switch return throw try class new await yield import export fetch eval Function Math Date JSON
    XMLHttpRequest WebSocket Array Object + - * / % < > ? ! & | ^
    """.split()  # noqa: SIM905
)

_Token = tuple[str, str]  # kind, text
_Statement = list[_Token]


class InvalidScript(ValueError):
    """Brackets of a script that do not match."""


def mask_javascript(path: str, text: str) -> Masked:
    """Mask one script or module. A small one that only puts values into the page stays."""
    tokens = _tokens(text)
    if len(text) <= SMALL and _only_shows(tokens):
        return Masked(text, Treatment.WHOLE, "it is small and only puts values into the page")
    try:
        return masked_or_plain(text, _masked(tokens, in_class=False))
    except (InvalidScript, RecursionError) as error:
        return Masked(text, Treatment.BROKEN, f"it is not valid JavaScript: {error}")


def mask_script(text: str) -> str:
    """Mask the script of a page, in which template tags may stand. One that is not valid is removed."""
    masked = mask_javascript("", text)
    return f"\n{_REMOVED}\n" if masked.treatment is Treatment.BROKEN else masked.text


def _only_shows(tokens: list[_Token]) -> bool:
    code = {text for kind, text in tokens if kind in {"word", "mark", "pattern"}}
    return bool(code & _PAGE) and not code & _COMPUTES


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    place, last = 0, "("
    while match := _TOKEN.match(text, place):
        kind, piece = str(match.lastgroup), match.group()
        if kind == "pattern" and last not in _BEFORE_PATTERN:
            kind, piece = "mark", "/"
        place += len(piece)
        found.append((kind, piece))
        last = last if kind in {"space", "comment"} else piece
    return found


def _statements(tokens: list[_Token]) -> Iterator[_Statement]:
    """Split at semicolons, closed bodies and line ends outside of brackets. Raise `InvalidScript`."""
    statement: _Statement = []
    expected: list[str] = []
    last = ""
    for (kind, text), following in zip(tokens, _following(tokens), strict=True):
        ends_line = kind == "space" and "\n" in text and not expected and last and last not in _CONTINUES
        if ends_line and following not in _CONTINUED_BY:
            yield statement
            statement, last = [], ""
        statement.append((kind, text))
        if kind == "mark" and text in _CLOSING:
            expected.append(_CLOSING[text])
        elif kind == "mark" and text in ")]}" and (not expected or expected.pop() != text):
            raise InvalidScript(f"{text} without its opening bracket")
        last = last if kind in {"space", "comment"} else text
        if text == ";" and not expected:
            yield statement
            statement, last = [], ""
    if expected:
        raise InvalidScript(f"{expected[-1]} is missing at the end")
    yield statement


def _following(tokens: list[_Token]) -> list[str]:
    """Return for each token the text of the next one that is neither space nor comment."""
    found, following = [], ""
    for kind, text in reversed(tokens):
        found.append(following)
        following = following if kind in {"space", "comment"} else text
    return found[::-1]


def _masked(tokens: list[_Token], in_class: bool) -> str:
    parts: list[str] = []
    is_removed = False
    for statement in _statements(tokens):
        code = [position for position, (kind, _) in enumerate(statement) if kind not in {"space", "comment"}]
        lead = statement[: code[0]] if code else statement
        kept = _declaration(statement[len(lead) :], in_class) if code else ""
        if kept is None and is_removed:
            continue
        is_removed = kept is None
        parts.append(_text(lead if kept is not None else [token for token in lead if token[0] == "space"]))
        parts.append(_REMOVED if kept is None else kept)
    return "".join(parts)


def _declaration(statement: _Statement, in_class: bool) -> str | None:
    """Return what stays of a statement; None where nothing does."""
    words = [text for kind, text in statement if kind == "word"]
    first = next((word for word in words if word not in _MODIFIERS), "")
    texts = [text for kind, text in statement if kind not in {"space", "comment"}]
    if texts[0] == "import" and texts[1:2] != ["("]:
        return _text(statement)
    if texts[0] == "export" and texts[1:2] in (["{"], ["*"]):
        return _text(statement)
    if first == "class" and texts[0] in {"class", *_MODIFIERS} and not in_class:
        return _class(statement)
    if first in {"function", "const", "let", "var"} and texts[0] in {first, *_MODIFIERS}:
        return _without_body(statement)
    return _without_body(statement) if in_class and statement[0][0] == "word" else None


def _class(statement: _Statement) -> str:
    opened = statement.index(("mark", "{")) if ("mark", "{") in statement else len(statement)
    closed = len(statement) - 1 - statement[::-1].index(("mark", "}")) if opened < len(statement) else opened
    inside = _masked(statement[opened + 1 : closed], in_class=True) if opened < closed else ""
    return _text(statement[: opened + 1]) + inside + _text(statement[closed:])


def _without_body(statement: _Statement) -> str:
    """Return the head of a function or method, a literal value, or the name of any other."""
    end = ";" if statement[-1][1] == ";" else ""
    code = [text for kind, text in statement if kind not in {"space", "comment"}]
    if ("mark", "=") in statement and _is_literal(statement[statement.index(("mark", "=")) + 1 :]):
        return _text(statement)
    depth = 0
    last = ""
    for position, (kind, text) in enumerate(statement):
        if depth == 0 and last == "=>" and kind not in {"space", "comment"}:
            return _text(statement[:position]) + _BODY + end
        if depth == 0 and text == "{" and last == ")":
            return _text(statement[:position]) + _BODY + end
        depth += (kind == "mark" and text in _CLOSING) - (kind == "mark" and text in ")]}")
        last = last if kind in {"space", "comment"} else text
    if ("mark", "=") not in statement:
        return f"static {_BODY}" if code[:2] == ["static", "{"] else _text(statement)
    return _text(statement[: statement.index(("mark", "="))]).rstrip() + end


def _is_literal(value: _Statement) -> bool:
    inside = [token for token in value if token[0] not in {"space", "comment"}]
    following = [text for _, text in inside[1:]] + [""]
    for (kind, text), after in zip(inside, following, strict=True):
        is_plain = text in _VALUES or after == ":" or text[0].isdigit()
        if (kind == "word" and not is_plain) or kind == "pattern" or "${" in text:
            return False
        if kind == "mark" and text not in "[]{},:;-.":
            return False
    return bool(inside)


def _text(tokens: list[_Token]) -> str:
    return "".join(text for _, text in tokens)
