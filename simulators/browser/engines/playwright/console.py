"""Console messages and uncaught errors of the pages of a Playwright context."""

from __future__ import annotations

from playwright.async_api import BrowserContext, ConsoleMessage, WebError

from simulators.browser.engines.console_messages import ConsoleMessages


def recorded_console(context: BrowserContext) -> ConsoleMessages:
    """Return the messages of `context`, collected from now on. Once they are full, the browser sends no more."""

    def message(each: ConsoleMessage) -> None:
        place = each.location
        messages.add(each.type, each.text, f"{place['url']}:{place['lineNumber'] + 1}" if place["url"] else "")

    def error(each: WebError) -> None:
        messages.add("uncaught", each.error.stack or each.error.message)

    def end() -> None:
        context.remove_listener("console", message)
        context.remove_listener("weberror", error)

    messages = ConsoleMessages(end)
    context.on("console", message)
    context.on("weberror", error)
    return messages
