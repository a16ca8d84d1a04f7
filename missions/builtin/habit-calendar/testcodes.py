"""Simulated use of a calendar of habits. The mission's today is 2025-03-14; every testcode has a browser of its own."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from missions import BrowserUser, Element, Url, testcode

TODAY, YESTERDAY = "2025-03-14", "2025-03-13"
WEEK = [f"2025-03-{day:02}" for day in range(8, 15)]
THERE_ALREADY = "This habit is there already."
NO_HABITS = "This is not a file of habits."

LeftBox = Annotated[Element, "tick box that shows only what is left today"]
FileBox = Annotated[Element, "file box for a file of habits"]


def tick_box(habit: str, day: str) -> str:
    return f'//input[@aria-label="{habit} on {day}"]'


@dataclass(frozen=True)
class Calendar:
    """The page with the habits."""

    home: Annotated[Url, "page with the habits"]
    name_box: Annotated[Element, "box for the name of a new habit"]
    habit_row: Annotated[Element, "entry of one habit; as many match as are listed"]

    def adds(self, user: BrowserUser, *names: str) -> None:
        for name in names:
            user.types(name, into=self.name_box)
            user.clicks_text("Add habit")
            user.sees_value("", in_=self.name_box)

    def shows(self, user: BrowserUser, *names: str) -> None:
        """Exactly these habits are listed, in this order."""
        user.sees_count(len(names), self.habit_row)
        rows = user.texts(self.habit_row)
        shown = all(name in row for row, name in user.pairs(rows, names))
        assert shown, f"the habits are listed as {rows}, expected were {names} in this order"

    def downloads(self, user: BrowserUser, **habits: Sequence[str]) -> None:
        """Download exactly these habits with these days, both in this order."""
        found = user.downloads('//*[self::button or self::a][normalize-space()="Download"]')
        assert found.name == "habits.json", f"the file is called {found.name}"
        content = user.reads_json(found.text(), object)
        expected = [{"name": name, "days": list(days)} for name, days in habits.items()]
        assert content == {"habits": expected}, f"the file holds {content}"

    def loads(self, user: BrowserUser, habits: dict[str, Sequence[str]], file_box: str) -> None:
        """Choose a file with these habits and their days."""
        entries = [{"name": name, "days": list(days)} for name, days in habits.items()]
        user.uploads_text(json.dumps({"habits": entries}), "habits.json", into=file_box)


@testcode("Habits", "Add a habit")
def habits_are_listed_by_name(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "  running ", "Chess & <b>tea</b>")
    user.types("Piano", into=calendar.name_box)
    user.presses("Enter", on=calendar.name_box)
    calendar.shows(user, "Chess & <b>tea</b>", "Piano", "running")
    user.reloads()
    calendar.shows(user, "Chess & <b>tea</b>", "Piano", "running")
    user.sees_count(1, tick_box("running", TODAY))
    other = user.someone_else()
    other.opens(calendar.home)
    calendar.shows(other)


@testcode("Habits", "Refuse wrong names")
def wrong_names_are_refused(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano")
    for name, message in (("  ", "Give the habit a name."), (" pIANO", THERE_ALREADY)):
        user.types(name, into=calendar.name_box)
        user.clicks_text("Add habit")
        user.sees_text(message)
        calendar.shows(user, "Piano")
    calendar.adds(user, "Pianola")
    user.does_not_see_text(THERE_ALREADY)
    user.reloads()
    calendar.shows(user, "Piano", "Pianola")


@testcode("Habits", "Tick days")
def the_last_seven_days_are_ticked(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    for day in WEEK:
        user.sees_count(1, tick_box("Piano", day))
    for day in ("2025-03-07", "2025-03-15"):
        user.sees_count(0, tick_box("Piano", day))
    user.ticks(tick_box("Piano", TODAY))
    user.ticks(tick_box("Piano", WEEK[0]))
    user.ticks(tick_box("Running", YESTERDAY))
    user.unticks(tick_box("Piano", WEEK[0]))
    user.reloads()
    expected = {("Piano", TODAY), ("Running", YESTERDAY)}
    ticked = {(name, day) for name in ("Piano", "Running") for day in WEEK if user.is_ticked(tick_box(name, day))}
    assert ticked == expected, f"ticked are {sorted(ticked)}, expected were {sorted(expected)}"
    user.moves_clock(hours=14)  # half an hour after midnight where the browser is, and half an hour before it in UTC
    user.reloads()
    user.sees_count(1, tick_box("Piano", "2025-03-15"))
    user.sees_count(0, tick_box("Piano", WEEK[0]))


@testcode("Habits", "Count days in a row")
def days_in_a_row_are_counted(user: BrowserUser, calendar: Calendar) -> None:
    """From yesterday as long as today is not ticked; a gap ends the row."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano")
    user.sees(calendar.habit_row, containing="0 days in a row")
    user.ticks(tick_box("Piano", "2025-03-12"))
    user.sees(calendar.habit_row, containing="0 days in a row")
    user.ticks(tick_box("Piano", YESTERDAY))
    user.sees(calendar.habit_row, containing="2 days in a row")
    user.ticks(tick_box("Piano", TODAY))
    user.ticks(tick_box("Piano", "2025-03-10"))
    user.sees(calendar.habit_row, containing="3 days in a row")
    user.unticks(tick_box("Piano", YESTERDAY))
    user.sees(calendar.habit_row, matching=r"(?<!\d)1 day in a row")


