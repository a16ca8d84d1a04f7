"""What visitors, members and the curator of the photo club try.

Every testcode starts a contest of its own. `material/picture-1.png` to `picture-7.png` are seven different pictures.
"""

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "shutter-speed"
CURATOR, CURATOR_PASSWORD = "curator", "Darkroom-1888"

Votes = Annotated[Element, "number of votes of a picture, where it is shown in a gallery; one in each entry"]
NextPage = Annotated[Element, "link or button that leads to the next page of a gallery"]


def button(text: str) -> str:
    """Return a selector of the button or link with exactly this text."""
    return f'//*[(self::button or self::a or self::input) and (normalize-space(.)="{text}" or @value="{text}")]'


@dataclass(frozen=True)
class Accounts:
    """Where people register and log in."""

    register_url: Annotated[Url, "page where people register"]
    new_name_box: Annotated[Element, "box for the name, where people register"]
    new_password_box: Annotated[Element, "box for the password, where people register"]
    repeat_box: Annotated[Element, "box for the password again, where people register"]
    login_url: Annotated[Url, "page where people log in"]
    login_name_box: Annotated[Element, "box for the name, where people log in"]
    login_password_box: Annotated[Element, "box for the password, where people log in"]

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name, PASSWORD, PASSWORD)
        user.does_not_see(self.repeat_box)

    def sends(self, user: BrowserUser, name: str, password: str, again: str) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.types(again, into=self.repeat_box)
        user.presses("Enter", on=self.repeat_box)

    def member(self, user: BrowserUser, name: str) -> BrowserUser:
        """Return somebody else, registered at another computer."""
        member = user.someone_else()
        self.registers(member, name)
        return member

    def curator(self, user: BrowserUser) -> BrowserUser:
        """Return the curator, logged in at another computer."""
        curator = user.someone_else()
        curator.opens(self.login_url)
        curator.types(CURATOR, into=self.login_name_box)
        curator.types(CURATOR_PASSWORD, into=self.login_password_box)
        curator.presses("Enter", on=self.login_password_box)
        curator.does_not_see(self.login_password_box)
        return curator


@dataclass(frozen=True)
class Contests:
    """The list of contests, and where the curator starts one."""

    contests_url: Annotated[Url, "first page, which lists the contests"]
    contest_name_box: Annotated[Element, "box for the name of a new contest, for the curator"]

    def starts(self, curator: BrowserUser, name: str) -> str:
        """Start a contest, and return the address of its gallery."""
        curator.opens(self.contests_url)
        self.sends(curator, name)
        curator.opens(self.contests_url)
        curator.clicks_text(name)
        curator.sees(button("Close the contest"))
        return curator.url()

    def sends(self, curator: BrowserUser, name: str) -> None:
        curator.types(name, into=self.contest_name_box)
        curator.presses("Enter", on=self.contest_name_box)


@dataclass(frozen=True)
class Sending:
    """Where pictures are sent in, and those that one has sent."""

    title_box: Annotated[Element, "box for the title, where a picture is sent in"]
    file_box: Annotated[Element, "file box, where a picture is sent in"]
    my_pictures_url: Annotated[Url, "page with one's own pictures"]
    my_entry: Annotated[Element, "entry of one of one's own pictures on that page; as many match as were sent"]
    picture: Annotated[Element, "the picture itself, wherever it is shown; one in each entry"]

    def sends_in(self, user: BrowserUser, contest: str, title: str, file: str) -> None:
        """Send a picture in, and see that it waits."""
        self.sends(user, contest, title, file)
        user.opens(self.my_pictures_url)
        user.sees(self.my_entry, containing="waiting", beside=title)

    def sends(self, user: BrowserUser, contest: str, title: str, file: str) -> None:
        user.opens(contest)
        user.clicks(button("Send a picture"))
        user.types(title, into=self.title_box)
        user.uploads(file, into=self.file_box)
        user.clicks(button("Send in"))

    def is_refused(self, user: BrowserUser, contest: str, file: str, message: str) -> None:
        self.sends(user, contest, "Refused", file)
        user.sees_text(message)
        user.sees_value("Refused", in_=self.title_box)

    def address(self, user: BrowserUser, title: str) -> str:
        """Return the address of an own picture itself."""
        user.opens(self.my_pictures_url)
        return urljoin(user.url(), user.attribute(self.picture, "src", beside=title) or "")


