"""Simulated use of a calendar of habits with goals."""

import json
from typing import Any

from missions import BrowserUser, testcode

from ..testcodes import NO_HABITS, TODAY, YESTERDAY, Calendar, FileBox, tick_box


def goal_box(habit: str) -> str:
    return f'//input[@aria-label="Goal of {habit}"]'


def has_goal(user: BrowserUser, calendar: Calendar, habit: str, goal: int, text: str) -> None:
    user.sees_value(str(goal), in_=goal_box(habit))
    user.sees(calendar.habit_row, containing=text, beside=habit)


def downloads(user: BrowserUser, *habits: dict[str, Any]) -> None:
    """Download exactly these habits."""
    found = user.downloads('//*[self::button or self::a][normalize-space()="Download"]')
    content = user.reads_json(found.text(), object)
    assert content == {"habits": list(habits)}, f"the file holds {content}"


@testcode("Habits", "Goals")
def goals_are_set_and_reached(user: BrowserUser, calendar: Calendar) -> None:
    """Seven at first; days before the seven do not count; a goal that was exceeded is reached."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    has_goal(user, calendar, "Piano", 7, "0 of 7 days done")
    user.types("2", into=goal_box("Piano"))
    user.presses("Enter", on=goal_box("Piano"))
    has_goal(user, calendar, "Piano", 2, "0 of 2 days done")
    user.ticks(tick_box("Piano", TODAY))
    user.sees(calendar.habit_row, containing="1 of 2 days done", beside="Piano")
    user.does_not_see_text("(reached)")
    user.ticks(tick_box("Piano", "2025-03-08"))
    user.sees(calendar.habit_row, containing="2 of 2 days done (reached)", beside="Piano")
    user.ticks(tick_box("Piano", YESTERDAY))
    user.reloads()
    has_goal(user, calendar, "Piano", 2, "3 of 2 days done (reached)")
    has_goal(user, calendar, "Running", 7, "0 of 7 days done")
    user.moves_clock(days=1)
    user.reloads()
    has_goal(user, calendar, "Piano", 2, "2 of 2 days done (reached)")


@testcode("Habits", "Goals")
def wrong_goals_are_refused(user: BrowserUser, calendar: Calendar) -> None:
    """The old goal is shown again; the limits are accepted."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano")
    for goal in (1, 7, 3):
        user.types(str(goal), into=goal_box("Piano"))
        user.presses("Enter", on=goal_box("Piano"))
        has_goal(user, calendar, "Piano", goal, f"0 of {goal} days done")
    for wrong in ("0", "8", "2.5", ""):
        user.types(wrong, into=goal_box("Piano"))
        user.presses("Enter", on=goal_box("Piano"))
        user.sees_text("A goal is a number from 1 to 7.")
        has_goal(user, calendar, "Piano", 3, "0 of 3 days done")
        user.ticks(tick_box("Piano", TODAY))
        user.does_not_see_text("A goal is a number from 1 to 7.")
        user.unticks(tick_box("Piano", TODAY))
    user.reloads()
    has_goal(user, calendar, "Piano", 3, "0 of 3 days done")


@testcode("File", "Download")
def all_habits_are_downloaded(user: BrowserUser, calendar: Calendar) -> None:
    """With their goals; undo brings a goal back."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Übung")
    for day in (TODAY, "2025-03-09", YESTERDAY):
        user.ticks(tick_box("Piano", day))
    user.types("4", into=goal_box("Piano"))
    user.presses("Enter", on=goal_box("Piano"))
    has_goal(user, calendar, "Piano", 4, "3 of 4 days done")
    with user.answers_dialog(accept=True):
        user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside="Piano")
    user.clicks_text("Undo")
    piano = {"name": "Piano", "days": ["2025-03-09", YESTERDAY, TODAY], "goal": 4}
    downloads(user, piano, {"name": "Übung", "days": [], "goal": 7})


@testcode("File", "Download")
def habits_of_a_file_are_downloaded_in_order(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    """With their goals, also when the page has been loaded again; wrong goals make a file wrong."""
    user.opens(calendar.home)
    walking = {"name": "Walking", "days": ["2025-02-28", YESTERDAY], "goal": 1}
    chess: dict[str, Any] = {"name": "chess", "days": [], "goal": 7}
    user.uploads_text(json.dumps({"habits": [walking, chess]}), "habits.json", into=file_box)
    calendar.shows(user, "chess", "Walking")
    user.reloads()
    downloads(user, chess, walking)
    for goal in (0, 8, 2.5, "3", None):
        user.uploads_text(json.dumps({"habits": [{**chess, "goal": goal}]}), "habits.json", into=file_box)
        user.sees_text(NO_HABITS)
        user.ticks(tick_box("chess", TODAY))
        user.unticks(tick_box("chess", TODAY))
        user.does_not_see_text(NO_HABITS)
    downloads(user, chess, walking)


@testcode("File", "Take over files of before")
def files_without_goals_are_taken_over(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    """Also where others in the file have goals."""
    user.opens(calendar.home)
    calendar.loads(user, {"Walking": [YESTERDAY, TODAY]}, file_box)
    has_goal(user, calendar, "Walking", 7, "2 of 7 days done")
    mixed = [{"name": "Old", "days": []}, {"name": "New", "days": [TODAY], "goal": 1}]
    user.uploads_text(json.dumps({"habits": mixed}), "habits.json", into=file_box)
    has_goal(user, calendar, "Old", 7, "0 of 7 days done")
    has_goal(user, calendar, "New", 1, "1 of 1 days done (reached)")
