"""Functions that run in the page."""

from __future__ import annotations

from pathlib import Path


def _read(name: str) -> str:
    return (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")


ASK = _read("ask")
"""Calls another function with arguments that may contain elements."""
SHOWN = _read("shown")
TEXT = _read("text")
FIND = _read("find").replace("__TEXT__", f"({TEXT})")
CLICK = _read("click")
CLEAR = _read("clear").replace("__SHOWN__", f"({SHOWN})")
TYPE = _read("type").replace("__SHOWN__", f"({SHOWN})")

SOURCE = "() => document.documentElement ? document.documentElement.outerHTML : ''"
TITLE = "() => document.title"
ACTIVE = "() => document.activeElement || document.body"
TAG_NAME = "(element) => element.tagName.toLowerCase()"
ATTRIBUTE = "(element, name) => element.getAttribute(name)"
PROPERTY = "(element, name) => element[name]"
STYLE = """(element, name) => {
  const value = getComputedStyle(element).getPropertyValue(name);
  return name.endsWith("color") ? value.replace(/^rgb\\((.*)\\)$/, "rgba($1, 1)") : value;
}"""
"""Colours in Selenium's form: always with their transparency."""
SELECTED = "(element) => Boolean(element.matches('option') ? element.selected : element.checked)"
ENABLED = "(element) => !element.matches(':disabled')"
RECTANGLE = """(element) => {
  const box = element.getBoundingClientRect();
  return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
}"""
SHADOW_ROOT = """(element) => {
  if (!element.shadowRoot) throw new Error("no such shadow root: the element has none");
  return element.shadowRoot;
}"""
FRAME = """(place) => {
  const frames = document.querySelectorAll("iframe, frame");
  if (!frames[place]) throw new Error(`no such frame: there is no frame number ${place}`);
  return frames[place];
}"""