@dataclass(frozen=True)
class Moderation:
    """The pictures that wait for the curator."""

    moderation_url: Annotated[Url, "page with the pictures that wait for the curator"]
    reason_box: Annotated[Element, "box for the reason of a rejection; one for each picture that waits"]

    def approves(self, curator: BrowserUser, *titles: str) -> None:
        for title in titles:
            curator.opens(self.moderation_url)
            curator.clicks(button("Approve"), beside=title)
            curator.opens(self.moderation_url)
            curator.does_not_see_text(title)

    def rejects(self, curator: BrowserUser, title: str, reason: str) -> None:
        curator.opens(self.moderation_url)
        curator.types(reason, into=self.reason_box, beside=title)
        curator.clicks(button("Reject"), beside=title)


@dataclass(frozen=True)
class Gallery:
    """The approved pictures of a contest."""

    entry: Annotated[Element, "entry of one picture in a gallery; as many match as are on the page"]

    def shows(self, user: BrowserUser, contest: str, *titles: str) -> None:
        """Open the gallery, and see these pictures in this order."""
        user.opens(contest)
        self.sees(user, *titles)

    def sees(self, user: BrowserUser, *titles: str) -> None:
        user.sees_count(len(titles), self.entry)
        for text, title in user.pairs(user.texts(self.entry), titles):
            assert title in text, f"{title!r} should stand where {text!r} stands"

    def votes(self, user: BrowserUser, title: str) -> None:
        """On the open page, vote for a picture."""
        user.clicks(button("Vote"), beside=title)
        user.sees(button("Take back"), beside=title)


@testcode("Account", "Register")
def registration_is_checked(user: BrowserUser, accounts: Accounts, sending: Sending) -> None:
    """A taken name in other letters and unequal passwords; before it, the own pictures are closed."""
    user.opens(sending.my_pictures_url)
    user.sees(accounts.login_password_box)
    for name, password, again, message in (
        ("CURATOR", PASSWORD, PASSWORD, "This name is taken."),
        ("Asta", PASSWORD, PASSWORD + "s", "The two passwords are not the same."),
        ("Asta", "f-1.4", "f-1.4", None),
    ):
        accounts.sends(user, name, password, again)
        if message:
            user.sees_text(message)
        user.sees(accounts.repeat_box)
    accounts.registers(user, "Asta")
    user.opens(sending.my_pictures_url)
    user.is_at(sending.my_pictures_url)
    user.does_not_see(accounts.login_password_box)


@testcode("Contests", "Start a contest")
def the_curator_starts_contests(user: BrowserUser, accounts: Accounts, contests: Contests) -> None:
    """A name once; members are not offered it, and get 403 for sending the curator's form; visitors see the list."""
    curator = accounts.curator(user)
    gallery = contests.starts(curator, "Bridges & <b>towers</b>")
    curator.opens(contests.contests_url)
    contests.sends(curator, "Bridges & <b>towers</b>")
    curator.sees_text("There is a contest of this name already.")
    contests.sends(curator, " ")
    curator.sees_text("Give the contest a name.")
    curator.types("Smuggled contest", into=contests.contest_name_box)
    form = curator.form_of(contests.contest_name_box)
    accounts.registers(user, "Bodil")
    user.opens(contests.contests_url)
    user.does_not_see(contests.contest_name_box)
    user.posts(form.url, form.fields)
    user.sees_status(403)
    visitor = user.someone_else()
    visitor.opens(contests.contests_url)
    visitor.does_not_see_text("Smuggled contest")
    contests.starts(curator, "Ferries")
    visitor.opens(contests.contests_url)
    page = visitor.page_text()
    assert -1 < page.find("Ferries") < page.find("Bridges & <b>towers</b>"), "the newest contest is not first"
    visitor.clicks_text("Bridges & <b>towers</b>")
    visitor.is_at(gallery)


