"""HTML and Django templates: the frame, inheritance and blocks stay; the content of body and blocks becomes a comment.

The comments that an author put into the content stay as its description, like a docstring.
"""

import re
from collections.abc import Iterator

from masker.javascript import mask_script
from masker.model import Masked, masked_or_plain

_TAG = r"(?:[^\"'<>]|\"[^\"<]*\"|'[^'<]*')*+>?"
_TOKEN = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z)|\{#[^\n{]*#\}|\{%\s*comment\b.*?(?:\{%\s*endcomment\s*%\}|\Z))"
    r"|(?P<literal>\{%\s*verbatim\b.*?(?:\{%\s*endverbatim\b[^%\n]*%\}|\Z))"
    rf"|(?P<raw><(?P<name>script|style)\b{_TAG}.*?(?:</(?P=name)\s*>|\Z))"
    r"|(?P<block>\{%[-+]?\s*(?:block|endblock)\b[^%\n]*%\})"
    r"|(?P<kept>\{%[-+]?\s*(?:extends|load)\b[^%\n]*%\})"
    rf"|(?P<frame><(?:!doctype|/?html|/?head|/?body)\b{_TAG})"
    r"|(?P<content>[^<{]+|.)",
    re.DOTALL | re.IGNORECASE,
)
_BLOCK_NAME = re.compile(r"block\s+(\S*)")
_SCRIPT = re.compile(rf"(<script\b{_TAG})(.*?)(</script\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HEAD_BLOCK = re.compile(r"title|head|meta|style|css|lang|class", re.IGNORECASE)
_HIDDEN = "<!--\n    Content of the page\n-->"
_Token = tuple[str, str]  # kind, text


def mask_html(path: str, text: str) -> Masked:
    """Mask one template or page. Any text is valid HTML to a browser."""
    tokens = [(str(found.lastgroup), found.group()) for found in _TOKEN.finditer(text)]
    return masked_or_plain(text, "".join(_masked(tokens)))


def _masked(tokens: list[_Token]) -> Iterator[str]:
    """Yield the tokens that stay, and a comment for each stretch of content between them."""
    stretch: list[_Token] = []
    is_head = False
    is_head_block = [False]
    for kind, piece in tokens:
        if kind not in {"block", "kept", "frame"}:
            stretch.append((kind, piece))
            continue
        yield from _stretch(stretch, stays=is_head or is_head_block[-1])
        stretch = []
        yield piece
        if kind == "frame":
            is_head = piece.lower().startswith("<head")
        elif kind == "block" and "endblock" not in piece:
            found = _BLOCK_NAME.search(piece)
            is_head_block.append(is_head_block[-1] or bool(found and _HEAD_BLOCK.search(found.group(1))))
        elif kind == "block" and len(is_head_block) > 1:
            is_head_block.pop()
    yield from _stretch(stretch, stays=is_head)


def _stretch(tokens: list[_Token], stays: bool) -> Iterator[str]:
    if stays:
        yield from (_SCRIPT.sub(_masked_script, piece) if kind == "raw" else piece for kind, piece in tokens)
        return
    text = "".join(piece for _, piece in tokens)
    code = [position for position, (kind, piece) in enumerate(tokens) if kind != "comment" and piece.strip()]
    if not code:
        yield text
        return
    described = [piece for kind, piece in tokens[: code[0]] if kind == "comment"]
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    yield start + ("\n".join(described) or _HIDDEN) + end


def _masked_script(found: re.Match[str]) -> str:
    opened, inside, closed = found.groups()
    return f"{opened}{mask_script(inside) if inside.strip() else inside}{closed}"
