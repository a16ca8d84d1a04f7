"""Simulated use by tenants and visitors of the poll station.

The mission's now is 2025-03-14 09:30 UTC. All testcodes share one site, so each has tenants and polls of its own.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "house-of-eleven"
CLOSED_POLL = "New name for the bicycle cellar?"
CREATE_POLL = '//*[self::button or self::input][normalize-space()="Create poll" or @value="Create poll"]'
RECT = '//*[local-name()="svg"]//*[local-name()="rect"]'
CHART = '//*[local-name()="svg"][.//*[local-name()="rect"]]'
NEXT_WEEK = datetime(2025, 3, 21, 18, 0)

PollsUrl = Annotated[Url, "page with the list of all polls"]
MyPollsUrl = Annotated[Url, "page My polls"]
PollRow = Annotated[Element, "entry of one poll in the list of all polls; as many match as are listed"]
MyPollRow = Annotated[Element, "entry of one poll in My polls; as many match as are listed"]


@dataclass(frozen=True)
class Registration:
    """Where a tenant registers."""

    register_url: Annotated[Url, "page where a tenant registers"]
    new_name_box: Annotated[Element, "box for the name, where a tenant registers"]
    new_password_box: Annotated[Element, "box for the password, where a tenant registers"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.presses("Enter", on=self.new_password_box)

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name)
        user.does_not_see(self.new_password_box)

    def another(self, user: BrowserUser, name: str) -> BrowserUser:
        """Another tenant at another browser."""
        other = user.someone_else()
        self.registers(other, name)
        return other


@dataclass(frozen=True)
class Login:
    """Where a tenant logs in."""

    login_url: Annotated[Url, "page where a tenant logs in"]
    login_name_box: Annotated[Element, "box for the name, where a tenant logs in"]
    login_password_box: Annotated[Element, "box for the password, where a tenant logs in"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)

    def again(self, user: BrowserUser, name: str) -> BrowserUser:
        """The same tenant at another browser."""
        twin = user.someone_else()
        twin.opens(self.login_url)
        self.sends(twin, name)
        twin.does_not_see(self.login_password_box)
        return twin


@dataclass(frozen=True)
class NewPoll:
    """The form by which a poll is created."""

    new_poll_url: Annotated[Url, "page where a poll is created"]
    question_box: Annotated[Element, "box for the question of a new poll"]
    options_box: Annotated[Element, "box for the options of a new poll"]
    closing_box: Annotated[Element, "date and time box for the closing time of a new poll"]

    def fill(self, user: BrowserUser, question: str, options: str, closing: datetime = NEXT_WEEK) -> None:
        user.types(question, into=self.question_box)
        user.types(options, into=self.options_box)
        user.enters_datetime(closing, into=self.closing_box)

    def creates(self, user: BrowserUser, question: str, *options: str, closing: datetime = NEXT_WEEK) -> str:
        """Create a poll, and return the address of its page."""
        user.opens(self.new_poll_url)
        self.fill(user, question, "\n".join(options), closing)
        user.clicks_text("Create poll")
        user.does_not_see(CREATE_POLL)
        return user.url()


@dataclass(frozen=True)
class Ballot:
    """The page of a poll, where one votes and sees the results."""

    radio: Annotated[Element, "radio button of an option on a poll's page; one beside each option's text"]
    result: Annotated[Element, "line of one option in the results of a poll; as many match as there are options"]

    def votes(self, user: BrowserUser, address: str, option: str) -> None:
        user.opens(address)
        user.ticks(self.radio, beside=option)
        user.clicks_text("Vote")
        user.sees_text("You have voted.")

    def shows(self, user: BrowserUser, *lines: str) -> None:
        """Exactly these lines of results are seen, in this order; a chart's labels do not matter."""
        user.sees_count(len(lines), self.result)
        shown = [" ".join(text.split()) for text in user.texts(self.result)]
        for text, line in user.pairs(shown, lines):
            option, votes, noun, percentage = line.rsplit(" ", 3)
            pattern = rf"{re.escape(option)}.*(?<!\d){votes} {noun}\b.*(?<![\d.]){re.escape(percentage)}"
            assert re.search(pattern, text), f"the results show {shown}, expected were {lines}"