@testcode("Sending", "Send a picture")
def a_picture_waits_for_the_curator(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
) -> None:
    """Others see neither the entry nor the picture itself before; after it is approved, visitors do. The title is text,
    also where it describes the picture: it hides nothing."""
    curator, other, visitor = accounts.curator(user), accounts.member(user, "Dorrit"), user.someone_else()
    contest = contests.starts(curator, "Morning light")
    accounts.registers(user, "Carl")
    title = 'Sunrise <i>at</i> 5" style="display:none'
    visitor.opens(contest)
    visitor.clicks(button("Send a picture"))
    visitor.sees(accounts.login_password_box)
    sending.sends_in(user, contest, title, "portrait.jpg")
    user.sees_picture(sending.picture, beside=title)
    address = sending.address(user, title)
    curator.opens(moderation.moderation_url)
    curator.sees_picture(sending.picture, beside=title)
    for person, status in ((other, 404), (visitor, 404), (user, 200), (curator, 200)):
        gallery.shows(person, contest)
        person.opens(address)
        person.sees_status(status)
    moderation.approves(curator, title)
    for person in (other, visitor):
        gallery.shows(person, contest, title)
        person.sees(gallery.entry, containing="Carl")
        person.sees_picture(sending.picture)
        person.opens(address)
        person.sees_status(200)
    user.opens(sending.my_pictures_url)
    user.sees(sending.my_entry, containing="approved", beside=title)


@testcode("Sending", "Refuse wrong files")
def wrong_files_are_refused(
    user: BrowserUser, accounts: Accounts, contests: Contests, sending: Sending, moderation: Moderation
) -> None:
    """A GIF that is called a photo, a text, one byte too heavy and too small ones; nothing of them is kept."""
    curator = accounts.curator(user)
    contest = contests.starts(curator, "Only the best")
    accounts.registers(user, "Edda")
    user.opens(contest)
    user.clicks(button("Send a picture"))
    user.types("No file", into=sending.title_box)
    user.clicks(button("Send in"))
    user.sees_text("Choose a file.")
    user.types("A text", into=sending.title_box)
    user.uploads_text("\x89PNG\r\n not a picture at all", "text.png", into=sending.file_box)
    user.clicks(button("Send in"))
    user.sees_text("Only JPEG and PNG pictures.")
    size = "A picture is 200 to 2000 pixels wide and high."
    for file, message in (
        ("called-a-photo.jpg", "Only JPEG and PNG pictures."),
        ("heavy.png", "A picture has at most 500000 bytes."),
        ("narrow.png", size),
        ("tall.png", size),
    ):
        sending.is_refused(user, contest, file, message)
    sending.sends(user, contest, " ", "picture-1.png")
    user.sees_text("Give the picture a title.")
    user.opens(sending.my_pictures_url)
    user.sees_count(0, sending.my_entry)
    curator.opens(moderation.moderation_url)
    curator.does_not_see_text("Edda")
    sending.sends_in(user, contest, "Good enough", "picture-1.png")
    user.sees_count(1, sending.my_entry)


@testcode("Sending", "Refuse wrong files")
def pictures_at_the_limits_are_accepted(
    user: BrowserUser, accounts: Accounts, contests: Contests, sending: Sending
) -> None:
    """200 and 2000 pixels, exactly 500000 bytes, and a picture whose name does not say so."""
    contest = contests.starts(accounts.curator(user), "At the limits")
    accounts.registers(user, "Fanny")
    other = accounts.member(user, "Gerda")
    for person, title, file in (
        (user, "Smallest", "smallest.png"),
        (user, "Largest", "largest.png"),
        (user, "Heavy", "just-light-enough.png"),
        (other, "Disguised", "picture-8.txt"),
    ):
        sending.sends_in(person, contest, title, file)
        person.sees_picture(sending.picture, beside=title)


@testcode("Sending", "Limit pictures")
def everybody_sends_three_pictures(
    user: BrowserUser, accounts: Accounts, contests: Contests, sending: Sending, moderation: Moderation
) -> None:
    """The fourth is refused until one is rejected; in another contest three more are welcome."""
    curator = accounts.curator(user)
    first, second = contests.starts(curator, "Three of everybody"), contests.starts(curator, "Three more")
    accounts.registers(user, "Hedda")
    for number in (1, 2, 3):
        sending.sends_in(user, first, f"Number {number}", f"picture-{number}.png")
    sending.is_refused(user, first, "picture-4.png", "You have three pictures in this contest already.")
    sending.sends_in(user, second, "Elsewhere", "picture-1.png")
    moderation.approves(curator, "Number 1")
    sending.is_refused(user, first, "picture-4.png", "You have three pictures in this contest already.")
    moderation.rejects(curator, "Number 2", "Blurred.")
    sending.sends_in(user, first, "Number 4", "picture-4.png")
    user.sees_count(5, sending.my_entry)


