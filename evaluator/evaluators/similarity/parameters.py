"""Parameters: each canonical value compared with the answered one of the same key."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from evaluator.evaluators.similarity.model import BETWEEN, MAX_VALUE_CHARS, SPOILED, Match, Score, needed
from evaluator.model.options import Rule
from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Unanswered, Url, Value

BY_ID = re.compile(r"""\[\s*id\s*=\s*(["']?)([A-Za-z_][\w-]*)\1\s*\]""")
BY_NAME = re.compile(r"""\[\s*([\w-]+)\s*=\s*(["']?)([\w-]+)\2\s*\]""")


def one_spelling(value: str, kind: type[ParameterKind]) -> str:
    """Return the normal form of `value`. Every text has one; none is refused."""
    for base, spell in ((Url, _url), (Element, _element), (Command, _command), (FileName, _file_name)):
        if issubclass(kind, base):
            return spell(value.strip())
    return " ".join(value.split()) if issubclass(kind, Message) else value


def _url(value: str) -> str:
    """Return the path of a URL of the project, for every name of its host: ``http://127.0.0.1:8000`` is ``/``."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return value
    own = not parts.netloc or parts.hostname in Url.OWN_HOSTS
    host = "" if own else f"{parts.scheme.lower()}://{parts.netloc.lower()}"
    path = quote(unquote(parts.path), safe="/%:@!$&'()*+,;=~") or "/"
    return "".join(
        (host, path, f"?{parts.query}" if parts.query else "", f"#{parts.fragment}" if parts.fragment else "")
    )


def _element(value: str) -> str:
    """Return a CSS selector or XPath without prefix, redundant quotes and blanks; an id as ``#id``."""
    value = re.sub(r"^(css|xpath)=\s*", "", " ".join(value.split()))
    if value.startswith(("/", "(")):
        return value.replace('"', "'")
    value = BY_NAME.sub(r"[\1='\3']", BY_ID.sub(r"#\2", value))
    return re.sub(r"\s*([>+~,])\s*", r"\1", value)


def _command(value: str) -> str:
    try:
        return shlex.join(shlex.split(value))
    except ValueError:
        return value


def _file_name(value: str) -> str:
    return posixpath.normpath(value.replace("\\", "/"))


Kinds = Mapping[str, type[ParameterKind]]


def score_parameters(
    canonical: Mapping[str, object], answered: Mapping[str, object], kinds: Kinds, rule: Rule
) -> Score:
    """The mean over the `canonical` values, one at least, of 1 − Levenshtein distance / longer length; 0 where none is
    answered.

    Rule ``strict`` compares by kind: an answer that is none of its kind is like nothing, and two spellings of
    one thing are equal. Under rule ``paper`` one answer that is not text spoils the mission.
    """
    if rule is Rule.PAPER and (reason := _spoiled(canonical, answered)):
        return Score(0.0, left_over_canonical=tuple(canonical), notes=(reason,))
    matches: list[Match] = []
    notes: list[str] = []
    total = 0.0
    for key, value in canonical.items():
        if key in answered:
            similarity, note = _compared(value, answered[key], kinds.get(key, Value), rule)
            total += similarity
            matches.append(Match(key, str(answered[key])[:200], similarity))
            notes += [f"{key}: {note}"] if note else []
    found = total / len(canonical)
    return Score(
        found,
        tuple(matches),
        tuple(key for key in canonical if key not in answered),
        tuple(key for key in answered if key not in canonical)[:1000],
        recall=found if rule is Rule.STRICT else None,
        notes=tuple(notes),
    )


def _spoiled(canonical: Mapping[str, object], answered: Mapping[str, object]) -> str:
    functions = {key.rpartition(BETWEEN)[0] for key in canonical}
    for function in functions:
        if f"{function}{BETWEEN}{SPOILED}" in answered:
            return f"{function}: its answers have no names or no values, which spoils the mission"
    for key in canonical:
        if key in answered and not _is_comparable(answered[key]):
            return f"{key}: the answer is {_kind(answered[key])}, not a text, which spoils the mission"
    return ""


def _is_comparable(answered: object) -> bool:
    """Return True for what the original's Levenshtein distance accepts: a text, or a list of hashable values."""
    if isinstance(answered, list):
        return not any(isinstance(each, (list, dict)) for each in answered)
    return isinstance(answered, str)


def _kind(answered: object) -> str:
    return "a list of lists or objects" if isinstance(answered, list) else type(answered).__name__


def _compared(canonical: object, answered: object, kind: type[ParameterKind], rule: Rule) -> tuple[float, str]:
    if rule is Rule.PAPER:
        return _similarity(canonical, answered)
    if not isinstance(answered, str):
        return 0.0, f"the answer is {type(answered).__name__}, not a text"
    try:
        kind.parse(answered)
    except Unanswered as reason:
        return 0.0, f"unanswered: {reason}"
    return _similarity(one_spelling(str(canonical), kind), one_spelling(answered, kind))


def _similarity(canonical: object, answered: object) -> tuple[float, str]:
    """Return 1 − distance / longer length, 1 for two empty texts; and a note when it was not computed."""
    one, other = (value if isinstance(value, (str, list)) else str(value) for value in (canonical, answered))
    longer = max(len(one), len(other))
    if not longer:
        return 1.0, ""
    if longer > MAX_VALUE_CHARS:
        return 0.0, f"the answer has {len(other)} characters, more than {MAX_VALUE_CHARS}: not compared"
    distance: int = needed("Levenshtein").distance(one, other)
    return 1 - distance / longer, ""
