"""The pages of the polls, and the buttons on them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response

from agora import results, store
from agora.accounts import LoggedIn, Tenant, Text, Visitor
from agora.database import Database
from agora.pages import page, redirect

FEWEST_OPTIONS, MOST_OPTIONS = 2, 8
LONGEST_QUESTION, LONGEST_OPTION = 200, 100

router = APIRouter()


def found_poll(number: int, db: Database) -> store.Poll:
    """Return the poll with the number in the address; otherwise the answer is 404."""
    if (found := store.poll(db, number)) is None:
        raise HTTPException(404)
    return found


Found = Annotated[store.Poll, Depends(found_poll)]


@dataclass
class PollForm:
    """A new poll as it was typed, and what is wrong with it."""

    question: str = ""
    options: str = ""
    closes: str = ""
    problems: list[str] = field(default_factory=list)

    def texts(self) -> list[str]:
        """Return the options without blanks at both ends and without empty lines."""
        return [line.strip() for line in self.options.splitlines() if line.strip()]

    def closing_time(self) -> datetime | None:
        """Return the closing time; None for a text that is none."""
        try:
            return datetime.fromisoformat(self.closes).replace(tzinfo=UTC)
        except ValueError:
            return None

    def check(self) -> bool:
        """Return True when nothing is wrong; otherwise `problems` says what is."""
        texts, closes = self.texts(), self.closing_time()
        if not self.question.strip():
            self.problems.append("Ask a question.")
        if len(self.question) > LONGEST_QUESTION:
            self.problems.append(f"A question has at most {LONGEST_QUESTION} characters.")
        if not FEWEST_OPTIONS <= len(texts) <= MOST_OPTIONS:
            self.problems.append("Give two to eight options.")
        elif len({text.casefold() for text in texts}) < len(texts):
            self.problems.append("The options must differ.")
        if any(len(text) > LONGEST_OPTION for text in texts):
            self.problems.append(f"An option has at most {LONGEST_OPTION} characters.")
        if closes is None or closes <= store.now():
            self.problems.append("The closing time must be in the future.")
        return not self.problems


@router.get("/")
def polls(request: Request, db: Database, visitor: Visitor) -> Response:
    """List all polls."""
    return page(request, "polls.html", polls=store.all_polls(db))


@router.get("/mine/")
def my_polls(request: Request, db: Database, tenant: LoggedIn) -> Response:
    """List the polls that the tenant has created."""
    return page(request, "my_polls.html", polls=store.polls_of(db, tenant))


@router.get("/polls/new/")
def new_poll(request: Request, tenant: LoggedIn) -> Response:
    """Show the form for a new poll."""
    return page(request, "new_poll.html", form=PollForm())


@router.post("/polls/new/")
def create(
    request: Request, db: Database, tenant: LoggedIn, question: Text = "", options: Text = "", closes: Text = ""
) -> Response:
    """Create a poll."""
    form = PollForm(question, options, closes)
    closing = form.closing_time()
    if not form.check() or closing is None:
        return page(request, "new_poll.html", form=form)
    return redirect(f"/polls/{store.create(db, tenant, question.strip(), form.texts(), closing)}/")


@router.get("/polls/{number}/")
def poll_page(request: Request, db: Database, poll: Found, visitor: Visitor) -> Response:
    """Show a poll: options to vote for, results, or both."""
    return _poll_page(request, db, poll, visitor)


def _poll_page(request: Request, db: Database, poll: store.Poll, visitor: Tenant | None, problem: str = "") -> Response:
    options, has_voted = store.options(db, poll), store.has_voted(db, poll, visitor)
    shown = poll.is_closed or has_voted or poll.is_of(visitor)
    return page(
        request,
        "poll.html",
        poll=poll,
        options=options,
        has_voted=has_voted,
        is_creator=poll.is_of(visitor),
        total=sum(option.votes for option in options),
        results=results.lines(options) if shown else None,
        problem=problem,
    )


@router.post("/polls/{number}/vote/")
def vote(request: Request, db: Database, poll: Found, tenant: LoggedIn, option: Text = "") -> Response:
    """Count a vote."""
    known = {str(each.id): each.id for each in store.options(db, poll)}
    if option not in known:
        return _poll_page(request, db, poll, tenant, "Choose an option.")
    try:
        store.vote(db, poll, tenant, known[option])
    except store.Refused as refusal:
        request.session["message"] = str(refusal)
    return redirect(f"/polls/{poll.id}/")


@router.post("/polls/{number}/close/")
def close(db: Database, poll: Found, tenant: LoggedIn) -> Response:
    """Close a poll at once."""
    try:
        store.close(db, poll, tenant)
    except store.NotCreator:
        raise HTTPException(403) from None
    return redirect(f"/polls/{poll.id}/")


@router.post("/polls/{number}/delete/")
def delete(request: Request, db: Database, poll: Found, tenant: LoggedIn) -> Response:
    """Delete a poll without votes."""
    try:
        store.delete(db, poll, tenant)
    except store.NotCreator:
        raise HTTPException(403) from None
    except store.Refused as refusal:
        request.session["message"] = str(refusal)
        return redirect(f"/polls/{poll.id}/")
    return redirect("/")