@testcode("Sending", "Limit pictures")
def a_file_is_sent_once(
    user: BrowserUser, accounts: Accounts, contests: Contests, sending: Sending, moderation: Moderation
) -> None:
    """Not by somebody else under another title either, unless it was rejected."""
    message = "This picture is in the contest already."
    curator = accounts.curator(user)
    contest = contests.starts(curator, "No doubles")
    accounts.registers(user, "Ilse")
    other = accounts.member(user, "Jette")
    sending.sends_in(user, contest, "The original", "picture-5.png")
    sending.is_refused(user, contest, "picture-5.png", message)
    sending.is_refused(other, contest, "picture-5.png", message)
    other.opens(sending.my_pictures_url)
    other.sees_count(0, sending.my_entry)
    moderation.rejects(curator, "The original", "Not yours.")
    sending.sends_in(other, contest, "The real original", "picture-5.png")
    other.does_not_see_text(message)


@testcode("Moderation", "Approve or reject")
def a_rejection_has_a_reason(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
) -> None:
    """Without one the picture goes on waiting; the sender sees the reason, others nothing; the oldest is first."""
    curator = accounts.curator(user)
    contest = contests.starts(curator, "Strict eyes")
    accounts.registers(user, "Karla")
    other = accounts.member(user, "Liv")
    sending.sends_in(user, contest, "Sent first", "picture-1.png")
    sending.sends_in(user, contest, "Sent second", "picture-2.png")
    address = sending.address(user, "Sent first")
    for nothing in ("", "  "):
        moderation.rejects(curator, "Sent first", nothing)
        curator.sees_text("Say why.")
    curator.opens(moderation.moderation_url)
    page = curator.page_text()
    assert -1 < page.find("Sent first") < page.find("Sent second"), "the oldest picture is not first"
    moderation.rejects(curator, "Sent first", "Too <dark>.")
    curator.opens(moderation.moderation_url)
    curator.does_not_see_text("Sent first")
    curator.sees_text("Sent second")
    user.opens(sending.my_pictures_url)
    user.sees(sending.my_entry, containing="rejected", beside="Sent first")
    user.sees(sending.my_entry, containing="Too <dark>.", beside="Sent first")
    gallery.shows(other, contest)
    other.opens(address)
    other.sees_status(404)


@testcode("Moderation", "Approve or reject")
def members_do_not_moderate(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
) -> None:
    """The page has 403 for them and leads visitors to the login; the curator's form does nothing for them."""
    curator, visitor = accounts.curator(user), user.someone_else()
    contest = contests.starts(curator, "Hands off")
    accounts.registers(user, "Maja")
    sending.sends_in(user, contest, "Let me in", "picture-3.png")
    user.opens(moderation.moderation_url)
    user.sees_status(403)
    visitor.opens(moderation.moderation_url)
    visitor.sees(accounts.login_password_box)
    curator.opens(moderation.moderation_url)
    form = curator.form_of(button("Approve"), beside="Let me in")
    for person in (user, visitor):
        person.opens(contest)
        person.posts(form.url, form.fields)
    user.sees_status(403)
    visitor.sees(accounts.login_password_box)
    gallery.shows(user, contest)
    curator.opens(form.url)
    gallery.shows(user, contest)
    curator.opens(contest)
    curator.posts(form.url, form.fields)
    gallery.shows(user, contest, "Let me in")


@testcode("Gallery", "Show pictures")
def six_pictures_are_on_a_page(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    next_page: NextPage,
) -> None:
    """Seven of three members, approved in another order: the newest first."""
    curator = accounts.curator(user)
    contest = contests.starts(curator, "Seven sights")
    titles = [f"Sight {number}" for number in range(1, 8)]
    for name, numbers in (("Nele", (1, 2, 3)), ("Olga", (4, 5, 6)), ("Petra", (7,))):
        member = accounts.member(user, name)
        for number in numbers:
            sending.sends_in(member, contest, f"Sight {number}", f"picture-{number}.png")
    moderation.approves(curator, titles[6], *titles[:6])
    gallery.shows(user, contest, *reversed(titles[1:]))
    user.sees(gallery.entry, containing="Petra", beside="Sight 7")
    user.clicks(next_page)
    gallery.sees(user, titles[0])
    user.does_not_see(next_page)