@testcode("Habits", "Count days in a row")
def earlier_days_count_too(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    """Those before the week that is shown, across the end of a month."""
    user.opens(calendar.home)
    days = ["2025-02-25", *(f"2025-02-{day}" for day in (27, 28)), *(f"2025-03-{day:02}" for day in range(1, 14))]
    calendar.loads(user, {"Walking": days}, file_box)
    user.sees(calendar.habit_row, containing="15 days in a row")
    user.ticks(tick_box("Walking", TODAY))
    user.sees(calendar.habit_row, containing="16 days in a row")


@testcode("Habits", "Count days in a row")
def a_day_left_out_ends_the_row(user: BrowserUser, calendar: Calendar) -> None:
    """The next day the row is still counted from yesterday, and the week has moved; a day left out ends it."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano")
    user.ticks(tick_box("Piano", YESTERDAY))
    user.ticks(tick_box("Piano", TODAY))
    user.moves_clock(days=1)
    user.reloads()
    user.sees(calendar.habit_row, containing="2 days in a row")
    user.sees_text("0 of 1 done today")
    user.sees_count(0, tick_box("Piano", WEEK[0]))
    user.ticks(tick_box("Piano", "2025-03-15"))
    user.sees(calendar.habit_row, containing="3 days in a row")
    user.moves_clock(days=2)
    user.reloads()
    user.sees(calendar.habit_row, containing="0 days in a row")


@testcode("Habits", "Sum up today")
def today_is_summed_up(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    user.sees_text("0 of 0 done today")
    calendar.adds(user, "Piano", "Running", "Reading")
    user.ticks(tick_box("Piano", TODAY))
    user.ticks(tick_box("Reading", TODAY))
    user.ticks(tick_box("Running", YESTERDAY))
    user.sees_text("2 of 3 done today")
    user.unticks(tick_box("Piano", TODAY))
    user.sees_text("1 of 3 done today")
    user.reloads()
    user.sees_text("1 of 3 done today")


@testcode("Habits", "Show what is left")
def what_is_done_is_hidden(user: BrowserUser, calendar: Calendar, left_box: LeftBox) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running", "Reading")
    user.ticks(tick_box("Piano", TODAY))
    user.ticks(tick_box("Running", YESTERDAY))
    user.ticks(left_box)
    calendar.shows(user, "Reading", "Running")
    user.clicks(tick_box("Reading", TODAY))
    calendar.shows(user, "Running")
    user.sees_text("2 of 3 done today")
    user.unticks(left_box)
    calendar.shows(user, "Piano", "Reading", "Running")
    user.ticks(left_box)
    calendar.shows(user, "Running")
    user.reloads()
    calendar.shows(user, "Piano", "Reading", "Running")


@testcode("Habits", "Delete and undo")
def a_habit_is_deleted_after_yes(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    with user.answers_dialog(accept=False) as dialog:
        user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside="Piano")
    assert "Piano" in dialog.message, f"the dialog does not name the habit: {dialog.message!r}"
    calendar.shows(user, "Piano", "Running")
    with user.answers_dialog(accept=True):
        user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside="Piano")
    calendar.shows(user, "Running")
    user.reloads()
    calendar.shows(user, "Running")
    user.clicks_text("Undo")
    user.sees_text("Nothing to undo.")


@testcode("Habits", "Delete and undo")
def deleted_habits_come_back(user: BrowserUser, calendar: Calendar) -> None:
    """The last one first, each with its days, unless its name has been used again."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running", "Chess")
    user.ticks(tick_box("Piano", YESTERDAY))
    for name in ("Piano", "Running", "Chess"):
        with user.answers_dialog(accept=True):
            user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside=name)
    calendar.shows(user)
    calendar.adds(user, "chess")
    user.clicks_text("Undo")
    user.sees_text(THERE_ALREADY)
    calendar.shows(user, "chess")
    with user.answers_dialog(accept=True):
        user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside="chess")
    user.clicks_text("Undo")
    calendar.shows(user, "chess")
    user.does_not_see_text(THERE_ALREADY)


