"""A form that is read in one window and sent by a user of another session."""

from __future__ import annotations

import pytest

from simulators.browser import BrowserUser
from simulators.errors import InvalidAnswer, NotFound


def test_fields_reach_the_address(shared: BrowserUser) -> None:
    shared.opens("/")
    shared.posts("/thanks", {"loan": "7", "note": "more & <more>", "submit": ""})
    assert shared.title() == "Thanks"
    assert shared.texts("#fields li") == ["loan=7", "note=more & <more>", "submit="]
    shared.is_at("/thanks")


def test_the_answer_is_the_page(shared: BrowserUser) -> None:
    shared.opens("/")
    shared.posts("/forbidden", {})
    shared.sees_status(403)
    shared.sees_text("Not yours")
    shared.opens("/")
    shared.posts("/thanks")
    shared.sees_status(200)


def test_the_session_of_the_sender_counts(user: BrowserUser) -> None:
    user.opens("/token")
    other = user.someone_else()
    other.opens("/protected")
    for person, token in ((user, "csrfmiddlewaretoken=from-cookie"), (other, "csrf_token=from-page")):
        person.posts("/thanks", {"loan": "7"})
        assert token in person.texts("#fields li")


def test_a_form_is_read_as_it_would_be_sent(shared: BrowserUser) -> None:
    shared.opens("/form")
    shared.types("new", into="#name")
    shared.ticks("#agree")
    form = shared.form_of("#send")
    assert form.url.endswith("/thanks")
    assert (form.fields["name"], form.fields["agree"], form.fields["size"]) == ("new", "yes", "s")
    assert "locked" not in form.fields
    assert shared.title() == "Form"


def test_the_button_names_what_it_does(shared: BrowserUser) -> None:
    shared.opens("/buttons")
    assert shared.form_of("button", beside="Milk").fields == {"list": "1", "delete": "milk"}
    eggs = shared.form_of("button", beside="Eggs")
    assert eggs.url.endswith("/eggs/delete")
    shared.opens("/protected-visible")
    assert shared.form_of("button").fields == {}


@pytest.mark.usefixtures("impatient")
def test_what_is_in_no_form_sends_none(shared: BrowserUser) -> None:
    shared.opens("/rows")
    with pytest.raises(NotFound, match="is in no form"):
        shared.form_of("button", beside="Milk powder")
    with pytest.raises(NotFound):
        shared.form_of("#nothing")


def test_only_the_project_gets_it(shared: BrowserUser) -> None:
    shared.opens("/")
    with pytest.raises(InvalidAnswer, match="does not lead to the project"):
        shared.posts("http://example.com/thanks", {})


def test_it_is_sent_from_a_page_of_the_project(user: BrowserUser) -> None:
    with pytest.raises(NotFound, match="open a page of the project first"):
        user.posts("/thanks", {})
