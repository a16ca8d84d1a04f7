"""What the members of reading clubs try.

It is 2025-03-14, 09:30 in UTC. Every testcode starts a club of its own.
"""

import re
from dataclasses import dataclass
from datetime import date, time
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

BERLIN, NEW_YORK, TOKYO = "Europe/Berlin", "America/New_York", "Asia/Tokyo"


def button(text: str) -> str:
    """Return a selector of the button with exactly this text."""
    return f'//*[(self::button or self::a or self::input) and (normalize-space(.)="{text}" or @value="{text}")]'


@dataclass(frozen=True)
class Clubs:
    """The first page, the invitation and the members."""

    start_url: Annotated[Url, "first page, where a club is started"]
    club_name_box: Annotated[Element, "box for the name of a new club"]
    own_name_box: Annotated[Element, "box for the own name, where one starts or joins a club"]
    zone_box: Annotated[Element, "drop-down list for the own time zone, where one starts or joins a club"]
    invitation_box: Annotated[Element, "box that holds the invitation link, on the club's page"]
    member_row: Annotated[Element, "entry of one member on the club's page; as many match as there are members"]

    def starts(self, user: BrowserUser, club: str, name: str = "Ana", zone: str = "UTC") -> str:
        """Start a club, and return the invitation link."""
        user.opens(self.start_url)
        user.chooses(zone, out_of=self.zone_box)
        self.sends(user, club, name)
        return user.value(self.invitation_box)

    def sends(self, user: BrowserUser, club: str, name: str) -> None:
        user.types(club, into=self.club_name_box)
        self.sends_name(user, name)

    def sends_name(self, user: BrowserUser, name: str) -> None:
        user.types(name, into=self.own_name_box)
        user.presses("Enter", on=self.own_name_box)

    def joins(self, user: BrowserUser, link: str, name: str, zone: str = "UTC") -> BrowserUser:
        """Return somebody else who has joined, on the club's page."""
        person = user.someone_else()
        person.opens(link)
        person.chooses(zone, out_of=self.zone_box)
        self.sends_name(person, name)
        person.sees(self.invitation_box)
        return person


@dataclass(frozen=True)
class Books:
    """The books of a club, on its page."""

    book_row: Annotated[Element, "entry of one book on the club's page; as many match as are proposed"]
    votes: Annotated[Element, "number of votes of a book; one in each entry"]
    title_box: Annotated[Element, "box for the title of a book that is proposed"]
    author_box: Annotated[Element, "box for the author of a book that is proposed"]

    def proposes(self, user: BrowserUser, *books: str) -> None:
        """Propose books, each named like `The Salt Road by Ines Calloway`."""
        for book in books:
            self.sends(user, *book.split(" by "))
            user.sees(self.book_row, containing=book, beside=book)

    def sends(self, user: BrowserUser, title: str, author: str) -> None:
        user.types(title, into=self.title_box)
        user.types(author, into=self.author_box)
        user.presses("Enter", on=self.author_box)

    def votes_for(self, user: BrowserUser, *books: str) -> None:
        for book in books:
            user.clicks(button("Vote"), beside=book)
            user.sees(button("Take back"), beside=book)

    def are(self, user: BrowserUser, *ranking: tuple[str, int]) -> None:
        """On the page loaded again, the books are these in this order, with their votes."""
        user.reloads()
        user.sees_count(len(ranking), self.book_row)
        rows, votes = user.texts(self.book_row), user.texts(self.votes)
        for row, (shown, (book, number)) in user.pairs(rows, user.pairs(votes, ranking)):
            assert book in row, f"{book!r} should stand where {row!r} stands"
            numbers = re.findall(r"\d+", shown)
            assert numbers == [str(number)], f"{book!r} has {shown!r} votes instead of {number}"


@dataclass(frozen=True)
class Meetings:
    """The meetings of a club, on its page."""

    meeting_row: Annotated[Element, "entry of one meeting on the club's page; as many match as there are meetings"]
    meeting_day_box: Annotated[Element, "date box for the day of a new meeting"]
    meeting_time_box: Annotated[Element, "time box for the time of a new meeting"]

    def schedules(self, user: BrowserUser, day: date, at: time) -> None:
        user.enters_date(day, into=self.meeting_day_box)
        user.enters_time(at, into=self.meeting_time_box)
        user.clicks(button("Schedule"))

    def are(self, user: BrowserUser, *times: str) -> None:
        """On the page loaded again, the meetings are at these times, in this order."""
        user.reloads()
        user.sees_count(len(times), self.meeting_row)
        for row, shown in user.pairs(user.texts(self.meeting_row), times):
            assert shown in row, f"{shown!r} is not in {row!r}"

    def sees_answers(self, user: BrowserUser, *answers: str) -> None:
        """On the page loaded again, the only meeting has these answers."""
        user.reloads()
        for text in answers:
            user.sees(self.meeting_row, containing=text)


