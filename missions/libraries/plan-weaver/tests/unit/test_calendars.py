from datetime import date

import pytest
from planweaver.calendars import WEEKDAYS, Calendar, Timeline, days, weekday_set, weekday_text
from planweaver.errors import CalendarError, PlanError

MON, FRI, SAT, SUN = date(2025, 3, 3), date(2025, 3, 7), date(2025, 3, 8), date(2025, 3, 9)
EASTER = Calendar(holidays=frozenset({MON, FRI}), workdays=frozenset({SAT, MON}))


@pytest.mark.parametrize(
    ("day", "plain", "easter"),
    [(MON, True, True), (date(2025, 3, 4), True, True), (FRI, True, False), (SAT, False, True), (SUN, False, False)],
)
def test_working_days(day, plain, easter):
    assert Calendar().is_working(day) is plain
    assert EASTER.is_working(day) is easter


def test_other_weeks():
    assert [Calendar(frozenset({6})).is_working(day) for day in (MON, SUN)] == [False, True]


@pytest.mark.parametrize(
    ("day", "after", "before"), [(FRI, FRI, FRI), (SAT, date(2025, 3, 10), FRI), (SUN, date(2025, 3, 10), FRI)]
)
def test_the_next_and_the_previous_working_day(day, after, before):
    assert Calendar().next_working(day) == after
    assert Calendar().previous_working(day) == before


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [(MON, FRI, 5), (MON, MON, 1), (SAT, SUN, 0), (FRI, date(2025, 3, 10), 2), (FRI, MON, 0)],
)
def test_counting(first, last, count):
    assert Calendar().count(first, last) == count


@pytest.mark.parametrize(
    ("weekdays", "message"),
    [
        (set(), "a calendar needs at least one working day a week"),
        ({7}, "weekdays are numbers from 0 to 6"),
        ({-1, 2}, "weekdays are numbers from 0 to 6"),
    ],
)
def test_wrong_weeks(weekdays, message):
    with pytest.raises(CalendarError, match=f"^{message}$") as caught:
        Calendar(frozenset(weekdays))
    assert isinstance(caught.value, PlanError)


def test_every_day():
    assert list(days(FRI, SUN)) == [FRI, SAT, SUN]
    assert list(days(FRI, MON)) == []


def test_a_timeline_numbers_working_days():
    timeline = Timeline(Calendar(), SAT)
    assert [timeline.day(number) for number in (0, 4, 5)] == [date(2025, 3, 10), date(2025, 3, 14), date(2025, 3, 17)]


def test_numbers_of_days():
    timeline = Timeline(Calendar(), MON)
    wanted = [
        (MON, 0),
        (FRI, 4),
        (SAT, 5),
        (SUN, 5),
        (date(2025, 3, 10), 5),
        (date(2025, 3, 1), 0),
        (date(2025, 4, 1), 21),
        (date(2025, 3, 4), 1),
    ]
    assert [timeline.number(day) for day, _ in wanted] == [number for _, number in wanted]


@pytest.mark.parametrize("number", range(12))
def test_days_and_numbers_agree(number):
    timeline = Timeline(EASTER, MON)
    assert timeline.number(timeline.day(number)) == number


def test_there_is_nothing_before_the_first_day():
    with pytest.raises(CalendarError, match="^working days are numbered from 0, not -1$"):
        Timeline(Calendar(), MON).day(-1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mon-fri", {0, 1, 2, 3, 4}),
        ("sat", {5}),
        ("Mon, WED,sat", {0, 2, 5}),
        ("sun-thu", {6, 0, 1, 2, 3}),
        ("mon-sun", set(range(7))),
        ("tue-tue", {1}),
        ("fri-mon", {4, 5, 6, 0}),
    ],
)
def test_weeks_in_words(text, found):
    assert weekday_set(text) == found


@pytest.mark.parametrize("text", ["", "monday", "-fri", "mon;tue", "mon-xyz"])
def test_words_that_are_no_weekdays(text):
    with pytest.raises(CalendarError, match="^unknown weekday: "):
        weekday_set(text)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ({0, 1, 2, 3, 4}, "mon-fri"),
        ({0, 2, 5}, "mon,wed,sat"),
        ({0, 1}, "mon,tue"),
        ({0, 1, 2, 5, 6}, "mon-wed,sat,sun"),
        ({4, 5, 6}, "fri-sun"),
    ],
)
def test_words_for_weeks(found, text):
    assert weekday_text(frozenset(found)) == text
    assert weekday_set(text) == found


def test_names_of_weekdays():
    assert WEEKDAYS == ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
