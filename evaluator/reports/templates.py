"""Templates of pages: every text is made safe to show, and whatever is missing is an error."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

import jinja2

from evaluator.io.terminal import printable
from simulators.evidence import shortened

ASSETS = Path(__file__).parent / "html" / "assets"

MAX_TEXT_CHARS = 200_000
"""Characters of one text; longer ones are cut in their middle, which the text says."""


def shown(text: str) -> str:
    """Return `text` with escapes for control characters and changes of direction, cut to `MAX_TEXT_CHARS`."""
    return printable(shortened(text, MAX_TEXT_CHARS))


@cache
def template(name: str) -> jinja2.Template:
    """Return a template of the folder of assets."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ASSETS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: shown(value) if type(value) is str else value,
    )
    return environment.get_template(name)


def asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def joined_script(names: tuple[str, ...]) -> str:
    """Return parts of the script, in the order in which they need each other, as one that has no global names."""
    parts = "\n".join(asset(f"{name}.js") for name in names)
    return f'"use strict";\n(() => {{\n{parts}\n}})();\n'


def digest(text: str) -> str:
    """Return the digest by which a page's security policy allows exactly this script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