OwnZoneBox = Annotated[Element, "drop-down list for the own time zone, on the club's page"]


def secret_of(link: str) -> str:
    """Return the longest word in the path of a link."""
    words = re.findall(r"[\w-]+", re.sub(r"^https?://[^/]+", "", link))
    return max(words, key=len, default="")


@testcode("First page", "Start a club")
def a_club_is_started(user: BrowserUser, clubs: Clubs) -> None:
    """Without a name it is not; then the club's page shows its only member and the whole link; markup is text."""
    user.opens(clubs.start_url)
    user.sees(clubs.zone_box, text="UTC")
    clubs.sends(user, " ", "Ana")
    user.sees_text("Give the club a name.")
    user.sees_value("Ana", in_=clubs.own_name_box)
    clubs.sends(user, "Sunday <b>readers</b>", "")
    user.sees_text("Give your name.")
    user.does_not_see_text("Give the club a name.")
    user.sees_value("Sunday <b>readers</b>", in_=clubs.club_name_box)
    clubs.sends(user, "Sunday <b>readers</b>", "<i>Ana</i> & Co")
    user.sees_text("Sunday <b>readers</b>")
    user.sees_count(1, clubs.member_row)
    user.sees(clubs.member_row, containing="<i>Ana</i> & Co")
    user.does_not_see('//i[normalize-space()="Ana"]')
    link = user.value(clubs.invitation_box)
    assert link.startswith("http"), f"the link {link!r} cannot be sent to others"
    user.opens(clubs.start_url)
    user.sees_text("Sunday <b>readers</b>")
    other = user.someone_else()
    other.opens(link)
    other.sees(clubs.own_name_box)
    other.does_not_see('//b[normalize-space()="readers"]')


@testcode("First page", "List own clubs")
def own_clubs_are_listed(user: BrowserUser, clubs: Clubs) -> None:
    """By name: one is a member of two in one browser, under two names; somebody else's first page lists neither."""
    clubs.starts(user, "Poets of the harbour", "Ana")
    link = clubs.starts(user.someone_else(), "Mystery mornings", "Bo")
    user.opens(link)
    clubs.sends_name(user, "Annie")
    user.sees_text("Mystery mornings")
    user.opens(clubs.start_url)
    user.sees_text("Poets of the harbour")
    places = [user.page_text().find(club) for club in ("Mystery mornings", "Poets of the harbour")]
    assert -1 < places[0] < places[1], f"the clubs do not stand by name, but at {places}"
    for club, name in (("Poets of the harbour", "Ana"), ("Mystery mornings", "Annie")):
        user.opens(clubs.start_url)
        user.clicks_text(club)
        user.sees(clubs.member_row, containing=name, beside=name)
    stranger = user.someone_else()
    stranger.opens(clubs.start_url)
    stranger.sees(clubs.club_name_box)
    for club in ("Poets of the harbour", "Mystery mornings"):
        stranger.does_not_see_text(club)


@testcode("Invitation", "Join")
def one_joins_by_the_link(user: BrowserUser, clubs: Clubs) -> None:
    """A name that is taken in other letters and none are refused; members are led to the club."""
    link = clubs.starts(user, "Open door", "Ana")
    person = user.someone_else()
    person.opens(link)
    clubs.sends_name(person, "ANA")
    person.sees_text("Somebody in this club has this name already.")
    clubs.sends_name(person, "")
    person.sees_text("Give your name.")
    user.reloads()
    user.sees_count(1, clubs.member_row)
    clubs.sends_name(person, "Bo")
    person.sees_count(2, clubs.member_row)
    user.opens(link)
    user.does_not_see(clubs.own_name_box)
    members = user.rows(user.texts(clubs.member_row), count=2)
    assert "Ana" in members[0], f"the members are {members}"
    assert "Bo" in members[1], f"the members are {members}"


