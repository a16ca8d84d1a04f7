"""Testcodes of the watering plan, by a user at a screen. Today is Friday, 14 March 2025."""

import json
from collections.abc import Mapping

from missions import DesktopUser, testcode

TODAY = "2025-03-14"
FILE = "plants.json"

Row = Mapping[str, object]


def plant(name: str, room: str, millilitres: int, every: int, last: str) -> Row:
    return {"name": name, "room": room, "millilitres": millilitres, "every": every, "last": last}


OLIVE = plant("Olive", "Balcony", 900, 10, "2025-03-01")  # next 2025-03-11
FERN = plant("Fern", "Kitchen", 150, 2, "2025-03-12")  # next today
ALOE = plant("Aloe", "Office", 80, 20, "2025-02-23")  # next 2025-03-15
MONSTERA = plant("Monstera", "Kitchen", 400, 7, "2025-03-13")  # next 2025-03-20
FOUR = (MONSTERA, ALOE, FERN, OLIVE)


def opens(user: DesktopUser, *plants: Row) -> None:
    """Start the program with a file of these plants."""
    user.writes(FILE, json.dumps(plants))
    user.starts()


def fills(user: DesktopUser, name: str, millilitres: str, every: str) -> None:
    """Fill the boxes of the form that are empty at its beginning."""
    user.types(name, into="Plant")
    user.types(millilitres, into="Millilitres")
    user.types(every, into="Every")


def is_refused(user: DesktopUser, because: str) -> None:
    """The form is refused with this message, and no plant is added."""
    user.clicks("Add plant")
    user.sees(because)
    user.sees("0 plants, 0 thirsty, 0 ml needed")


def kept(user: DesktopUser) -> dict[str, Row]:
    """Return the plants of the file by name; the values are compared by the testcode."""
    return {str(each.get("name")): each for each in user.reads_json(user.reads(FILE), list[dict[str, object]])}


@testcode("Form", "Add a plant")
def a_plant_is_added(user: DesktopUser) -> None:
    """With the room and the day that the form has at first; then with others, and blanks at the ends."""
    user.starts()
    user.sees("0 plants, 0 thirsty, 0 ml needed")
    fills(user, "  Basil ", "250", "3")
    user.clicks("Add plant")
    user.sees("1 plant, 0 thirsty, 0 ml needed")
    for value in ("Kitchen", "250", TODAY, "2025-03-17", "in 3 days"):
        user.sees(value, beside="Basil")
    fills(user, "Orchid", " 60 ", " 30")
    user.chooses("Bedroom", out_of="Room")
    user.types(" 2025-02-12 ", into="Last watered")
    user.clicks("Add plant")
    for value in ("Bedroom", "60", "2025-02-12", TODAY, "thirsty"):
        user.sees(value, beside="Orchid")
    user.sees("2 plants, 1 thirsty, 60 ml needed")
    assert kept(user) == {
        "Basil": plant("Basil", "Kitchen", 250, 3, TODAY),
        "Orchid": plant("Orchid", "Bedroom", 60, 30, "2025-02-12"),
    }, "plants in the file"


@testcode("Form", "Refuse wrong entries")
def wrong_numbers_are_refused(user: DesktopUser) -> None:
    """Of two wrong ones the first is named."""
    user.starts()
    user.clicks("Add plant")
    user.sees("A plant needs a name.")
    for name, wrong in (("", ("  ",)), ("Millilitres", ("9", "5001", "12.5", "")), ("Every", ("0", "91", "three"))):
        fills(user, "Basil", "10", "1")
        for value in wrong:
            user.types(value, into=name or "Plant")
            is_refused(user, {"": "needs a name", "Millilitres": "from 10 to 5000"}.get(name, "from 1 to 90"))
    user.types("9", into="Millilitres")
    is_refused(user, "from 10 to 5000")
    fills(user, "Basil", "10", "90")
    user.clicks("Add plant")
    user.sees("1 plant, 0 thirsty")
    user.does_not_see("whole number")
    fills(user, "Fern", "5000", "1")
    user.clicks("Add plant")
    user.sees("5000", beside="Fern")
    user.sees("in 1 day", beside="Fern")
    assert set(kept(user)) == {"Basil", "Fern"}, "plants in the file"


