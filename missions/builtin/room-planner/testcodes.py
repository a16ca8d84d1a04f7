"""What the people of the office try.

It is Friday, 2025-03-14, 10:30 in Berlin; the browser is in UTC. The planner is shared, so that every testcode books
times of its own.
"""

import re
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Annotated
from urllib.parse import urlencode

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "meeting-at-ten"
FRIDAY = date(2025, 3, 14)
SATURDAY, SUNDAY = date(2025, 3, 15), date(2025, 3, 16)


def button(text: str) -> str:
    """Return a selector of the button or link with exactly this text."""
    return f'//*[(self::button or self::a or self::input) and (normalize-space(.)="{text}" or @value="{text}")]'


@dataclass(frozen=True)
class Accounts:
    """Where people register."""

    register_url: Annotated[Url, "page where people register"]
    new_name_box: Annotated[Element, "box for the name, where people register"]
    new_password_box: Annotated[Element, "box for the password, where people register"]
    repeat_box: Annotated[Element, "box for the password again, where people register"]

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name, PASSWORD, PASSWORD)
        user.does_not_see(self.repeat_box)

    def sends(self, user: BrowserUser, name: str, password: str, again: str) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.types(again, into=self.repeat_box)
        user.presses("Enter", on=self.repeat_box)


@dataclass(frozen=True)
class BookingJson:
    """What the interface says of a booking."""

    room: str
    title: str
    by: str
    start: str
    end: str


@dataclass(frozen=True)
class BookingsJson:
    """What the interface answers."""

    bookings: list[BookingJson]


@dataclass(frozen=True)
class Planner(Accounts):
    """The planner, and the form by which a room is booked."""

    planner_url: Annotated[Url, "page of the planner"]
    room_box: Annotated[Element, "drop-down list of the rooms"]
    booking: Annotated[Element, "entry of one booking; as many match as are shown"]
    title_box: Annotated[Element, "box for the title of a new booking"]
    day_box: Annotated[Element, "date box for the day of a new booking"]
    start_box: Annotated[Element, "time box for the start of a new booking"]
    end_box: Annotated[Element, "time box for the end of a new booking"]
    repeats_box: Annotated[Element, "box for the number of weeks of a new booking"]

    def comes(self, user: BrowserUser, name: str, room: str = "Atlas") -> None:
        """Register, and look at a room."""
        self.registers(user, name)
        self.opens_room(user, room)

    def opens_room(self, user: BrowserUser, room: str) -> None:
        user.opens(self.planner_url)
        user.sees(self.room_box, text="Atlas")
        if room != "Atlas":
            user.chooses(room, out_of=self.room_box)

    def colleague(self, user: BrowserUser, name: str, room: str = "Atlas") -> BrowserUser:
        """Return somebody else, who looks at a room."""
        colleague = user.someone_else()
        self.comes(colleague, name, room)
        return colleague

    def books(self, user: BrowserUser, title: str, day: date, start: str, end: str, weeks: str = "1") -> None:
        user.types(title, into=self.title_box)
        user.enters_date(day, into=self.day_box)
        user.enters_time(time.fromisoformat(start), into=self.start_box)
        user.enters_time(time.fromisoformat(end), into=self.end_box)
        user.types(weeks, into=self.repeats_box)
        user.clicks(button("Book"))

    def has(self, user: BrowserUser, title: str, *texts: str) -> None:
        """The page shows a booking with these texts."""
        for text in (title, *texts):
            user.sees(self.booking, containing=text, beside=title)

    def is_refused(self, user: BrowserUser, message: str, title: str) -> None:
        """The message appears, and the form holds what was typed."""
        user.sees_text(message)
        user.sees_value(title, in_=self.title_box)

    def listed(self, user: BrowserUser, room: str, first: date, last: date) -> list[BookingJson]:
        """Return the bookings of a room as the interface tells them."""
        user.opens(f"/api/bookings/?{urlencode({'room': room, 'from': first, 'to': last})}")
        text = user.reads_match(user.page_text(), r"(?s)\{.*\}")
        return user.reads_json(text, BookingsJson).bookings

    def starts(self, user: BrowserUser, room: str, title: str, first: date, days: int = 200) -> list[str]:
        """Return when the bookings of this title start, from a day on."""
        listed = self.listed(user, room, first, first + timedelta(days=days))
        return [booking.start for booking in listed if booking.title == title]


