"""Simulated use by patients and doctors of the practice.

The mission begins on Thursday, 2025-03-27, at 09:35 in Berlin. All testcodes share one practice, so each has patients
and times of its own; the comment behind a time says whose hours it belongs to where that is not obvious.
"""

from dataclasses import dataclass
from datetime import date
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "feeling-better"
DOCTORS = {"okafor": "Stethoscope-31", "brandt": "Stethoscope-32"}
OKAFOR, BRANDT = "Dr. Okafor", "Dr. Brandt"
SLOTS = (
    '//*[self::a or self::button][starts-with(normalize-space(), "2025-")]'
    ' | //input[@type="submit"][starts-with(@value, "2025-")]'
)


def control(text: str) -> str:
    """Links and buttons of this text."""
    return (
        f'//*[self::a or self::button][normalize-space()="{text}"]'
        f' | //input[@type="submit" or @type="button"][@value="{text}"]'
    )


def form_with(text: str) -> str:
    """Forms with a button of this text; there is none where a script sends what the button does."""
    return f'//form[.//button[normalize-space()="{text}"] or .//input[@type="submit"][@value="{text}"]]'


FILE_LINK = '//a[normalize-space()="Calendar file"]'
CANCEL = control("Cancel appointment")
CLINIC_CANCEL = control("Cancel by clinic")
REMOVE = control("Remove")

BOOK_APPOINTMENT = '//*[self::button or self::input][normalize-space()="Book appointment" or @value="Book appointment"]'
"""The button of the form; a link to it may be called so, too."""

PASSWORD_BOX = '//input[@type="password"]'
"""Visible only where one registers or logs in."""

MyAppointmentsUrl = Annotated[Url, "page My appointments"]
CalendarUrl = Annotated[Url, "page Calendar of the doctors"]
BookUrl = Annotated[Url, "page Book, where doctor and day are chosen"]
ProfileUrl = Annotated[Url, "page Profile, where a patient changes the time zone"]
ProfileZoneBox = Annotated[Element, "drop-down list for the time zone in Profile"]
ProfileSave = Annotated[Element, "button that saves the time zone in Profile"]
Appointment = Annotated[Element, "entry of one appointment in My appointments; as many match as are listed"]
Entry = Annotated[Element, "entry of one appointment in the doctor's calendar; as many match as are listed"]


@dataclass(frozen=True)
class Registration:
    """Where a patient registers."""

    register_url: Annotated[Url, "page where a patient registers"]
    new_name_box: Annotated[Element, "box for the name, where a patient registers"]
    new_password_box: Annotated[Element, "box for the password, where a patient registers"]
    new_zone_box: Annotated[Element, "drop-down list for the time zone, where a patient registers"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD, zone: str | None = None) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        if zone:
            user.chooses(zone, out_of=self.new_zone_box)
        user.presses("Enter", on=self.new_password_box)

    def registers(self, user: BrowserUser, name: str, zone: str | None = None) -> None:
        self.sends(user, name, zone=zone)
        user.does_not_see(PASSWORD_BOX)