def widths(user: BrowserUser, *places: int) -> list[float]:
    """The widths of the bars at these places, counted from 1, as shares of the first of them."""
    found = [float(user.reads_number(user.attribute(f"({RECT})[{place}]", "width") or "0")) for place in places]
    assert found[0] > 0, f"the first bar has no width: {found}"
    return [round(width / found[0], 2) for width in found]


@testcode("Account", "Register")
def registration_is_checked(user: BrowserUser, registration: Registration, login: Login) -> None:
    registration.sends(user, "Ada", "1234567")
    user.sees_text("The password needs at least 8 characters.")
    user.sees_value("Ada", in_=registration.new_name_box)
    user.does_not_see_text("Log out")
    registration.sends(user, "Ada", "12345678")
    user.sees_text("Log out")
    other = user.someone_else()
    registration.sends(other, "aDA")
    other.sees_text("This name is taken.")
    other.does_not_see_text("Log out")
    other.opens(login.login_url)
    login.sends(other, "Ada")
    other.sees_text("Name or password is wrong.")
    login.sends(other, "Ada", "12345678")
    other.sees_text("Log out")


@testcode("Account", "Log in")
def logging_in_leads_back(
    user: BrowserUser, registration: Registration, login: Login, new_poll: NewPoll, my_polls_url: MyPollsUrl
) -> None:
    registration.registers(user, "Bela")
    address = new_poll.creates(user, "Paint the stairs?", "Yes", "No")
    user.clicks_text("Log out")
    user.does_not_see_text("Log out")
    for url in (my_polls_url, new_poll.new_poll_url):
        user.opens(url)
        user.sees(login.login_password_box)
    login.sends(user, "Bela", "house-of-twelve")
    user.sees_text("Name or password is wrong.")
    login.sends(user, "Bela")
    user.sees(new_poll.question_box)
    visitor = user.someone_else()
    visitor.opens(address)
    visitor.clicks_text("Log in to vote")
    login.sends(visitor, "Bela")
    visitor.is_at(address)
    visitor.sees_text("Paint the stairs?")


@testcode("New poll", "Create a poll")
def a_new_poll_shows_its_options(
    user: BrowserUser,
    registration: Registration,
    new_poll: NewPoll,
    ballot: Ballot,
    polls_url: PollsUrl,
    my_polls_url: MyPollsUrl,
) -> None:
    """Blanks and empty lines do not count; markup is text, on every page."""
    registration.registers(user, "Carl")
    new_poll.creates(user, "Which <b>lamp</b> & where?", "  Zinc ", "", "<i>Brass</i>", "Amber", "")
    ballot.shows(user, "Zinc 0 votes 0.0%", "<i>Brass</i> 0 votes 0.0%", "Amber 0 votes 0.0%")
    user.opens(my_polls_url)
    user.sees_text("Which <b>lamp</b> & where?")
    voter = registration.another(user, "Carla")
    voter.opens(polls_url)
    voter.clicks_text("Which <b>lamp</b> & where?")
    voter.sees_text("Which <b>lamp</b> & where?")
    voter.sees_text("2025-03-21 18:00")
    voter.sees_count(3, ballot.radio)
    page = voter.page_text()
    places = [page.find(option) for option in ("Zinc", "<i>Brass</i>", "Amber")]
    assert -1 < places[0] < places[1] < places[2], f"the options are not shown as they were typed: {page!r}"
    for option in ("Zinc", "Amber"):
        assert not voter.is_ticked(ballot.radio, beside=option), f"{option} is chosen already"
    visitor = user.someone_else()
    visitor.opens(polls_url)
    visitor.clicks_text("Which <b>lamp</b> & where?")
    for option in ("<i>Brass</i>", "Amber"):
        visitor.sees_text(option)
    visitor.does_not_see(ballot.radio)