@testcode("Invitation", "Keep others out")
def strangers_are_kept_out(user: BrowserUser, clubs: Clubs, books: Books) -> None:
    """By address they get 404; a form that they send changes nothing; the links of two clubs are not alike."""
    link = clubs.starts(user, "Closed circle")
    books.proposes(user, "The Salt Road by Ines Calloway")
    address, form = user.url(), user.form_of(button("Vote"), beside="The Salt Road")
    stranger = user.someone_else()
    other_link = clubs.starts(stranger, "Another circle", "Eve")
    other_address = stranger.url()
    stranger.opens(address)
    stranger.sees_status(404)
    stranger.opens(clubs.start_url)
    stranger.posts(form.url, form.fields)
    books.are(user, ("The Salt Road by Ines Calloway", 0))
    user.posts(form.url, form.fields)
    user.opens(address)
    books.are(user, ("The Salt Road by Ines Calloway", 1))
    for one, other in ((link, other_link), (address, other_address)):
        words = [secret_of(url) for url in (one, other)]
        alike = sum(a == b for a, b in zip(*words, strict=False))
        assert len(words[0]) >= 12, f"the secret {words[0]!r} is too short"
        assert alike <= len(words[0]) // 2, f"the secrets {words} can be guessed"


@testcode("Invitation", "Renew the link")
def a_renewed_link_replaces_the_old_one(user: BrowserUser, clubs: Clubs) -> None:
    """Only the organizer renews it, and not by opening an address; members stay."""
    old = clubs.starts(user, "New keys")
    member = clubs.joins(user, old, "Bo")
    member.does_not_see(button("Renew the link"))
    form = user.form_of(button("Renew the link"))
    address = member.url()
    member.posts(form.url, form.fields)
    member.sees_status(403)
    user.opens(form.url)
    user.opens(address)
    user.sees_value(old, in_=clubs.invitation_box)
    user.clicks(button("Renew the link"))
    user.sees(clubs.invitation_box)
    new = user.value(clubs.invitation_box)
    assert new != old, "the link is the same as before"
    late = user.someone_else()
    late.opens(old)
    late.sees_status(404)
    late.opens(new)
    clubs.sends_name(late, "Cy")
    late.sees_count(3, clubs.member_row)
    member.opens(address)
    member.sees_count(3, clubs.member_row)


@testcode("Books", "Propose a book")
def books_are_proposed(user: BrowserUser, clubs: Clubs, books: Books) -> None:
    """Without title or author and twice they are not; the same title by somebody else is another book."""
    link = clubs.starts(user, "Suggestions")
    books.sends(user, "", "Ines Calloway")
    user.sees_text("Give the title.")
    books.sends(user, "The Salt Road", " ")
    user.sees_text("Give the author.")
    user.sees_value("The Salt Road", in_=books.title_box)
    books.sends(user, "The Salt Road", "Ines Calloway")
    member = clubs.joins(user, link, "Bo")
    member.does_not_see_text("This book is proposed already.")
    books.sends(member, "the SALT road", "ines calloway")
    member.sees_text("This book is proposed already.")
    books.proposes(member, "The Salt Road by Maud Perrin", "A <i>Leaning</i> Tower by Oskar <u>& Sons</u>")
    user.opens(link)
    books.are(
        user,
        ("A <i>Leaning</i> Tower by Oskar <u>& Sons</u>", 0),
        ("The Salt Road by Ines Calloway", 0),
        ("The Salt Road by Maud Perrin", 0),
    )


@testcode("Books", "Vote")
def most_votes_stand_first(user: BrowserUser, clubs: Clubs, books: Books) -> None:
    """Two members vote, and one takes a vote back, by the button; sending the form again counts nothing."""
    first, second, third = "Cedar by Ann Hill", "Alder by Bob Hill", "Birch by Cat Hill"
    link = clubs.starts(user, "Trees")
    books.proposes(user, first, second, third)
    books.are(user, (second, 0), (third, 0), (first, 0))
    member = clubs.joins(user, link, "Bo")
    form = user.form_of(button("Vote"), beside=first)
    page = user.url()
    books.votes_for(user, first, third)
    user.posts(form.url, form.fields)
    user.opens(page)
    member.reloads()
    books.votes_for(member, third)
    books.are(user, (third, 2), (first, 1), (second, 0))
    member.sees_count(1, button("Take back"))
    user.opens(user.form_of(button("Take back"), beside=third).url)
    user.opens(page)
    books.are(user, (third, 2), (first, 1), (second, 0))
    user.clicks(button("Take back"), beside=third)
    user.sees(button("Vote"), beside=third)
    books.are(member, (third, 1), (first, 1), (second, 0))