@dataclass(frozen=True)
class Login:
    """Where patients and doctors log in."""

    login_url: Annotated[Url, "page where patients and doctors log in"]
    login_name_box: Annotated[Element, "box for the name, where one logs in"]
    login_password_box: Annotated[Element, "box for the password, where one logs in"]

    def sends(self, user: BrowserUser, name: str, password: str) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)

    def logs_in(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.opens(self.login_url)
        self.sends(user, name, password)
        user.does_not_see(PASSWORD_BOX)

    def elsewhere(self, user: BrowserUser, name: str, password: str = PASSWORD) -> BrowserUser:
        """The person of this name, logged in, at another browser."""
        person = user.someone_else()
        self.logs_in(person, name, password)
        return person

    def doctor(self, user: BrowserUser, name: str) -> BrowserUser:
        """A doctor, logged in, at another browser."""
        return self.elsewhere(user, name, DOCTORS[name])


@dataclass(frozen=True)
class Booking:
    """Where a patient looks for free times and books one."""

    book_url: BookUrl
    doctor_box: Annotated[Element, "drop-down list for the doctor on the page Book"]
    day_box: Annotated[Element, "date box for the day on the page Book"]
    reason_box: Annotated[Element, "box for the reason, where an appointment is booked"]

    def asks(self, user: BrowserUser, doctor: str, day: date) -> None:
        user.opens(self.book_url)
        user.chooses(doctor, out_of=self.doctor_box)
        user.enters_date(day, into=self.day_box)
        user.clicks_text("Show times")

    def begins(self, user: BrowserUser, doctor: str, day: date, shown: str) -> None:
        """Choose the time `shown` and give a reason, but do not send it yet."""
        self.asks(user, doctor, day)
        user.clicks_text(shown)
        user.types(f"Check at {shown}", into=self.reason_box)

    def books(self, user: BrowserUser, doctor: str, day: date, shown: str) -> None:
        self.begins(user, doctor, day, shown)
        user.clicks_text("Book appointment")
        user.does_not_see(BOOK_APPOINTMENT)

    def sends_for_another_day(self, user: BrowserUser, day: str, other: str) -> None:
        """Send the form with `other` instead of `day`, where its address or its fields name the day."""
        if not user.count(form_with("Book appointment")):
            return
        form = user.form_of(BOOK_APPOINTMENT)
        spellings = ((day, other), (day.replace("-", ""), other.replace("-", "")))
        url, fields = form.url, dict(form.fields)
        for old, new in spellings:
            url = url.replace(old, new)
            fields = {name: value.replace(old, new) for name, value in fields.items()}
        user.posts(url, fields)

    def is_refused(self, user: BrowserUser, message: str) -> None:
        user.does_not_see_text(message)
        user.clicks_text("Book appointment")
        user.sees_text(message)

    def offers(self, user: BrowserUser, doctor: str, day: date, *shown: str) -> None:
        """Exactly these times are offered, in this order."""
        self.asks(user, doctor, day)
        user.sees_count(len(shown), SLOTS)
        offered = user.texts(SLOTS)
        assert offered == list(shown), f"offered are {offered}, expected were {list(shown)}"


@dataclass(frozen=True)
class Absences:
    """The days on which a doctor is absent."""

    calendar_url: CalendarUrl
    absence_box: Annotated[Element, "date box for a day of absence in the doctor's calendar"]

    def enters(self, user: BrowserUser, day: date) -> None:
        user.opens(self.calendar_url)
        user.enters_date(day, into=self.absence_box)
        user.clicks_text("Absent")

    def removes(self, user: BrowserUser, day: date) -> None:
        """Remove a day of absence, and come back: a message that names the day is gone then."""
        listed = user.count(REMOVE)
        user.clicks(REMOVE, beside=day.isoformat())
        user.sees_count(listed - 1, REMOVE)
        user.opens(self.calendar_url)


def times(day: str, *clock: str) -> list[str]:
    return [f"{day} {time}" for time in clock]


@testcode("Account", "Register")
def registration_is_checked(user: BrowserUser, registration: Registration, login: Login) -> None:
    registration.sends(user, "Ida", "1234567")
    user.sees_text("The password needs at least 8 characters.")
    registration.registers(user, "Ida")
    user.sees_text("Log out")
    other = user.someone_else()
    registration.sends(other, "iDA", "another-one")
    other.sees_text("This name is taken.")
    other.does_not_see_text("Log out")
    other.opens(login.login_url)
    login.sends(other, "Ida", "1234567")
    other.sees_text("Name or password is wrong.")
    login.logs_in(other, "Ida")
    other.sees_text("Log out")
    registration.registers(user.someone_else(), "Idas sister")


@testcode("Account", "Register")
def five_time_zones_are_offered(user: BrowserUser, registration: Registration) -> None:
    user.opens(registration.register_url)
    zones = ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]
    user.sees(registration.new_zone_box, text="Europe/Berlin")
    for zone in zones:
        user.chooses(zone, out_of=registration.new_zone_box)
        user.sees(registration.new_zone_box, text=zone)
    options = user.texts('//select[.//option[normalize-space()="Pacific/Auckland"]]//option')
    assert sorted(options) == sorted(zones), f"the list of time zones holds {options}"


