"""Masks whole projects: finds the language of each file, and lets the Python files know each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from masker.css import mask_css
from masker.decoding import NotText, Text, decode
from masker.html import mask_html
from masker.javascript import mask_javascript
from masker.model import Masked, MaskedFile, Outcome, Skeleton
from masker.python import mask_python, readable
from masker.python_imports import Facts, facts
from masker.python_names import Modules
from masker.rules import why_left_out, why_whole
from masker.text import mask_text

#: Code of more characters is not masked.
CODE_LIMIT = 512 * 1024

_LANGUAGES: Mapping[str, Callable[[str, str], Masked]] = {
    **dict.fromkeys((".html", ".htm", ".djhtml", ".jinja", ".jinja2", ".j2"), mask_html),
    **dict.fromkeys((".js", ".mjs", ".cjs"), mask_javascript),
    ".css": mask_css,
}
_PYTHON = frozenset({".py", ".pyw"})
_OTHER_CODE = {
    **dict.fromkeys((".sh", ".bash", ".rb", ".pl", ".r", ".ps1", ".ex", ".ipynb", ".pyi", ".pyx"), "# {}\n"),
    **dict.fromkeys(
        (".ts", ".tsx", ".jsx", ".java", ".c", ".h", ".cpp", ".cc", ".hpp", ".cs", ".go", ".rs"), "// {}\n"
    ),
    **dict.fromkeys((".php", ".kt", ".swift", ".scala", ".dart", ".scss", ".sass", ".less"), "// {}\n"),
    **dict.fromkeys((".vue", ".svelte"), "<!-- {} -->\n"),
    **dict.fromkeys((".sql", ".lua", ".hs"), "-- {}\n"),
    **dict.fromkeys((".bat", ".cmd"), "REM {}\n"),
}


@dataclass(frozen=True)
class _Given:
    """A file that can be read as text."""

    path: str
    content: Text


def mask(files: Mapping[str, bytes | str]) -> Skeleton:
    """Masks a project: path with forward slashes → content. Never fails; every file has an outcome with a reason.

    The same project gives the same skeleton, and the skeleton masked again is the skeleton itself.
    """
    opened = {path: _opened(path, files[path]) for path in sorted(files)}
    known = _facts({path: one for path, one in opened.items() if isinstance(one, _Given)})
    masked = (_masked(one, known) if isinstance(one, _Given) else one for one in opened.values())
    return Skeleton(tuple(masked))


def mask_file(path: str, content: bytes | str) -> MaskedFile:
    """Masks one file alone. Of a project, ``mask`` knows more: which bodies have to stay for it to import."""
    return mask({path: content}).files[0]


def _opened(path: str, content: bytes | str) -> _Given | MaskedFile:
    left_out = why_left_out(path)
    if left_out:
        return MaskedFile(path, content[:0], Outcome.LEFT_OUT, left_out)
    if not content.strip():
        return MaskedFile(path, content, Outcome.EMPTY, "there is nothing in it")
    suffix = PurePosixPath(path).suffix.lower()
    try:
        text = decode(content, suffix in _PYTHON)
    except NotText as error:
        if suffix in _PYTHON or suffix in _LANGUAGES or suffix in _OTHER_CODE:
            said = _instead(path, f"This file is not shown: {_NOT_TEXT}.")
            return MaskedFile(path, said.encode(), Outcome.BROKEN, f"{_NOT_TEXT}: {error}")
        return MaskedFile(path, content, Outcome.BINARY, f"{_NOT_TEXT}: {error}")
    return _Given(path, text)


_NOT_TEXT = "it is not text"


def _facts(given: Mapping[str, _Given]) -> Facts:
    whole = frozenset(path for path in given if why_whole(path))
    python = {path: one.content.text for path, one in given.items() if PurePosixPath(path).suffix.lower() in _PYTHON}
    trees = readable({path: text for path, text in python.items() if len(text) <= CODE_LIMIT})
    try:
        return facts(trees, whole)
    except RecursionError:  # one file is nested too deeply, or hundreds import one another in a row
        return Facts(Modules({}))


def _masked(given: _Given, known: Facts) -> MaskedFile:
    path, text = given.path, given.content.text
    whole = why_whole(path)
    if whole:
        return MaskedFile(path, given.content.write(text), Outcome.WHOLE, whole)
    result = _in_its_language(path, text, known)
    return MaskedFile(path, given.content.write(result.text), result.outcome, result.reason, result.kept)


def _in_its_language(path: str, text: str, known: Facts) -> Masked:
    suffix = PurePosixPath(path).suffix.lower()
    is_code = suffix in _PYTHON or suffix in _LANGUAGES
    if suffix in _OTHER_CODE:
        said = "This file is not shown: there is no masker for its language."
        return Masked(_instead(path, said), Outcome.UNSUPPORTED, f"there is no masker for {suffix}")
    if not is_code:
        return mask_text(path, text)
    if len(text) > CODE_LIMIT:
        said = "This file is not shown: it is too large."
        return Masked(
            _instead(path, said), Outcome.TOO_LARGE, f"it has {len(text)} characters, {CODE_LIMIT} are masked"
        )
    masked = mask_python(path, text, known) if suffix in _PYTHON else _LANGUAGES[suffix](path, text)
    if masked.outcome is Outcome.BROKEN:
        return Masked(_instead(path, "This file is not shown: it cannot be read."), Outcome.BROKEN, masked.reason)
    return masked


def _instead(path: str, text: str) -> str:
    """A comment in the language of the file, so that it stays a file of that language."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".css":
        form = "/* {} */\n"
    elif _LANGUAGES.get(suffix) is mask_javascript:
        form = "// {}\n"
    else:
        form = "<!-- {} -->\n" if suffix in _LANGUAGES else _OTHER_CODE.get(suffix, "# {}\n")
    return form.format(text)
