"""The home page as the public benchmark first opens it: loaded when all that it asks for has come, within 3 seconds.

What a page asks of other hosts is never there on a stage. The original had a network, but its 3 seconds begin with
the start of the server and leave no time for a host far away.
"""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from simulators.browser.chromium.proxy import OWN_HOSTS
from simulators.runtime.readiness import answer_of
from simulators.runtime.sandbox import Box

MOST_REDIRECTS = 10
SECONDS = 30.0
"""How long one answer may take here, where the machine may be busy."""


def outside_of_home(box: Box) -> tuple[str, ...]:
    """The other hosts for which the home page waits before it is loaded, each once, in the order of the page.

    Raises `OSError` or `http.client.HTTPException` when the site stops answering.
    """
    path = "/"
    for _ in range(MOST_REDIRECTS):
        answer = answer_of(box, path, SECONDS)
        if not answer.location:
            return outside_of(answer.text)
        parts = urlsplit(urljoin(f"http://localhost{path}", answer.location))
        if parts.hostname not in OWN_HOSTS:
            return (parts.hostname or answer.location,)
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    return ()


def outside_of(html: str) -> tuple[str, ...]:
    """The other hosts for which a page waits: style sheets, scripts, pictures and frames."""
    found = _Awaited()
    found.feed(html)
    hosts = (_host_of(address) for address in found.addresses)
    return tuple(dict.fromkeys(host for host in hosts if host and host not in OWN_HOSTS))


class _Awaited(HTMLParser):
    """Collects the addresses without which the page is not loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and "stylesheet" in given.get("rel", "").lower().split():
            self.addresses.append(given.get("href", ""))
        elif tag in ("script", "img", "iframe") and not _can_wait(given):
            self.addresses.append(given.get("src", ""))


def _can_wait(given: Mapping[str, str]) -> bool:
    return given.get("loading", "").lower() == "lazy"


def _host_of(address: str) -> str | None:
    try:
        return urlsplit(address.strip()).hostname
    except ValueError:  # no address: nothing is asked for
        return None