@testcode("Account", "Log in")
def logging_in_leads_to_the_page_that_was_wanted(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    my_appointments_url: MyAppointmentsUrl,
    profile_url: ProfileUrl,
    calendar_url: CalendarUrl,
    book_url: BookUrl,
) -> None:
    registration.registers(user, "Jonas")
    user.opens(my_appointments_url)
    user.does_not_see(PASSWORD_BOX)
    user.clicks_text("Log out")
    user.does_not_see_text("Log out")
    for url in (my_appointments_url, profile_url, calendar_url, book_url):
        user.opens(url)
        user.sees(login.login_password_box)
    login.sends(user, "Jonas", "feeling-worse")
    user.sees_text("Name or password is wrong.")
    login.sends(user, "Jonas", PASSWORD)
    user.is_at(book_url)
    user.does_not_see_text("Name or password is wrong.")


@testcode("Account", "Keep the roles apart")
def patients_and_doctors_have_pages_of_their_own(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    my_appointments_url: MyAppointmentsUrl,
    book_url: BookUrl,
    profile_url: ProfileUrl,
    calendar_url: CalendarUrl,
) -> None:
    registration.registers(user, "Karla")
    doctor = login.doctor(user, "okafor")
    for url in (my_appointments_url, book_url, profile_url):
        user.opens(url)
        user.sees_status(200)
        doctor.opens(url)
        doctor.sees_status(403)
    user.opens(calendar_url)
    user.sees_status(403)
    doctor.opens(calendar_url)
    doctor.sees_status(200)
    doctor.sees_text("Next week")


@testcode("Book", "Show free times")
def times_follow_the_doctors_hours(user: BrowserUser, registration: Registration, booking: Booking) -> None:
    registration.registers(user, "Lars")
    morning = ("09:00", "09:30", "10:00", "10:30", "11:00", "11:30")
    booking.offers(user, OKAFOR, date(2025, 4, 8), *times("2025-04-08", *morning))
    booking.offers(user, BRANDT, date(2025, 4, 9), *times("2025-04-09", "11:00", "11:45", "12:30", "13:15"))
    user.does_not_see_text("No free times on this day.")
    user.sees_value("2025-04-09", in_=booking.day_box)
    user.sees(booking.doctor_box, text=BRANDT)
    for doctor, day in ((BRANDT, date(2025, 4, 8)), (OKAFOR, date(2025, 4, 12)), (OKAFOR, date(2025, 4, 13))):
        booking.offers(user, doctor, day)
        user.sees_text("No free times on this day.")


@testcode("Book", "Keep to the days allowed")
def times_are_neither_too_soon_nor_too_late(user: BrowserUser, registration: Registration, booking: Booking) -> None:
    """Just after midnight in Berlin, the day before has passed also for a patient in New York, where it goes on."""
    registration.registers(user, "Mona")
    booking.offers(user, OKAFOR, date(2025, 3, 27), *times("2025-03-27", "11:00", "11:30"))
    booking.asks(user, OKAFOR, date(2025, 3, 26))
    user.sees_text("The day has passed.")
    user.sees_count(0, SLOTS)
    booking.asks(user, OKAFOR, date(2025, 4, 25))
    user.sees_text("You can book at most 28 days ahead.")
    user.sees_count(0, SLOTS)
    booking.asks(user, OKAFOR, date(2025, 4, 24))
    user.sees_count(6, SLOTS)
    user.does_not_see_text("You can book at most 28 days ahead.")
    booking.books(user, OKAFOR, date(2025, 4, 24), "2025-04-24 11:30")
    booking.begins(user, OKAFOR, date(2025, 4, 24), "2025-04-24 11:00")
    booking.sends_for_another_day(user, "2025-04-24", "2025-04-25")
    user.moves_clock(hours=14, minutes=30)
    late = user.someone_else()
    registration.registers(late, "Monas uncle", "America/New_York")
    booking.asks(late, OKAFOR, date(2025, 3, 27))
    late.sees_text("The day has passed.")
    late.sees_count(0, SLOTS)
    booking.asks(late, OKAFOR, date(2025, 4, 25))
    late.sees_count(6, SLOTS)