@testcode("Account", "Register")
def registration_is_checked(
    user: BrowserUser,
    planner: Planner,
    login_name_box: Annotated[Element, "box for the name, where people log in"],
    login_password_box: Annotated[Element, "box for the password, where people log in"],
) -> None:
    """Before it, planner and interface are closed; a taken name in other letters and unequal passwords are refused.

    Whoever is registered logs in at another computer, with the right password only, and logs out again.
    """
    member = planner.colleague(user, "Agda")
    planner.books(member, "Kept secret", SATURDAY, "07:00", "07:15")
    planner.has(member, "Kept secret")
    for page in (planner.planner_url, "/api/bookings/?room=Atlas&from=2025-03-10&to=2025-03-16"):
        user.opens(page)
        user.does_not_see_text("Kept secret")
    user.opens(planner.planner_url)
    user.sees(login_password_box)
    user.opens(planner.register_url)
    for label in ("Name", "Password", "Password confirmation"):
        user.sees_text(label)
    for name, again, message in (
        ("AGDA", PASSWORD, "This name is taken."),
        ("Bror", PASSWORD + "s", "The two passwords are not the same."),
    ):
        planner.sends(user, name, PASSWORD, again)
        user.sees_text(message)
        user.sees(planner.repeat_box)
    planner.comes(user, "Bror")
    planner.has(user, "Kept secret", "Agda")
    elsewhere = user.someone_else()
    for password in (PASSWORD + "s", PASSWORD):
        elsewhere.opens(planner.planner_url)
        elsewhere.types("Bror", into=login_name_box)
        elsewhere.types(password, into=login_password_box)
        elsewhere.presses("Enter", on=login_password_box)
    elsewhere.does_not_see(login_password_box)
    elsewhere.opens(planner.planner_url)
    planner.has(elsewhere, "Kept secret", "Agda")
    elsewhere.sees_text("Bror")
    elsewhere.clicks(button("Log out"))
    elsewhere.opens(planner.planner_url)
    elsewhere.sees(login_password_box)


@testcode("Planner", "Book")
def a_booking_appears(user: BrowserUser, planner: Planner) -> None:
    """With all that was typed, markup as text, in the times of the office, also when loaded again."""
    planner.comes(user, "Carin")
    user.sees_value("1", in_=planner.repeats_box)
    title = "Retro <b>&</b> cake"
    planner.books(user, title, FRIDAY, "15:00", "16:30")
    for _ in range(2):
        planner.has(user, title, "2025-03-14", "15:00–16:30", "Carin")
        user.reloads()
    user.chooses("Comet", out_of=planner.room_box)
    user.does_not_see(planner.booking, containing=title)


@testcode("Planner", "Show a week")
def a_week_of_a_room_is_shown(user: BrowserUser, planner: Planner) -> None:
    """Sunday and Monday are in two weeks; the earliest stands first; one goes there and back."""
    planner.comes(user, "Dagny", "Borealis")
    planner.books(user, "Late on Sunday", SUNDAY, "19:00", "20:00")
    planner.has(user, "Late on Sunday")
    planner.books(user, "Early on Sunday", SUNDAY, "18:00", "19:00")
    planner.has(user, "Early on Sunday")
    user.clicks(button("Next week"))
    planner.books(user, "On Monday", date(2025, 3, 17), "18:00", "19:00")
    planner.has(user, "On Monday", "2025-03-17", "18:00–19:00")
    user.does_not_see(planner.booking, containing="on Sunday")
    user.clicks(button("Next week"))
    user.does_not_see(planner.booking, containing="On Monday")
    user.clicks(button("Previous week"))
    planner.has(user, "On Monday")
    user.clicks(button("This week"))
    planner.has(user, "Early on Sunday")
    user.does_not_see(planner.booking, containing="On Monday")
    entries = [text for text in user.texts(planner.booking) if "on Sunday" in text]
    assert ["Early" in text for text in entries] == [True, False], f"the bookings are shown as {entries}"
    user.clicks(button("Previous week"))
    user.does_not_see(planner.booking, containing="on Sunday")
    user.moves_clock(hours=62)  # 00:30 on Monday in Berlin, and still Sunday in UTC
    planner.opens_room(user, "Borealis")
    planner.has(user, "On Monday")
    user.does_not_see(planner.booking, containing="on Sunday")


