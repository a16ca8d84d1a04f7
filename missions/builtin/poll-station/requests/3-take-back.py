"""Simulated use by tenants who change their minds."""

from datetime import datetime
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

from ..testcodes import Ballot, Login, NewPoll, Registration

MyVotesUrl = Annotated[Url, "page My votes"]
MyVoteRow = Annotated[Element, "entry of one poll in My votes; as many match as are listed"]
TAKE_BACK = "Take my vote back"


@testcode("Poll", "Take a vote back")
def a_vote_is_taken_back(user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot) -> None:
    """It counts no longer, and another one does; then the poll can be deleted without votes."""
    registration.registers(user, "Agathe")
    address = new_poll.creates(user, "Party on the roof?", "Yes", "No")
    other = registration.another(user, "Bertram")
    ballot.votes(other, address, "Yes")
    other.clicks_text(TAKE_BACK)
    other.sees(ballot.radio, beside="Yes")
    other.does_not_see_text("votes in total")
    other.does_not_see_text("You have voted.")
    user.opens(address)
    ballot.shows(user, "Yes 0 votes 0.0%", "No 0 votes 0.0%")
    user.sees_text("Delete poll")
    ballot.votes(other, address, "No")
    ballot.shows(other, "Yes 0 votes 0.0%", "No 1 vote 100.0%")
    user.reloads()
    ballot.shows(user, "Yes 0 votes 0.0%", "No 1 vote 100.0%")
    user.does_not_see_text("Delete poll")
    user.does_not_see_text(TAKE_BACK)
    user.clicks_text("Close now")
    other.clicks_text(TAKE_BACK)
    other.sees_text("This poll is closed.")
    ballot.shows(other, "Yes 0 votes 0.0%", "No 1 vote 100.0%")
    other.does_not_see_text(TAKE_BACK)


@testcode("Poll", "Take a vote back")
def taking_back_twice_is_refused(
    user: BrowserUser, registration: Registration, login: Login, new_poll: NewPoll, ballot: Ballot
) -> None:
    """Two windows of one tenant; the vote of another one stays."""
    registration.registers(user, "Cosima")
    address = new_poll.creates(user, "A swing in the yard?", "Swing", "Slide")
    ballot.votes(registration.another(user, "Dorothea"), address, "Slide")
    ballot.votes(user, address, "Swing")
    stale = login.again(user, "Cosima")
    stale.opens(address)
    user.clicks_text(TAKE_BACK)
    user.sees(ballot.radio, beside="Swing")
    stale.clicks_text(TAKE_BACK)
    stale.sees_text("You have not voted.")
    ballot.shows(stale, "Swing 0 votes 0.0%", "Slide 1 vote 100.0%")


@testcode("My votes", "List the own votes")
def own_votes_are_listed(
    user: BrowserUser,
    registration: Registration,
    new_poll: NewPoll,
    ballot: Ballot,
    my_votes_url: MyVotesUrl,
    my_vote_row: MyVoteRow,
) -> None:
    """The poll that closes last first; not those of others, nor one that was taken back."""
    registration.registers(user, "Ephraim")
    user.opens(my_votes_url)
    user.sees_text("You have not voted in any poll.")
    days = (20, 24, 22)
    questions = ("Sooner?", "Latest of all?", "Later?")
    for question, day in zip(questions, days, strict=True):
        address = new_poll.creates(user, question, "Left", "Right", closing=datetime(2025, 3, day, 12, 0))
        ballot.votes(user, address, "Right" if day == 22 else "Left")
    other = registration.another(user, "Flora")
    ballot.votes(other, address, "Left")
    user.clicks_text("My votes")
    user.sees_count(3, my_vote_row)
    wanted = (("Latest of all?", "Left"), ("Later?", "Right"), ("Sooner?", "Left"))
    for text, (question, option) in user.pairs(user.texts(my_vote_row), wanted):
        assert question in text, f"{question!r} is not in {text!r}"
        assert option in text, f"{option!r} is not in {text!r}"
    user.clicks_text("Later?")
    user.clicks_text(TAKE_BACK)
    user.clicks_text("My votes")
    user.sees_count(2, my_vote_row)
    user.does_not_see_text("Later?")


@testcode("My votes", "List the own votes", before=["a_vote_counts"])
def votes_of_before_are_taken_back(
    user: BrowserUser, login: Login, ballot: Ballot, my_votes_url: MyVotesUrl, my_vote_row: MyVoteRow
) -> None:
    """Fritz has voted for milk in the version before, and changes his mind."""
    user.opens(login.login_url)
    login.sends(user, "Fritz")
    user.does_not_see(login.login_password_box)
    user.opens(my_votes_url)
    user.sees(my_vote_row, containing="Milk")
    user.clicks_text("Drink at the party?")
    ballot.shows(user, "Tea 1 vote 50.0%", "Milk 1 vote 50.0%", "Juice 0 votes 0.0%")
    user.clicks_text(TAKE_BACK)
    user.does_not_see_text("votes in total")
    ballot.votes(user, user.url(), "Juice")
    ballot.shows(user, "Tea 1 vote 50.0%", "Milk 0 votes 0.0%", "Juice 1 vote 50.0%")
    user.opens(my_votes_url)
    user.sees(my_vote_row, containing="Juice")