@testcode("Book", "Show the patient's own time")
def patients_see_their_own_time(user: BrowserUser, registration: Registration, booking: Booking) -> None:
    """In the last week of March Berlin is 5 hours ahead of New York, 11 to 12 hours behind Auckland."""
    registration.registers(user, "Nell", "America/New_York")
    day = date(2025, 4, 11)
    booking.offers(user, OKAFOR, day, *times("2025-04-11", "03:00", "03:30", "04:00", "04:30", "05:00", "05:30"))
    booking.asks(user, OKAFOR, date(2025, 3, 28))
    user.sees(f"({SLOTS})[last()]", text="2025-03-28 06:30")
    far = user.someone_else()
    registration.registers(far, "Nikau", "Pacific/Auckland")
    booking.asks(far, BRANDT, date(2025, 4, 23))
    far.sees(f"({SLOTS})[last()]", text="2025-04-23 23:15")
    booking.asks(far, BRANDT, date(2025, 4, 2))
    far.sees(f"({SLOTS})[last()]", text="2025-04-03 00:15")
    booking.begins(far, BRANDT, date(2025, 4, 2), "2025-04-03 00:15")
    far.sees_text("2025-04-03 00:15")
    far.sees_text(BRANDT)


@testcode("Account", "Change the time zone")
def a_new_time_zone_counts_everywhere(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    profile_url: ProfileUrl,
    profile_zone_box: ProfileZoneBox,
    profile_save: ProfileSave,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    registration.registers(user, "Olga", "Europe/London")
    booking.books(user, OKAFOR, date(2025, 4, 1), "2025-04-01 08:30")
    user.opens(profile_url)
    user.sees(profile_zone_box, text="Europe/London")
    user.chooses("Asia/Tokyo", out_of=profile_zone_box)
    user.clicks(profile_save)
    user.opens(my_appointments_url)
    user.sees(appointment, containing="2025-04-01 16:30")
    booking.asks(user, OKAFOR, date(2025, 4, 1))
    user.sees(f"({SLOTS})[1]", text="2025-04-01 16:00")
    again = login.elsewhere(user, "Olga")
    again.opens(profile_url)
    again.sees(profile_zone_box, text="Asia/Tokyo")


@testcode("Book", "Book a time")
def a_booked_time_is_taken(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Without a reason nothing is booked; what is typed as one is text, not markup."""
    registration.registers(user, "Pia")
    booking.asks(user, OKAFOR, date(2025, 4, 3))
    user.clicks_text("2025-04-03 10:00")
    user.types("  ", into=booking.reason_box)
    booking.is_refused(user, "Give a reason.")
    other = user.someone_else()
    registration.registers(other, "Pias brother")
    booking.asks(other, OKAFOR, date(2025, 4, 3))
    other.sees_count(6, SLOTS)
    user.types("<b>Knee</b> & back", into=booking.reason_box)
    user.clicks_text("Book appointment")
    user.opens(my_appointments_url)
    user.sees_count(1, appointment)
    for text in (OKAFOR, "2025-04-03 10:00", "<b>Knee</b> & back"):
        user.sees(appointment, containing=text)
    morning = ("09:00", "09:30", "10:30", "11:00", "11:30")
    booking.offers(other, OKAFOR, date(2025, 4, 3), *times("2025-04-03", *morning))
    other.opens(my_appointments_url)
    other.sees_count(0, appointment)


@testcode("Book", "Refuse double booking")
def a_time_is_booked_only_once(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
    calendar_url: CalendarUrl,
    entry: Entry,
) -> None:
    registration.registers(user, "Quentin")
    slow = user.someone_else()
    registration.registers(slow, "Quirin")
    day, shown = date(2025, 4, 16), "2025-04-16 11:45"
    booking.begins(user, BRANDT, day, shown)
    booking.begins(slow, BRANDT, day, shown)
    user.clicks_text("Book appointment")
    user.does_not_see(BOOK_APPOINTMENT)
    booking.is_refused(slow, "This time is no longer free.")
    slow.opens(my_appointments_url)
    slow.sees_count(0, appointment)
    booking.books(slow, BRANDT, day, "2025-04-16 12:30")
    slow.opens(my_appointments_url)
    slow.sees_count(1, appointment)
    doctor = login.doctor(user, "brandt")
    doctor.opens(calendar_url)
    for _ in range(3):
        doctor.clicks_text("Next week")
    doctor.sees_count(2, entry)


@testcode("Book", "Refuse overlaps")
def own_appointments_do_not_overlap(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Dr. Brandt's 11:00 takes until 11:45: 11:30 at Dr. Okafor's overlaps it, 10:30 only touches it."""
    registration.registers(user, "Rosa")
    day = date(2025, 4, 14)
    booking.books(user, BRANDT, day, "2025-04-14 11:00")
    for shown in ("2025-04-14 11:30", "2025-04-14 11:00"):
        booking.begins(user, OKAFOR, day, shown)
        booking.is_refused(user, "You have another appointment at this time.")
    user.opens(my_appointments_url)
    user.sees_count(1, appointment)
    booking.books(user, OKAFOR, day, "2025-04-14 10:30")
    user.opens(my_appointments_url)
    user.sees_count(2, appointment)
    other = user.someone_else()
    registration.registers(other, "Rosas aunt")
    booking.books(other, OKAFOR, day, "2025-04-14 11:00")
    other.opens(my_appointments_url)
    other.sees_count(1, appointment)


@testcode("Book", "At most three")
def a_fourth_appointment_is_refused(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Nineteen days later, one of the three is over."""
    registration.registers(user, "Sven")
    for day in (15, 17, 18):
        booking.books(user, OKAFOR, date(2025, 4, day), f"2025-04-{day} 09:00")
    booking.begins(user, OKAFOR, date(2025, 4, 21), "2025-04-21 09:00")
    booking.is_refused(user, "You have three appointments already.")
    user.opens(my_appointments_url)
    user.sees_count(3, appointment)
    user.clicks(CANCEL, beside="2025-04-17 09:00")
    user.sees_count(2, appointment)
    booking.books(user, OKAFOR, date(2025, 4, 21), "2025-04-21 09:00")
    user.opens(my_appointments_url)
    user.sees_count(3, appointment)
    user.sees(f"({CANCEL})[last()]")
    user.moves_clock(days=19)
    later = login.elsewhere(user, "Sven")
    booking.books(later, OKAFOR, date(2025, 4, 22), "2025-04-22 10:30")
    later.opens(my_appointments_url)
    later.sees_count(3, appointment)


@testcode("My appointments", "List the appointments")
def the_next_appointment_stands_first(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Until it is over, as two are in the afternoon of the 7th."""
    registration.registers(user, "Tessa")
    for doctor, day, clock in ((OKAFOR, 22, "09:30"), (BRANDT, 7, "11:00"), (OKAFOR, 7, "10:00")):
        booking.books(user, doctor, date(2025, 4, day), f"2025-04-{day:02} {clock}")
    again = login.elsewhere(user, "Tessa")
    again.opens(my_appointments_url)
    rows = again.texts(appointment)
    expected = [(OKAFOR, "2025-04-07 10:00"), (BRANDT, "2025-04-07 11:00"), (OKAFOR, "2025-04-22 09:30")]
    for row, (doctor, shown) in again.pairs(rows, expected):
        for text in (doctor, shown, f"Check at {shown}"):
            assert text in row, f"{text} is not in {row!r}"
    user.moves_clock(days=11, hours=2)
    later = login.elsewhere(user, "Tessa")
    later.opens(my_appointments_url)
    later.sees_count(1, appointment)
    later.sees(appointment, containing="2025-04-22 09:30")


@testcode("My appointments", "List the appointments")
def others_appointments_are_out_of_reach(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Neither are they listed, nor downloaded, nor cancelled by the form that the owner sees."""
    registration.registers(user, "Ulla")
    booking.books(user, OKAFOR, date(2025, 4, 4), "2025-04-04 11:30")
    user.opens(my_appointments_url)
    address = urljoin(user.url(), user.attribute(FILE_LINK, "href") or "")
    other = user.someone_else()
    registration.registers(other, "Uwe")
    other.opens(my_appointments_url)
    other.sees_count(0, appointment)
    other.does_not_see_text("Check at 2025-04-04 11:30")
    other.opens(address)
    other.sees_status(404)
    if user.count(form_with("Cancel appointment")):
        form = user.form_of(CANCEL, beside="2025-04-04 11:30")
        other.opens(my_appointments_url)
        other.posts(form.url, form.fields)
        user.reloads()
    user.sees_count(1, appointment)
    assert "BEGIN:VCALENDAR" in user.downloads(FILE_LINK).text(), "the owner does not get the calendar file"


@testcode("My appointments", "Cancel an appointment")
def a_cancelled_time_is_free_again(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Opening the address to which the button sends cancels nothing; the button does, and only once."""
    registration.registers(user, "Vera")
    day, shown = date(2025, 4, 2), "2025-04-02 09:30"
    booking.books(user, OKAFOR, day, shown)
    booking.books(user, OKAFOR, day, "2025-04-02 10:30")
    user.opens(my_appointments_url)
    if user.count(form_with("Cancel appointment")):
        user.opens(user.form_of(CANCEL, beside=shown).url)
        user.opens(my_appointments_url)
    user.sees_count(2, appointment)
    stale = login.elsewhere(user, "Vera")
    stale.opens(my_appointments_url)
    user.clicks(CANCEL, beside=shown)
    user.sees_count(1, appointment)
    user.sees(appointment, containing="2025-04-02 10:30")
    other = user.someone_else()
    registration.registers(other, "Viktor")
    booking.books(other, OKAFOR, day, shown)
    stale.clicks(CANCEL, beside=shown)
    other.opens(my_appointments_url)
    other.sees(appointment, containing=shown)
    other.sees(CANCEL)


@testcode("My appointments", "Cancel an appointment")
def the_last_day_is_too_late_to_cancel(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """In the morning of the next day: 09:30 is less than 24 hours ahead, 10:00 is more, but not half an hour later."""
    registration.registers(user, "Wanda")
    day = date(2025, 3, 28)
    booking.books(user, OKAFOR, day, "2025-03-28 10:00")
    user.opens(my_appointments_url)
    user.does_not_see_text("Too late to cancel online.")
    booking.books(user, OKAFOR, day, "2025-03-28 09:30")
    user.opens(my_appointments_url)
    user.sees_count(1, CANCEL)
    user.sees(appointment, containing="Too late to cancel online.", beside="2025-03-28 09:30")
    user.clicks(CANCEL)
    user.sees_count(1, appointment)
    user.sees(appointment, containing="2025-03-28 09:30")
    booking.books(user, OKAFOR, day, "2025-03-28 10:00")
    user.opens(my_appointments_url)
    old = [user.form_of(CANCEL)] if user.count(form_with("Cancel appointment")) else []
    user.moves_clock(minutes=30)
    for form in old:
        user.posts(form.url, form.fields)
    user.opens(my_appointments_url)
    user.sees_count(2, appointment)
    user.sees(appointment, containing="Too late to cancel online.", beside="2025-03-28 10:00")
    user.does_not_see(CANCEL)


@testcode("My appointments", "Calendar file")
def the_calendar_file_is_in_utc(
    user: BrowserUser, registration: Registration, booking: Booking, my_appointments_url: MyAppointmentsUrl
) -> None:
    """Before and after summer time has begun, for a patient in Tokyo."""
    registration.registers(user, "Xenia", "Asia/Tokyo")
    booking.books(user, OKAFOR, date(2025, 3, 28), "2025-03-28 17:00")
    user.opens(my_appointments_url)
    lines = user.downloads(FILE_LINK).text().splitlines()
    assert {"DTSTART:20250328T080000Z", "DTEND:20250328T083000Z"} <= set(lines), f"the file holds {lines}"
    booking.books(user, BRANDT, date(2025, 4, 7), "2025-04-07 20:15")
    user.opens(my_appointments_url)
    lines = user.downloads(FILE_LINK, beside="2025-04-07 20:15").text().splitlines()
    assert {"DTSTART:20250407T111500Z", "DTEND:20250407T120000Z"} <= set(lines), f"the file holds {lines}"
    assert [*lines[:1], *lines[-1:]] == ["BEGIN:VCALENDAR", "END:VCALENDAR"], f"the file holds {lines}"
    assert lines.count("BEGIN:VEVENT") == 1, "the file does not hold exactly one event"
    assert any(line.startswith("SUMMARY") and BRANDT in line for line in lines), f"no SUMMARY names {BRANDT}"


@testcode("Calendar", "Show a week")
def a_doctor_sees_one_week_of_the_own_appointments(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    calendar_url: CalendarUrl,
    entry: Entry,
) -> None:
    """The patient in New York booked the week four weeks ahead, with markup as a reason; Dr. Brandt's appointment is
    not Dr. Okafor's. Another patient comes on Friday of the week before."""
    reason = "<b>Knee</b> &amp; back"
    registration.registers(user, "Yann", "America/New_York")
    booking.begins(user, BRANDT, date(2025, 4, 23), "2025-04-23 06:30")
    user.types(reason, into=booking.reason_box)
    user.clicks_text("Book appointment")
    user.does_not_see(BOOK_APPOINTMENT)
    booking.books(user, OKAFOR, date(2025, 4, 23), "2025-04-23 03:30")
    booking.books(user, OKAFOR, date(2025, 4, 22), "2025-04-22 05:30")
    friend = user.someone_else()
    registration.registers(friend, "Yara")
    booking.books(friend, OKAFOR, date(2025, 4, 18), "2025-04-18 11:30")
    doctor = login.doctor(user, "brandt")
    doctor.opens(calendar_url)
    doctor.does_not_see_text("Yann")
    for text in ("2025-03-24", "2025-03-30"):
        doctor.sees_text(text)
    for _ in range(4):
        doctor.clicks_text("Next week")
    for text in ("2025-04-21", "2025-04-27"):
        doctor.sees_text(text)
    for text in ("2025-04-23", "12:30", "Yann"):
        doctor.sees(entry, containing=text, beside=reason)
    other = login.doctor(user, "okafor")
    other.opens(calendar_url)
    for _ in range(4):
        other.clicks_text("Next week")
    other.sees_text("Check at 2025-04-22 05:30")
    rows = other.rows([row for row in other.texts(entry) if "Yann" in row], count=2)
    assert ("11:30" in rows[0], "09:30" in rows[1]) == (True, True), (
        f"the earlier one is not first, or not in Berlin's time: {rows}"
    )
    other.clicks_text("Previous week")
    other.does_not_see_text("Yann")
    other.sees(entry, containing="Yara", beside="Check at 2025-04-18 11:30")


@testcode("Calendar", "Cancel by clinic")
def a_cancellation_by_the_clinic_is_seen_by_the_patient(
    user: BrowserUser,
    registration: Registration,
    booking: Booking,
    login: Login,
    calendar_url: CalendarUrl,
    entry: Entry,
    my_appointments_url: MyAppointmentsUrl,
    appointment: Appointment,
) -> None:
    """Opening the address of the button cancels nothing, nor does its form, sent by the patient or another doctor; what
    the patient has kept from before neither removes the note nor gets a calendar file."""
    registration.registers(user, "Zoe")
    day = date(2025, 3, 31)
    for clock in ("09:00", "09:30", "10:00"):
        booking.books(user, OKAFOR, day, f"2025-03-31 {clock}")
    doctor, colleague = login.doctor(user, "okafor"), login.doctor(user, "brandt")
    doctor.opens(calendar_url)
    doctor.clicks_text("Next week")
    if doctor.count(form_with("Cancel by clinic")):
        form = doctor.form_of(CLINIC_CANCEL, beside="Check at 2025-03-31 09:30")
        doctor.opens(form.url)
        for person, page in ((user, my_appointments_url), (colleague, calendar_url)):
            person.opens(page)
            person.posts(form.url, form.fields)
        doctor.opens(calendar_url)
        doctor.clicks_text("Next week")
    doctor.sees(entry, containing="Zoe", beside="Check at 2025-03-31 09:30")
    user.opens(my_appointments_url)
    address = urljoin(user.url(), user.attribute(FILE_LINK, "href", beside="Check at 2025-03-31 09:30") or "")
    has_form = user.count(form_with("Cancel appointment"))
    old = [user.form_of(CANCEL, beside="Check at 2025-03-31 09:30")] if has_form else []
    doctor.clicks(CLINIC_CANCEL, beside="Check at 2025-03-31 09:30")
    doctor.opens(calendar_url)
    doctor.clicks_text("Next week")
    doctor.sees(entry, containing="Zoe", beside="Check at 2025-03-31 09:00")
    doctor.does_not_see(entry, containing="Check at 2025-03-31 09:30")
    for form in old:
        user.posts(form.url, form.fields)
    user.opens(my_appointments_url)
    user.sees(appointment, containing="Cancelled by the clinic", beside="Check at 2025-03-31 09:30")
    user.sees_count(2, CANCEL)
    user.sees_count(2, FILE_LINK)
    booking.begins(user, OKAFOR, day, "2025-03-31 09:30")
    user.opens(address)
    user.does_not_see(BOOK_APPOINTMENT)  # it would stay if a file was downloaded
    user.does_not_see_text("BEGIN:VCALENDAR")
    booking.books(user, OKAFOR, day, "2025-03-31 09:30")
    doctor.reloads()
    doctor.sees(entry, containing="Zoe", beside="Check at 2025-03-31 09:30")


@testcode("Calendar", "Enter absences")
def no_times_are_offered_while_a_doctor_is_absent(
    user: BrowserUser, registration: Registration, booking: Booking, login: Login, absences: Absences, entry: Entry
) -> None:
    """A day on which there are appointments is refused, until the clinic has cancelled them."""
    registration.registers(user, "Arno")
    booking.books(user, BRANDT, date(2025, 4, 21), "2025-04-21 12:30")
    doctor = login.doctor(user, "brandt")
    absences.enters(doctor, date(2025, 4, 21))
    doctor.sees_text("There are appointments on this day.")
    booking.asks(user, BRANDT, date(2025, 4, 21))
    user.sees_count(3, SLOTS)
    late = user.someone_else()
    registration.registers(late, "Alma")
    booking.begins(late, BRANDT, date(2025, 3, 31), "2025-03-31 13:15")
    absences.enters(doctor, date(2025, 3, 31))
    doctor.does_not_see_text("There are appointments on this day.")
    doctor.sees_text("2025-03-31")
    booking.is_refused(late, "This time is no longer free.")
    booking.offers(user, BRANDT, date(2025, 3, 31))
    user.sees_text("No free times on this day.")
    booking.asks(user, OKAFOR, date(2025, 3, 31))
    user.sees(f"({SLOTS})[last()]", text="2025-03-31 11:30")
    absences.removes(doctor, date(2025, 3, 31))
    doctor.does_not_see_text("2025-03-31")
    booking.books(user, BRANDT, date(2025, 3, 31), "2025-03-31 13:15")
    doctor.clicks_text("Next week")
    doctor.clicks(CLINIC_CANCEL, beside="Check at 2025-03-31 13:15")
    doctor.does_not_see(entry, containing="Check at 2025-03-31 13:15")
    absences.enters(doctor, date(2025, 3, 31))
    doctor.sees_text("2025-03-31")
    doctor.does_not_see_text("There are appointments on this day.")
    booking.offers(user, BRANDT, date(2025, 3, 31))
    absences.removes(doctor, date(2025, 3, 31))


@testcode("Calendar", "Enter absences")
def absences_are_listed_and_removed_by_their_doctor(user: BrowserUser, login: Login, absences: Absences) -> None:
    """The earliest first, to this doctor alone; opening the address of "Remove" removes nothing."""
    doctor, colleague = login.doctor(user, "okafor"), login.doctor(user, "brandt")
    for day in (date(2025, 5, 13), date(2025, 5, 6)):
        absences.enters(doctor, day)
        doctor.sees_text(day.isoformat())
    page = doctor.page_text()
    assert -1 < page.find("2025-05-06") < page.find("2025-05-13"), "the earliest day of absence is not listed first"
    colleague.opens(absences.calendar_url)
    colleague.does_not_see_text("2025-05-06")
    if doctor.count(form_with("Remove")):
        form = doctor.form_of(REMOVE, beside="2025-05-06")
        doctor.opens(form.url)
        colleague.posts(form.url, form.fields)
        doctor.opens(absences.calendar_url)
    doctor.sees_text("2025-05-06")
    absences.removes(doctor, date(2025, 5, 6))
    doctor.does_not_see_text("2025-05-06")
    doctor.sees_text("2025-05-13")
    absences.removes(doctor, date(2025, 5, 13))
    doctor.does_not_see_text("2025-05-13")
