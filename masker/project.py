"""Masking of a project: each file by its language."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from masker.css import mask_css
from masker.decoding import NotText, decode
from masker.html import mask_html
from masker.javascript import mask_javascript
from masker.model import Masked, MaskedFile, Skeleton, Treatment
from masker.python import mask_python
from masker.rules import why_left_out, why_whole
from masker.text import mask_text

MAX_CODE_CHARS = 512 * 1024
"""Characters of code that is masked."""

_PYTHON = frozenset({".py", ".pyw"})
_LANGUAGES: Mapping[str, Callable[[str, str], Masked]] = {
    **dict.fromkeys(_PYTHON, mask_python),
    **dict.fromkeys((".html", ".htm", ".djhtml", ".jinja", ".jinja2", ".j2"), mask_html),
    **dict.fromkeys((".js", ".mjs", ".cjs"), mask_javascript),
    ".css": mask_css,
}
_NUMBER_SIGN = ".py .pyw .sh .bash .rb .pl .r .ps1 .ex .ipynb .pyi .pyx"
_SLASHES = ".js .mjs .cjs .ts .tsx .jsx .java .c .h .cpp .cc .hpp .cs .go .rs .php .kt .swift .scala .dart"
_COMMENTS = {
    **dict.fromkeys(_LANGUAGES, "<!-- {} -->\n"),
    **dict.fromkeys((".vue", ".svelte"), "<!-- {} -->\n"),
    **dict.fromkeys(_NUMBER_SIGN.split(), "# {}\n"),
    **dict.fromkeys(_SLASHES.split(), "// {}\n"),
    **dict.fromkeys((".scss", ".sass", ".less", ".css"), "/* {} */\n"),
    **dict.fromkeys((".sql", ".lua", ".hs"), "-- {}\n"),
    **dict.fromkeys((".bat", ".cmd"), "REM {}\n"),
}
"""Comments by suffix, for code that is not shown. Other suffixes are text or data."""


def mask(files: Mapping[str, bytes | str]) -> Skeleton:
    """Mask a project: path with forward slashes → content. Never fails; every file has a treatment with a reason.

    The same project gives the same skeleton, and masking a skeleton gives that skeleton.
    """
    return Skeleton(tuple(mask_file(path, files[path]) for path in sorted(files)))


def mask_file(path: str, content: bytes | str) -> MaskedFile:
    """Mask one file."""
    if reason := why_left_out(path):
        return MaskedFile(path, content[:0], Treatment.LEFT_OUT, reason)
    if not content.strip():
        return MaskedFile(path, content, Treatment.EMPTY, "it is empty")
    suffix = PurePosixPath(path).suffix.lower()
    try:
        text = decode(content, suffix in _PYTHON)
    except NotText as error:
        return _not_text(path, content, suffix, str(error))
    if reason := why_whole(path):
        return MaskedFile(path, content, Treatment.WHOLE, reason)
    masked = _mask_text(path, text.text, suffix)
    return MaskedFile(path, text.write(masked.text), masked.treatment, masked.reason)


def _not_text(path: str, content: bytes | str, suffix: str, error: str) -> MaskedFile:
    if suffix not in _COMMENTS:
        return MaskedFile(path, content, Treatment.BINARY, f"it is not text: {error}")
    comment = _COMMENTS[suffix].format("This file is not shown: it is not text.")
    return MaskedFile(path, comment.encode(), Treatment.BROKEN, f"it is not text: {error}")


def _mask_text(path: str, text: str, suffix: str) -> Masked:
    if suffix not in _COMMENTS:
        return mask_text(path, text)
    if suffix not in _LANGUAGES:
        masked = Masked(text, Treatment.UNSUPPORTED, f"there is no masker for {suffix}")
    elif len(text) > MAX_CODE_CHARS:
        masked = Masked(text, Treatment.TOO_LARGE, f"it has {len(text)} characters; the limit is {MAX_CODE_CHARS}")
    else:
        masked = _LANGUAGES[suffix](path, text)
    if masked.treatment not in {Treatment.UNSUPPORTED, Treatment.TOO_LARGE, Treatment.BROKEN}:
        return masked
    comment = _COMMENTS[suffix].format(f"This file is not shown ({masked.treatment.value}).")
    return Masked(comment, masked.treatment, masked.reason)
