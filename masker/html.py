"""HTML and Django templates: the head, what is inherited and loaded, and blocks stay; a body becomes a comment.

The comment is derived from the names of files and blocks, and from which kinds of elements there are.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from masker.javascript import mask_script
from masker.model import Masked, Outcome, masked_or_plain
from masker.template_tokens import Part, Token, tokens
from masker.words import an, listed, words

_HEAD_BLOCK = re.compile(r"title|head|meta|style|css|lang|class", re.IGNORECASE)
_INHERITANCE = frozenset({"extends", "load"})
_KINDS = {
    "form": "a form",
    "table": "a table",
    "ul": "a list",
    "ol": "a list",
    "canvas": "a chart",
    "svg": "a drawing",
    "img": "a picture",
    "video": "a video",
    "audio": "sound",
    "iframe": "an embedded page",
    "button": "buttons",
    "nav": "navigation",
    "a": "links",
    "script": "a script",
}
_ACTIONS = {
    "add": "adding",
    "create": "creating",
    "new": "creating",
    "edit": "editing",
    "update": "updating",
    "delete": "deleting",
    "submit": "submitting",
    "upload": "uploading",
    "view": "viewing",
    "search": "searching",
    "confirm": "confirming",
}
_VIEWS = {"list": "List", "detail": "Details", "log": "Log", "form": "Form", "chart": "Chart", "statu": "Status"}
_CONTENT = frozenset({"content", "main", "body", "page"})  # names of blocks that say nothing of their own
_FRAME = frozenset({"html", "/html", "/body", "/head", "!doctype"})


@dataclass(frozen=True)
class _Block:
    """A template block with what is in it; ``close`` is empty where the text ends before it does."""

    name: str
    open: str
    items: "list[Token | _Block]"
    close: str


_Item = Token | _Block


@dataclass(frozen=True)
class _Place:
    """What content belongs to: a page, a part of pages, or a block in either."""

    name: str
    is_page: bool = False
    is_part: bool = False


def mask_html(path: str, text: str) -> Masked:
    """Masks one template or page. Any text is a page to a browser; only what is nested too deeply cannot be read."""
    pieces = list(tokens(text))
    start, end = _body(pieces)
    try:
        inside = _mask_region(
            _tree(pieces[start:end]), _Place(PurePosixPath(path).stem, is_page=True, is_part=not start)
        )
    except RecursionError:
        return Masked(text, Outcome.BROKEN, "its blocks are nested too deeply to be read")
    return masked_or_plain(text, _frame(pieces[:start]) + inside + _frame(pieces[end:]))


def _body(pieces: list[Token]) -> tuple[int, int]:
    """Which tokens are the body: those after ``<body>``, else after ``</head>``, else all."""
    names = [piece.name if piece.part is Part.TAG else "" for piece in pieces]
    opened = next((names.index(name) + 1 for name in ("body", "/head") if name in names), None)
    if opened is None:
        return 0, len(pieces)
    closers = (place for place, name in enumerate(names) if name in {"/body", "/html"} and place >= opened)
    return opened, next(closers, len(pieces))


def _frame(pieces: Iterable[Token]) -> str:
    """What surrounds the body stays, but for the scripts in it."""
    return "".join(mask_script(piece.text) if _is_script(piece) else piece.text for piece in pieces)


def _is_script(piece: Token) -> bool:
    return piece.part is Part.RAW and piece.name == "script"


def _tree(pieces: list[Token]) -> list[_Item]:
    """Tokens with template blocks around what is in them."""
    root: list[_Item] = []
    waiting: list[tuple[Token, list[_Item]]] = []
    items = root
    for piece in pieces:
        if piece.part is Part.TEMPLATE and piece.name == "block":
            waiting.append((piece, items))
            items = []
        elif piece.part is Part.TEMPLATE and piece.name == "endblock" and waiting:
            items = _closed(*waiting.pop(), items, piece.text)
        else:
            items.append(piece)
    while waiting:
        items = _closed(*waiting.pop(), items, "")
    return root


def _closed(opened: Token, outer: list[_Item], items: list[_Item], close: str) -> list[_Item]:
    outer.append(_Block(opened.argument, opened.text, items, close))
    return outer


def _mask_region(items: list[_Item], place: _Place) -> str:
    if _says_nothing(items):
        return "".join(_kept(item, place) for item in items)
    comment = f"<!-- {_description(items, place)} -->"
    kept: list[str] = []
    is_said = False
    for item in items:
        if _stays(item):
            kept.append(_kept(item, place))
        elif not (is_said or _is_blank(item)):
            kept.append(comment)
            is_said = True
    if place.is_part and place.is_page:  # nothing may stand before what a template begins with
        return "\n".join(kept) + "\n"
    indent = "    " if place.is_page else ""
    return "".join(f"\n{indent}{line}" for line in kept) + "\n"


def _kept(item: _Item, place: _Place) -> str:
    if isinstance(item, Token):
        return item.text
    if _HEAD_BLOCK.search(item.name):
        return item.open + _flat(item.items) + item.close
    name = place.name if item.name in _CONTENT else item.name or place.name
    return item.open + _mask_region(item.items, _Place(name)) + item.close


def _flat(items: list[_Item]) -> str:
    """A block that belongs to the head, as it is but for scripts."""
    parts = []
    for item in items:
        if isinstance(item, _Block):
            parts.append(item.open + _flat(item.items) + item.close)
        else:
            parts.append(mask_script(item.text) if _is_script(item) else item.text)
    return "".join(parts)


def _says_nothing(items: list[_Item]) -> bool:
    return all(_stays(item) or _is_blank(item) for item in items)


def _stays(item: _Item) -> bool:
    if isinstance(item, _Block):
        return True
    if item.part is Part.TAG:
        return item.name in _FRAME
    return item.part is Part.TEMPLATE and item.name in _INHERITANCE


def _is_blank(item: _Item) -> bool:
    return isinstance(item, Token) and (item.part is Part.COMMENT or not item.text.strip())


def _description(items: list[_Item], place: _Place) -> str:
    """What the content is for: from a name and from the kinds of elements, never from what they say."""
    tags = {item.name for item in items if isinstance(item, Token) and item.part is Part.TAG}
    kinds = list(dict.fromkeys(kind for tag, kind in _KINDS.items() if tag in tags))
    subject = words(place.name) or ["page"]
    last = subject[-1].removesuffix("s")
    kind = "content" if not place.is_page else "part" if place.name.startswith("_") else "page"
    if subject[0] in _ACTIONS and len(subject) > 1:
        about = f"{'Form' if 'form' in tags else 'Page'} for {_ACTIONS[subject[0]]} {an(subject[1:])}"
    elif last in _VIEWS and len(subject) > 1:
        about = f"{_VIEWS[last]} of {an(subject[:-1])}"
    else:
        about = f"{' '.join(subject).capitalize()} {kind}"
    rest = [kind for kind in kinds if not (kind == "a form" and about.startswith("Form"))]
    return f"{about} with {listed(rest)}" if rest else about