@testcode("New poll", "Refuse wrong polls")
def wrong_polls_are_refused(
    user: BrowserUser,
    registration: Registration,
    new_poll: NewPoll,
    ballot: Ballot,
    my_polls_url: MyPollsUrl,
    my_poll_row: MyPollRow,
) -> None:
    registration.registers(user, "Dora")
    nine = "\n".join(f"Day {number}" for number in range(1, 10))
    wrong = [
        ("  ", "Yes\nNo", NEXT_WEEK, "Ask a question."),
        ("Quiet hours?", "Yes\n\n", NEXT_WEEK, "Give two to eight options."),
        ("Quiet hours?", nine, NEXT_WEEK, "Give two to eight options."),
        ("Quiet hours?", "Yes \nNo\nyes", NEXT_WEEK, "The options must differ."),
        ("Quiet hours?", "Yes\nNo", datetime(2025, 3, 14, 9, 29), "The closing time must be in the future."),
    ]
    user.opens(new_poll.new_poll_url)
    for question, options, closing, message in wrong:
        new_poll.fill(user, question, options, closing)
        user.does_not_see_text(message)
        user.clicks_text("Create poll")
        user.sees_text(message)
        typed = user.value(new_poll.options_box)
        assert typed.split() == options.split(), f"the box for the options holds {typed!r}, not what was typed"
        user.opens(new_poll.new_poll_url)
    user.opens(my_polls_url)
    user.sees_count(0, my_poll_row)
    user.sees_text("You have created no polls.")
    soon = datetime(2025, 3, 14, 10, 45)
    address = new_poll.creates(user, "Quiet hours?", *nine.splitlines()[:4], "", *nine.splitlines()[4:8], closing=soon)
    user.opens(address)
    user.sees_count(8, ballot.radio)
    user.opens(my_polls_url)
    user.sees_count(1, my_poll_row)
    user.does_not_see_text("You have created no polls.")


@testcode("All polls", "List the polls")
def the_next_to_close_stands_first(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, polls_url: PollsUrl, poll_row: PollRow
) -> None:
    registration.registers(user, "Emil")
    new_poll.creates(user, "Emil asks third?", "A", "B", closing=datetime(2025, 12, 1, 8, 0))
    new_poll.creates(user, "Emil asks first?", "A", "B", closing=datetime(2025, 4, 2, 20, 0))
    new_poll.creates(user, "Emil asks second?", "A", "B", closing=datetime(2025, 4, 2, 20, 30))
    new_poll.creates(user, "Emil has asked?", "A", "B", closing=datetime(2025, 4, 1, 8, 0))
    user.clicks_text("Close now")
    user.sees_text("This poll is closed.")
    visitor = user.someone_else()
    visitor.opens(polls_url)
    visitor.sees(poll_row, containing="2025-04-02 20:30", beside="Emil asks second?")
    rows = visitor.texts(poll_row)
    asked = ["Emil asks first?", "Emil asks second?", "Emil asks third?", "Emil has asked?", CLOSED_POLL]
    places = [next((place for place, row in enumerate(rows) if question in row), -1) for question in asked]
    assert -1 < places[0] < places[1] < places[2] < places[3] < places[4], f"the polls are listed as {rows}"


@testcode("Poll", "Vote")
def a_vote_counts(user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot) -> None:
    registration.registers(user, "Frida")
    address = new_poll.creates(user, "Drink at the party?", "Tea", "Milk", "Juice")
    voter = registration.another(user, "Fritz")
    voter.opens(address)
    voter.does_not_see_text("Choose an option.")
    voter.clicks_text("Vote")
    voter.sees_text("Choose an option.")
    user.opens(address)
    user.sees_text("0 votes in total")
    ballot.shows(user, "Tea 0 votes 0.0%", "Milk 0 votes 0.0%", "Juice 0 votes 0.0%")
    ballot.votes(voter, address, "Milk")
    voter.does_not_see(ballot.radio)
    ballot.shows(voter, "Tea 0 votes 0.0%", "Milk 1 vote 100.0%", "Juice 0 votes 0.0%")
    ballot.votes(user, address, "Tea")
    ballot.shows(user, "Tea 1 vote 50.0%", "Milk 1 vote 50.0%", "Juice 0 votes 0.0%")
    user.sees_text("2 votes in total")


@testcode("Poll", "Vote once")
def a_second_vote_is_refused(
    user: BrowserUser, registration: Registration, login: Login, new_poll: NewPoll, ballot: Ballot
) -> None:
    """Two windows of one tenant; in another poll, and for another tenant, a vote is still possible."""
    registration.registers(user, "Gerd")
    address = new_poll.creates(user, "Bench in the yard?", "Wood", "Stone")
    elsewhere = new_poll.creates(user, "Roses or ivy?", "Roses", "Ivy")
    stale = login.again(user, "Gerd")
    stale.opens(address)
    stale.ticks(ballot.radio, beside="Stone")
    ballot.votes(user, address, "Wood")
    stale.clicks_text("Vote")
    stale.sees_text("You have voted already.")
    stale.opens(address)
    stale.sees_text("You have voted.")
    stale.does_not_see(ballot.radio)
    ballot.shows(stale, "Wood 1 vote 100.0%", "Stone 0 votes 0.0%")
    ballot.votes(stale, elsewhere, "Ivy")
    ballot.shows(stale, "Roses 0 votes 0.0%", "Ivy 1 vote 100.0%")
    ballot.votes(registration.another(user, "Gerda"), address, "Stone")
    user.opens(address)
    ballot.shows(user, "Wood 1 vote 50.0%", "Stone 1 vote 50.0%")