@testcode("Gallery", "Vote")
def everybody_has_one_vote(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    votes: Votes,
) -> None:
    """It moves to another picture, and can be taken back; opening the address of a vote counts nothing, nor that of
    taking it back, which leads visitors to the login."""
    curator = accounts.curator(user)
    contest = contests.starts(curator, "One each")
    member = accounts.member(user, "Ragna")
    for number in (1, 2):
        sending.sends_in(member, contest, f"Choice {number}", f"picture-{number}.png")
    moderation.approves(curator, "Choice 1", "Choice 2")
    accounts.registers(user, "Signe")
    user.opens(contest)
    user.opens(user.form_of(button("Vote"), beside="Choice 1").url)
    for voted, counts in (("Choice 1", ("0", "1")), ("Choice 2", ("1", "0"))):
        user.opens(contest)
        gallery.votes(user, voted)
        user.sees_count(1, button("Take back"))
        sees_votes(curator, contest, votes, *counts)
    form, visitor = user.form_of(button("Take back")), user.someone_else()
    user.opens(form.url)
    visitor.opens(contest)
    visitor.posts(form.url, form.fields)
    visitor.sees(accounts.login_password_box)
    sees_votes(curator, contest, votes, "1", "0")
    user.opens(contest)
    user.clicks(button("Take back"))
    user.sees_count(2, button("Vote"))
    sees_votes(curator, contest, votes, "0", "0")
    gallery.votes(user, "Choice 2")
    curator.opens(contest)
    gallery.votes(curator, "Choice 2")
    sees_votes(curator, contest, votes, "2", "0")


def sees_votes(user: BrowserUser, contest: str, votes: str, *counts: str) -> None:
    """Open the gallery, and see these numbers of votes, that of the first picture first."""
    user.opens(contest)
    seen = [re.sub(r"\D", "", text) for text in user.texts(votes)]
    assert seen == list(counts), f"the numbers of votes are {seen} instead of {list(counts)}"


@testcode("Gallery", "Vote")
def nobody_votes_for_own_pictures(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    votes: Votes,
) -> None:
    """Not with the form that others see either; a visitor is led to the login, a waiting picture gets no votes."""
    curator, visitor = accounts.curator(user), user.someone_else()
    contest = contests.starts(curator, "Modesty")
    accounts.registers(user, "Tilde")
    other = accounts.member(user, "Unni")
    sending.sends_in(user, contest, "All mine", "picture-6.png")
    moderation.approves(curator, "All mine")
    user.opens(contest)
    user.sees(gallery.entry, containing="All mine")
    user.does_not_see(button("Vote"))
    other.opens(contest)
    form = other.form_of(button("Vote"), beside="All mine")
    user.posts(form.url, form.fields)
    user.sees_text("You cannot vote for your own picture.")
    visitor.opens(contest)
    if visitor.count(button("Vote")):
        visitor.clicks(button("Vote"))
        visitor.sees(accounts.login_password_box)
        visitor.opens(contest)
    visitor.posts(form.url, form.fields)
    visitor.sees(accounts.login_password_box)
    sees_votes(curator, contest, votes, "0")
    other.posts(form.url, form.fields)
    sees_votes(curator, contest, votes, "1")


@testcode("Gallery", "Hide votes")
def votes_are_hidden_until_the_end(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    votes: Votes,
) -> None:
    """From its sender, from who voted, and from visitors; the curator sees them, and at the end everybody."""
    curator, visitor = accounts.curator(user), user.someone_else()
    contest = contests.starts(curator, "Secret ballot")
    accounts.registers(user, "Vera")
    other = accounts.member(user, "Wibke")
    sending.sends_in(user, contest, "Suspense", "picture-7.png")
    moderation.approves(curator, "Suspense")
    other.opens(contest)
    gallery.votes(other, "Suspense")
    for person in (user, other, visitor):
        person.opens(contest)
        person.sees(gallery.entry, containing="Suspense")
        person.does_not_see(votes)
    sees_votes(curator, contest, votes, "1")
    curator.clicks(button("Close the contest"))
    curator.sees_text("This contest is closed.")
    for person in (user, other, visitor):
        sees_votes(person, contest, votes, "1")


