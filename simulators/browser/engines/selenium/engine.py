"""Browser engine on Selenium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

from simulators.browser.chromium.launch import page_script
from simulators.browser.engines.interface import (
    DRAG_STEPS,
    MAX_DOWNLOAD_BYTES,
    MAX_TYPED_CHARS,
    DialogHandler,
    EngineError,
    LoadTimeouts,
    PageChanged,
    PageLost,
    Point,
    ScriptFailed,
)
from simulators.browser.engines.isolated_world import IsolatedWorld, WorldEngine
from simulators.browser.engines.selenium.commands import SELENIUM_KEYS, BrowserLog, Commands, DownloadFolder, has_key
from simulators.errors import InfrastructureError
from simulators.evidence import Exchange

WindowCommands = Sequence[tuple[str, dict[str, object]]]
"""Protocol commands that apply the setting to a window."""

NO_COMMANDS: WindowCommands = ()


class SeleniumEngine(WorldEngine):
    """One driver with its windows; use it from one thread at a time."""

    def __init__(self, driver: Chrome, pid: int, files: Path, window: WindowCommands, library: str) -> None:
        self._driver = driver
        self._commands = Commands(driver, pid)
        self._library = library
        self._window, self._clock = window, NO_COMMANDS
        self._windows = [driver.current_window_handle]
        self._worlds: dict[str, IsolatedWorld] = {}
        self._log = BrowserLog(driver)
        too_much = f"the page sends more than {MAX_DOWNLOAD_BYTES >> 20} MiB of downloads"
        self._downloads = DownloadFolder(files, lambda: self._commands.end_browser(too_much))

    @property
    def decide(self) -> DialogHandler:
        return self._commands.decide

    @decide.setter
    def decide(self, decide: DialogHandler) -> None:
        self._commands.decide = decide

    def goto(self, url: str, times: LoadTimeouts) -> None:
        try:
            self._load(lambda: self._driver.get(url), times)
        except PageLost:
            if not self._return_to_open_window(times.answer):
                raise
            self._load(lambda: self._driver.get(url), times)

    def reload(self, times: LoadTimeouts) -> None:
        self._load(self._driver.refresh, times)

    def back(self, times: LoadTimeouts) -> None:
        self._load(self._driver.back, times)

    def _load(self, action: Callable[[], None], times: LoadTimeouts) -> None:
        def load() -> None:
            try:
                action()
            except TimeoutException:
                if self._world.ask("state", None, times.answer) == "loading":
                    raise
            except WebDriverException as error:
                if "ERR_ABORTED" not in str(error):  # a download, or a script went elsewhere at once
                    raise

        self._world.frames.clear()
        self._commands.run(load, times.answer)

    def settle(self, times: LoadTimeouts) -> None:
        """Send a command: chromedriver waits for pending navigations before and after each one."""
        with suppress(PageChanged, PageLost, ScriptFailed):
            self.ask("nextTask", None, times.answer)

    def hover(self, at: Point, timeout: float) -> None:
        self._commands.run(self._mouse(at, timeout).perform, timeout, again=False)

    def click(self, at: Point, count: int, timeout: float) -> None:
        mouse = self._mouse(at, timeout)
        for _ in range(count):
            mouse.pointer_action.click()
        self._commands.run(mouse.perform, timeout, again=False)

    def drag(self, start: Point, end: Point, timeout: float) -> None:
        mouse, begin, stop = self._mouse(start, timeout), self._in_window(start, timeout), self._in_window(end, timeout)
        mouse.pointer_action.pointer_down()  # type: ignore[no-untyped-call]
        for share in (step / DRAG_STEPS for step in range(1, DRAG_STEPS + 1)):
            x, y = begin.x + (stop.x - begin.x) * share, begin.y + (stop.y - begin.y) * share
            mouse.pointer_action.move_to_location(round(x), round(y))  # type: ignore[no-untyped-call]
        mouse.pointer_action.pointer_up()  # type: ignore[no-untyped-call]
        self._commands.run(mouse.perform, timeout, again=False)

    def _mouse(self, at: Point, timeout: float) -> ActionBuilder:
        place = self._in_window(at, timeout)
        builder = ActionBuilder(self._driver, duration=0)
        builder.pointer_action.move_to_location(round(place.x), round(place.y))  # type: ignore[no-untyped-call]
        return builder

    def type(self, text: str, timeout: float) -> None:
        keys = text if len(text) <= MAX_TYPED_CHARS and all(map(has_key, text)) else ""
        if keys:
            chain = ActionChains(self._driver, duration=0).send_keys(keys.replace("\n", Keys.ENTER))
            self._commands.run(chain.perform, timeout, again=False)
        else:
            insert = {"text": text}
            self._commands.run(lambda: self._driver.execute_cdp_cmd("Input.insertText", insert), timeout, again=False)

    def press(self, chord: tuple[str, ...], timeout: float) -> None:
        *held, last = (SELENIUM_KEYS.get(key, key) for key in chord)
        chain = ActionChains(self._driver, duration=0)
        for key in held:
            chain.key_down(key)
        chain.send_keys(last.lower() if held and Keys.SHIFT not in held else last)
        for key in reversed(held):
            chain.key_up(key)
        self._commands.run(chain.perform, timeout, again=False)

    def address(self, timeout: float) -> str:
        # chromedriver would query the page, this command queries the browser
        history = self._commands.protocol("Page.getNavigationHistory", {}, timeout)
        return str(history["entries"][history["currentIndex"]]["url"])

    def next_window(self, timeout: float) -> bool:
        fresh = [handle for handle in self._handles(timeout) if handle not in self._worlds]
        if not fresh:
            return False
        self._enter(fresh[0], timeout)
        self._windows.append(fresh[0])
        for command, arguments in (*self._window, *self._clock):
            self._commands.protocol(command, arguments, timeout)
        self._install(timeout)
        return True

    def set_clock(self, script: str, timeout: float) -> None:
        self._clock = [page_script(script)]
        current, handles = self._windows[-1], self._handles(timeout)
        for handle in sorted(handles, key=lambda each: each == current):  # ends in the current window
            if len(handles) > 1:
                self._enter(handle, timeout)
            for command, arguments in self._clock:
                self._commands.protocol(command, arguments, timeout)

    def _enter(self, handle: str, timeout: float) -> None:
        self._commands.run(lambda: self._driver.switch_to.window(handle), timeout)

    def close_window(self, timeout: float) -> bool:
        there = set(self._handles(timeout))
        if not there.intersection(self._windows[:-1]):
            return False
        if self._windows[-1] in there:
            self._commands.run(self._driver.close, timeout)
        return self._return_to_open_window(timeout)

    def _return_to_open_window(self, timeout: float) -> bool:
        """Go back to the last window that is still open; return False when the current one is, or none."""
        there = set(self._handles(timeout))
        remaining = [handle for handle in self._windows if handle in there]
        if not remaining or remaining == self._windows:
            return False
        self._windows = remaining
        self._enter(remaining[-1], timeout)
        return True

    def _handles(self, timeout: float) -> list[str]:
        return self._commands.run(lambda: self._driver.window_handles, timeout)

    def downloads(self) -> int:
        return self._downloads.begun()

    def finished(self, number: int, timeout: float) -> tuple[str, Path] | None:
        self._commands.check_alive()
        return self._downloads.finished(number)

    def screenshot(self) -> bytes | None:
        try:
            return self._commands.run(self._driver.get_screenshot_as_png, 3.0)
        except (EngineError, InfrastructureError):
            return None  # by contract: a broken page has no screenshot

    def console(self) -> tuple[str, ...]:
        return self._log.take()

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return nothing: chromedriver reports requests in a log that slows every command down."""
        return ()

    def close(self) -> None:
        self._downloads.close()

    @property
    def _world(self) -> IsolatedWorld:
        """Return the isolated world of the current window, installed on first use."""
        if self._windows[-1] not in self._worlds:
            self._install(10.0)
        return self._worlds[self._windows[-1]]

    def _install(self, timeout: float) -> None:
        world = IsolatedWorld(self._library, self._commands.protocol)
        self._worlds[self._windows[-1]] = world
        world.install(timeout)
