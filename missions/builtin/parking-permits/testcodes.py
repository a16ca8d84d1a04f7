"""Simulated use by residents and the staff of the parking office.

The mission's today is 2025-03-14. All testcodes share one office, so each has plates of its own.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

TODAY = date(2025, 3, 14)
DESK, CHIEF = ("desk", "Meter-2207"), ("chief", "Meter-2208")
OVERLAP = "There is a permit for this plate in this zone already."
FIRST_DAY = "The first day must be within the next 60 days."

AuditUrl = Annotated[Url, "list of the audit log in the admin site"]
AuditRow = Annotated[
    Element, "row of one entry in the list of the audit log, without the heading; as many match as are shown"
]
PaymentBox = Annotated[Element, "box for the amount of a new payment on a permit's page in the admin site"]
AddPayment = Annotated[
    Element,
    "link or button that has to be clicked before the box for a new payment's amount is there, on a permit's page in "
    "the admin site; the page's heading, if the box is always there",
]
AdminPlateBox = Annotated[Element, "box for the license plate on a permit's page in the admin site"]
AdminZoneBox = Annotated[Element, "drop-down list for the zone on a permit's page in the admin site"]
AdminDurationBox = Annotated[Element, "drop-down list for the duration on a permit's page in the admin site"]


def number_of(user: BrowserUser, reference: str) -> int:
    """Return the number at the end of a reference."""
    return int(user.reads_number(reference, r"\d{4}$"))


@dataclass(frozen=True)
class Application:
    """The public form by which a resident applies."""

    apply_url: Annotated[Url, "page Apply"]
    name_box: Annotated[Element, "box for the name, where a resident applies"]
    plate_box: Annotated[Element, "box for the license plate, where a resident applies"]
    zone_box: Annotated[Element, "drop-down list for the zone, where a resident applies"]
    day_box: Annotated[Element, "date box for the first day, where a resident applies"]
    duration_box: Annotated[Element, "drop-down list for the duration, where a resident applies"]
    electric_box: Annotated[Element, "tick box for electric cars, where a resident applies"]
    apply_button: Annotated[Element, "button that sends the application"]

    def begins(
        self,
        user: BrowserUser,
        plate: str,
        zone: str = "A",
        duration: str = "1 month",
        day: date | None = None,
        name: str = "Robin Reed",
    ) -> None:
        user.opens(self.apply_url)
        user.types(name, into=self.name_box)
        user.types(plate, into=self.plate_box)
        user.chooses(zone, out_of=self.zone_box)
        user.chooses(duration, out_of=self.duration_box)
        if day:
            user.enters_date(day, into=self.day_box)

    def sent(self, user: BrowserUser) -> str:
        """Send the application and return its reference."""
        user.clicks(self.apply_button)
        user.does_not_see(self.apply_button)
        return user.reads_match(user.page_text(), r"P-\d{4}-\d{4}")

    def applies(
        self,
        user: BrowserUser,
        plate: str,
        zone: str = "A",
        duration: str = "1 month",
        day: date | None = None,
        name: str = "Robin Reed",
    ) -> str:
        """Apply and return the reference."""
        self.begins(user, plate, zone, duration, day, name)
        return self.sent(user)

    def is_refused(self, user: BrowserUser, message: str) -> None:
        user.does_not_see_text(message)
        user.clicks(self.apply_button)
        user.sees_text(message)


@dataclass(frozen=True)
class LookUp:
    """The public page where an application is looked up."""

    lookup_url: Annotated[Url, "page Look up"]
    reference_box: Annotated[Element, "box for the reference on the page Look up"]
    lookup_plate_box: Annotated[Element, "box for the license plate on the page Look up"]

    def looks_up(self, user: BrowserUser, reference: str, plate: str) -> None:
        user.opens(self.lookup_url)
        user.types(reference, into=self.reference_box)
        user.types(plate, into=self.lookup_plate_box)
        user.presses("Enter", on=self.lookup_plate_box)

    def sees(self, user: BrowserUser, reference: str, plate: str, *texts: str) -> None:
        self.looks_up(user, reference, plate)
        for text in texts:
            user.sees_text(text)


@dataclass(frozen=True)
class Check:
    """The public page where a plate is checked."""

    check_url: Annotated[Url, "page Check"]
    check_plate_box: Annotated[Element, "box for the license plate on the page Check"]
    check_zone_box: Annotated[Element, "drop-down list for the zone on the page Check"]

    def sees(self, user: BrowserUser, plate: str, zone: str, answer: str) -> None:
        user.opens(self.check_url)
        user.chooses(zone, out_of=self.check_zone_box)
        user.types(plate, into=self.check_plate_box)
        user.presses("Enter", on=self.check_plate_box)
        user.sees_text(answer)


@dataclass(frozen=True)
class Staff:
    """Where the staff logs in."""

    staff_name_box: Annotated[Element, "box for the name, where the staff logs in to the admin site"]
    staff_password_box: Annotated[Element, "box for the password, where the staff logs in to the admin site"]

    def sends(self, user: BrowserUser, account: tuple[str, str]) -> None:
        user.types(account[0], into=self.staff_name_box)
        user.types(account[1], into=self.staff_password_box)
        user.presses("Enter", on=self.staff_password_box)

    def comes(self, user: BrowserUser, account: tuple[str, str] = DESK) -> BrowserUser:
        """Someone of the staff, logged in at another browser."""
        staff = user.someone_else()
        staff.opens("/admin/")
        self.sends(staff, account)
        staff.does_not_see("//input[@type='password']")
        return staff


@dataclass(frozen=True)
class Permits:
    """The list of permits in the admin site."""

    permits_url: Annotated[Url, "list of permits in the admin site"]
    permit_row: Annotated[Element, "row of one permit in the list in the admin site, without the heading"]
    admin_search_box: Annotated[Element, "box for the words to search, in the list of permits in the admin site"]
    select_box: Annotated[Element, "tick box that selects a permit in the list in the admin site; one in each row"]
    action_box: Annotated[Element, "drop-down list of the actions, in the list of permits in the admin site"]
    run_button: Annotated[Element, "button that runs the chosen action, in the list of permits in the admin site"]

    def searches(self, staff: BrowserUser, words: str) -> None:
        staff.opens(self.permits_url)
        staff.types(words, into=self.admin_search_box)
        staff.presses("Enter", on=self.admin_search_box)

    def chooses(self, staff: BrowserUser, action: str, *references: str) -> None:
        """Search for nothing, select these permits and choose an action."""
        staff.opens(self.permits_url)
        for reference in references:
            staff.ticks(self.select_box, beside=reference)
        staff.chooses(action, out_of=self.action_box)

    def runs(self, staff: BrowserUser, action: str, *references: str) -> None:
        self.chooses(staff, action, *references)
        staff.clicks(self.run_button)

    def opens_permit(self, staff: BrowserUser, reference: str) -> None:
        self.searches(staff, reference)
        staff.clicks_text(reference)
        staff.does_not_see(self.run_button)


@dataclass(frozen=True)
class PermitPage:
    """The page of a permit in the admin site."""

    admin_save: Annotated[Element, "button that saves a permit in the admin site, and leads back to the list"]

    def saves(self, staff: BrowserUser) -> None:
        staff.clicks(self.admin_save)
        staff.does_not_see(self.admin_save)


@testcode("Apply", "Apply for a permit")
def an_application_gets_a_reference(user: BrowserUser, application: Application, lookup: LookUp) -> None:
    """References are counted on, and from 1 in another year; a plate is made capital, blanks and hyphens are left out;
    markup is text."""
    user.opens(application.apply_url)
    user.sees_value("2025-03-14", in_=application.day_box)
    first = application.applies(user, "bw-ap 01", day=date(2025, 3, 15), name="<b>Ana</b> & Co")
    user.sees_text("Valid from 2025-03-15 to 2025-04-14")
    user.sees_text("Fee: 30.00")
    for text in ("<b>Ana</b> & Co", "BWAP01"):
        user.sees_text(text)
    second = application.applies(user, "BWAP02", zone="C")
    assert re.fullmatch(r"P-2025-\d{4}", first), f"the reference {first} is not of the year 2025"
    assert number_of(user, second) == number_of(user, first) + 1, f"after {first} comes {second}"
    user.sees_text("Valid from 2025-03-14 to 2025-04-13")
    lookup.sees(user, first, "BWAP01", "waiting", "Fee: 30.00", "Open: 30.00")
    user.moves_clock(days=300)
    for number in (1, 2):
        reference = application.applies(user, f"BWAP1{number}", day=date(2026, 1, 10))
        assert reference == f"P-2026-000{number}", f"the reference {reference} is not that of number {number} in 2026"


@testcode("Apply", "Calculate the fee")
def fees_are_exact_to_the_cent(user: BrowserUser, application: Application) -> None:
    """Rounded once: 48.09375 is 48.09, though 64.125 would be 64.13 and three quarters of that 48.10."""
    fees = [
        ("B", "1 month", True, "16.88"),
        ("B", "3 months", False, "64.13"),
        ("B", "3 months", True, "48.09"),
        ("A", "6 months", False, "162.00"),
        ("C", "12 months", False, "146.40"),
        ("C", "6 months", True, "61.76"),
        ("A", "12 months", True, "216.00"),
    ]
    for number, (zone, duration, electric, fee) in enumerate(fees):
        application.begins(user, f"BWFEE{number}", zone, duration)
        if electric:
            user.ticks(application.electric_box)
        application.sent(user)
        user.sees_text(f"Fee: {fee}")


@testcode("Apply", "Calculate the period")
def months_end_where_they_should(user: BrowserUser, application: Application) -> None:
    periods = [
        (date(2025, 3, 31), "1 month", "2025-04-30"),
        (date(2025, 3, 30), "1 month", "2025-04-29"),
        (date(2025, 3, 31), "6 months", "2025-09-30"),
        (date(2025, 4, 30), "1 month", "2025-05-29"),
        (date(2025, 4, 1), "3 months", "2025-06-30"),
        (date(2025, 3, 14), "12 months", "2026-03-13"),
    ]
    for number, (day, duration, last) in enumerate(periods):
        application.applies(user, f"BWPER{number}", duration=duration, day=day)
        user.sees_text(f"Valid from {day.isoformat()} to {last}")


@testcode("Apply", "Refuse wrong applications")
def wrong_applications_are_refused(user: BrowserUser, application: Application) -> None:
    """What was typed stays; the next right application gets the reference behind the one before."""
    before = application.applies(user, "BWWR00")
    application.begins(user, "BWWR01", "B", "6 months", name="  ")
    application.is_refused(user, "Give your name.")
    user.sees_value("BWWR01", in_=application.plate_box)
    user.sees(application.zone_box, text="B")
    user.sees(application.duration_box, text="6 months")
    for plate in ("X", "-- --", "BW WRONG-12", "BW#12", "BÄ 12"):
        application.begins(user, plate)
        application.is_refused(user, "This is not a license plate.")
        user.sees_value("Robin Reed", in_=application.name_box)
    for day in (date(2025, 3, 13), date(2025, 5, 14)):
        application.begins(user, "BWWR01", day=day)
        application.is_refused(user, FIRST_DAY)
    after = application.applies(user, "BWWR01", day=date(2025, 5, 13))
    assert number_of(user, after) == number_of(user, before) + 1, "one between was not refused"
    application.applies(user, "7b", day=TODAY)
    application.applies(user, "BW-WR-0123")


@testcode("Apply", "Refuse overlapping permits")
def a_plate_has_one_permit_at_a_time(
    user: BrowserUser, application: Application, staff: Staff, permits: Permits
) -> None:
    """The day after the last one is free, and so is another zone; a rejected application does not count."""
    first = application.applies(user, "BWOV01", day=date(2025, 4, 1))
    for day, duration in (
        (date(2025, 4, 30), "1 month"),
        (date(2025, 3, 14), "3 months"),
        (date(2025, 4, 10), "1 month"),
        (date(2025, 3, 31), "12 months"),
    ):
        application.begins(user, "bw-ov 01", "A", duration, day)
        application.is_refused(user, OVERLAP)
    application.applies(user, "BWOV01", day=date(2025, 5, 1))
    application.applies(user, "BWOV01", "B", day=date(2025, 4, 10))
    application.begins(user, "BWOV01", day=date(2025, 4, 5))
    application.is_refused(user, OVERLAP)
    permits.runs(staff.comes(user), "Reject selected permits", first)
    application.applies(user, "BWOV01", day=date(2025, 4, 1))


@testcode("Look up", "Look an application up")
def an_application_is_looked_up_by_both(
    user: BrowserUser, application: Application, lookup: LookUp, staff: Staff, permits: Permits
) -> None:
    """Neither the reference alone nor another plate is enough."""
    reference = application.applies(user, "BWLO01", "C")
    other = application.applies(user, "BWLO02", "A")
    for wrong in ((reference, "BWLO02"), (other, "BWLO01"), ("P-2025-9999", "BWLO01"), (reference, "BWLO0")):
        lookup.looks_up(user, *wrong)
        user.sees_text("No such application.")
        user.does_not_see_text("waiting")
    period = "Valid from 2025-03-14 to 2025-04-13"
    lookup.sees(user, reference, "bw lo-01", reference, "waiting", period, "Fee: 15.25", "Open: 15.25")
    user.does_not_see_text("No such application.")
    desk = staff.comes(user)
    permits.runs(desk, "Approve selected permits", reference)
    permits.runs(desk, "Reject selected permits", other)
    lookup.sees(user, reference, "BWLO01", "approved")
    lookup.sees(user, other, "BWLO02", "rejected")


@testcode("Check", "Check a plate")
def only_paid_and_approved_permits_are_valid(
    user: BrowserUser,
    application: Application,
    check: Check,
    staff: Staff,
    permits: Permits,
    permit_page: PermitPage,
    add_payment: AddPayment,
    payment_box: PaymentBox,
) -> None:
    """From the first day to the last one."""
    now = application.applies(user, "BWCH01", "C", name="Quentin Quill")
    later = application.applies(user, "BWCH02", "C", day=date(2025, 3, 15))
    desk = staff.comes(user)
    for reference in (now, later):
        permits.opens_permit(desk, reference)
        desk.clicks(add_payment)
        desk.types("15.24" if reference == now else "15.25", into=payment_box)
        permit_page.saves(desk)
    check.sees(user, "BWCH01", "C", "No valid permit.")
    permits.runs(desk, "Approve selected permits", now, later)
    desk.sees_text("2 permits approved.")
    check.sees(user, "BWCH01", "C", "No valid permit.")
    permits.opens_permit(desk, now)
    desk.clicks(add_payment)
    desk.types("0.01", into=payment_box)
    permit_page.saves(desk)
    check.sees(user, "bw-ch 01", "C", "Valid until 2025-04-13.")
    for private in ("Quentin", now):
        user.does_not_see_text(private)
    check.sees(user, "BWCH01", "A", "No valid permit.")
    user.does_not_see_text("Valid until")
    check.sees(user, "BWCH02", "C", "No valid permit.")
    user.moves_clock(days=30)
    check.sees(user, "BWCH01", "C", "Valid until 2025-04-13.")
    check.sees(user, "BWCH02", "C", "Valid until 2025-04-14.")
    user.moves_clock(days=1)
    check.sees(user, "BWCH01", "C", "No valid permit.")
    check.sees(user, "BWCH02", "C", "Valid until 2025-04-14.")


@testcode("Admin site", "Log in as staff")
def the_desk_sees_its_own_tables_only(user: BrowserUser, staff: Staff, permits: Permits, audit_url: AuditUrl) -> None:
    for url in (permits.permits_url, audit_url):
        user.opens(url)
        user.sees(staff.staff_password_box)
    staff.sends(user, ("desk", "Meter-2208"))
    user.sees(staff.staff_password_box)
    staff.sends(user, DESK)
    user.is_at(audit_url)
    user.sees_status(200)
    chief = staff.comes(user, CHIEF)
    for path in ("/admin/auth/user/", "/admin/auth/user/add/"):
        user.opens(path)
        user.sees_status(403)
    chief.opens("/admin/auth/user/")
    chief.sees_status(200)
    for url in (permits.permits_url, audit_url):
        chief.opens(url)
        chief.sees_status(200)


@testcode("Admin site", "List permits")
def permits_are_listed_searched_and_filtered(
    user: BrowserUser, application: Application, staff: Staff, permits: Permits
) -> None:
    references = [
        application.applies(user, "BWLI01", "A", name="Lisbet Lindgren"),
        application.applies(user, "BWLI02", "B", "3 months", name="Lionel Lindgren"),
        application.applies(user, "BWLI03", "B", name="Livia Moor"),
    ]
    desk = staff.comes(user)
    permits.runs(desk, "Approve selected permits", references[1])
    permits.searches(desk, "BWLI")
    desk.sees_count(3, permits.permit_row)
    rows = desk.rows(desk.texts(permits.permit_row), count=3)
    for row, reference in desk.pairs(rows, references[::-1]):
        assert reference in row, f"{reference} is not in {row!r}; the latest application comes first"
    for text in ("BWLI02", "B", "approved", "2025-03-14", "2025-06-13", "64.13"):
        assert text in rows[1], f"{text} is not in {rows[1]!r}"
    permits.searches(desk, "lindgren")
    desk.sees_count(2, permits.permit_row)
    permits.searches(desk, references[2])
    desk.sees_count(1, permits.permit_row)
    desk.sees(permits.permit_row, containing="BWLI03")
    permits.searches(desk, "bwli")
    desk.clicks('//a[translate(normalize-space(), "W", "w")="waiting"]')
    desk.sees_count(2, permits.permit_row)
    desk.clicks('//a[normalize-space()="B"]')
    desk.sees_count(1, permits.permit_row)
    desk.sees(permits.permit_row, containing="BWLI03")


@testcode("Admin site", "Approve and reject")
def only_waiting_permits_are_decided(
    user: BrowserUser, application: Application, lookup: LookUp, staff: Staff, permits: Permits
) -> None:
    """Of three selected permits, one was rejected before and stays so; what is not selected keeps waiting."""
    plates = [f"BWDE0{number}" for number in range(4)]
    references = [application.applies(user, plate) for plate in plates]
    desk = staff.comes(user)
    stale = staff.comes(user)
    permits.chooses(stale, "Reject selected permits", *references[:3])
    permits.runs(desk, "Reject selected permits", references[0])
    desk.sees_text("1 permit rejected.")
    permits.runs(desk, "Approve selected permits", *references[:3])
    desk.sees_text("2 permits approved.")
    stale.clicks(permits.run_button)
    stale.sees_text("0 permits rejected.")
    for plate, reference, status in zip(
        plates, references, ("rejected", "approved", "approved", "waiting"), strict=True
    ):
        lookup.sees(user, reference, plate, status)


@testcode("Admin site", "Export permits")
def selected_permits_are_exported(user: BrowserUser, application: Application, staff: Staff, permits: Permits) -> None:
    first = application.applies(user, "BWEX01", "B", "3 months", date(2025, 4, 1), 'Exeter, "Ex"')
    second = application.applies(user, "BWEX02", "A")
    application.applies(user, "BWEX03", "A")
    desk = staff.comes(user)
    permits.runs(desk, "Approve selected permits", second)
    permits.chooses(desk, "Export selected permits", second, first)
    rows = desk.reads_csv(desk.downloads(permits.run_button).text())
    assert rows == [
        ["reference", "name", "plate", "zone", "status", "first_day", "last_day", "fee", "open"],
        [first, 'Exeter, "Ex"', "BWEX01", "B", "waiting", "2025-04-01", "2025-06-30", "64.13", "64.13"],
        [second, "Robin Reed", "BWEX02", "A", "approved", "2025-03-14", "2025-04-13", "30.00", "30.00"],
    ], f"the file holds {rows}"


@testcode("Admin site", "Edit a permit")
def fee_and_last_day_follow_a_change(
    user: BrowserUser,
    application: Application,
    lookup: LookUp,
    staff: Staff,
    permits: Permits,
    permit_page: PermitPage,
    admin_plate_box: AdminPlateBox,
    admin_zone_box: AdminZoneBox,
    admin_duration_box: AdminDurationBox,
) -> None:
    """A plate is spelled the same way there; a change that overlaps another permit is refused. Reference, status, last
    day and fee cannot be typed."""
    application.applies(user, "BWED00", "B", "12 months")
    reference = application.applies(user, "BWED01", "A")
    desk = staff.comes(user)
    permits.opens_permit(desk, reference)
    desk.sees(admin_zone_box, text="A")
    for shown in (reference, "2025-04-13", "30.00"):
        desk.sees_text(shown)
        desk.does_not_see(f'//input[@value="{shown}"]')
    desk.does_not_see('//select[.//option[translate(normalize-space(), "A", "a")="approved"]]')
    desk.chooses("B", out_of=admin_zone_box)
    desk.chooses("3 months", out_of=admin_duration_box)
    desk.types("bw-ed 00", into=admin_plate_box)
    desk.clicks(permit_page.admin_save)
    desk.sees_text(OVERLAP)
    desk.types("bw#", into=admin_plate_box)
    desk.clicks(permit_page.admin_save)
    desk.sees_text("This is not a license plate.")
    lookup.sees(user, reference, "BWED01", "Fee: 30.00")
    desk.types("bw-ed 02", into=admin_plate_box)
    permit_page.saves(desk)
    lookup.sees(
        user, reference, "BWED02", "Valid from 2025-03-14 to 2025-06-13", "Fee: 64.13", "Open: 64.13", "waiting"
    )
    lookup.sees(user, reference, "BWED01", "No such application.")


@testcode("Admin site", "Add a payment")
def payments_lower_the_open_amount(
    user: BrowserUser,
    application: Application,
    lookup: LookUp,
    staff: Staff,
    permits: Permits,
    permit_page: PermitPage,
    add_payment: AddPayment,
    payment_box: PaymentBox,
) -> None:
    """Not more than is open, also from a window that was opened before another payment. Payments that were made can be
    neither changed nor deleted."""
    reference = application.applies(user, "BWPA01", "A")
    desk, stale = staff.comes(user), staff.comes(user, CHIEF)
    permits.opens_permit(stale, reference)
    stale.clicks(add_payment)
    stale.types("20.00", into=payment_box)
    permits.opens_permit(desk, reference)
    desk.clicks(add_payment)
    for amount, message in (
        ("30.01", "Only 30.00 is open."),
        ("0", "Give an amount of at least 0.01."),
        ("-5", "Give an amount of at least 0.01."),
    ):
        desk.types(amount, into=payment_box)
        desk.clicks(permit_page.admin_save)
        desk.sees_text(message)
    lookup.sees(user, reference, "BWPA01", "Open: 30.00")
    desk.types("10.01", into=payment_box)
    permit_page.saves(desk)
    lookup.sees(user, reference, "BWPA01", "Fee: 30.00", "Open: 19.99")
    stale.clicks(permit_page.admin_save)
    stale.sees_text("Only 19.99 is open.")
    lookup.sees(user, reference, "BWPA01", "Open: 19.99")
    stale.types("19.99", into=payment_box)
    permit_page.saves(stale)
    lookup.sees(user, reference, "BWPA01", "Open: 0.00")
    permits.opens_permit(stale, reference)
    stale.does_not_see('//input[@value="10.01" or @value="19.99"]')
    stale.does_not_see('//input[@type="checkbox"][contains(@name, "DELETE")]')


@testcode("Admin site", "Keep permits")
def permits_are_neither_added_nor_deleted(
    user: BrowserUser, application: Application, lookup: LookUp, staff: Staff, permits: Permits
) -> None:
    """Not by the superuser either: no such action, no button, no page."""
    reference = application.applies(user, "BWKE01")
    for account in (DESK, CHIEF):
        person = staff.comes(user, account)
        permits.opens_permit(person, reference)
        person.does_not_see('//*[self::a or self::button][starts-with(normalize-space(), "Delete")]')
        address = person.url()
        person.opens(re.sub(r"/change/.*", "/delete/", address))
        assert not person.count('//input[@type="submit"][contains(@value, "sure")]'), "the permit can be deleted"
        person.opens(urljoin(permits.permits_url, "add/"))
        person.sees_status(403)
        person.opens(permits.permits_url)
        person.sees(permits.action_box)
        assert not person.count('//option[contains(., "Delete")]'), "there is an action that deletes"
    lookup.sees(user, reference, "BWKE01", "waiting")


@testcode("Admin site", "Keep an audit log")
def everything_is_noted_in_the_audit_log(
    user: BrowserUser,
    application: Application,
    staff: Staff,
    permits: Permits,
    permit_page: PermitPage,
    add_payment: AddPayment,
    payment_box: PaymentBox,
    admin_zone_box: AdminZoneBox,
    admin_plate_box: AdminPlateBox,
    admin_duration_box: AdminDurationBox,
    audit_url: AuditUrl,
    audit_row: AuditRow,
    audit_search_box: Annotated[Element, "box for the words to search, in the list of the audit log"],
) -> None:
    """What was refused or not changed is not there; the latest entry comes first."""
    reference = application.applies(user, "BWAU01", "A")
    other = application.applies(user, "BWAU02", "A")
    desk, chief = staff.comes(user), staff.comes(user, CHIEF)
    permits.runs(desk, "Approve selected permits", reference)
    permits.runs(desk, "Reject selected permits", reference)
    permits.opens_permit(chief, reference)
    chief.chooses("C", out_of=admin_zone_box)
    chief.chooses("3 months", out_of=admin_duration_box)
    chief.types("bw au-03", into=admin_plate_box)
    permit_page.saves(chief)
    permits.opens_permit(desk, reference)
    desk.clicks(add_payment)
    desk.types("10", into=payment_box)
    permit_page.saves(desk)
    desk.opens(audit_url)
    desk.sees_text(other)
    desk.types(reference, into=audit_search_box)
    desk.presses("Enter", on=audit_search_box)
    desk.sees_count(6, audit_row)
    rows = desk.texts(audit_row)
    changes = {"zone: A to C", "duration: 1 month to 3 months", "plate: BWAU01 to BWAU03"}
    expected = [("desk", "paid 10.00"), *[("chief", "")] * 3, ("desk", "approved"), ("public", "applied")]
    for row, (who, what) in desk.pairs(rows, expected):
        for text in (reference, "2025", who, what):
            assert text in row, f"{text!r} is not in {row!r}"
    assert {change for change in changes for row in rows[1:4] if change in row} == changes, (
        f"the changes are {rows[1:4]}"
    )
    for person in (desk, chief):
        person.opens(urljoin(audit_url, "add/"))
        person.sees_status(403)
