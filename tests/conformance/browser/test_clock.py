"""A move of the mission's clock reaches the pages of every user, open ones and later ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from simulators.browser import BrowserUser
from simulators.browser.vocabulary.session import Browser


@pytest.fixture
def user(browser: Browser) -> Iterator[BrowserUser]:
    """A user at a fresh browser, whose clock is restarted afterwards."""
    with browser.session() as user:
        yield user
        user.clock.restart()


def test_an_open_page_follows_a_move(user: BrowserUser) -> None:
    user.opens("/moving-clock")
    assert user.text("#read") == "2025-03-14 2025-03-14 2025-03-14 3/14/2025 kept"
    user.moves_clock(days=2, hours=20)
    assert user.today() == date(2025, 3, 17)
    user.clicks("#again")
    assert user.text("#read") == "2025-03-17 2025-03-17 2025-03-17 3/17/2025 kept"
    with user.inside("#frame"):
        user.clicks("#again")
        assert user.text("#read").startswith("2025-03-17 2025-03-17")
    user.reloads()
    assert user.text("#read").startswith("2025-03-17 2025-03-17")
    moved = next(step for step in user.trace.entries if step.verb == "moves_clock")
    assert moved.what == "forward by 2 days 20 hours"
    assert moved.seen.startswith("now 2025-03-17 05:3")


def test_a_frame_of_an_origin_of_its_own_follows_a_move(user: BrowserUser) -> None:
    user.opens("/sealed-clock")
    user.moves_clock(days=3)
    with user.inside("#frame"):
        user.clicks("#again")
        user.sees("#again", text="2025-03-17")


def test_moves_add_up(user: BrowserUser) -> None:
    user.moves_clock(days=1)
    user.moves_clock(hours=47, minutes=59, seconds=60)
    user.opens("/moving-clock")
    assert user.text("#read").startswith("2025-03-17")


def test_timers_wait_as_before(user: BrowserUser) -> None:
    user.opens("/moving-clock")
    user.moves_clock(hours=2)
    user.sees("#timer", text="waiting")


def test_windows_follow_a_move(user: BrowserUser) -> None:
    user.opens("/moving-clock")
    user.clicks("#window")
    user.goes_to_new_window()
    user.moves_clock(days=3)
    user.clicks("#again")
    assert user.text("#read").startswith("2025-03-17 2025-03-17")
    user.closes_window()
    user.clicks("#again")
    assert user.text("#read").startswith("2025-03-17 2025-03-17")
    user.clicks("#window")
    user.goes_to_new_window()
    user.reloads()
    assert user.text("#read").startswith("2025-03-17 2025-03-17")


def test_another_user_follows_a_move(user: BrowserUser) -> None:
    other = user.someone_else()
    other.opens("/moving-clock")
    user.moves_clock(days=3)
    other.clicks("#again")
    assert other.text("#read").startswith("2025-03-17")
    third = user.someone_else()
    third.opens("/moving-clock")
    assert third.text("#read").startswith("2025-03-17")


def test_the_next_testcode_begins_at_the_missions_time_again(user: BrowserUser) -> None:
    user.opens("/moving-clock")
    user.moves_clock(days=3)
    user.clock.restart()
    user.clicks("#again")
    assert user.text("#read").startswith("2025-03-14 2025-03-14")
    user.moves_clock(days=1)
    user.reloads()
    assert user.text("#read").startswith("2025-03-15 2025-03-15")


def test_a_wrong_move_is_an_error_of_the_testcode(browser: Browser) -> None:
    with browser.session() as user:
        with pytest.raises(ValueError, match="days is -1; the clock moves forward only"):
            user.moves_clock(days=-1)
        with pytest.raises(ValueError, match="the clock would not move"):
            user.moves_clock()
        assert [step.ok for step in user.trace.entries] == [False, False]
        assert user.today() == date(2025, 3, 14)