@testcode("Books", "Vote")
def a_member_has_three_votes(user: BrowserUser, clubs: Clubs, books: Books) -> None:
    """The fourth is refused until one is taken back; opening the address of a vote counts nothing."""
    names = [f"Volume {letter} by Somebody" for letter in "ABCD"]
    clubs.starts(user, "Volumes")
    books.proposes(user, *names)
    page, address = user.url(), user.form_of(button("Vote"), beside=names[0]).url
    user.opens(address)
    user.opens(page)
    books.are(user, *((name, 0) for name in names))
    books.votes_for(user, *names[:3])
    user.does_not_see_text("You have given all three votes.")
    user.clicks(button("Vote"), beside=names[3])
    user.sees_text("You have given all three votes.")
    books.are(user, *((name, 1) for name in names[:3]), (names[3], 0))
    user.clicks(button("Take back"), beside=names[0])
    user.sees(button("Vote"), beside=names[0])
    books.votes_for(user, names[3])
    books.are(user, *((name, 1) for name in names[1:]), (names[0], 0))


@testcode("Books", "Close the vote")
def the_winner_is_the_next_book(user: BrowserUser, clubs: Clubs, books: Books) -> None:
    """Of two with two votes each the one proposed first; it leaves the list, and all votes are free again."""
    names = ["Zinnia <i>elegans</i> by Ann <b>Lake</b>", "Aster by Bob Lake", "Mint by Cat Lake", "Sage by Dan Lake"]
    link = clubs.starts(user, "Herbs")
    user.clicks(button("Close the vote"))
    user.sees_text("Nobody has voted yet.")
    books.proposes(user, *names)
    user.clicks(button("Close the vote"))
    user.sees_text("Nobody has voted yet.")
    for name in names:
        user.does_not_see_text(f"Next book: {name}")
    member = clubs.joins(user, link, "Bo")
    for person in (user, member):
        person.reloads()
        books.votes_for(person, names[1], names[0], names[2] if person is user else names[3])
    member.does_not_see(button("Close the vote"))
    page, form = member.url(), user.form_of(button("Close the vote"))
    member.posts(form.url, form.fields)
    member.sees_status(403)
    user.opens(form.url)
    for person in (user, member):
        person.opens(page)
        for name in names:
            person.does_not_see_text(f"Next book: {name}")
    user.clicks(button("Close the vote"))
    member.reloads()
    member.sees_text(f"Next book: {names[0]}")
    books.are(member, ("Aster by Bob Lake", 0), ("Mint by Cat Lake", 0), ("Sage by Dan Lake", 0))
    books.votes_for(member, names[1], names[2], names[3])


@testcode("Meetings", "Show own time")
def everybody_sees_the_own_time(user: BrowserUser, clubs: Clubs, meetings: Meetings) -> None:
    """Before and after the clocks in Berlin are put forward; the later one was scheduled first."""
    link = clubs.starts(user, "Around the world", "Ana", BERLIN)
    meetings.schedules(user, date(2025, 4, 4), time(19))
    user.sees_count(1, meetings.meeting_row)
    meetings.schedules(user, date(2025, 3, 28), time(19))
    meetings.are(user, f"2025-03-28 19:00 ({BERLIN})", f"2025-04-04 19:00 ({BERLIN})")
    new_yorker = clubs.joins(user, link, "Bo", NEW_YORK)
    meetings.are(new_yorker, f"2025-03-28 14:00 ({NEW_YORK})", f"2025-04-04 13:00 ({NEW_YORK})")
    tokyoite = clubs.joins(user, link, "Cy", TOKYO)
    meetings.are(tokyoite, f"2025-03-29 03:00 ({TOKYO})", f"2025-04-05 02:00 ({TOKYO})")


@testcode("Meetings", "Show own time")
def a_meeting_stays_when_zones_change(
    user: BrowserUser, clubs: Clubs, meetings: Meetings, own_zone_box: OwnZoneBox
) -> None:
    """The organizer moves from Berlin to Tokyo: the same moment is shown in the new zone, and others see theirs."""
    link = clubs.starts(user, "On the move", "Ana", BERLIN)
    meetings.schedules(user, date(2025, 3, 28), time(8, 30))
    member = clubs.joins(user, link, "Bo", NEW_YORK)
    user.reloads()
    user.sees(own_zone_box, text=BERLIN)
    user.chooses(TOKYO, out_of=own_zone_box)
    user.clicks(button("Change zone"))
    user.sees(own_zone_box, text=TOKYO)
    meetings.are(user, f"2025-03-28 16:30 ({TOKYO})")
    meetings.are(member, f"2025-03-28 03:30 ({NEW_YORK})")
    meetings.schedules(user, date(2025, 3, 29), time(9))
    meetings.are(member, f"2025-03-28 03:30 ({NEW_YORK})", f"2025-03-28 20:00 ({NEW_YORK})")


