"""What somebody tries who lends things to friends.

All testcodes may share one list: each has things and friends of its own, and counts only what it changes.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from missions import BrowserUser, Element, Inputs, Url, testcode


@dataclass(frozen=True)
class Lending:
    """Pages and controls for what is out."""

    out_url: Annotated[Url, "page that lists what is out"]
    new_url: Annotated[Url, "page with the boxes for a thing that is lent (it may be the page that lists what is out)"]
    thing_box: Annotated[Element, "box for the thing that is lent"]
    friend_box: Annotated[Element, "box for the friend to whom it is lent"]
    day_box: Annotated[Element, "box for the day by which it should be back"]
    note_button: Annotated[Element, "button that notes what is lent"]
    out_entry: Annotated[Element, "entry of one thing in the list of what is out; as many match as are out"]
    late_mark: Annotated[
        Element, "mark inside the entry of a late thing (an element with a text); as many match as are late"
    ]
    back_button: Annotated[
        Element, "control of an entry that notes that the thing is back; one in each entry of what is out"
    ]

    def lends(self, user: BrowserUser, thing: str, friend: str, day: date | None = None) -> None:
        """Note a thing, and go to the list."""
        user.opens(self.new_url)
        user.types(thing, into=self.thing_box)
        user.types(friend, into=self.friend_box)
        if day is not None:
            user.enters_date(day, into=self.day_box)
        user.clicks(self.note_button)
        user.opens(self.out_url)

    def is_out(self, user: BrowserUser, thing: str, friend: str) -> None:
        user.sees(self.out_entry, containing=thing, beside=thing)
        user.sees(self.out_entry, containing=friend, beside=thing)

    def is_not_out(self, user: BrowserUser, thing: str) -> None:
        user.does_not_see(self.out_entry, containing=thing)

    def late(self, user: BrowserUser, *words: str) -> set[str]:
        """Return those of the words whose entry has a mark; all of them are out."""
        user.opens(self.out_url)
        count = user.count(self.late_mark)
        entries = user.texts(self.out_entry)
        missing = [word for word in words if not any(word in text for text in entries)]
        assert not missing, f"these are not out: {missing}"
        marks = {mark for mark in user.texts(self.late_mark) if mark}
        assert len(marks) > 0 or count == 0, "the marks of late things have no text"
        return {word for word in words for text in entries if word in text and any(mark in text for mark in marks)}


@dataclass(frozen=True)
class Returned(Lending):
    """Pages and controls for what has come back, too."""

    back_url: Annotated[Url, "page that lists what has come back"]
    back_entry: Annotated[Element, "entry of one thing in the list of what has come back; as many match as are listed"]
    again_button: Annotated[
        Element, "control of an entry that takes it back: the thing is out; one in each entry of what has come back"
    ]

    def comes_back(self, user: BrowserUser, thing: str) -> None:
        user.opens(self.out_url)
        user.clicks(self.back_button, beside=thing)
        self.is_not_out(user, thing)

    def goes_again(self, user: BrowserUser, thing: str) -> None:
        user.opens(self.back_url)
        user.clicks(self.again_button, beside=thing)
        user.does_not_see(self.back_entry, containing=thing)
        user.opens(self.out_url)


@dataclass(frozen=True)
class Correcting(Lending):
    """Controls by which an entry is corrected, too."""

    correct_control: Annotated[
        Element, "control of an entry that leads to boxes for its correction; one in each entry of what is out"
    ]
    other_thing_box: Annotated[Element, "box in which the thing of an entry is corrected"]
    other_friend_box: Annotated[Element, "box in which the friend of an entry is corrected"]
    other_day_box: Annotated[Element, "box in which the day of an entry is corrected"]
    store_button: Annotated[Element, "button that stores the correction"]

    def begins(self, user: BrowserUser, thing: str) -> None:
        user.opens(self.out_url)
        user.clicks(self.correct_control, beside=thing)

    def stores(self, user: BrowserUser) -> None:
        user.clicks(self.store_button)
        user.opens(self.out_url)


@testcode("Out", "Note what is lent")
def what_is_lent_is_out(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """With the friend; it is there when one comes again."""
    thing, friend = inputs.names(2)
    user.opens(lending.out_url)
    before = user.count(lending.out_entry)
    lending.lends(user, thing, friend)
    user.sees_count(before + 1, lending.out_entry)
    lending.is_out(user, thing, friend)
    user.reloads()
    lending.is_out(user, thing, friend)


@testcode("Out", "Note what is lent")
def nothing_is_not_lent(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """Without a thing there is no entry; the next thing is noted."""
    thing, friend = inputs.names(2)
    user.opens(lending.out_url)
    before = user.count(lending.out_entry)
    for text in ("", "   "):
        user.opens(lending.new_url)
        user.types(text, into=lending.thing_box)
        user.types(friend, into=lending.friend_box)
        user.clicks(lending.note_button)
        user.opens(lending.out_url)
        user.sees_count(before, lending.out_entry)
    lending.lends(user, thing, friend)
    user.sees_count(before + 1, lending.out_entry)
    lending.is_out(user, thing, friend)


@testcode("Out", "Note what is lent")
def the_same_can_be_lent_twice(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """To two friends, and to the same one."""
    thing, friend, other = inputs.names(3)
    user.opens(lending.out_url)
    before = user.count(lending.out_entry)
    for name in (friend, other, friend):
        lending.lends(user, thing, name)
    user.sees_count(before + 3, lending.out_entry)
    entries = [text for text in user.texts(lending.out_entry) if thing in text]
    assert sum(friend in text for text in entries) == 2, f"the entries are {entries}"
    assert sum(other in text for text in entries) == 1, f"the entries are {entries}"


@testcode("Out", "See what is out")
def the_day_is_shown(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """In whatever form; a day of another month too."""
    thing, friend = inputs.names(2)
    number = inputs.randint(13, 28)
    lending.lends(user, thing, friend, date(2025, 11, number))
    user.sees(lending.out_entry, containing=str(number), beside=thing)
    user.sees(lending.out_entry, matching=r"11|Nov", beside=thing)


@testcode("Out", "See what is late")
def what_should_be_back_is_late(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """By yesterday, by a day of last year; not by today, by tomorrow, or by no day."""
    today = user.today()
    days = (today - timedelta(days=1), today - timedelta(days=300), today, today + timedelta(days=1), None)
    things = inputs.names(len(days), 8)
    for thing, day in zip(things, days, strict=True):
        lending.lends(user, thing, inputs.name(), day)
    late = lending.late(user, *things)
    assert late == set(things[:2]), f"late are {sorted(late)} instead of {sorted(things[:2])}"


@testcode("Out", "See what is late")
def a_day_makes_things_late(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """What is due today is late tomorrow; without a day nothing ever is."""
    one, other = inputs.names(2, 8)
    lending.lends(user, one, inputs.name(), user.today())
    lending.lends(user, other, inputs.name())
    assert lending.late(user, one, other) == set(), "a thing of today is late today"
    user.moves_clock(days=1)
    assert lending.late(user, one, other) == {one}, "a thing of yesterday, and nothing else, is late"
    user.moves_clock(days=400)
    assert lending.late(user, one, other) == {one}, "a thing without a day is never late"


@testcode("Back", "Note that a thing is back")
def what_is_back_is_not_out(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """It is listed with its friend with what has come back; others stay out."""
    thing, other, friend = inputs.names(3)
    returned.lends(user, other, friend)
    returned.lends(user, thing, friend)
    before = user.count(returned.out_entry)
    returned.comes_back(user, thing)
    user.opens(returned.out_url)
    user.sees_count(before - 1, returned.out_entry)
    returned.is_out(user, other, friend)
    user.opens(returned.back_url)
    user.sees(returned.back_entry, containing=friend, beside=thing)
    user.does_not_see(returned.back_entry, containing=other)
    user.reloads()
    user.sees(returned.back_entry, containing=thing, beside=thing)


@testcode("Back", "Note that a thing is back")
def the_right_one_of_two_comes_back(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """Of two things with the same name that of the friend who brings it."""
    thing, first, second = inputs.names(3)
    returned.lends(user, thing, first)
    returned.lends(user, thing, second)
    user.clicks(returned.back_button, beside=first)
    user.does_not_see(returned.out_entry, containing=first)
    user.opens(returned.out_url)
    returned.is_out(user, second, second)
    user.opens(returned.back_url)
    user.sees(returned.back_entry, containing=first, beside=first)
    user.does_not_see(returned.back_entry, containing=second)


@testcode("Back", "Note that a thing is back")
def what_is_back_is_not_late(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """Also not the days after."""
    thing, other = inputs.names(2, 8)
    for name in (thing, other):
        returned.lends(user, name, inputs.name(), user.today() - timedelta(days=3))
    assert returned.late(user, thing, other) == {thing, other}, "both are late"
    returned.comes_back(user, thing)
    user.moves_clock(days=2)
    assert returned.late(user, other) == {other}, "what is not back is not late any more"
    returned.is_not_out(user, thing)


@testcode("Back", "Take it back")
def a_wrong_click_is_taken_back(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """The thing is out again with friend and day, and late if it was; others stay back."""
    thing, other, friend = inputs.names(3, 8)
    returned.lends(user, thing, friend, user.today() - timedelta(days=1))
    returned.lends(user, other, friend)
    returned.comes_back(user, thing)
    returned.comes_back(user, other)
    returned.goes_again(user, thing)
    returned.is_out(user, thing, friend)
    returned.is_not_out(user, other)
    assert returned.late(user, thing) == {thing}, "the thing is not late any more"
    user.opens(returned.back_url)
    user.sees(returned.back_entry, containing=other, beside=other)


@testcode("Back", "Take it back")
def it_comes_back_again_later(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """After it was taken back; and it is listed once."""
    thing, friend = inputs.names(2, 8)
    returned.lends(user, thing, friend)
    for _ in range(2):
        returned.comes_back(user, thing)
        returned.goes_again(user, thing)
        returned.is_out(user, thing, friend)
    returned.comes_back(user, thing)
    user.opens(returned.back_url)
    listed = [text for text in user.texts(returned.back_entry) if thing in text]
    assert len(listed) == 1, f"the thing is listed {len(listed)} times"


@testcode("Out", "Correct an entry")
def what_was_mistyped_is_corrected(user: BrowserUser, correcting: Correcting, inputs: Inputs) -> None:
    """Thing and friend; what was typed is in the boxes; other entries stay as they are."""
    thing, friend, other, right, who = inputs.names(5)
    correcting.lends(user, other, friend)
    correcting.lends(user, thing, friend)
    before = user.count(correcting.out_entry)
    correcting.begins(user, thing)
    user.sees_value(thing, in_=correcting.other_thing_box)
    user.sees_value(friend, in_=correcting.other_friend_box)
    user.types(right, into=correcting.other_thing_box)
    user.types(who, into=correcting.other_friend_box)
    correcting.stores(user)
    user.sees_count(before, correcting.out_entry)
    correcting.is_out(user, right, who)
    correcting.is_not_out(user, thing)
    correcting.is_out(user, other, friend)


@testcode("Out", "Correct an entry")
def the_day_is_corrected(user: BrowserUser, correcting: Correcting, inputs: Inputs) -> None:
    """To one that is over, and to one that is not; the rest stays."""
    thing, friend = inputs.names(2, 8)
    correcting.lends(user, thing, friend, user.today() + timedelta(days=20))
    assert correcting.late(user, thing) == set(), "the thing is late before its day"
    for days, late in ((-1, {thing}), (30, set()), (-40, {thing}), (0, set())):
        correcting.begins(user, thing)
        user.enters_date(user.today() + timedelta(days=days), into=correcting.other_day_box)
        correcting.stores(user)
        correcting.is_out(user, thing, friend)
        assert correcting.late(user, thing) == late, f"with a day {days} days from today"


@testcode("Out", "Correct an entry")
def a_correction_of_the_name_keeps_the_day(user: BrowserUser, correcting: Correcting, inputs: Inputs) -> None:
    """A late thing is late under its right name, too."""
    thing, right = inputs.names(2, 8)
    correcting.lends(user, thing, inputs.name(), user.today() - timedelta(days=2))
    assert correcting.late(user, thing) == {thing}, "the thing is not late"
    correcting.begins(user, thing)
    user.types(right, into=correcting.other_thing_box)
    correcting.stores(user)
    assert correcting.late(user, right) == {right}, "the thing is not late any more"


@testcode("Out", "Correct an entry")
def a_correction_without_a_thing_changes_nothing(user: BrowserUser, correcting: Correcting, inputs: Inputs) -> None:
    """The entry stays, and can be corrected as before."""
    thing, friend, right = inputs.names(3)
    correcting.lends(user, thing, friend)
    correcting.begins(user, thing)
    user.types("  ", into=correcting.other_thing_box)
    correcting.stores(user)
    correcting.is_out(user, thing, friend)
    correcting.begins(user, thing)
    user.types(right, into=correcting.other_thing_box)
    correcting.stores(user)
    correcting.is_out(user, right, friend)


@testcode("Out", "Correct an entry")
def a_correction_that_is_not_stored_changes_nothing(user: BrowserUser, correcting: Correcting, inputs: Inputs) -> None:
    """One looks at the entry, types, and goes away."""
    thing, friend, right = inputs.names(3)
    correcting.lends(user, thing, friend)
    correcting.begins(user, thing)
    user.types(right, into=correcting.other_thing_box)
    user.opens(correcting.out_url)
    correcting.is_out(user, thing, friend)
    correcting.is_not_out(user, right)


@testcode("Everything", "Keep everything")
def signs_are_shown_as_typed(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """Tags, quotation marks, ampersands, other alphabets, what looks like a template or a statement."""
    word = inputs.name()
    for number, text in enumerate(
        ("<b>Saw</b>", "\"Faust\" & 'Woyzeck'", "Tō-kyō 東京 🔧", "{{ 7*7 }}", "x'); DROP TABLE things;--", "100 %")
    ):
        friend = f"{word}{number}"
        lending.lends(user, text, friend)
        user.sees(lending.out_entry, containing=text, beside=friend)
    user.sees(lending.out_entry, containing="<b>Saw</b>", beside=f"{word}0")


@testcode("Everything", "Keep everything")
def long_names_are_kept(user: BrowserUser, lending: Lending, inputs: Inputs) -> None:
    """A title of two hundred characters, with its end."""
    friend, end = inputs.names(2)
    title = f"{' '.join(inputs.words(26))}"[:190] + f" {end}"
    lending.lends(user, title, friend)
    user.sees(lending.out_entry, containing=title, beside=friend)
    user.reloads()
    user.sees(lending.out_entry, containing=end, beside=friend)


@testcode("Everything", "Keep everything")
def corrected_signs_are_kept_too(user: BrowserUser, correcting: Correcting, inputs: Inputs) -> None:
    """In the boxes and in the list."""
    friend, thing = inputs.names(2)
    text = f'"{inputs.word()}" <i>& co</i>'
    correcting.lends(user, thing, friend)
    correcting.begins(user, thing)
    user.types(text, into=correcting.other_thing_box)
    correcting.stores(user)
    user.sees(correcting.out_entry, containing=text, beside=friend)
    correcting.begins(user, friend)
    user.sees_value(text, in_=correcting.other_thing_box)
    user.sees_value(friend, in_=correcting.other_friend_box)


@testcode("Everything", "Keep everything")
def what_came_back_keeps_its_signs(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """And comes out again with them."""
    friend = inputs.name()
    text = f"<u>{inputs.word()}</u> & 'more'"
    returned.lends(user, text, friend)
    returned.comes_back(user, friend)
    user.opens(returned.back_url)
    user.sees(returned.back_entry, containing=text, beside=friend)
    returned.goes_again(user, friend)
    user.sees(returned.out_entry, containing=text, beside=friend)


@testcode("Out", "See what is out")
def many_things_are_out(user: BrowserUser, returned: Returned, inputs: Inputs) -> None:
    """Twelve more, each once; two of them come back."""
    friend, *things = inputs.names(13, 8)
    user.opens(returned.out_url)
    before = user.count(returned.out_entry)
    for thing in things:
        returned.lends(user, thing, friend)
    user.sees_count(before + 12, returned.out_entry)
    for thing in things[:2]:
        returned.comes_back(user, thing)
    user.opens(returned.out_url)
    user.sees_count(before + 10, returned.out_entry)
    texts = user.texts(returned.out_entry)
    missing = [thing for thing in things[2:] if sum(thing in text for text in texts) != 1]
    assert not missing, f"these are not out once: {missing}"