@testcode("Form", "Refuse wrong entries")
def wrong_days_are_refused(user: DesktopUser) -> None:
    """Tomorrow, a day that does not exist, and another form of a day; then a leap day."""
    user.starts()
    fills(user, "Basil", "250", "7")
    for day in ("2025-03-15", "2025-02-29", "14.03.2025", "20250301"):
        user.types(day, into="Last watered")
        is_refused(user, "a day like 2025-03-01, not after today")
    user.types("2024-02-29", into="Last watered")
    user.clicks("Add plant")
    user.sees("2024-03-07", beside="Basil")
    user.sees("1 plant, 1 thirsty, 250 ml needed")
    user.does_not_see("not after today")


@testcode("Form", "Refuse wrong entries")
def a_name_is_taken_once(user: DesktopUser) -> None:
    opens(user, FERN)
    fills(user, " FERN", "100", "5")
    user.clicks("Add plant")
    user.sees("There is a plant Fern already.")
    user.sees("1 plant, 1 thirsty, 150 ml needed")
    user.types("Fern two", into="Plant")
    user.clicks("Add plant")
    user.sees("2 plants, 1 thirsty, 150 ml needed")
    user.does_not_see("already")


@testcode("Form", "Change a plant")
def a_plant_is_changed(user: DesktopUser) -> None:
    """Then the change is taken back."""
    opens(user, FERN, ALOE)
    user.clicks("Change")
    user.sees("Choose a plant first.")
    user.clicks("Aloe")
    user.clicks("Change")
    user.sees("80", beside="Millilitres")
    user.sees("20", beside="Every")
    user.sees("2025-02-23", beside="Last watered")
    user.types("fern", into="Plant")
    user.clicks("Save plant")
    user.sees("There is a plant Fern already.")
    user.types("Agave", into="Plant")
    user.types("95", into="Millilitres")
    user.clicks("Save plant")
    user.sees("Add plant")
    user.does_not_see("Aloe")
    user.sees("95", beside="Agave")
    user.sees("Office", beside="Agave")
    user.sees("2 plants, 1 thirsty, 150 ml needed")
    assert kept(user) == {"Fern": FERN, "Agave": plant("Agave", "Office", 95, 20, "2025-02-23")}, "plants in the file"
    user.clicks("Undo")
    user.sees("80", beside="Aloe")
    user.does_not_see("Agave")


@testcode("Form", "Change a plant")
def a_change_is_left_alone(user: DesktopUser) -> None:
    """Cancel; then the same plant is changed without another name."""
    opens(user, FERN)
    user.clicks("Fern")
    user.clicks("Change")
    user.types("999", into="Millilitres")
    user.clicks("Cancel")
    user.sees("150", beside="Fern")
    user.does_not_see("999")
    user.does_not_see("Cancel")
    user.clicks("Fern")
    user.clicks("Change")
    user.types("160", into="Millilitres")
    user.clicks("Save plant")
    user.sees("1 plant, 1 thirsty, 160 ml needed")
    fills(user, "Ivy", "75", "4")
    user.clicks("Add plant")
    user.sees("2 plants, 1 thirsty, 160 ml needed")


@testcode("List", "Show when plants need water")
def next_day_and_state_are_shown(user: DesktopUser) -> None:
    """Days late, today, tomorrow and later, below their headings; over the end of a month."""
    opens(user, *FOUR)
    for heading in ("Name", "Amount", "Interval", "Watered", "Next", "State"):
        user.sees(heading, beside="Where")
    shown = {
        "Olive": ("2025-03-11", "thirsty"),
        "Fern": (TODAY, "thirsty"),
        "Aloe": ("2025-03-15", "in 1 day"),
        "Monstera": ("2025-03-20", "in 6 days"),
    }
    for name, values in shown.items():
        for value in values:
            user.sees(value, beside=name)


@testcode("List", "Show when plants need water")
def days_pass(user: DesktopUser) -> None:
    opens(user, *FOUR)
    user.sees("in 6 days", beside="Monstera")
    user.moves_clock(days=1)
    user.starts()
    user.sees("thirsty", beside="Aloe")
    user.sees("in 5 days", beside="Monstera")
    user.sees("4 plants, 3 thirsty, 1130 ml needed")
    user.sees("2025-03-15", beside="Last watered")