@testcode("Planner", "Refuse impossible bookings")
def impossible_bookings_are_refused(user: BrowserUser, planner: Planner) -> None:
    """Each with its message; nothing is booked until the mistakes are gone."""
    title = "Possible at last"
    planner.comes(user, "Eskil", "Borealis")
    user.clicks(button("Book"))
    user.sees_text("Give the booking a title.")
    user.types(title, into=planner.title_box)
    user.clicks(button("Book"))
    planner.is_refused(user, "Give day and times.", title)
    quarters = "Times are full quarters of an hour from 07:00 to 21:00."
    for start, end, message in (
        ("06:45", "08:00", quarters),
        ("20:00", "21:15", quarters),
        ("10:10", "11:00", quarters),
        ("10:00", "11:10", quarters),
        ("11:00", "11:00", "The end must be after the start."),
        ("12:00", "11:00", "The end must be after the start."),
        ("08:00", "16:15", "A booking lasts at most 8 hours."),
    ):
        planner.books(user, title, SATURDAY, start, end)
        planner.is_refused(user, message, title)
    planner.books(user, title, FRIDAY, "10:15", "11:00")
    planner.is_refused(user, "The start is in the past.", title)
    for weeks in ("0", "21"):
        planner.books(user, title, SATURDAY, "10:00", "11:00", weeks)
        planner.is_refused(user, "Repeat 1 to 20 times.", title)
    user.does_not_see(planner.booking, containing=title)
    planner.books(user, title, SATURDAY, "10:00", "11:00")
    planner.has(user, title, "10:00–11:00")
    user.does_not_see_text("Repeat 1 to 20 times.")
    assert planner.starts(user, "Borealis", title, FRIDAY) == ["2025-03-15T10:00+01:00"]


@testcode("Planner", "Refuse impossible bookings")
def bookings_at_the_limits_are_accepted(user: BrowserUser, planner: Planner) -> None:
    """From 07:00 on, until 21:00, 8 hours long, a quarter long, and today at 11:30, which in UTC is 10:30."""
    planner.comes(user, "Folke", "Comet")
    for title, day, start, end in (
        ("Eight hours", date(2025, 3, 16), "07:00", "15:00"),
        ("Until night", date(2025, 3, 16), "20:45", "21:00"),
        ("Quite soon", FRIDAY, "11:30", "11:45"),
    ):
        planner.books(user, title, day, start, end)
        planner.has(user, title, day.isoformat(), f"{start}–{end}")


@testcode("Planner", "Refuse conflicts")
def bookings_do_not_share_time(user: BrowserUser, planner: Planner) -> None:
    """Across, inside and around; touching at both ends and other rooms are fine."""
    planner.comes(user, "Gudrun", "Comet")
    planner.books(user, "In the middle", SATURDAY, "12:00", "14:00")
    planner.has(user, "In the middle")
    for start, end in (
        ("11:00", "12:15"),
        ("13:45", "15:00"),
        ("12:30", "13:00"),
        ("11:00", "15:00"),
        ("12:00", "14:00"),
    ):
        planner.books(user, "Too many", SATURDAY, start, end)
        planner.is_refused(user, "The room is taken on 2025-03-15.", "Too many")
        user.does_not_see(planner.booking, containing="Too many")
    for title, start, end in (("Before it", "11:00", "12:00"), ("After it", "14:00", "15:00")):
        planner.books(user, title, SATURDAY, start, end)
        planner.has(user, title)
    user.chooses("Borealis", out_of=planner.room_box)
    planner.books(user, "Next door", SATURDAY, "12:00", "14:00")
    planner.has(user, "Next door", "12:00–14:00")
    assert planner.starts(user, "Comet", "Too many", FRIDAY) == []


@testcode("Planner", "Refuse conflicts")
def what_the_page_does_not_show_counts(user: BrowserUser, planner: Planner) -> None:
    """Both book a day of another week, which neither of them looks at."""
    day = date(2025, 4, 1)
    planner.comes(user, "Halvor")
    other = planner.colleague(user, "Ingrid")
    planner.books(other, "First come", day, "09:00", "10:00")
    for _ in range(3):
        other.clicks(button("Next week"))
    planner.has(other, "First come", "2025-04-01")
    assert planner.starts(other, "Atlas", "First come", day) == ["2025-04-01T09:00+02:00"]
    planner.books(user, "Second come", day, "09:30", "10:30")
    planner.is_refused(user, "The room is taken on 2025-04-01.", "Second come")
    assert planner.starts(other, "Atlas", "Second come", day) == []


