"""Clicking, typing, choosing."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from simulators.browser import BrowserUser
from simulators.errors import NotFound


@pytest.fixture
def form(shared: BrowserUser) -> BrowserUser:
    shared.opens("/form")
    return shared


@pytest.fixture
def events(shared: BrowserUser) -> BrowserUser:
    shared.opens("/events")
    return shared


def test_typing_replaces_key_by_key(form: BrowserUser) -> None:
    form.types("new", into="#name")
    form.sees_value("new", in_="#name")
    form.sees("#keys", text="n e w")


@pytest.mark.parametrize("text", ["", "Grüße, 世界 🎉", "two\nlines", "x" * 3000, "a+b {c} \\ 'd'"])
def test_any_text_is_typed(form: BrowserUser, text: str) -> None:
    form.types("before", into="#note")
    form.types(text, into="#note")
    form.sees_value(text, in_="#note")


@pytest.mark.parametrize(("box", "before"), [("#name", "old"), ("#mail", "a@b"), ("#rich", "rich")])
def test_adding_goes_behind_what_is_there(form: BrowserUser, box: str, before: str) -> None:
    form.adds("er", to=box)
    form.sees_value(f"{before}er", in_=box)


def test_typing_into_other_boxes(form: BrowserUser) -> None:
    form.types("12.5", into="#amount")
    form.types("#00ff00", into="#tint")
    form.types("richer", into="#rich")
    assert form.value("#amount") == "12.5"
    assert form.value("#tint") == "#00ff00"
    assert form.text("#rich") == "richer"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("box", "reason"), [("#locked", "disabled"), ("#fixed", "read-only"), ("#send", "nothing can be typed")]
)
def test_what_takes_no_text(form: BrowserUser, box: str, reason: str) -> None:
    with pytest.raises(NotFound, match=reason):
        form.types("x", into=box)


def test_choosing_by_label_or_value(form: BrowserUser) -> None:
    form.chooses("Green", out_of="#colour")
    form.sees("#colour", text="Green")
    form.chooses("r", out_of="#colour")
    form.sees_value("r", in_="#colour")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("option", "reason"), [("Blue", 'only "Red", "Green"'), ("Grey", "disabled")])
def test_what_cannot_be_chosen(form: BrowserUser, option: str, reason: str) -> None:
    with pytest.raises(NotFound, match=reason):
        form.chooses(option, out_of="#colour")


@pytest.mark.parametrize("box", ["#agree", "#fancy", "#fancy-label"])
def test_ticking_and_unticking(form: BrowserUser, box: str) -> None:
    assert not form.is_ticked(box)
    form.ticks(box)
    form.ticks(box)
    assert form.is_ticked(box)
    form.unticks(box)
    assert not form.is_ticked(box)


def test_radio_buttons(form: BrowserUser) -> None:
    form.ticks("#large")
    assert form.is_ticked("#large")
    assert not form.is_ticked("#small")


@pytest.mark.usefixtures("impatient")
def test_a_heading_cannot_be_ticked(form: BrowserUser) -> None:
    with pytest.raises(NotFound, match="cannot be ticked"):
        form.ticks("#keys, #send")


def test_dates_and_times_in_any_locale(form: BrowserUser) -> None:
    form.enters_date(date(2025, 2, 1), into="#day")
    form.enters_time(time(17, 5), into="#clock")
    form.enters_datetime(datetime(2025, 12, 31, 23, 59), into="#moment")
    form.enters_date(date(2025, 2, 1), into="#day-text")
    assert form.value("#day") == "2025-02-01"
    assert form.value("#clock") == "17:05"
    assert form.value("#moment") == "2025-12-31T23:59"
    assert form.value("#day-text") == "2025-02-01"


@pytest.mark.usefixtures("impatient")
def test_a_colour_box_takes_no_date(form: BrowserUser) -> None:
    with pytest.raises(NotFound, match="takes no date"):
        form.enters_date(date(2025, 2, 1), into="#tint")


def test_a_form_is_sent(form: BrowserUser) -> None:
    form.types("Ann", into="#name")
    form.ticks("#agree")
    form.clicks("#send")
    form.sees("#fields", containing="agree=yes")
    assert "name=Ann" in form.texts("#fields li")


def test_clicks_are_real(events: BrowserUser) -> None:
    events.clicks("#target")
    events.sees("#log", text="trusted")
    events.double_clicks("#target")
    events.sees("#log", text="double")


def test_hovering_opens_a_menu(events: BrowserUser) -> None:
    events.does_not_see("#inner")
    events.hovers("#menu")
    events.sees("#inner", text="Entry")


def test_clicking_a_text(events: BrowserUser) -> None:
    events.clicks_text("Save all")
    events.sees("#log", text="saved")
    events.clicks_text("Lonely text")
    events.clicks_text("The form")
    events.is_at("/form")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("text", "reason"), [("Nowhere", "no visible element"), ("Twice", "2 visible elements")])
def test_a_text_that_cannot_be_clicked(events: BrowserUser, text: str, reason: str) -> None:
    with pytest.raises(NotFound, match=reason):
        events.clicks_text(text)


@pytest.mark.usefixtures("impatient")
def test_a_covered_element_cannot_be_clicked(events: BrowserUser) -> None:
    with pytest.raises(NotFound, match='covered by <div id="cover">'):
        events.clicks("#under")


@pytest.mark.usefixtures("impatient")
def test_chords_and_keys(events: BrowserUser) -> None:
    events.presses("Control+b")
    events.sees("#log", text="bold")
    events.opens("/form")
    events.presses("Control+A", on="#name")
    events.presses("Backspace")
    events.sees_value("", in_="#name")
    with pytest.raises(NotFound, match="no key is called 'Banana'"):
        events.presses("Banana")


def test_enter_sends_a_form(form: BrowserUser) -> None:
    form.presses("Enter", on="#name")
    assert form.title() == "Thanks"


@pytest.mark.usefixtures("impatient")
def test_a_disabled_button(form: BrowserUser) -> None:
    form.is_disabled("#off")
    with pytest.raises(NotFound, match="disabled"):
        form.clicks("#off")
    with pytest.raises(AssertionError, match="should be disabled"):
        form.is_disabled("#send")


def test_beside_picks_the_row(shared: BrowserUser) -> None:
    shared.opens("/rows")
    shared.clicks("button", beside="Milk")
    assert shared.texts("li span") == ["Milk powder", "Eggs"]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("beside", "reason"),
    [("Eggs", "none beside 'Eggs'"), ("Honey", "'Honey' is not visible"), ("Bread", "not clear which")],
)
def test_beside_that_does_not_help(shared: BrowserUser, beside: str, reason: str) -> None:
    shared.opens("/rows")
    with pytest.raises(NotFound, match=reason):
        shared.clicks("button", beside=beside)


def test_an_element_in_a_shadow_tree(shared: BrowserUser) -> None:
    shared.opens("/shadow")
    shared.clicks("#deep")
    shared.sees("#deep", text="deep done")


@pytest.mark.parametrize(("part", "half"), [(0.1, "upper"), (0.9, "lower")])
def test_dragging_by_pointer_events(shared: BrowserUser, part: float, half: str) -> None:
    shared.opens("/drag")
    shared.drags(".held", to="#box", part=part)
    shared.sees("#log", text=f"{half} half after many moves")


@pytest.mark.parametrize("tenth", [1, 5, 9])
def test_dragging_to_a_part_of_the_width(shared: BrowserUser, tenth: int) -> None:
    shared.opens("/drag")
    shared.drags("#held", to="#box", across=tenth / 10)
    shared.sees("#side", text=str(tenth))


def test_dragging_by_the_browsers_own_drag_and_drop(shared: BrowserUser) -> None:
    shared.opens("/drag")
    shared.drags("div", beside="Native", to="div", to_beside="Bin")
    shared.sees("#log", text="dropped native")


@pytest.mark.usefixtures("impatient")
def test_what_cannot_be_dragged_together(shared: BrowserUser) -> None:
    shared.opens("/drag")
    with pytest.raises(NotFound, match="not in view together"):
        shared.drags("#held", to="#far")
    with pytest.raises(NotFound, match="#nothing"):
        shared.drags("#held", to="#nothing")
