"""What people try who quarrel about chairs."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from missions import BrowserUser, Element, testcode

from ..testcodes import FRIDAY, SUNDAY, Planner, button


@dataclass(frozen=True)
class People:
    """The number of people in the form."""

    people_box: Annotated[Element, "box for the number of people of a new booking"]


@dataclass(frozen=True)
class CountedJson:
    """What the interface says of a booking with people."""

    title: str
    people: int


@dataclass(frozen=True)
class CountsJson:
    """What the interface answers."""

    bookings: list[CountedJson]


def counted(user: BrowserUser, room: str, day: date) -> dict[str, int]:
    """Return the numbers of people by title, of one day and three weeks after it."""
    user.opens(f"/api/bookings/?room={room}&from={day}&to={day + timedelta(days=21)}")
    text = user.reads_match(user.page_text(), r"(?s)\{.*\}")
    return {each.title: each.people for each in user.reads_json(text, CountsJson).bookings}


@testcode("Planner", "Number of people")
def bookings_say_how_many_come(user: BrowserUser, planner: Planner, people: People) -> None:
    """One at first; shown to others, of every week of a series, and told to other programs."""
    planner.comes(user, "Torun", "Comet")
    user.sees_value("1", in_=people.people_box)
    user.sees_text("People")
    planner.books(user, "All alone", SUNDAY, "19:00", "19:15")
    planner.has(user, "All alone", "1 person")
    user.types("4", into=people.people_box)
    planner.books(user, "The whole room", SUNDAY, "19:15", "19:30", "2")
    planner.has(user, "The whole room", "4 people")
    other = planner.colleague(user, "Ulla", "Comet")
    planner.has(other, "The whole room", "4 people")
    other.clicks(button("Next week"))
    planner.has(other, "The whole room", "2025-03-23", "4 people")
    found = counted(other, "Comet", SUNDAY)
    assert {title: found.get(title) for title in ("All alone", "The whole room")} == {
        "All alone": 1,
        "The whole room": 4,
    }


@testcode("Planner", "Number of people")
def too_many_people_are_refused(user: BrowserUser, planner: Planner, people: People) -> None:
    """By the seats of the room that is chosen; no number and none; what is full is accepted."""
    title = "Crowd"
    planner.comes(user, "Viggo")
    for room, seats in (("Atlas", 12), ("Borealis", 6), ("Comet", 4)):
        user.chooses(room, out_of=planner.room_box)
        user.types(str(seats + 1), into=people.people_box)
        planner.books(user, title, SUNDAY, "16:00", "16:15")
        planner.is_refused(user, f"{room} has {seats} seats.", title)
        user.sees_value(str(seats + 1), in_=people.people_box)
        user.types("0", into=people.people_box)
        user.clicks(button("Book"))
        planner.is_refused(user, "Give the number of people.", title)
        user.does_not_see(planner.booking, containing=title)
        user.types(str(seats), into=people.people_box)
        user.clicks(button("Book"))
        planner.has(user, title, f"{seats} people")
    user.types("", into=people.people_box)
    planner.books(user, title, SUNDAY, "16:15", "16:30")
    planner.is_refused(user, "Give the number of people.", title)


@testcode("Planner", "Keep bookings of before", before=["a_booking_appears", "a_series_keeps_its_time_of_day"])
def bookings_of_before_are_for_one(user: BrowserUser, planner: Planner, people: People) -> None:
    """With title, times and owner; the time is still taken, the series is whole."""
    planner.comes(user, "Ylva")
    planner.has(user, "Retro <b>&</b> cake", "2025-03-14", "15:00–16:30", "Carin", "1 person")
    user.types("2", into=people.people_box)
    planner.books(user, "Second come", FRIDAY, "16:00", "17:00")
    planner.is_refused(user, "The room is taken on 2025-03-14.", "Second come")
    weeks = planner.starts(user, "Borealis", "Weekly round", FRIDAY)
    assert len(weeks) == 20, f"of 20 weeks there are {len(weeks)}"
    assert counted(user, "Atlas", FRIDAY)["Retro <b>&</b> cake"] == 1