@testcode("Planner", "Repeat weekly")
def a_series_keeps_its_time_of_day(user: BrowserUser, planner: Planner) -> None:
    """Before and after the clocks are put forward; twenty weeks are the most."""
    planner.comes(user, "Jorun", "Borealis")
    user.clicks(button("Next week"))
    user.clicks(button("Next week"))
    planner.books(user, "Weekly round", date(2025, 3, 28), "10:00", "11:00", "20")
    planner.has(user, "Weekly round", "2025-03-28", "10:00–11:00")
    user.clicks(button("Next week"))
    planner.has(user, "Weekly round", "2025-04-04", "10:00–11:00")
    starts = planner.starts(user, "Borealis", "Weekly round", FRIDAY)
    days = [date(2025, 3, 28) + timedelta(days=7 * week) for week in range(20)]
    assert [start[:16] for start in starts] == [f"{day}T10:00" for day in days], f"the series starts at {starts}"
    assert [start[16:] for start in starts] == ["+01:00", *["+02:00"] * 19], f"the series starts at {starts}"


@testcode("Planner", "Repeat weekly")
def a_series_is_booked_whole_or_not_at_all(user: BrowserUser, planner: Planner) -> None:
    """The third week is taken: none is booked; two weeks are."""
    planner.comes(user, "Knut", "Comet")
    for _ in range(3):
        user.clicks(button("Next week"))
    planner.books(user, "In the way", date(2025, 4, 3), "08:00", "09:00")
    planner.has(user, "In the way")
    assert planner.starts(user, "Comet", "In the way", FRIDAY) == ["2025-04-03T08:00+02:00"]
    planner.opens_room(user, "Comet")
    planner.books(user, "Three weeks", date(2025, 3, 20), "08:30", "09:30", "3")
    planner.is_refused(user, "The room is taken on 2025-04-03.", "Three weeks")
    assert planner.starts(user, "Comet", "Three weeks", FRIDAY) == []
    planner.opens_room(user, "Comet")
    user.clicks(button("Next week"))
    planner.books(user, "Two weeks", date(2025, 3, 20), "08:30", "09:30", "2")
    planner.has(user, "Two weeks", "2025-03-20")
    assert len(planner.starts(user, "Comet", "Two weeks", FRIDAY)) == 2


@testcode("Planner", "Delete")
def one_booking_or_those_that_follow_are_deleted(user: BrowserUser, planner: Planner) -> None:
    """Of four weeks the first alone, then the third with the fourth; another series stays, whose last one can go
    with those that follow, and a later booking of the same title, which can go alone."""
    first = date(2025, 3, 18)
    planner.comes(user, "Linnea")
    user.clicks(button("Next week"))
    for number, title in enumerate(("Pottery", "Basketry")):
        planner.books(user, title, first + timedelta(days=number), "17:00", "18:00", "4")
        planner.has(user, title)
    planner.books(user, "Pottery", date(2025, 4, 10), "17:00", "18:00")
    user.clicks(button("Delete"), beside="Pottery")
    user.does_not_see(planner.booking, containing="Pottery")
    for _ in range(2):
        user.clicks(button("Next week"))
    planner.has(user, "Pottery", "2025-04-01")
    user.clicks(button("Delete following"), beside="Pottery")
    user.does_not_see(planner.booking, containing="Pottery")
    planner.has(user, "Basketry", "2025-04-02")
    user.clicks(button("Next week"))
    planner.has(user, "Basketry", "2025-04-09")
    user.sees(button("Delete following"), beside="Basketry")
    entry = user.text(planner.booking, beside="Pottery")
    assert "Delete following" not in entry, f"a single booking has those that follow: {entry!r}"
    assert planner.starts(user, "Atlas", "Pottery", FRIDAY) == ["2025-03-25T17:00+01:00", "2025-04-10T17:00+02:00"]
    assert len(planner.starts(user, "Atlas", "Basketry", FRIDAY)) == 4


@testcode("Planner", "Delete")
def bookings_of_others_are_not_deleted(user: BrowserUser, planner: Planner) -> None:
    """They have no button, those of a series neither; a booking that was not repeated has one only."""
    planner.comes(user, "Mikkel", "Comet")
    other = planner.colleague(user, "Nora", "Comet")
    planner.books(user, "Just once", SATURDAY, "17:00", "18:00")
    planner.has(user, "Just once")
    planner.books(user, "Each week", SATURDAY, "19:00", "20:00", "2")
    user.sees(button("Delete following"), beside="Each week")
    for title in ("Just once", "Each week"):
        planner.has(other, title, "Mikkel")
    entries = other.texts(planner.booking)
    deletes = [text for text in entries if ("Just once" in text or "Each week" in text) and "Delete" in text]
    assert deletes == [], f"somebody else is offered to delete the booking: {deletes}"
    entry = user.text(planner.booking, beside="Just once")
    assert "Delete following" not in entry, f"a single booking has those that follow: {entry!r}"
    user.clicks(button("Delete"), beside="Just once")
    for person in (user, other):
        person.does_not_see(planner.booking, containing="Just once")


