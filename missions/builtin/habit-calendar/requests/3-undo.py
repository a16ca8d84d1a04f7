"""Simulated use of a calendar of habits by somebody who deletes the wrong one."""

from missions import BrowserUser, testcode

from ..testcodes import THERE_ALREADY, TODAY, YESTERDAY, Calendar, FileBox, tick_box

NOTHING = "Nothing to undo."


def deletes(user: BrowserUser, *names: str) -> None:
    for name in names:
        with user.answers_dialog(accept=True):
            user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside=name)


def renames(user: BrowserUser, name: str, new: str, *, accept: bool = True) -> str:
    """Answer the dialog, and return what it says."""
    with user.answers_dialog(accept=accept, typing=new if accept else None) as dialog:
        user.clicks('//*[self::button or self::a][normalize-space()="Rename"]', beside=name)
    return dialog.message


@testcode("Habits", "Delete and undo")
def a_habit_is_deleted_after_yes(user: BrowserUser, calendar: Calendar) -> None:
    """And comes back after the page was loaded again, once."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    with user.answers_dialog(accept=False) as dialog:
        user.clicks('//*[self::button or self::a][normalize-space()="Delete"]', beside="Piano")
    assert "Piano" in dialog.message, f"the dialog does not name the habit: {dialog.message!r}"
    calendar.shows(user, "Piano", "Running")
    user.ticks(tick_box("Piano", YESTERDAY))
    user.does_not_see_text("Undo would bring back")
    deletes(user, "Piano")
    calendar.shows(user, "Running")
    user.sees_text("Undo would bring back Piano")
    user.reloads()
    calendar.shows(user, "Running")
    user.sees_text("Undo would bring back Piano")
    user.clicks_text("Undo")
    calendar.shows(user, "Piano", "Running")
    user.does_not_see_text("Undo would bring back")
    assert user.is_ticked(tick_box("Piano", YESTERDAY)), "the days of the habit were not brought back"
    user.reloads()
    user.clicks_text("Undo")
    user.sees_text(NOTHING)
    calendar.shows(user, "Piano", "Running")


@testcode("Habits", "Delete and undo")
def the_last_ten_are_kept(user: BrowserUser, calendar: Calendar) -> None:
    """Of eleven the first is forgotten; a name that is used again is refused also after loading."""
    names = [f"{letter}-habit" for letter in "abcdefghijk"]
    user.opens(calendar.home)
    calendar.adds(user, *names)
    deletes(user, *names)
    user.reloads()
    for name in reversed(names[1:]):
        user.sees_text(f"Undo would bring back {name}")
        user.clicks_text("Undo")
        user.sees(calendar.habit_row, containing=name, beside=name)
    user.clicks_text("Undo")
    user.sees_text(NOTHING)
    calendar.shows(user, *names[1:])
    deletes(user, names[1])
    calendar.adds(user, names[1].upper())
    user.reloads()
    user.clicks_text("Undo")
    user.sees_text(THERE_ALREADY)


@testcode("Habits", "Delete and undo")
def a_file_forgets_what_was_deleted(user: BrowserUser, calendar: Calendar, file_box: FileBox) -> None:
    """A wrong one does not; downloads have nothing that was deleted."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    deletes(user, "Piano")
    found = user.downloads('//*[self::button or self::a][normalize-space()="Download"]')
    assert "Piano" not in found.text(), f"the file has a deleted habit: {found.text()}"
    user.uploads_text("no JSON", "habits.json", into=file_box)
    user.sees_text("Undo would bring back Piano")
    calendar.loads(user, {"Chess": []}, file_box)
    calendar.shows(user, "Chess")
    user.does_not_see_text("Undo would bring back")
    user.reloads()
    user.clicks_text("Undo")
    user.sees_text(NOTHING)
    calendar.shows(user, "Chess")


@testcode("Habits", "Rename")
def habits_are_renamed(user: BrowserUser, calendar: Calendar) -> None:
    """With their days, into the order of the names; no answer, taken and empty names change nothing."""
    user.opens(calendar.home)
    calendar.adds(user, "Piano", "Running")
    user.ticks(tick_box("Piano", TODAY))
    renames(user, "Piano", "", accept=False)
    calendar.shows(user, "Piano", "Running")
    for wrong, message in (("rUNNING ", THERE_ALREADY), ("  ", "Give the habit a name.")):
        renames(user, "Piano", wrong)
        user.sees_text(message)
        calendar.shows(user, "Piano", "Running")
    renames(user, "Piano", " PIANO ")
    calendar.shows(user, "PIANO", "Running")
    renames(user, "PIANO", "Violin <b>")
    user.reloads()
    calendar.shows(user, "Running", "Violin <b>")
    assert user.is_ticked(tick_box("Violin <b>", TODAY)), "the days of the habit were lost"