@testcode("Poll", "Show the results")
def percentages_are_rounded_half_up(user: BrowserUser, ballot: Ballot, polls_url: PollsUrl) -> None:
    """The poll with which the site opens, seen by a visitor: 11, 4 and 1 of 16 votes."""
    user.opens(polls_url)
    user.clicks_text(CLOSED_POLL)
    user.sees_text("This poll is closed.")
    user.sees_text("2025-03-13 18:00")
    user.does_not_see(ballot.radio)
    ballot.shows(user, "Wheelhouse 11 votes 68.8%", "Spoke Room 4 votes 25.0%", "The Garage 1 vote 6.3%")
    user.sees_text("16 votes in total")


@testcode("Poll", "Draw a bar chart")
def bars_are_in_proportion(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot, polls_url: PollsUrl
) -> None:
    user.opens(polls_url)
    user.clicks_text(CLOSED_POLL)
    user.sees_count(3, RECT)
    assert widths(user, 1, 2, 3) == [1, 0.36, 0.09], "the bars are not in proportion to 11, 4 and 1 votes"
    for place, option in enumerate(("Wheelhouse", "Spoke Room", "The Garage"), start=1):
        user.sees(f'({RECT})[{place}][normalize-space(*[local-name()="title"])="{option}"]')
    registration.registers(user, "Hanna")
    address = new_poll.creates(user, "Colour of the door?", "Red", "Green", "Blue")
    without_votes = user.picture(CHART)
    for name, option in (("Hans", "Blue"), ("Heidi", "Blue")):
        ballot.votes(registration.another(user, name), address, option)
    user.opens(address)
    user.sees_picture(CHART, unlike=without_votes)
    ballot.votes(user, address, "Red")
    user.sees_count(2, RECT)
    assert widths(user, 1, 3) == [1, 2], "the bars are not in proportion to 1, 0 and 2 votes"


@testcode("Poll", "Keep results back")
def results_are_kept_back_until_one_has_voted(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot
) -> None:
    registration.registers(user, "Igor")
    address = new_poll.creates(user, "New letter boxes?", "Steel", "Brass")
    voter = registration.another(user, "Inge")
    ballot.votes(voter, address, "Steel")
    elsewhere = new_poll.creates(user, "New door mats?", "Grey", "Green")
    curious, visitor = registration.another(user, "Ilse"), user.someone_else()
    ballot.votes(curious, elsewhere, "Green")
    for person in (curious, visitor):
        person.opens(address)
        person.sees_text("New letter boxes?")
        person.does_not_see_text("1 vote")
        person.does_not_see_text("100.0%")
        person.does_not_see(ballot.result)
        person.does_not_see(RECT)
    user.opens(address)
    ballot.shows(user, "Steel 1 vote 100.0%", "Brass 0 votes 0.0%")
    ballot.votes(curious, address, "Brass")
    ballot.shows(curious, "Steel 1 vote 50.0%", "Brass 1 vote 50.0%")
    user.clicks_text("Close now")
    visitor.opens(address)
    ballot.shows(visitor, "Steel 1 vote 50.0%", "Brass 1 vote 50.0%")


@testcode("Poll", "Close a poll")
def a_closed_poll_takes_no_votes(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot
) -> None:
    """A window that is open since before the closing does not help either."""
    registration.registers(user, "Jana")
    address = new_poll.creates(user, "Barbecue on Sunday?", "Yes", "No")
    in_time, late = registration.another(user, "Jens"), registration.another(user, "Jule")
    late.opens(address)
    late.ticks(ballot.radio, beside="No")
    ballot.votes(in_time, address, "Yes")
    user.opens(address)
    user.clicks_text("Close now")
    user.sees_text("This poll is closed.")
    user.reads_match(user.page_text(), r"2025-03-14 (?:09:[3-5]\d|10:[0-2]\d)")  # within an hour of the mission's now
    user.does_not_see_text("2025-03-21 18:00")
    late.clicks_text("Vote")
    late.sees_text("This poll is closed.")
    late.opens(address)
    late.does_not_see(ballot.radio)
    late.does_not_see_text("You have voted.")
    ballot.shows(late, "Yes 1 vote 100.0%", "No 0 votes 0.0%")


