"""What people try when a colleague is ill."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from missions import BrowserUser, Element, testcode

from ..testcodes import FRIDAY, SUNDAY, Planner, button


@dataclass(frozen=True)
class Deleted:
    """The page of deleted bookings."""

    deleted_entry: Annotated[Element, "entry of one deleted booking on the page of these; as many match as are listed"]

    def lists(self, user: BrowserUser, title: str, *texts: str) -> None:
        for text in (title, *texts):
            user.sees(self.deleted_entry, containing=text, beside=title)


@testcode("Planner", "Delete")
def bookings_of_others_are_deleted(user: BrowserUser, planner: Planner, deleted: Deleted) -> None:
    """A single one has one button only; of a series one or all that follow."""
    planner.comes(user, "Mikkel", "Comet")
    other = planner.colleague(user, "Nora", "Comet")
    planner.books(user, "Just once", SUNDAY, "17:00", "18:00")
    planner.has(other, "Just once", "Mikkel")
    entry = other.text(planner.booking, beside="Just once")
    assert "Delete following" not in entry, f"a single booking has those that follow: {entry!r}"
    other.clicks(button("Delete"), beside="Just once")
    for person in (user, other):
        person.does_not_see(planner.booking, containing="Just once")
    planner.books(user, "Every week", SUNDAY, "18:00", "19:00", "3")
    planner.has(user, "Every week")
    other.clicks(button("Next week"))
    other.clicks(button("Delete following"), beside="Every week")
    other.does_not_see(planner.booking, containing="Every week")
    planner.has(user, "Every week", "2025-03-16")
    assert planner.starts(other, "Comet", "Every week", FRIDAY) == ["2025-03-16T18:00+01:00"]
    planner.opens_room(other, "Comet")
    other.clicks(button("Deleted bookings"))
    deleted.lists(other, "Just once", "Comet", "2025-03-16", "17:00–18:00", "booked by Mikkel", "deleted by Nora")
    other.clicks(button("Back to the planner"))
    other.sees(planner.room_box)


@testcode("Deleted bookings", "List")
def the_last_one_deleted_is_first(user: BrowserUser, planner: Planner, deleted: Deleted) -> None:
    """Of several rooms; those deleted together the earliest first; markup is text; others see the same."""
    planner.comes(user, "Signe", "Borealis")
    user.clicks(button("Next week"))
    planner.books(user, "Series of <i>two</i>", date(2025, 3, 18), "08:00", "09:00", "2")
    planner.has(user, "Series of <i>two</i>")
    user.chooses("Comet", out_of=planner.room_box)
    planner.books(user, "Single in Comet", date(2025, 3, 17), "08:00", "09:00")
    planner.has(user, "Single in Comet")
    user.clicks(button("Delete"), beside="Single in Comet")
    user.does_not_see(planner.booking, containing="Single in Comet")
    user.chooses("Borealis", out_of=planner.room_box)
    user.clicks(button("Delete following"), beside="Series of <i>two</i>")
    user.does_not_see(planner.booking, containing="Series of")
    other = planner.colleague(user, "Tyra")
    for person in (user, other):
        if person is user:
            planner.opens_room(user, "Atlas")
        person.clicks(button("Deleted bookings"))
        deleted.lists(person, "Single in Comet", "2025-03-17")
        entries = [t for t in person.texts(deleted.deleted_entry) if "Signe" in t]
        first, second, third = person.rows(entries, count=3)
        for entry, texts in (
            (first, ("Borealis", "2025-03-18", "08:00–09:00", "Series of <i>two</i>", "deleted by Signe")),
            (second, ("Borealis", "2025-03-25", "Series of <i>two</i>")),
            (third, ("Comet", "2025-03-17", "Single in Comet", "booked by Signe")),
        ):
            missing = [text for text in texts if text not in entry]
            assert not missing, f"{missing} is not in {entry!r}"


@testcode("Deleted bookings", "Book again")
def a_deleted_booking_is_booked_again(user: BrowserUser, planner: Planner, deleted: Deleted) -> None:
    """By somebody else, for the one who booked it, unless the room is taken meanwhile; alone, not as a series."""
    planner.comes(user, "Oluf")
    other = planner.colleague(user, "Petra")
    planner.books(user, "Given up", SUNDAY, "12:00", "13:00", "2")
    planner.has(user, "Given up")
    other.clicks(button("Delete"), beside="Given up")
    other.does_not_see(planner.booking, containing="Given up")
    planner.books(other, "Meanwhile", SUNDAY, "12:30", "13:30")
    planner.has(other, "Meanwhile")
    user.clicks(button("Deleted bookings"))
    user.clicks(button("Book again"), beside="Given up")
    user.sees_text("The room is taken on 2025-03-16.")
    deleted.lists(user, "Given up", "booked by Oluf", "deleted by Petra")
    other.clicks(button("Delete"), beside="Meanwhile")
    other.does_not_see(planner.booking, containing="Meanwhile")
    user.clicks(button("Book again"), beside="Given up")
    user.does_not_see(deleted.deleted_entry, containing="Given up")
    planner.has(other, "Given up", "2025-03-16", "12:00–13:00", "Oluf", "1 person")
    entry = other.text(planner.booking, beside="Given up")
    assert "Delete following" not in entry, f"it is part of a series still: {entry!r}"
    starts = planner.starts(user, "Atlas", "Given up", FRIDAY)
    assert starts == ["2025-03-16T12:00+01:00", "2025-03-23T12:00+01:00"], f"it is booked at {starts}"


@testcode("Deleted bookings", "Keep bookings of before", before=["bookings_say_how_many_come"])
def bookings_of_before_are_deleted_and_booked_again(user: BrowserUser, planner: Planner, deleted: Deleted) -> None:
    """With their number of people and their owner, who is somebody else."""
    planner.comes(user, "Wilma", "Comet")
    planner.has(user, "The whole room", "4 people", "Torun")
    user.clicks(button("Delete"), beside="All alone")
    user.does_not_see(planner.booking, containing="All alone")
    user.clicks(button("Delete"), beside="The whole room")
    user.does_not_see(planner.booking, containing="The whole room")
    user.clicks(button("Deleted bookings"))
    deleted.lists(user, "All alone", "booked by Torun", "deleted by Wilma")
    user.clicks(button("Book again"), beside="The whole room")
    user.does_not_see(deleted.deleted_entry, containing="The whole room")
    planner.opens_room(user, "Comet")
    planner.has(user, "The whole room", "4 people", "Torun", "19:15–19:30")
    user.does_not_see(planner.booking, containing="All alone")