@testcode("Planner", "Update by itself")
def others_are_seen_without_reloading(user: BrowserUser, planner: Planner) -> None:
    """A booking appears and vanishes while somebody types, and what is typed stays."""
    planner.comes(user, "Oskar", "Borealis")
    other = planner.colleague(user, "Pernille", "Borealis")
    user.types("Half a tit", into=planner.title_box)
    user.does_not_see(planner.booking, containing="Out of the blue")
    planner.books(other, "Out of the blue", SUNDAY, "08:00", "09:00")
    planner.has(user, "Out of the blue", "08:00–09:00", "Pernille")
    user.sees_value("Half a tit", in_=planner.title_box)
    user.adds("le", to=planner.title_box)
    other.clicks(button("Delete"), beside="Out of the blue")
    user.does_not_see(planner.booking, containing="Out of the blue")
    user.sees_value("Half a title", in_=planner.title_box)
    user.sees(planner.room_box, text="Borealis")


@testcode("Other programs", "Calendar file")
def the_calendar_file_is_in_utc(user: BrowserUser, planner: Planner) -> None:
    """Before and after the clocks are put forward, with quoted commas; only of the chosen room, but also the past."""
    planner.comes(user, "Rikke", "Comet")
    planner.books(user, "Long over", FRIDAY, "12:00", "12:15")
    planner.has(user, "Long over")
    user.moves_clock(hours=2)
    user.clicks(button("Next week"))
    user.clicks(button("Next week"))
    planner.books(user, "Cake, tea; jam", date(2025, 3, 27), "16:00", "16:45", "2")
    planner.has(user, "Cake, tea; jam")
    user.chooses("Borealis", out_of=planner.room_box)
    planner.books(user, "Not in the file", date(2025, 3, 27), "16:00", "16:45")
    planner.has(user, "Not in the file")
    user.chooses("Comet", out_of=planner.room_box)
    planner.has(user, "Cake, tea; jam")
    download = user.downloads(button("Download calendar"))
    assert download.name == "comet.ics", f"the file is called {download.name}"
    text = re.sub(r"\r?\n[ \t]", "", download.text())
    assert text.startswith("BEGIN:VCALENDAR"), f"the file begins with {text[:40]!r}"
    assert "Not in the file" not in text, "the file has a booking of another room"
    assert "SUMMARY:Long over" in text, "the file has no bookings of the past"
    events = [event for event in text.split("BEGIN:VEVENT")[1:] if "Cake" in event]
    expected = (("20250327T150000Z", "20250327T154500Z"), ("20250403T140000Z", "20250403T144500Z"))
    for event, (start, end) in user.pairs(events, expected):
        for line in (f"DTSTART:{start}", f"DTEND:{end}", r"SUMMARY:Cake\, tea\; jam", "LOCATION:Comet"):
            assert line in event, f"{line} is not in {event!r}"


@testcode("Other programs", "JSON interface")
def the_interface_lists_days(user: BrowserUser, planner: Planner) -> None:
    """Both days included, the earliest first, with who booked it."""
    planner.comes(user, "Sanna")
    for title, day, start, end in (
        ("List 3", date(2025, 3, 23), "20:00", "21:00"),
        ("List 1", date(2025, 3, 21), "07:00", "08:00"),
        ("List 4", date(2025, 3, 24), "07:00", "08:00"),
        ("List 2", date(2025, 3, 21), "08:00", "09:15"),
        ("List 0", date(2025, 3, 20), "20:00", "21:00"),
    ):
        planner.opens_room(user, "Atlas")
        user.clicks(button("Next week"))
        if title == "List 4":
            user.clicks(button("Next week"))
        planner.books(user, title, day, start, end)
        planner.has(user, title)
    listed = planner.listed(user, "Atlas", date(2025, 3, 21), date(2025, 3, 23))
    found = [booking for booking in listed if booking.title.startswith("List")]
    assert found == [
        BookingJson("Atlas", "List 1", "Sanna", "2025-03-21T07:00+01:00", "2025-03-21T08:00+01:00"),
        BookingJson("Atlas", "List 2", "Sanna", "2025-03-21T08:00+01:00", "2025-03-21T09:15+01:00"),
        BookingJson("Atlas", "List 3", "Sanna", "2025-03-23T20:00+01:00", "2025-03-23T21:00+01:00"),
    ], f"the interface lists {found}"