@testcode("List", "Order rows")
def the_first_to_need_water_is_first(user: DesktopUser) -> None:
    """By the next day, then by name without regard to capital letters."""
    late = [plant("Cactus", "Office", 20, 30, "2025-03-10"), plant("begonia", "Office", 30, 40, "2025-02-28")]
    opens(user, *late, *FOUR)
    user.sees_in_order(["Olive", "Fern", "Aloe", "Monstera", "begonia", "Cactus", "6 plants"])
    user.clicks("Olive")
    user.clicks("Water")
    user.sees("2025-03-24", beside="Olive")
    user.sees_in_order(["Fern", "Aloe", "Monstera", "Olive", "begonia", "Cactus", "6 plants"])


@testcode("List", "Restrict what is shown")
def plants_are_searched(user: DesktopUser) -> None:
    opens(user, *FOUR)
    user.types("  OL ", into="Search")
    user.does_not_see("Fern")
    user.sees("1 plant, 1 thirsty, 900 ml needed")
    user.types("er", into="Search")
    user.does_not_see("Olive")
    user.sees("2 plants, 1 thirsty, 150 ml needed")
    user.types("xyz", into="Search")
    user.sees("0 plants, 0 thirsty, 0 ml needed")
    user.types("", into="Search")
    user.sees("4 plants, 2 thirsty, 1050 ml needed")


@testcode("List", "Restrict what is shown")
def rooms_and_thirst_restrict_together(user: DesktopUser) -> None:
    opens(user, *FOUR)
    user.sees("All rooms", beside="Show room")
    user.chooses("Kitchen", out_of="Show room")
    user.does_not_see("Olive")
    user.does_not_see("Aloe")
    user.sees("2 plants, 1 thirsty, 150 ml needed")
    user.clicks("Only thirsty")
    user.does_not_see("Monstera")
    user.sees("1 plant, 1 thirsty, 150 ml needed")
    user.types("oli", into="Search")
    user.sees("0 plants, 0 thirsty, 0 ml needed")
    user.chooses("All rooms", out_of="Show room")
    user.sees("1 plant, 1 thirsty, 900 ml needed")
    user.clicks("Only thirsty")
    user.types("", into="Search")
    user.sees("4 plants, 2 thirsty, 1050 ml needed")


@testcode("List", "Add up")
def the_line_below_the_list_adds_up(user: DesktopUser) -> None:
    opens(user, MONSTERA, FERN)
    user.sees("2 plants, 1 thirsty, 150 ml needed")
    fills(user, "Palm", "1205", "1")
    user.types("2025-03-13", into="Last watered")
    user.clicks("Add plant")
    user.sees("3 plants, 2 thirsty, 1355 ml needed")
    user.clicks("Monstera")
    user.clicks("Delete")
    user.clicks("Yes")
    user.sees("2 plants, 2 thirsty, 1355 ml needed")
    user.clicks("Palm")
    user.clicks("Delete")
    user.clicks("Yes")
    user.sees("1 plant, 1 thirsty, 150 ml needed")


@testcode("Actions", "Water")
def the_chosen_plant_is_watered(user: DesktopUser) -> None:
    opens(user, *FOUR)
    user.clicks("Water")
    user.sees("Choose a plant first.")
    user.clicks("Olive")
    user.clicks("Water")
    user.does_not_see("Choose a plant first.")
    for value in (TODAY, "2025-03-24", "in 10 days"):
        user.sees(value, beside="Olive")
    user.sees("4 plants, 1 thirsty, 150 ml needed")
    assert kept(user).get("Olive") == {**OLIVE, "last": TODAY}, "the plant in the file"
    assert kept(user).get("Fern") == FERN, "another plant in the file"


@testcode("Actions", "Water")
def all_thirsty_plants_that_are_shown_are_watered(user: DesktopUser) -> None:
    opens(user, *FOUR)
    user.chooses("Kitchen", out_of="Show room")
    user.clicks("Water all")
    user.sees("2 plants, 0 thirsty, 0 ml needed")
    user.sees("in 2 days", beside="Fern")
    user.sees("in 6 days", beside="Monstera")
    user.chooses("All rooms", out_of="Show room")
    user.sees("4 plants, 1 thirsty, 900 ml needed")
    user.sees("thirsty", beside="Olive")


@testcode("Actions", "Delete")
def only_yes_deletes(user: DesktopUser) -> None:
    """What is in the form stays there."""
    opens(user, *FOUR)
    user.types("Ivy", into="Plant")
    user.clicks("Delete")
    user.sees("Choose a plant first.")
    user.clicks("Aloe")
    user.clicks("Delete")
    user.sees("Delete Aloe?")
    user.clicks("No")
    user.does_not_see("Delete Aloe?")
    user.sees("4 plants, 2 thirsty")
    assert "Aloe" in kept(user), "the plant is kept"
    user.clicks("Delete")
    user.clicks("Yes")
    user.does_not_see("Aloe")
    user.sees("Ivy", beside="Plant")
    user.sees("3 plants, 2 thirsty, 1050 ml needed")
    assert kept(user) == {each["name"]: each for each in (MONSTERA, FERN, OLIVE)}, "plants in the file"