@testcode("Gallery", "Close the contest")
def equal_pictures_share_a_place(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    votes: Votes,
) -> None:
    """Two with one vote each, one without: places 1, 1 and 3; only the curator can close the contest, by the button."""
    curator = accounts.curator(user)
    contest = contests.starts(curator, "Photo finish")
    accounts.registers(user, "Xenia")
    for number in (1, 2, 3):
        sending.sends_in(user, contest, f"Finish {number}", f"picture-{number}.png")
    moderation.approves(curator, "Finish 1", "Finish 2", "Finish 3")
    for name, choice in (("Yrsa", "Finish 3"), ("Zelda", "Finish 2")):
        voter = accounts.member(user, name)
        voter.opens(contest)
        gallery.votes(voter, choice)
    curator.opens(contest)
    form = curator.form_of(button("Close the contest"))
    user.opens(contest)
    user.does_not_see(button("Close the contest"))
    user.posts(form.url, form.fields)
    user.sees_status(403)
    visitor = user.someone_else()
    visitor.opens(contest)
    visitor.posts(form.url, form.fields)
    visitor.sees(accounts.login_password_box)
    curator.opens(form.url)
    curator.opens(contest)
    gallery.shows(user, contest, "Finish 3", "Finish 2", "Finish 1")
    user.does_not_see_text("This contest is closed.")
    curator.clicks(button("Close the contest"))
    gallery.shows(user, contest, "Finish 2", "Finish 3", "Finish 1")
    user.sees_text("This contest is closed.")
    for title, place in (("Finish 2", 1), ("Finish 3", 1), ("Finish 1", 3)):
        user.sees(gallery.entry, containing=f"Place {place}", beside=title)
    sees_votes(user, contest, votes, "1", "1", "0")


@testcode("Gallery", "Close the contest")
def a_closed_contest_changes_no_more(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    votes: Votes,
) -> None:
    """Windows that were opened before vote, take back, withdraw and send in vain."""
    message = "This contest is closed."
    curator = accounts.curator(user)
    contest = contests.starts(curator, "Too late")
    accounts.registers(user, "Aase")
    sending.sends_in(user, contest, "In time", "picture-4.png")
    moderation.approves(curator, "In time")
    voter, late = accounts.member(user, "Birte"), accounts.member(user, "Dagmar")
    fickle = accounts.member(user, "Cora")
    fickle.opens(contest)
    gallery.votes(fickle, "In time")
    voter.opens(contest)
    user.opens(sending.my_pictures_url)
    user.sees(button("Withdraw"), beside="In time")
    late.opens(contest)
    late.clicks(button("Send a picture"))
    late.types("Not in time", into=sending.title_box)
    late.uploads("picture-5.png", into=sending.file_box)
    curator.opens(contest)
    curator.clicks(button("Close the contest"))
    curator.sees_text(message)
    for person, step in ((voter, "Vote"), (fickle, "Take back"), (user, "Withdraw"), (late, "Send in")):
        person.clicks(button(step))
        person.sees_text(message)
    late.opens(sending.my_pictures_url)
    late.sees_count(0, sending.my_entry)
    gallery.shows(voter, contest, "In time")
    sees_votes(voter, contest, votes, "1")
    for step in ("Vote", "Send a picture"):
        voter.does_not_see(button(step))
    user.opens(sending.my_pictures_url)
    user.sees(sending.my_entry, containing="approved")
    user.does_not_see(button("Withdraw"))


@testcode("Sending", "Withdraw a picture")
def a_withdrawn_picture_is_gone(
    user: BrowserUser,
    accounts: Accounts,
    contests: Contests,
    sending: Sending,
    moderation: Moderation,
    gallery: Gallery,
    votes: Votes,
) -> None:
    """Others cannot withdraw it, visitors are led to the login, and opening the address does nothing; who voted for it
    has the vote again, and the same file can be sent anew."""
    curator = accounts.curator(user)
    contest = contests.starts(curator, "Second thoughts")
    accounts.registers(user, "Embla")
    other = accounts.member(user, "Frauke")
    sending.sends_in(user, contest, "Regretted", "picture-1.png")
    sending.sends_in(user, contest, "Kept", "picture-2.png")
    moderation.approves(curator, "Regretted", "Kept")
    address = sending.address(user, "Regretted")
    other.opens(contest)
    gallery.votes(other, "Regretted")
    form, visitor = user.form_of(button("Withdraw"), beside="Regretted"), user.someone_else()
    other.posts(form.url, form.fields)
    visitor.opens(contest)
    visitor.posts(form.url, form.fields)
    visitor.sees(accounts.login_password_box)
    user.opens(form.url)
    gallery.shows(other, contest, "Kept", "Regretted")
    user.opens(sending.my_pictures_url)
    user.clicks(button("Withdraw"), beside="Regretted")
    user.sees_count(1, sending.my_entry)
    gallery.shows(other, contest, "Kept")
    other.does_not_see(button("Take back"))
    gallery.votes(other, "Kept")
    sees_votes(curator, contest, votes, "1")
    other.opens(address)
    other.sees_status(404)
    sending.sends_in(user, contest, "Once more", "picture-1.png")
