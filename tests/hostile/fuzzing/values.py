"""Random texts, bytes, JSON, pages and file names, made mostly of what breaks parsers."""

from __future__ import annotations

import json
from random import Random
from typing import Any

MAX_REPETITIONS = 4_000
"""Repetitions of one fragment: long enough for limits of length and depth."""

FRAGMENTS = (
    *("a", "Z", "0", " ", "\n", "\r\n", "\t", "\0", "ß", "İ", "ﬁ", "💥", "\u0301", "\u1ab0", "\u200d", "\u202e"),
    *("\ufeff", "\x1b[2J", "\x1b[999999999C", "\x1b[6n", "\x1b]0;", "\x1b#8", "\x1bP", "\x9b", "\x1b[1;1H"),
    *("\x07", "\x08", "\x7f", "1e999", "-0", "NaN", "١٢٣", "0x1f", "1_000", "9" * 400, "=1+1"),
    *("=cmd|'/c x'!A0", "'", '"', "`", "\\", "/", "../", "{", "}", "[", "]", ",", ":", "null", "true", '{"a":'),
    *("```json\n", "```", "<!--", "]]>", "&lt;", "&#0;", "%s", "%00", "passed", "infrastructure"),
    *("GET / HTTP/1.1\r\n", "Content-Length: -1", "http://localhost:8000/", "//*", "#id", ".git"),
)

TAGS = (
    *("p", "div", "b", "table", "tr", "td", "select", "option", "input", "textarea", "iframe", "svg", "math"),
    *("form", "a", "button", "details", "dialog", "template", "slot", "canvas", "style", "title", "base"),
    *("object", "h1", "label"),
)

ATTRIBUTES = (
    *("hidden", "style='display:none'", "style='opacity:0'", "style='position:fixed;top:-99999px'"),
    *("srcdoc='<p>Hello'", "id=text", "class=text", "contenteditable", "popover", "type=file", "type=number"),
    *("value=NaN", "checked", "disabled", "href='javascript:0'", "src='data:text/html,Hello'"),
    *("onfocus='this.remove()'", "style='transform:scale(1e9)'"),
)

SCRIPTS = (
    "document.body.innerHTML = '';",
    "document.documentElement.remove();",
    "setInterval(() => document.body.append('x'), 1);",
    "customElements.define('x-y', class extends HTMLElement { connectedCallback() { this.remove(); } });",
    "Object.defineProperty(document, 'body', { get() { throw 1; } });",
    "history.replaceState(null, '', '/' + 'x'.repeat(100000));",
    "document.title = '\\ud800';",
    "document.querySelector('p')?.attachShadow({ mode: 'closed' });",
    "queueMicrotask(() => { throw new Error('\\u0000'); });",
    "window.name = 'x'.repeat(1000000);",
    "document.designMode = 'on';",
    "document.write('<p>Hello');",
    "location.hash = '\\ud83d';",
    "new MutationObserver(() => document.body.append('.')).observe(document, { childList: true, subtree: true });",
    "try { alert('Hello'); } catch {}",
)


def text(random: Random, most: int = 12) -> str:
    parts = []
    for _ in range(random.randrange(most)):
        fragment = chr(random.randrange(0xD7FF)) if random.random() < 0.2 else random.choice(FRAGMENTS)
        parts.append(fragment * (random.randrange(1, MAX_REPETITIONS) if random.random() < 0.1 else 1))
    return "".join(parts)


def mutated(random: Random, content: bytes) -> bytes:
    """Return `content` with some bytes changed, removed, repeated or added."""
    found = bytearray(content)
    for _ in range(random.randrange(1, 8)):
        at = random.randrange(len(found) + 1)
        match random.randrange(4):
            case 0 if at < len(found):
                found[at] = random.randrange(256)
            case 1:
                del found[at : at + random.randrange(1, 64)]
            case 2:
                found[at:at] = found[at : at + random.randrange(1, 64)] * random.randrange(1, 9)
            case _:
                found[at:at] = text(random, 3).encode("utf-8", "replace")
    return bytes(found)


def value(random: Random, depth: int = 4) -> Any:
    """Return a value that JSON can express."""
    match random.randrange(7 if depth else 5):
        case 0:
            return text(random, 4)
        case 1:
            return random.choice([0, -1, 1.5, 10**400, 1e308, float("inf")])
        case 2:
            return random.choice([None, True, False])
        case 3:
            return ""
        case 4:
            return random.choice(["path", "code", "files", "program", "parameters", "function", "page"])
        case 5:
            return [value(random, depth - 1) for _ in range(random.randrange(4))]
        case _:
            keys = [random.choice(["path", "code", "base64", "page", "function", text(random, 2)]) for _ in range(3)]
            return {key: value(random, depth - 1) for key in keys}


def answer(random: Random, honest: Any) -> str:
    """Return an answer of a model: JSON that is nearly `honest`, or far from it, with something around it."""
    found = honest if random.random() < 0.5 else value(random)
    written = json.dumps(found, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    if random.random() < 0.7:
        written = mutated(random, written)
    inner = written.decode("utf-8", random.choice(["replace", "surrogateescape"]))
    if random.random() < 0.1:
        inner = random.choice("[{") * random.randrange(1, 100_000) + inner
    return random.choice(["{}", "```json\n{}\n```", "Sure!\n{}\nDone.", "{}\n{}"]).replace("{}", inner)


def page(random: Random) -> bytes:
    """Return HTML that a site may send."""
    parts = ["<!doctype html><meta charset=utf-8>"]
    for _ in range(random.randrange(1, 30)):
        tag, attribute = random.choice(TAGS), random.choice(ATTRIBUTES)
        parts.append(f"<{tag} {attribute}>{text(random, 4)}" + (f"</{tag}>" if random.random() < 0.7 else ""))
    if random.random() < 0.5:
        parts.append(f"<script>{random.choice(SCRIPTS)}</script>")
    if random.random() < 0.1:
        parts.append(f"<{random.choice(TAGS)}>" * random.randrange(1, MAX_REPETITIONS))
    content = "".join(parts).encode("utf-8", "replace")
    return mutated(random, content) if random.random() < 0.3 else content


def path(random: Random) -> str:
    parts = ["..", ".", "", "a", ".git", "GIT~1", "x" * 300, "con", "HEAD", "%2E_git", "\\", "C:", "\ud800", "é"]
    return random.choice("/\\").join(random.choice([*parts, text(random, 2)]) for _ in range(random.randrange(1, 6)))
