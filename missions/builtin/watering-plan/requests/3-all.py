"""Testcodes of the watering plan for people who water everything at once, by a user at a screen."""

from missions import DesktopUser, testcode

from ..testcodes import ALOE, FERN, FOUR, OLIVE, TODAY, fills, kept, opens


@testcode("List", "Show when plants need water")
def next_day_and_state_are_shown(user: DesktopUser) -> None:
    """Days late, today, tomorrow and later; a day later all are later."""
    opens(user, *FOUR)
    for heading in ("Name", "Amount", "Interval", "Watered", "Next", "State"):
        user.sees(heading, beside="Where")
    shown = {
        "Olive": ("2025-03-11", "3 days late"),
        "Fern": (TODAY, "thirsty"),
        "Aloe": ("2025-03-15", "in 1 day"),
        "Monstera": ("2025-03-20", "in 6 days"),
    }
    for name, values in shown.items():
        for value in values:
            user.sees(value, beside=name)
    user.moves_clock(days=1)
    user.starts()
    for name, value in (("Olive", "4 days late"), ("Fern", "1 day late"), ("Aloe", "thirsty")):
        user.sees(value, beside=name)
    user.clicks("Only thirsty")
    user.sees("3 plants, 3 thirsty, 1130 ml needed")


@testcode("Actions", "Water all")
def all_thirsty_plants_are_watered(user: DesktopUser) -> None:
    """Also those of another room; No waters none, and undo takes all of it back."""
    opens(user, *FOUR)
    user.chooses("Office", out_of="Show room")
    user.sees("1 plant, 0 thirsty, 0 ml needed")
    user.clicks("Water all")
    user.sees("Water 2 plants?")
    user.clicks("No")
    user.does_not_see("Water 2 plants?")
    assert kept(user).get("Olive") == OLIVE, "the plant that was not watered"
    user.clicks("Water all")
    user.clicks("Yes")
    user.does_not_see("Water 2 plants?")
    user.chooses("All rooms", out_of="Show room")
    user.sees("4 plants, 0 thirsty, 0 ml needed")
    assert kept(user).get("Olive") == {**OLIVE, "last": TODAY}, "the plant that was watered"
    assert kept(user).get("Aloe") == ALOE, "a plant that was not thirsty"
    user.clicks("Water all")
    user.sees("No plant is thirsty.")
    user.clicks("Undo")
    user.sees("4 plants, 2 thirsty, 1050 ml needed")
    user.does_not_see("No plant is thirsty.")


@testcode("Actions", "Undo")
def changes_are_taken_back_one_by_one(user: DesktopUser) -> None:
    """Plants that were watered at once are one change."""
    opens(user, OLIVE, FERN)
    user.clicks("Undo")
    user.sees("Nothing to undo.")
    fills(user, "Ivy", "75", "4")
    user.clicks("Add plant")
    user.sees("3 plants")
    user.clicks("Water all")
    user.clicks("Yes")
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
    """A late plant is watered, deleted, and late again after both are taken back."""
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
    user.presses("Delete")
    user.sees("Delete Olive?")
    user.clicks("Yes")
    user.does_not_see("Olive")
    for shown in ("in 10 days", "3 days late"):
        user.presses("Ctrl+Z")
        user.sees(shown, beside="Olive")
    user.sees("2 plants, 1 thirsty, 900 ml needed")


@testcode("Actions", "Water all", before=["a_plant_is_skipped"])
def one_plant_of_before_is_late(user: DesktopUser) -> None:
    """Olive was not watered in the version before, Fern was."""
    user.starts()
    user.sees("3 days late", beside="Olive")
    user.sees("in 2 days", beside="Fern")
    user.clicks("Water all")
    user.sees("Water 1 plant?")
    user.clicks("Yes")
    user.sees("4 plants, 0 thirsty, 0 ml needed")
    assert kept(user).get("Fern") == {**FERN, "last": TODAY}, "the plant that was watered before"
