"""Messages of exceptions."""

from __future__ import annotations

from selenium.common.exceptions import NoSuchElementException

from evaluator.evaluators.simulated_use.outcomes import message_of


def test_a_browser_driver_is_cut_short() -> None:
    said = 'no such element: {"selector":"[id=\\"b\\"]"}\n  (Session info: chrome=156.0.8078.79)'
    error = NoSuchElementException(said, stacktrace=["#0 0x55d3 <unknown>"])
    assert message_of(error) == 'NoSuchElementException: Message: no such element: {"selector":"[id=\\"b\\"]"}'