@testcode("Habits", "Delete and undo")
def undo_brings_back_the_days(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    user.ticks(tick_box("Piano", YESTERDAY))
    for name in ("Piano", "Running"):
        with user.answers_dialog(accept=True):
            user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside=name)
    user.clicks_text("Undo")
    calendar.shows(user, "Running")
    user.clicks_text("Undo")
    calendar.shows(user, "Piano", "Running")
    user.reloads()
    calendar.shows(user, "Piano", "Running")
    assert user.is_ticked(tick_box("Piano", YESTERDAY)), "the days of the habit were not brought back"


@testcode("File", "Download")
def all_habits_are_downloaded(user: BrowserUser, calendar: Calendar) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Übung")
    for day in (TODAY, "2025-03-09", YESTERDAY):
        user.ticks(tick_box("Piano", day))
    calendar.downloads(user, Piano=["2025-03-09", YESTERDAY, TODAY], Übung=[])


@testcode("File", "Download")
def habits_of_a_file_are_downloaded_in_order(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    """In whatever order the file had them, also when the page has been loaded again."""
    user.opens(calendar.home)
    calendar.loads(user, {"Walking": [YESTERDAY, "2025-02-28", "2024-12-31"], "chess": [], "Tea": [TODAY]}, file_box)
    calendar.shows(user, "chess", "Tea", "Walking")
    user.reloads()
    calendar.shows(user, "chess", "Tea", "Walking")
    calendar.downloads(user, chess=[], Tea=[TODAY], Walking=["2024-12-31", "2025-02-28", YESTERDAY])


@testcode("File", "Upload")
def a_file_replaces_all_habits(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    user.opens(calendar.home)
    calendar.adds(user, "Piano")
    calendar.loads(user, {"Walking": [TODAY], "Chess": ["2024-02-29", YESTERDAY]}, file_box)
    calendar.shows(user, "Chess", "Walking")
    user.sees_text("1 of 2 done today")
    user.reloads()
    calendar.shows(user, "Chess", "Walking")
    assert user.is_ticked(tick_box("Chess", YESTERDAY)), "the days of the file were not taken over"


@testcode("File", "Upload")
def wrong_files_are_refused(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    """A correct file is accepted afterwards."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano")
    good = {"name": "Chess", "days": [TODAY]}
    wrong: list[Any] = [
        [good],
        {},
        {"habits": {}},
        {"habits": [good], "version": 1},
        {"habits": [{"name": "Chess"}]},
        {"habits": [{"days": [TODAY]}]},
        {"habits": [good | {"days": TODAY}]},
        {"habits": [good | {"colour": "red"}]},
        {"habits": [good | {"name": " "}]},
        {"habits": [good, good | {"name": "cHESS"}]},
        {"habits": [good | {"days": ["2025-02-30"]}]},
        {"habits": [good | {"days": ["14.03.2025"]}]},
        {"habits": [good | {"days": [TODAY, TODAY]}]},
    ]
    for text in ("no JSON", *map(json.dumps, wrong)):
        calendar.adds(user, "Extra")
        user.does_not_see_text(NO_HABITS)
        with user.answers_dialog(accept=True):
            user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside="Extra")
        user.uploads_text(text, "habits.json", into=file_box)
        user.sees_text(NO_HABITS)
        calendar.shows(user, "Piano")
    user.reloads()
    calendar.shows(user, "Piano")
    calendar.loads(user, {"Chess": []}, file_box)
    calendar.shows(user, "Chess")
    user.does_not_see_text(NO_HABITS)