@testcode("Actions", "Undo")
def changes_are_taken_back_one_by_one(user: DesktopUser) -> None:
    opens(user, OLIVE, FERN)
    user.clicks("Undo")
    user.sees("Nothing to undo.")
    fills(user, "Ivy", "75", "4")
    user.clicks("Add plant")
    user.sees("3 plants")
    user.clicks("Water all")
    user.sees("3 plants, 0 thirsty, 0 ml needed")
    user.clicks("Olive")
    user.clicks("Delete")
    user.clicks("Yes")
    user.sees("2 plants, 0 thirsty, 0 ml needed")
    for line in ("3 plants, 0 thirsty, 0 ml", "3 plants, 2 thirsty, 1050 ml", "2 plants, 2 thirsty, 1050 ml"):
        user.clicks("Undo")
        user.sees(f"{line} needed")
    user.does_not_see("Ivy")
    user.clicks("Undo")
    user.sees("Nothing to undo.")
    assert kept(user) == {"Olive": OLIVE, "Fern": FERN}, "plants in the file"


@testcode("Actions", "Use the keyboard")
def everything_is_done_with_keys(user: DesktopUser) -> None:
    """The Delete key asks only while the list has the keyboard."""
    opens(user, OLIVE)
    user.types("wrong", into="Millilitres")
    user.presses("Ctrl+N")
    user.does_not_see("wrong")
    user.types("Ivy")
    user.types("75", into="Millilitres")
    user.types("4", into="Every")
    user.presses("Enter")
    user.sees("in 4 days", beside="Ivy")
    user.clicks("Olive")
    user.presses("Ctrl+W")
    user.sees("in 10 days", beside="Olive")
    user.types("Rose", into="Plant")
    user.presses("Delete")
    user.does_not_see("Delete Olive?")
    user.clicks("Olive")
    user.presses("Delete")
    user.sees("Delete Olive?")
    user.clicks("Yes")
    user.does_not_see("Olive")
    for shown in ("in 10 days", "thirsty"):
        user.presses("Ctrl+Z")
        user.sees(shown, beside="Olive")
    user.sees("2 plants, 1 thirsty, 900 ml needed")


@testcode("File", "Keep everything")
def everything_is_there_after_a_restart(user: DesktopUser) -> None:
    user.starts()
    fills(user, "Zebra plant", "120", "9")
    user.chooses("Office", out_of="Room")
    user.types("2025-03-05", into="Last watered")
    user.clicks("Add plant")
    user.sees("thirsty", beside="Zebra plant")
    user.closes_window()
    user.has_left(0)
    user.starts()
    for value in ("Office", "120", "2025-03-05", TODAY, "thirsty"):
        user.sees(value, beside="Zebra plant")
    user.sees("1 plant, 1 thirsty, 120 ml needed")
    user.clicks("Zebra plant")
    user.clicks("Water")
    user.starts()
    user.sees("in 9 days", beside="Zebra plant")
    user.clicks("Undo")
    user.sees("Nothing to undo.")


@testcode("File", "Leave a damaged file alone")
def a_damaged_file_is_left_alone(user: DesktopUser) -> None:
    """No JSON, no list, and entries that the form would refuse; then an empty list, which is none of them."""
    entries = [{**FERN, "room": "Cellar"}, {**FERN, "millilitres": "150"}, {**FERN, "every": 91}, {"name": "Fern"}]
    lists = [*([each] for each in entries), [{**FERN, "last": "2025-03-15"}], [FERN, {**OLIVE, "name": "fern"}]]
    wrong = ["{", "{}", "[1]", *map(json.dumps, lists)]
    for text in wrong:
        user.writes(FILE, text)
        user.starts()
        user.sees("The plants cannot be read.")
        user.does_not_see("Add plant")
        user.closes_window()
        user.has_left(0)
        assert user.reads(FILE) == text, "the damaged file"
    opens(user)
    user.sees("0 plants, 0 thirsty, 0 ml needed")
    user.does_not_see("cannot be read")
