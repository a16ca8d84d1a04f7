"""JavaScript for pages of every engine: the mission's clock, the page's own highlights, an empty clipboard."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CLEAR_CLIPBOARD = """async () => {
  const clear = (event) => { event.clipboardData.setData('text/plain', ''); event.preventDefault(); };
  const end = performance.now() + 10000;
  document.addEventListener('copy', clear);
  while (!document.execCommand('copy')) {
    if (performance.now() > end) throw new Error('the clipboard cannot be emptied');
    await new Promise((done) => setTimeout(done, 20));
  }
  document.removeEventListener('copy', clear);
}"""
"""Function that empties the clipboard, which all contexts of a browser share. A window that has just been opened
refuses the command until it has the browser's focus."""


def clock_script(offset: float, version: int = 0) -> str:
    """Return a script that sets a page's clock `offset` seconds ahead; one must run before the page's own scripts.

    Of several in one page, in any order, the one with the highest `version` counts.
    """
    return _clock_template().replace("OFFSET", str(round(offset * 1000))).replace("VERSION", str(version))


@cache
def _clock_template() -> str:
    return (Path(__file__).parent / "scripts" / "clock.js").read_text(encoding="utf-8")


def highlights_script() -> str:
    """Return a script that hides the evaluator's custom highlights from a page; it must run before the page's own."""
    return (Path(__file__).parent / "scripts" / "highlights.js").read_text(encoding="utf-8")


def page_script(script: str) -> tuple[str, dict[str, object]]:
    """Return the command that runs a script in the current window's pages, now and before those that it opens later."""
    return "Page.addScriptToEvaluateOnNewDocument", {"source": script, "runImmediately": True}
