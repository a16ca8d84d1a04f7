"""A browser driven by Selenium."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from selenium.common.exceptions import (
    InvalidSessionIdException,
    JavascriptException,
    NoAlertPresentException,
    NoSuchFrameException,
    NoSuchWindowException,
    StaleElementReferenceException,
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webelement import WebElement
from urllib3.exceptions import HTTPError, ReadTimeoutError

from simulators.browser.chromium.downloads import size_of
from simulators.browser.engines.interface import (
    LARGEST_DOWNLOADS,
    MOST_DIALOGS,
    NEXT_TASK,
    DialogAnswer,
    DialogHandler,
    EngineError,
    LimitExceeded,
    LoadTimeouts,
    NoAnswer,
    PageChanged,
    PageLost,
    Point,
    ScriptFailed,
)
from simulators.errors import InfrastructureError
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree

T = TypeVar("T")
LONGEST_TYPED = 400
LOOK_EVERY = 0.1
FRAME_CORNER = """const area = arguments[0].getBoundingClientRect();
return [area.left + arguments[0].clientLeft, area.top + arguments[0].clientTop];"""
LEFT_OPEN = ".crdownload"
SELENIUM_KEYS = {
    name: getattr(Keys, selenium)
    for name, selenium in {
        **{f"F{number}": f"F{number}" for number in range(1, 13)},
        **{key: key.upper() for key in ("Enter", "Tab", "Escape", "Delete", "Insert", "Home", "End", "Space")},
        **{key: key.upper() for key in ("Control", "Shift", "Alt", "Meta", "Backspace")},
        "PageUp": "PAGE_UP",
        "PageDown": "PAGE_DOWN",
        **{f"Arrow{way}": f"ARROW_{way.upper()}" for way in ("Up", "Down", "Left", "Right")},
    }.items()
}


class SeleniumEngine:
    """One driver with its windows; to be used from one thread at a time."""

    def __init__(self, driver: Chrome, pid: int, files: Path, window: Sequence[tuple[str, dict[str, object]]]) -> None:
        self.decide: DialogHandler = lambda kind, message: DialogAnswer(accept=False)
        self._driver = driver
        assert isinstance(driver.command_executor, RemoteConnection)
        self._connection = driver.command_executor
        self._pid = pid
        self._files = files
        self._window = window
        self._frames: list[WebElement] = []
        self._windows = [driver.current_window_handle]
        self._visited = set(self._windows)
        self._ended = ""
        self._done = threading.Event()
        self._watch = threading.Thread(target=self._watch_downloads, name="downloads", daemon=True)
        self._watch.start()

    def goto(self, url: str, times: LoadTimeouts) -> None:
        self._load(lambda: self._driver.get(url), times)

    def reload(self, times: LoadTimeouts) -> None:
        self._load(self._driver.refresh, times)

    def back(self, times: LoadTimeouts) -> None:
        self._load(self._driver.back, times)

    def _load(self, action: Callable[[], None], times: LoadTimeouts) -> None:
        def load() -> None:
            self._frames.clear()
            self._driver.switch_to.default_content()
            try:
                action()
            except TimeoutException:
                if self._driver.execute_script("return document.readyState") == "loading":
                    raise
            except WebDriverException as error:
                if "ERR_ABORTED" not in str(error):  # a download, or a script went elsewhere at once
                    raise

        self._do(load, times.answer)

    def settle(self, times: LoadTimeouts) -> None:
        """chromedriver itself waits, before and after each command, for a page that is on its way."""
        with suppress(PageChanged, ScriptFailed):
            self.evaluate(NEXT_TASK, None, times.answer)

    def evaluate(self, script: str, argument: object, timeout: float) -> Any:
        source = f"return ({script})(arguments[0])"
        return self._do(lambda: self._driver.execute_script(source, argument), timeout)

    def hover(self, at: Point, timeout: float) -> None:
        self._do(self._mouse(at, timeout).perform, timeout, again=False)

    def click(self, at: Point, count: int, timeout: float) -> None:
        mouse = self._mouse(at, timeout)
        for _ in range(count):
            mouse.pointer_action.click()
        self._do(mouse.perform, timeout, again=False)

    def _mouse(self, at: Point, timeout: float) -> ActionBuilder:
        left, top = self._do(self._offset, timeout)
        at = Point(at.x + left, at.y + top)
        builder = ActionBuilder(self._driver, duration=0)
        builder.pointer_action.move_to_location(round(at.x), round(at.y))  # type: ignore[no-untyped-call]
        return builder

    def _offset(self) -> tuple[float, float]:
        """Where the current frame's content begins in the window: chromedriver points from there."""
        left = top = 0.0
        if self._frames:
            self._driver.switch_to.default_content()
        for frame in self._frames:
            x, y = self._driver.execute_script(FRAME_CORNER, frame)
            left, top = left + x, top + y
            self._driver.switch_to.frame(frame)
        return left, top

    def type(self, text: str, timeout: float) -> None:
        keys = text if len(text) <= LONGEST_TYPED and all(map(_has_key, text)) else ""
        if keys:
            chain = ActionChains(self._driver, duration=0).send_keys(keys.replace("\n", Keys.ENTER))
            self._do(chain.perform, timeout, again=False)
        else:
            insert = {"text": text}
            self._do(lambda: self._driver.execute_cdp_cmd("Input.insertText", insert), timeout, again=False)

    def press(self, chord: tuple[str, ...], timeout: float) -> None:
        *held, last = (SELENIUM_KEYS.get(key, key) for key in chord)
        chain = ActionChains(self._driver, duration=0)
        for key in held:
            chain.key_down(key)
        chain.send_keys(last.lower() if held and Keys.SHIFT not in held else last)
        for key in reversed(held):
            chain.key_up(key)
        self._do(chain.perform, timeout, again=False)

    def put_file(self, script: str, argument: object, path: Path, timeout: float) -> None:
        self._do(lambda: self._element(script, argument).send_keys(str(path)), timeout)

    def picture_of(self, script: str, argument: object, timeout: float) -> bytes:
        return self._do(lambda: self._element(script, argument).screenshot_as_png, timeout)

    def enter_frame(self, script: str, argument: object, timeout: float) -> None:
        frame = self._do(lambda: self._element(script, argument), timeout)
        self._do(lambda: self._driver.switch_to.frame(frame), timeout)
        self._frames.append(frame)

    def _element(self, script: str, argument: object) -> WebElement:
        found = self._driver.execute_script(f"return ({script})(arguments[0])", argument)
        if not isinstance(found, WebElement):
            raise PageChanged("the element is no longer there")
        return found

    def leave_frame(self, timeout: float) -> None:
        if self._frames:
            self._frames.pop()
            self._do(self._driver.switch_to.parent_frame, timeout)

    def address(self, timeout: float) -> str:
        return self._do(lambda: self._driver.current_url, timeout)

    def next_window(self, timeout: float) -> bool:
        fresh = [h for h in self._do(lambda: self._driver.window_handles, timeout) if h not in self._visited]
        if not fresh:
            return False
        self._visited.add(fresh[0])
        self._windows.append(fresh[0])
        self._frames.clear()
        self._do(lambda: self._driver.switch_to.window(fresh[0]), timeout)
        for command, arguments in self._window:
            self._do(partial(self._driver.execute_cdp_cmd, command, arguments), timeout)
        return True

    def close_window(self, timeout: float) -> bool:
        there = set(self._do(lambda: self._driver.window_handles, timeout))
        remaining = [handle for handle in self._windows[:-1] if handle in there]
        if not remaining:
            return False
        self._frames.clear()
        if self._windows[-1] in there:
            self._do(self._driver.close, timeout)
        self._windows = remaining
        self._do(lambda: self._driver.switch_to.window(remaining[-1]), timeout)
        return True

    def downloads(self) -> int:
        return len(list(self._files.iterdir()))

    def finished(self, number: int, timeout: float) -> tuple[str, Path] | None:
        self._check_alive()
        files = sorted(self._files.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        complete = [path for path in files if path.suffix != LEFT_OPEN and not path.name.startswith(".")]
        if len(files) != len(complete) or len(complete) <= number:
            return None
        return complete[number].name, complete[number]

    def screenshot(self) -> bytes | None:
        try:
            return self._do(self._driver.get_screenshot_as_png, 3.0)
        except (EngineError, InfrastructureError):
            return None  # by contract: a broken page has no picture

    def close(self) -> None:
        self._done.set()
        self._watch.join(5)

    def _do(self, action: Callable[[], T], timeout: float, again: bool = True) -> T:
        """The result of `action`, done again when a dialog was in its way (unless it was done by then)."""
        for _ in range(MOST_DIALOGS):
            self._check_alive()
            self._connection.client_config.timeout = timeout + 0.5
            try:
                return action()
            except UnexpectedAlertPresentException:
                self._answer()
                if not again:
                    return None  # type: ignore[return-value]  # an input, which gives nothing
            except (WebDriverException, HTTPError, OSError) as error:
                raise self._translated(error, timeout) from error
        self._end(f"the page opened more than {MOST_DIALOGS} dialogs")
        raise LimitExceeded(self._ended)

    def _answer(self) -> None:
        alert = self._driver.switch_to.alert
        with suppress(NoAlertPresentException, UnexpectedAlertPresentException):
            answer = self.decide(self._kind_of_dialog(), alert.text)
            if not answer.accept:
                alert.dismiss()
                return
            if answer.typing is not None:
                with suppress(WebDriverException):  # an alert takes no text
                    alert.send_keys(answer.typing)
            alert.accept()

    def _kind_of_dialog(self) -> str:
        kind = "alert"
        for entry in self._driver.get_log("performance"):  # type: ignore[no-untyped-call]
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Page.javascriptDialogOpening":
                kind = message["params"]["type"]
        return kind

    def _translated(self, error: Exception, timeout: float) -> Exception:
        reason = (getattr(error, "msg", None) or str(error)).split("\n")[0][:500]
        if self._ended:
            return LimitExceeded(self._ended)
        if isinstance(error, StaleElementReferenceException):
            return PageChanged(reason)
        if isinstance(error, NoSuchFrameException | NoSuchWindowException):
            return PageLost("the window or frame was closed")
        if isinstance(error, ReadTimeoutError):
            self._end(f"the page did not answer within {timeout:.3g} seconds")  # chromedriver is stuck with it
            return NoAnswer(self._ended)
        if isinstance(error, TimeoutException):
            return NoAnswer(f"the page did not answer within {timeout:.3g} seconds")
        if "tab crashed" in reason:
            return PageLost("the page crashed")
        if isinstance(error, InvalidSessionIdException | HTTPError | OSError) or "disconnected" in reason:
            return InfrastructureError(f"the browser died: {reason}")
        if isinstance(error, JavascriptException):
            return ScriptFailed(reason)
        gone = ("aborted by navigation", "context", "detached", "unloaded")
        return PageChanged(reason) if any(word in reason for word in gone) else ScriptFailed(reason)

    def _check_alive(self) -> None:
        if self._ended:
            raise LimitExceeded(self._ended)

    def _end(self, reason: str) -> None:
        """Nothing can be done with this browser any more, by the page's fault."""
        self._ended = reason
        kill_and_wait(process_tree(self._pid))

    def _watch_downloads(self) -> None:
        while not self._done.wait(LOOK_EVERY):
            if size_of(self._files) > LARGEST_DOWNLOADS:
                self._end(f"the page sends more than {LARGEST_DOWNLOADS >> 20} MiB of downloads")
                return


def _has_key(character: str) -> bool:
    """chromedriver types the basic plane only, and takes a private use area for special keys."""
    return character == "\n" or (" " <= character < "\ue000")