@testcode("Poll", "Close a poll")
def only_the_creator_closes_a_poll(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot
) -> None:
    """The addresses to which the buttons send close and delete nothing when they are opened, by whomever.

    Somebody else who sends the creator's forms is answered with 403.
    """
    registration.registers(user, "Kurt")
    address = new_poll.creates(user, "Shared freezer?", "Yes", "No")
    texts = ("Close now", "Delete poll")
    wanted = [f'//form[.//button[normalize-space()="{text}"] or .//input[@value="{text}"]]' for text in texts]
    forms = [user.form_of(form) for form in wanted if user.count(form)]
    other = registration.another(user, "Klara")
    other.opens(address)
    other.sees(ballot.radio, beside="Yes")
    for text in texts:
        other.does_not_see_text(text)
    for form in forms:
        other.posts(form.url, form.fields)
        other.sees_status(403)
        for person in (other, user):
            person.opens(form.url)
            person.opens(address)
            person.does_not_see_text("This poll is closed.")
            person.sees_text("2025-03-21 18:00")
    user.clicks_text("Close now")
    other.opens(address)
    other.sees_text("This poll is closed.")


@testcode("Poll", "Delete a poll")
def a_poll_is_deleted_only_after_yes(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, polls_url: PollsUrl
) -> None:
    registration.registers(user, "Lena")
    new_poll.creates(user, "Keep the cat?", "Yes", "No")
    kept = new_poll.creates(user, "Fix the gate?", "Yes", "No")
    address = new_poll.creates(user, "Sell the piano?", "Yes", "No")
    with user.answers_dialog(accept=False) as dialog:
        user.clicks_text("Delete poll")
    assert "Sell the piano?" in dialog.message, f"the dialog does not name the question: {dialog.message!r}"
    user.opens(address)
    user.sees_text("Sell the piano?")
    with user.answers_dialog(accept=True):
        user.clicks_text("Delete poll")
    user.opens(polls_url)
    user.sees_text("Keep the cat?")
    user.sees_text("Fix the gate?")
    user.does_not_see_text("Sell the piano?")
    user.opens(address)
    user.does_not_see_text("Sell the piano?")
    user.opens(kept)
    user.sees_status(200)


@testcode("Poll", "Delete a poll")
def a_poll_with_votes_stays(user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot) -> None:
    """Neither is the button shown, nor does that of a window from before the first vote delete anything."""
    registration.registers(user, "Mila")
    address = new_poll.creates(user, "Clean the gutters?", "Now", "Later")
    user.sees_text("Delete poll")
    voter = registration.another(user, "Max")
    ballot.votes(voter, address, "Later")
    with user.answers_dialog(accept=True):
        user.clicks_text("Delete poll")
    user.opens(address)
    user.sees_status(200)
    user.does_not_see_text("Delete poll")
    ballot.shows(user, "Now 0 votes 0.0%", "Later 1 vote 100.0%")


@testcode("My polls", "List the own polls")
def own_polls_are_listed_with_their_votes(
    user: BrowserUser,
    registration: Registration,
    new_poll: NewPoll,
    ballot: Ballot,
    my_polls_url: MyPollsUrl,
    my_poll_row: MyPollRow,
) -> None:
    registration.registers(user, "Nora")
    other = registration.another(user, "Nils")
    addresses = [new_poll.creates(user, f"Question {number}?", "Yes", "No") for number in (1, 2)]
    new_poll.creates(other, "Question of another?", "Yes", "No")
    ballot.votes(user, addresses[0], "Yes")
    ballot.votes(other, addresses[0], "Yes")
    ballot.votes(other, addresses[1], "No")
    user.opens(my_polls_url)
    user.sees_count(2, my_poll_row)
    rows = user.texts(my_poll_row)
    for row, texts in user.pairs(rows, (("Question 2?", "1 vote"), ("Question 1?", "2 votes"))):
        assert all(text in row for text in texts), f"{texts} are not in {row!r}; the newest poll comes first"
    user.clicks_text("Question 1?")
    user.is_at(addresses[0])
