"""English out of identifiers."""

import re

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_a-zA-Z0-9]+")
_UNCOUNTED = frozenset(
    {"data", "text", "information", "content", "html", "json", "csv", "access", "status", "analysis", "news", "help"}
)
_VOWEL_SOUND = re.compile(r"(?:[aeio]|u(?!ni|se|r[il])|hour|[FHLMNRSX](?=[A-Z]))")


def words(name: str) -> list[str]:
    """``getHTTPStatus`` and ``get_http_status`` → the words in them; acronyms stay in capitals."""
    found = _PARTS.findall(name)
    return [part if len(part) > 1 and part.isupper() and not name.isupper() else part.lower() for part in found]


def phrase(parts: list[str]) -> str:
    """Words as running text."""
    return " ".join(parts)


def an(parts: list[str]) -> str:
    """The words with the article they need: none for plurals and what is not counted."""
    if not parts:
        return "a value"
    last = parts[-1]
    if last in _UNCOUNTED or (last.endswith("s") and not last.endswith(("ss", "us"))):
        return phrase(parts)
    return ("an " if _VOWEL_SOUND.match(parts[0]) else "a ") + phrase(parts)


def listed(items: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def sentence(text: str) -> str:
    """Text with a capital at its start and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}."
