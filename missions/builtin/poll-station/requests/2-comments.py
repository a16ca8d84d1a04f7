"""Simulated use by tenants who say why."""

from dataclasses import dataclass
from typing import Annotated

from missions import BrowserUser, Element, testcode

from ..testcodes import CLOSED_POLL, Ballot, Login, NewPoll, PollsUrl, Registration

EMPTY, TOO_LONG, NONE = "Write something.", "A comment has at most 500 characters.", "No comments yet."


@dataclass(frozen=True)
class Comments:
    """The comments on a poll's page."""

    comment: Annotated[Element, "one comment on a poll's page; as many match as there are"]
    comment_box: Annotated[Element, "box for a new comment on a poll's page"]

    def writes(self, user: BrowserUser, text: str) -> None:
        user.types(text, into=self.comment_box)
        user.clicks_text("Comment")


@testcode("Poll", "Comment")
def comments_are_seen_with_the_results(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, ballot: Ballot, comments: Comments
) -> None:
    """By the creator and by voters, the oldest first, with name and time; by nobody else."""
    registration.registers(user, "Zoe")
    address = new_poll.creates(user, "Who waters the plants?", "Zoe", "Nobody")
    user.sees_text(NONE)
    comments.writes(user, "Not <b>me</b>, please")
    user.sees(comments.comment, containing="Not <b>me</b>, please")
    user.does_not_see_text(NONE)
    other = registration.another(user, "Yves")
    other.opens(address)
    other.does_not_see_text("please")
    other.does_not_see(comments.comment_box)
    ballot.votes(other, address, "Nobody")
    user.moves_clock(minutes=40)
    comments.writes(other, "They are made of plastic")
    user.opens(address)
    seen = user.rows(user.texts(comments.comment), count=2)
    for text, wanted in user.pairs(
        seen,
        (("Zoe", "2025-03-14 09:3", "Not <b>me</b>, please"), ("Yves", "2025-03-14 10:1", "made of plastic")),
    ):
        missing = [each for each in wanted if each not in text]
        assert not missing, f"{missing} is not in the comment {text!r}"
    visitor = user.someone_else()
    visitor.opens(address)
    visitor.does_not_see_text("plastic")
    user.clicks_text("Close now")
    visitor.reloads()
    visitor.sees_count(2, comments.comment)
    visitor.does_not_see(comments.comment_box)


@testcode("Poll", "Comment")
def wrong_comments_are_refused(
    user: BrowserUser, registration: Registration, polls_url: PollsUrl, comments: Comments
) -> None:
    """In a closed poll, where every tenant comments; 500 characters are accepted."""
    registration.registers(user, "Xaver")
    user.opens(polls_url)
    user.clicks_text(CLOSED_POLL)
    user.sees_text(NONE)
    for text, message in (("   ", EMPTY), ("x" * 501, TOO_LONG)):
        comments.writes(user, text)
        user.sees_text(message)
        user.sees_text(NONE)
    user.sees_value("x" * 501, in_=comments.comment_box)
    comments.writes(user, "y" * 500)
    user.sees(comments.comment, containing="y" * 500)
    user.sees_value("", in_=comments.comment_box)
    user.does_not_see_text(TOO_LONG)


@testcode("Poll", "Comment")
def a_poll_with_comments_is_deleted(
    user: BrowserUser, registration: Registration, new_poll: NewPoll, polls_url: PollsUrl, comments: Comments
) -> None:
    registration.registers(user, "Wanda")
    new_poll.creates(user, "Blue or green door?", "Blue", "Green")
    comments.writes(user, "Red is not possible")
    user.sees(comments.comment, containing="Red is not possible")
    with user.answers_dialog(accept=True):
        user.clicks_text("Delete poll")
    user.opens(polls_url)
    user.does_not_see_text("Blue or green door?")


@testcode("Poll", "Keep polls and votes", before=["a_vote_counts"])
def votes_of_before_count(
    user: BrowserUser, login: Login, polls_url: PollsUrl, ballot: Ballot, comments: Comments
) -> None:
    """Fritz has voted in the version before: he sees the results, cannot vote again, and comments."""
    user.opens(login.login_url)
    login.sends(user, "Fritz")
    user.does_not_see(login.login_password_box)
    user.opens(polls_url)
    user.clicks_text("Drink at the party?")
    user.sees_text("You have voted.")
    user.does_not_see(ballot.radio)
    ballot.shows(user, "Tea 1 vote 50.0%", "Milk 1 vote 50.0%", "Juice 0 votes 0.0%")
    comments.writes(user, "Milk is healthy")
    user.sees(comments.comment, containing="Milk is healthy")