@testcode("Meetings", "Schedule a meeting")
def impossible_meetings_are_refused(user: BrowserUser, clubs: Clubs, meetings: Meetings) -> None:
    """10:00 in Berlin is over, 11:30 is not; 02:30 on 2025-03-30 does not exist, 03:30 does."""
    link = clubs.starts(user, "Too late", "Ana", BERLIN)
    user.clicks(button("Schedule"))
    user.sees_text("Give day and time.")
    meetings.schedules(user, date(2025, 3, 14), time(10))
    user.sees_text("A meeting must be in the future.")
    user.sees_value("2025-03-14", in_=meetings.meeting_day_box)
    meetings.schedules(user, date(2025, 3, 30), time(2, 30))
    user.sees_text("This time does not exist in your time zone.")
    user.opens(link)
    user.does_not_see(meetings.meeting_row)
    meetings.schedules(user, date(2025, 3, 30), time(3, 30))
    user.sees_count(1, meetings.meeting_row)
    meetings.schedules(user, date(2025, 3, 14), time(11, 30))
    meetings.are(user, f"2025-03-14 11:30 ({BERLIN})", f"2025-03-30 03:30 ({BERLIN})")


@testcode("Meetings", "Schedule a meeting")
def only_the_organizer_schedules(user: BrowserUser, clubs: Clubs, meetings: Meetings) -> None:
    """A member has no form for it, and gets 403 for sending the organizer's."""
    link = clubs.starts(user, "One voice")
    member = clubs.joins(user, link, "Bo")
    member.does_not_see(button("Schedule"))
    user.enters_date(date(2025, 5, 1), into=meetings.meeting_day_box)
    user.enters_time(time(18), into=meetings.meeting_time_box)
    form = user.form_of(button("Schedule"))
    member.posts(form.url, form.fields)
    member.sees_status(403)
    user.opens(link)
    user.does_not_see(meetings.meeting_row)
    user.posts(form.url, form.fields)
    user.opens(link)
    meetings.are(user, "2025-05-01 18:00 (UTC)")


@testcode("Meetings", "Answer")
def the_last_answer_counts(user: BrowserUser, clubs: Clubs, meetings: Meetings) -> None:
    """Three members answer, and one changes the answer."""
    link = clubs.starts(user, "Who comes?")
    meetings.schedules(user, date(2025, 4, 10), time(18))
    meetings.sees_answers(user, "Coming: nobody", "Maybe: nobody", "Not coming: nobody")
    second, third = clubs.joins(user, link, "Bo"), clubs.joins(user, link, "<b>Cy</b>")
    for person, answer in ((user, "Coming"), (second, "Maybe"), (third, "Not coming")):
        person.clicks(button(answer))
        person.sees(meetings.meeting_row)
    meetings.sees_answers(user, "Coming: Ana", "Maybe: Bo", "Not coming: <b>Cy</b>")
    second.clicks(button("Coming"))
    second.sees(meetings.meeting_row)
    meetings.sees_answers(third, "Coming: Ana, Bo", "Maybe: nobody", "Not coming: <b>Cy</b>")


@testcode("Members", "Remove a member")
def a_removed_member_is_out(user: BrowserUser, clubs: Clubs, books: Books, meetings: Meetings) -> None:
    """With votes and answers; a member cannot remove others, and merely opening an address removes no member."""
    book = "Leaving by Ed Moss"
    link = clubs.starts(user, "Farewell")
    books.proposes(user, book)
    meetings.schedules(user, date(2025, 4, 10), time(18))
    second, third = clubs.joins(user, link, "Bo"), clubs.joins(user, link, "Cy")
    books.votes_for(second, book)
    second.clicks(button("Coming"))
    books.votes_for(third, book)
    user.reloads()
    form, page = user.form_of(button("Remove"), beside="Bo"), third.url()
    third.does_not_see(button("Remove"))
    third.posts(form.url, form.fields)
    third.sees_status(403)
    club = user.url()
    user.opens(form.url)
    user.opens(club)
    books.are(user, (book, 2))
    user.sees_count(3, clubs.member_row)
    user.clicks(button("Remove"), beside="Bo")
    user.sees_count(2, clubs.member_row)
    books.are(user, (book, 1))
    meetings.sees_answers(user, "Coming: nobody")
    second.opens(page)
    second.sees_status(404)
    third.opens(page)
    third.sees_count(2, clubs.member_row)
