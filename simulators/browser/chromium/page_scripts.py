"""JavaScript for pages of every engine: the clock of the mission, an empty clipboard."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CLEAR_CLIPBOARD = """() => {
  const clear = (event) => { event.clipboardData.setData('text/plain', ''); event.preventDefault(); };
  document.addEventListener('copy', clear, { once: true });
  return document.execCommand('copy');
}"""
"""Function that empties the clipboard, which all contexts of a browser share."""


def clock_script(offset: float) -> str:
    """Return a script that moves a page's clock by `offset` seconds; it must run before the page's own scripts."""
    return _clock_template().replace("OFFSET", str(round(offset * 1000)))


@cache
def _clock_template() -> str:
    return (Path(__file__).parent / "scripts" / "clock.js").read_text(encoding="utf-8")
