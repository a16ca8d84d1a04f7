"""Clicks by the pointer alone, where that is all there is to a click.

A browser driver's own click asks the page a dozen questions with half of Selenium's library of scripts: 30 ms of
processor time, against 7 here. Whatever is not plain is left to it, and so are its exceptions.
"""

from __future__ import annotations

from pathlib import Path

from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

POINT = (Path(__file__).parent / "click_point.js").read_text(encoding="utf-8")


def clicked(driver: WebDriver, element: WebElement) -> bool:
    """Click `element` with the mouse; False, with nothing done, where that takes the driver's own click."""
    point = driver.execute_script(POINT, element)
    if point is None:
        return False
    x, y = point
    moves = {"type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"}
    actions = [moves, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    mouse = {"type": "pointer", "parameters": {"pointerType": "mouse"}, "id": "mouse", "actions": actions}
    driver.execute(Command.W3C_ACTIONS, {"actions": [mouse]})
    return True
