"""Normal forms of parameter values; rule ``strict`` treats values with one normal form as equal."""

from __future__ import annotations

import posixpath
import re
import shlex
from urllib.parse import quote, unquote, urlsplit

from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Url

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
