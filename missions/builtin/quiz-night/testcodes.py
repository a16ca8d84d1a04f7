"""What host, guests and a screen do at quiz nights, each at a browser of their own.

Every testcode has evenings of its own. Names are drawn without digits: all numbers of a ranking are places and points.
"""

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Inputs, Url, testcode

OVER = "The quiz is over."
MIN_CODE_CHARS = 6
"""Length of a part of an address that cannot be guessed."""
COUNTED_CHARS = 3
"""Characters at the end of such a part in which it may differ because evenings are numbered."""

NoConnection = Annotated[
    Element, "note that there is no connection, on the host page, the guests' page and the screen; visible only then"
]
Refusal = Annotated[
    Element,
    "element that says why something was refused, on the first page, the host page and the guests' page; visible only "
    "then",
]
ScreenLink = Annotated[Element, "link (with href) on the host page that opens the screen"]
RemoveButton = Annotated[Element, "button on the host page that removes a guest; one in each entry of the guests"]
TakeBackButton = Annotated[Element, "button on the host page that takes the question back"]
EndButton = Annotated[Element, "button on the host page that ends the evening"]


@dataclass(frozen=True)
class Addresses:
    """Where the pages of an evening are."""

    host: str
    guests: str
    screen: str


@dataclass(frozen=True)
class Evening:
    """How an evening is created, and how guests join."""

    first_url: Annotated[Url, "first page, where an evening is created"]
    evening_box: Annotated[Element, "box for the name of a new evening"]
    create_button: Annotated[Element, "button that creates the evening"]
    guest_link: Annotated[Element, "link (with href) on the host page that opens the page of the guests"]
    screen_link: ScreenLink
    name_box: Annotated[Element, "box for the name of a guest on the guests' page; visible only to who has not joined"]
    join_button: Annotated[Element, "button on the guests' page by which one joins"]
    guest_entry: Annotated[
        Element, "entry of one guest in the list of guests on the host page; as many match as there are guests"
    ]
    ranking: Annotated[
        Element, "the whole ranking; the selector fits on the host page, the guests' page and the screen"
    ]

    def begins(self, user: BrowserUser, name: str) -> Addresses:
        """Create an evening; the user is at its host page afterwards."""
        user.opens(self.first_url)
        user.types(name, into=self.evening_box)
        user.clicks(self.create_button)
        user.sees(self.guest_link)
        here = user.url()
        links = (user.attribute(link, "href") or "" for link in (self.guest_link, self.screen_link))
        return Addresses(here, *(urljoin(here, link) for link in links))

    def joins(self, user: BrowserUser, name: str) -> None:
        """Type a name on the page of the guests, which is open, and be in."""
        user.types(name, into=self.name_box)
        user.clicks(self.join_button)
        user.does_not_see(self.name_box)

    def guest(self, user: BrowserUser, addresses: Addresses, name: str) -> BrowserUser:
        """Return a guest at another browser who has joined."""
        guest = user.someone_else()
        guest.opens(addresses.guests)
        self.joins(guest, name)
        return guest

    def watches(self, user: BrowserUser, address: str) -> BrowserUser:
        """Return somebody at another browser who has a page open."""
        other = user.someone_else()
        other.opens(address)
        return other

    def is_listed(self, host: BrowserUser, *names: str) -> None:
        """The host page lists exactly these guests, in this order."""
        host.sees_count(len(names), self.guest_entry)
        for entry, name in host.pairs(host.texts(self.guest_entry), names):
            assert name in entry, f"{name} is not in {entry!r}; guests are listed by name"

    def is_ranked(self, user: BrowserUser, *ranked: tuple[int, str, int]) -> None:
        """The ranking is exactly this: places, names and points."""
        user.sees(self.ranking, matching=rf"^\D*{ranking_of(*ranked)}\D*$")


def ranking_of(*ranked: tuple[int, str, int]) -> str:
    """Return the regular expression of the lines of a ranking."""
    lines = (
        rf"\b{place}\b\D*{re.escape(name)}\D*\b{points} point{'' if points == 1 else 's'}\b"
        for place, name, points in ranked
    )
    return r"\D*".join(lines)


@dataclass(frozen=True)
class Asking:
    """How the host asks and closes."""

    question_box: Annotated[Element, "box for a question on the host page"]
    right_box: Annotated[Element, "box for the right answer on the host page"]
    first_wrong_box: Annotated[Element, "first of the three boxes for wrong answers on the host page"]
    second_wrong_box: Annotated[Element, "second of the three boxes for wrong answers on the host page"]
    third_wrong_box: Annotated[Element, "third of the three boxes for wrong answers on the host page"]
    ask_button: Annotated[Element, "button on the host page that asks the question"]
    close_button: Annotated[Element, "button on the host page that closes the open question"]

    def fills(self, host: BrowserUser, text: str, right: str, *wrong: str) -> None:
        """Type a question with its answers."""
        boxes = (self.question_box, self.right_box, self.first_wrong_box, self.second_wrong_box, self.third_wrong_box)
        for box, typed in zip(boxes, (text, right, *wrong, "", ""), strict=False):
            host.types(typed, into=box)

    def asks(self, host: BrowserUser, text: str, right: str, *wrong: str) -> None:
        """Ask a question; its boxes are empty afterwards."""
        self.fills(host, text, right, *wrong)
        host.clicks(self.ask_button)
        host.sees_value("", in_=self.question_box)

    def closes(self, host: BrowserUser) -> None:
        host.clicks(self.close_button)


@dataclass(frozen=True)
class Playing:
    """What guests see of a question, and how they choose."""

    question: Annotated[
        Element, "text of the question on the guests' page and on the screen; visible only when there is one"
    ]
    choice: Annotated[Element, "button of an answer on the guests' page; as many match as the question has answers"]
    chosen: Annotated[Element, "the answer on the guests' page that this guest has chosen; matches nothing else"]
    right: Annotated[
        Element,
        "the right answer of a closed question, on the guests' page and on the screen; matches nothing else, and "
        "nothing while the question is open",
    ]

    def chooses(self, guest: BrowserUser, answer: str) -> None:
        guest.clicks(self.choice, beside=answer)
        guest.sees(self.chosen, containing=answer)

    def is_closed(self, user: BrowserUser, answer: str) -> None:
        """The right answer is marked."""
        user.sees(self.right, containing=answer)


@testcode("Evening", "Create an evening")
def an_evening_has_three_pages(user: BrowserUser, evening: Evening, refusal: Refusal, inputs: Inputs) -> None:
    """With its name, as it was typed, markup too; it has to have one."""
    word = inputs.name()
    name = f"</title><b>{word}</b> & friends"
    for nothing in ("", "   "):
        user.opens(evening.first_url)
        user.types(nothing, into=evening.evening_box)
        user.clicks(evening.create_button)
        user.does_not_see(evening.guest_link)
    user.sees(refusal)
    addresses = evening.begins(user, name)
    user.does_not_see(refusal)
    for address in (addresses.host, addresses.guests, addresses.screen):
        user.opens(address)
        user.sees_text(name)
        user.does_not_see(f"//b[normalize-space() = '{word}']")
    user.opens(addresses.host)
    user.clicks(evening.guest_link)
    user.goes_to_new_window()
    user.sees(evening.name_box)
    user.sees_text(name)


@testcode("Evening", "Create an evening")
def the_host_page_cannot_be_guessed(user: BrowserUser, evening: Evening, inputs: Inputs) -> None:
    """A part of its address is in no other address, not even nearly, and differs from evening to evening."""

    def parts(*addresses: str) -> set[str]:
        return {part for address in addresses for part in re.findall(r"[\w-]+", address.split("//", 1)[-1])}

    first, second = (evening.begins(user, name) for name in inputs.names(2))
    for one, other in ((first, second), (second, first)):
        known = parts(one.guests, one.screen, other.host, other.guests, other.screen)
        begun = {part[:-COUNTED_CHARS] for part in known}
        secrets = [part for part in parts(one.host) if part[:-COUNTED_CHARS] not in begun]
        assert any(len(part) >= MIN_CODE_CHARS for part in secrets), f"{one.host} can be guessed from {sorted(known)}"


@testcode("Evening", "Keep evenings apart")
def evenings_do_not_mix(user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs) -> None:
    """One browser is different guests at two evenings; a name is free in each; questions are seen in their own only."""
    name, other, one, two, right, wrong = inputs.names(6)
    first = evening.begins(user, one)
    host = user.someone_else()
    second = evening.begins(host, two)
    guest = evening.guest(user, first, name)
    guest.opens(second.guests)
    evening.joins(guest, other)
    same = evening.guest(user, second, name)
    evening.is_listed(user, name)
    evening.is_listed(host, *sorted((name, other)))
    guest.opens(first.guests)
    evening.is_ranked(guest, (1, name, 0))
    asking.asks(user, one, right, wrong)
    asking.asks(host, two, wrong, right)
    guest.sees(playing.question, containing=one)
    same.sees(playing.question, containing=two)
    playing.chooses(guest, right)
    playing.chooses(same, right)
    asking.closes(host)
    playing.is_closed(same, wrong)
    guest.does_not_see(playing.right)
    asking.closes(user)
    playing.is_closed(guest, right)
    evening.is_ranked(same, *((1, each, 0) for each in sorted((name, other))))
    evening.is_ranked(user, (1, name, 2))


@testcode("Guests", "Join")
def who_joins_is_seen_at_once(user: BrowserUser, evening: Evening, inputs: Inputs) -> None:
    """By the host, the screen, and other guests; sorted whatever letters are used."""
    names = sorted(inputs.words(3))
    names[1] = names[1].capitalize()
    addresses = evening.begins(user, inputs.name())
    screen = evening.watches(user, addresses.screen)
    first = evening.guest(user, addresses, names[1])
    evening.is_listed(user, names[1])
    evening.guest(user, addresses, names[2])
    evening.is_listed(user, *names[1:])
    evening.guest(user, addresses, f"  {names[0]} ")
    evening.is_listed(user, *names)
    for page in (user, screen, first):
        evening.is_ranked(page, *((1, name, 0) for name in names))


@testcode("Guests", "Join")
def a_taken_name_is_refused(user: BrowserUser, evening: Evening, refusal: Refusal, inputs: Inputs) -> None:
    """In other letters and with blanks, too, and no name; then another one is accepted."""
    name, other = sorted(inputs.names(2))
    addresses = evening.begins(user, inputs.name())
    evening.guest(user, addresses, name)
    late = evening.watches(user, addresses.guests)
    reasons: list[str] = []
    for refused in (name, f" {name.upper()}  ", name.lower(), "   "):
        late.types(refused, into=evening.name_box)
        late.clicks(evening.join_button)
        late.sees(refusal)
        reasons.append(late.text(refusal))
        late.sees(evening.name_box)
        late.reloads()
    *taken, missing = reasons
    assert missing not in taken, f"a name that is missing is refused with the reason of a taken one: {missing!r}"
    late.types(name.upper(), into=evening.name_box)
    late.clicks(evening.join_button)
    late.sees(refusal)
    evening.joins(late, other)
    late.does_not_see(refusal)
    evening.is_listed(user, name, other)


@testcode("Guests", "Join")
def names_are_shown_as_typed(user: BrowserUser, evening: Evening, inputs: Inputs) -> None:
    """Markup, quotation marks, other alphabets, and twenty characters."""
    word = inputs.word(20)
    names = sorted((f"<b>{word[:8]}</b>", f"\"{word[:6]}' & ö", f"{word}", f"東京 {word[:5]}"))
    addresses = evening.begins(user, inputs.name())
    screen = evening.watches(user, addresses.screen)
    for name in names:
        guest = evening.guest(user, addresses, name)
        user.sees(evening.guest_entry, containing=name, beside=name)
        for page in (screen, guest):
            page.sees(evening.ranking, containing=name)
    user.sees_count(len(names), evening.guest_entry)


@testcode("Guests", "Come back")
def the_same_browser_is_the_same_guest(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """After loading the page again and in a new window, with answer and points; another browser is somebody else."""
    name, right, wrong, other = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    host = evening.watches(user, addresses.host)
    user.clicks(evening.guest_link)
    user.goes_to_new_window()
    evening.joins(user, name)
    asking.asks(host, other, right, wrong)
    playing.chooses(user, right)
    user.reloads()
    user.sees(playing.chosen, containing=right)
    user.does_not_see(evening.name_box)
    asking.closes(host)
    playing.is_closed(user, right)
    user.closes_window()
    user.clicks(evening.guest_link)
    user.goes_to_new_window()
    evening.is_ranked(user, (1, name, 2))
    user.sees(playing.chosen, containing=right)
    user.does_not_see(evening.name_box)
    stranger = evening.watches(user, addresses.guests)
    stranger.sees(evening.name_box)
    evening.joins(stranger, other)
    evening.is_listed(host, *sorted((name, other)))


@testcode("Guests", "Come back")
def late_guests_see_what_all_see(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """An open question, which they answer; a closed one, which they cannot answer any more."""
    first, second, third, right, wrong, text = inputs.names(6)
    addresses = evening.begins(user, inputs.name())
    early = evening.guest(user, addresses, first)
    asking.asks(user, text, right, wrong)
    user.sees_text("0 of 1 answered")
    late = evening.guest(user, addresses, second)
    late.sees(playing.question, containing=text)
    late.sees_count(2, playing.choice)
    late.does_not_see(playing.chosen)
    user.sees_text("0 of 2 answered")
    playing.chooses(late, right)
    user.sees_text("1 of 2 answered")
    playing.chooses(early, wrong)
    asking.closes(user)
    playing.is_closed(late, right)
    latest = evening.guest(user, addresses, third)
    latest.sees(playing.question, containing=text)
    playing.is_closed(latest, right)
    for answer in (right, wrong):
        latest.is_disabled(playing.choice, beside=answer)
    rest = sorted((first, third))
    for page in (user, latest, early):
        evening.is_ranked(page, (1, second, 2), (2, rest[0], 0), (2, rest[1], 0))


@testcode("Guests", "Remove a guest")
def a_removed_guest_is_asked_for_a_name(
    user: BrowserUser, evening: Evening, remove_button: RemoveButton, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """At once; the answer is gone, and the next one was first; the same name is free."""
    names = sorted(inputs.names(3))
    right, wrong, text = inputs.names(3)
    addresses = evening.begins(user, inputs.name())
    first, second, third = (evening.guest(user, addresses, name) for name in names)
    asking.asks(user, text, right, wrong)
    for guest, count in ((first, 1), (second, 2), (third, 3)):
        playing.chooses(guest, right)
        user.sees_text(f"{count} of 3 answered")
    user.clicks(remove_button, beside=names[0])
    first.sees(evening.name_box)
    user.sees_text("2 of 2 answered")
    evening.is_listed(user, *names[1:])
    evening.joins(first, names[0])
    first.sees(playing.question, containing=text)
    first.does_not_see(playing.chosen)
    user.sees_text("2 of 3 answered")
    asking.closes(user)
    for page in (user, first):
        evening.is_ranked(page, (1, names[1], 2), (2, names[2], 1), (3, names[0], 0))


@testcode("Guests", "Remove a guest")
def the_others_keep_their_points(
    user: BrowserUser, evening: Evening, remove_button: RemoveButton, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """Who was second stays second; the points of the removed guest are gone, also for who joins again."""
    first_name, second_name, right, wrong = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    first = evening.guest(user, addresses, first_name)
    second = evening.guest(user, addresses, second_name)
    asking.asks(user, inputs.name(), right, wrong)
    playing.chooses(first, right)
    user.sees_text("1 of 2 answered")
    playing.chooses(second, right)
    asking.closes(user)
    evening.is_ranked(user, (1, first_name, 2), (2, second_name, 1))
    user.clicks(remove_button, beside=first_name)
    for page in (user, second):
        evening.is_ranked(page, (1, second_name, 1))
    evening.joins(first, first_name)
    evening.is_ranked(first, (1, second_name, 1), (2, first_name, 0))


@testcode("Guests", "See who is away")
def who_closed_the_page_is_away(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """Until it is open again; the answer counts meanwhile, and who is there is not away."""
    name, other, right, wrong = inputs.names(4)
    present = r"(?s)^(?!.*\baway\b)"
    addresses = evening.begins(user, inputs.name())
    host = evening.watches(user, addresses.host)
    stays = evening.guest(user, addresses, other)
    user.clicks(evening.guest_link)
    user.goes_to_new_window()
    evening.joins(user, name)
    asking.asks(host, inputs.name(), right, wrong)
    playing.chooses(user, right)
    host.sees(evening.guest_entry, matching=present, beside=name)
    user.closes_window()
    host.sees(evening.guest_entry, containing="away", beside=name)
    host.sees(evening.guest_entry, matching=present, beside=other)
    host.sees_text("1 of 2 answered")
    playing.chooses(stays, right)
    host.sees_text("2 of 2 answered")
    user.clicks(evening.guest_link)
    user.goes_to_new_window()
    user.sees(playing.chosen, containing=right)
    host.sees(evening.guest_entry, matching=present, beside=name)
    user.reloads()
    host.sees(evening.guest_entry, matching=present, beside=name)
    asking.closes(host)
    evening.is_ranked(user, (1, name, 2), (2, other, 1))


@testcode("Questions", "Ask")
def a_question_is_seen_at_once(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """With its answers by the alphabet, whatever letters are used and whichever is right."""
    answers = sorted(inputs.words(4))
    for place in (0, 2):
        answers[place] = answers[place].capitalize()
    right = answers[inputs.randint(1, 3)]
    wrong = [answer for answer in reversed(answers) if answer != right]
    text = f"{inputs.name()} <i>or</i> {inputs.name()}?"
    addresses = evening.begins(user, inputs.name())
    screen = evening.watches(user, addresses.screen)
    guest = evening.guest(user, addresses, inputs.name())
    guest.does_not_see(playing.question)
    asking.asks(user, text, right, *wrong)
    guest.sees_count(4, playing.choice)
    for seen, answer in guest.pairs(guest.texts(playing.choice), answers):
        assert answer in seen, f"{answer} is not in {seen!r}; answers are sorted"
    for page in (guest, screen):
        page.sees(playing.question, containing=text)
        page.does_not_see(playing.right)
    screen.sees(playing.question)
    shown = screen.page_text()
    places = [shown.find(answer) for answer in answers]
    assert -1 not in places, f"the screen does not show all of {answers}"
    assert places == sorted(places), f"the screen does not show {answers} in this order"


@testcode("Questions", "Ask")
def an_incomplete_question_is_refused(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, refusal: Refusal, inputs: Inputs
) -> None:
    """What was typed stays; then it is completed."""
    text, right, wrong = inputs.names(3)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, inputs.name())
    refused: tuple[tuple[str, ...], ...] = (
        ("  ", right, wrong),
        (text, "  ", wrong),
        (text, right, wrong, right),
        (text, right, wrong, "", wrong),
        (text, right, ""),
    )
    for typed in refused:
        user.reloads()
        asking.fills(user, *typed)
        user.clicks(asking.ask_button)
        user.sees(refusal)
        user.sees_value(typed[0], in_=asking.question_box)
        user.sees_value(typed[2], in_=asking.first_wrong_box)
    user.types(wrong, into=asking.first_wrong_box)
    user.clicks(asking.ask_button)
    user.sees_value("", in_=asking.right_box)
    user.does_not_see(refusal)
    guest.sees(playing.question, containing=text)
    guest.sees_count(2, playing.choice)


@testcode("Questions", "Ask")
def any_box_may_stay_empty(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """A wrong answer in the last box, two with a gap, one in the middle."""
    right, wrong, other = inputs.names(3)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, inputs.name())
    for typed, count in (((right, "", "", wrong), 2), ((right, wrong, "", other), 3), ((right, "", wrong), 2)):
        text = inputs.name()
        asking.asks(user, text, *typed)
        guest.sees(playing.question, containing=text)
        guest.sees_count(count, playing.choice)
        playing.chooses(guest, right)
        asking.closes(user)
        playing.is_closed(guest, right)


@testcode("Questions", "Type ahead")
def the_next_question_is_typed_meanwhile(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """Guests join, answer, and leave; text and cursor stay; asking waits until the question is closed."""
    right, wrong, text, half, following = inputs.names(5)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, inputs.name())
    asking.asks(user, text, right, wrong)
    user.types(wrong, into=asking.right_box)
    user.types(half, into=asking.question_box)
    user.is_disabled(asking.ask_button)
    playing.chooses(guest, wrong)
    user.sees_text("1 of 1 answered")
    user.presses("x")
    late = evening.guest(user, addresses, inputs.name())
    user.sees_count(2, evening.guest_entry)
    user.presses("y")
    playing.chooses(late, right)
    user.sees_text("2 of 2 answered")
    user.presses("z")
    user.sees_value(f"{half}xyz", in_=asking.question_box)
    asking.closes(user)
    playing.is_closed(guest, right)
    user.sees_value(f"{half}xyz", in_=asking.question_box)
    user.sees_value(wrong, in_=asking.right_box)
    user.types(following, into=asking.first_wrong_box)
    user.clicks(asking.ask_button)
    for page in (guest, late):
        page.sees(playing.question, containing=f"{half}xyz")
        page.does_not_see(playing.chosen)
        page.does_not_see(playing.right)


@testcode("Questions", "Type ahead")
def two_devices_of_the_host_show_the_same(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """What one asks, the other closes; what is typed at one of them stays there."""
    right, wrong, text, own = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, inputs.name())
    tablet = evening.watches(user, addresses.host)
    asking.fills(tablet, own, wrong, right)
    tablet.sees_count(1, evening.guest_entry)
    asking.asks(user, text, right, wrong)
    tablet.is_disabled(asking.ask_button)
    playing.chooses(guest, right)
    for host in (user, tablet):
        host.sees_text("1 of 1 answered")
    asking.closes(tablet)
    playing.is_closed(guest, right)
    tablet.sees_value(own, in_=asking.question_box)
    tablet.clicks(asking.ask_button)
    guest.sees(playing.question, containing=own)
    user.sees_text("0 of 1 answered")
    user.is_disabled(asking.ask_button)


@testcode("Questions", "Choose an answer")
def only_the_guest_sees_the_choice(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """It may be changed; others see nothing of it, and the last one counts."""
    right, wrong, other = inputs.names(3)
    first_name, second_name = sorted(inputs.names(2))
    addresses = evening.begins(user, inputs.name())
    first = evening.guest(user, addresses, first_name)
    second = evening.guest(user, addresses, second_name)
    asking.asks(user, inputs.name(), right, wrong, other)
    playing.chooses(first, wrong)
    playing.chooses(first, other)
    first.sees_count(1, playing.chosen)
    user.sees_text("1 of 2 answered")
    second.does_not_see(playing.chosen)
    playing.chooses(second, right)
    first.sees(playing.chosen, containing=other)
    playing.chooses(first, right)
    playing.chooses(second, wrong)
    for page in (first, second):
        page.does_not_see(playing.right)
    asking.closes(user)
    first.sees(playing.chosen, containing=right)
    second.sees(playing.chosen, containing=wrong)
    evening.is_ranked(second, (1, first_name, 2), (2, second_name, 0))


@testcode("Questions", "Count the answers")
def answers_are_counted_once(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """On host page and screen, also when they are changed; anew for each question."""
    answers = inputs.names(3)
    addresses = evening.begins(user, inputs.name())
    screen = evening.watches(user, addresses.screen)
    guests = [evening.guest(user, addresses, name) for name in inputs.names(3)]
    for _ in range(2):
        asking.asks(user, inputs.name(), *answers)
        for page in (user, screen):
            page.sees_text("0 of 3 answered")
        for count, guest in enumerate(guests[:2], 1):
            for answer in answers:
                playing.chooses(guest, answer)
            for page in (user, screen):
                page.sees_text(f"{count} of 3 answered")
        asking.closes(user)
        playing.is_closed(screen, answers[0])


@testcode("Questions", "Take back")
def an_open_question_is_taken_back(
    user: BrowserUser,
    evening: Evening,
    take_back_button: TakeBackButton,
    asking: Asking,
    playing: Playing,
    inputs: Inputs,
) -> None:
    """It disappears from all pages and gives nothing; answers of it do not count for the next one."""
    name, right, wrong, text, again = inputs.names(5)
    addresses = evening.begins(user, inputs.name())
    screen = evening.watches(user, addresses.screen)
    guest = evening.guest(user, addresses, name)
    asking.asks(user, text, right, wrong)
    playing.chooses(guest, right)
    user.sees_text("1 of 1 answered")
    user.clicks(take_back_button)
    for page in (guest, screen):
        page.does_not_see(playing.question)
        page.does_not_see_text(text)
    guest.does_not_see(playing.choice)
    asking.asks(user, again, right, wrong)
    guest.sees(playing.question, containing=again)
    guest.does_not_see(playing.chosen)
    user.sees_text("0 of 1 answered")
    asking.closes(user)
    playing.is_closed(screen, right)
    evening.is_ranked(guest, (1, name, 0))


@testcode("Questions", "Take back")
def a_closed_question_takes_its_points_along(
    user: BrowserUser,
    evening: Evening,
    take_back_button: TakeBackButton,
    asking: Asking,
    playing: Playing,
    inputs: Inputs,
) -> None:
    """Also the one for being first; those of earlier questions stay."""
    first_name, second_name, right, wrong = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    first = evening.guest(user, addresses, first_name)
    second = evening.guest(user, addresses, second_name)
    for order, ranked in (
        ((first, second), ((1, first_name, 2), (2, second_name, 1))),
        ((second, first), tuple((1, name, 3) for name in sorted((first_name, second_name)))),
    ):
        asking.asks(user, inputs.name(), right, wrong)
        for count, guest in enumerate(order, 1):
            playing.chooses(guest, right)
            user.sees_text(f"{count} of 2 answered")
        asking.closes(user)
        evening.is_ranked(first, *ranked)
    user.clicks(take_back_button)
    for page in (user, first, second):
        evening.is_ranked(page, (1, first_name, 2), (2, second_name, 1))
    for page in (first, second):
        page.does_not_see(playing.question)
        page.does_not_see(playing.right)
    asking.asks(user, inputs.name(), wrong, right)
    playing.chooses(second, wrong)
    asking.closes(user)
    evening.is_ranked(first, (1, second_name, 3), (2, first_name, 2))


@testcode("Points", "Close")
def the_right_answer_is_marked_everywhere(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """On a screen that was opened later, too; choosing is over; it stays until the next question."""
    right, wrong, other, text, following = inputs.names(5)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, inputs.name())
    idle = evening.guest(user, addresses, inputs.name())
    screen = evening.watches(user, addresses.screen)
    asking.asks(user, text, right, wrong, other)
    playing.chooses(guest, wrong)
    asking.closes(user)
    later = evening.watches(user, addresses.screen)
    for page in (guest, idle, screen, later):
        playing.is_closed(page, right)
        page.sees_count(1, playing.right)
        page.sees(playing.question, containing=text)
    for page in (guest, idle):
        for answer in (right, wrong, other):
            page.is_disabled(playing.choice, beside=answer)
    idle.reloads()
    playing.is_closed(idle, right)
    idle.is_disabled(playing.choice, beside=right)
    asking.asks(user, following, wrong, other)
    for page in (guest, idle, screen, later):
        page.sees(playing.question, containing=following)
        page.does_not_see(playing.right)
        page.does_not_see_text(text)
    playing.chooses(idle, other)


@testcode("Points", "Give points")
def the_first_right_answer_gets_one_more(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """A wrong one before it does not matter; choosing the same one again changes nothing."""
    names = sorted(inputs.names(3))
    right, wrong = inputs.names(2)
    addresses = evening.begins(user, inputs.name())
    guests = [evening.guest(user, addresses, name) for name in names]
    asking.asks(user, inputs.name(), right, wrong)
    for count, (guest, answer) in enumerate(((guests[2], wrong), (guests[1], right), (guests[0], right)), 1):
        playing.chooses(guest, answer)
        user.sees_text(f"{count} of 3 answered")
    playing.chooses(guests[1], right)
    guests[1].reloads()
    guests[1].sees(playing.chosen, containing=right)
    asking.closes(user)
    for page in (user, *guests):
        evening.is_ranked(page, (1, names[1], 2), (2, names[0], 1), (3, names[2], 0))


@testcode("Points", "Give points")
def who_changes_the_answer_was_there_later(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """From right to wrong and back; the points of two questions add up."""
    first_name, second_name, right, wrong = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    first = evening.guest(user, addresses, first_name)
    second = evening.guest(user, addresses, second_name)
    for total in (1, 2):
        asking.asks(user, inputs.name(), right, wrong)
        playing.chooses(first, right)
        user.sees_text("1 of 2 answered")
        playing.chooses(second, right)
        user.sees_text("2 of 2 answered")
        playing.chooses(first, wrong)
        playing.chooses(first, right)
        asking.closes(user)
        evening.is_ranked(first, (1, second_name, 2 * total), (2, first_name, total))


@testcode("Points", "Give points")
def one_of_two_at_the_same_moment_was_first(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """Both answers are counted; exactly one gets the point for being first."""
    one, other, right, wrong = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    guests = [evening.guest(user, addresses, name) for name in (one, other)]
    asking.asks(user, inputs.name(), right, wrong)
    for guest in guests:
        guest.sees_count(2, playing.choice)
    for guest in guests:
        guest.clicks(playing.choice, beside=right)
    user.sees_text("2 of 2 answered")
    asking.closes(user)
    either = "|".join(ranking_of((1, first, 2), (2, then, 1)) for first, then in ((one, other), (other, one)))
    for page in (user, *guests):
        page.sees(evening.ranking, matching=rf"^\D*(?:{either})\D*$")
    assert len({page.text(evening.ranking) for page in guests}) == 1, "the guests see different rankings"


@testcode("Points", "Rank")
def the_same_points_share_a_place(
    user: BrowserUser, evening: Evening, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """Sorted by name then; the places after it are left out; one point is no points."""
    names = sorted(inputs.words(4))
    for place in (1, 3):
        names[place] = names[place].capitalize()
    right, wrong = inputs.names(2)
    addresses = evening.begins(user, inputs.name())
    screen = evening.watches(user, addresses.screen)
    guests = {name: evening.guest(user, addresses, name) for name in reversed(names)}
    asking.asks(user, inputs.name(), right, wrong)
    for count, (name, answer) in enumerate(
        ((names[3], right), (names[1], right), (names[0], right), (names[2], wrong)), 1
    ):
        playing.chooses(guests[name], answer)
        user.sees_text(f"{count} of 4 answered")
    asking.closes(user)
    for page in (user, screen, guests[names[0]]):
        evening.is_ranked(page, (1, names[3], 2), (2, names[0], 1), (2, names[1], 1), (4, names[2], 0))
    asking.asks(user, inputs.name(), wrong, right)
    playing.chooses(guests[names[2]], wrong)
    asking.closes(user)
    for page in (user, screen, guests[names[0]]):
        evening.is_ranked(page, (1, names[2], 2), (1, names[3], 2), (3, names[0], 1), (3, names[1], 1))


@testcode("Evening", "End the evening")
def after_the_end_nothing_goes_on(
    user: BrowserUser,
    evening: Evening,
    end_button: EndButton,
    asking: Asking,
    playing: Playing,
    inputs: Inputs,
) -> None:
    """On all pages, also for those who come too late; an open question counts for nothing."""
    first_name, second_name, right, wrong = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    first = evening.guest(user, addresses, first_name)
    second = evening.guest(user, addresses, second_name)
    screen = evening.watches(user, addresses.screen)
    visitor = evening.watches(user, addresses.guests)
    asking.asks(user, inputs.name(), right, wrong)
    playing.chooses(second, right)
    asking.closes(user)
    asking.asks(user, inputs.name(), right, wrong)
    playing.chooses(first, right)
    user.sees_text("1 of 2 answered")
    user.does_not_see_text(OVER)
    user.clicks(end_button)
    late = evening.watches(user, addresses.guests)
    for page in (user, first, second, screen, visitor, late):
        page.sees_text(OVER)
        evening.is_ranked(page, (1, second_name, 2), (2, first_name, 0))
    if first.count(playing.choice):
        first.is_disabled(playing.choice, beside=right)
    if user.count(asking.ask_button):
        user.is_disabled(asking.ask_button)
    for stranger in (visitor, late):
        if stranger.count(evening.name_box):
            stranger.types(inputs.name(), into=evening.name_box)
            stranger.presses("Enter", on=evening.name_box)
    user.reloads()
    user.sees_text(OVER)
    evening.is_ranked(user, (1, second_name, 2), (2, first_name, 0))


@testcode("Evening", "End the evening")
def the_last_points_count_at_the_end(
    user: BrowserUser, evening: Evening, end_button: EndButton, asking: Asking, playing: Playing, inputs: Inputs
) -> None:
    """Those of a question that was closed just before; guests who come back see them, and need no name."""
    first_name, second_name, right, wrong = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    first = evening.guest(user, addresses, first_name)
    second = evening.guest(user, addresses, second_name)
    asking.asks(user, inputs.name(), right, wrong)
    playing.chooses(second, right)
    user.sees_text("1 of 2 answered")
    playing.chooses(first, right)
    user.sees_text("2 of 2 answered")
    asking.closes(user)
    evening.is_ranked(first, (1, second_name, 2), (2, first_name, 1))
    user.clicks(end_button)
    for page in (user, first, second):
        page.sees_text(OVER)
        evening.is_ranked(page, (1, second_name, 2), (2, first_name, 1))
    first.reloads()
    first.sees_text(OVER)
    first.does_not_see(evening.name_box)
    evening.is_ranked(first, (1, second_name, 2), (2, first_name, 1))


@testcode("Connection", "Go on after an interruption")
def pages_say_that_there_is_no_connection(
    user: BrowserUser,
    evening: Evening,
    asking: Asking,
    playing: Playing,
    no_connection: NoConnection,
    inputs: Inputs,
) -> None:
    """On all three pages, whose buttons are disabled meanwhile; then everything can be used again."""
    name, right, wrong = inputs.names(3)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, name)
    screen = evening.watches(user, addresses.screen)
    visitor = evening.watches(user, addresses.guests)
    asking.asks(user, inputs.name(), right, wrong)
    guest.sees_count(2, playing.choice)
    pages = (user, guest, screen, visitor)
    for page in pages:
        page.does_not_see(no_connection)
    with user.stops_project():
        for page in pages:
            page.sees(no_connection)
        for answer in (right, wrong):
            guest.is_disabled(playing.choice, beside=answer)
        user.is_disabled(asking.close_button)
        visitor.is_disabled(evening.join_button)
    for page in pages:
        page.does_not_see(no_connection)
    playing.chooses(guest, right)
    user.sees_text("1 of 1 answered")
    asking.closes(user)
    playing.is_closed(guest, right)
    for page in pages:
        evening.is_ranked(page, (1, name, 2))


@testcode("Connection", "Go on after an interruption")
def nothing_that_was_seen_is_lost(
    user: BrowserUser,
    evening: Evening,
    asking: Asking,
    playing: Playing,
    no_connection: NoConnection,
    inputs: Inputs,
) -> None:
    """Guests, points, question, answers and who was first; nobody is away or somebody else, and new guests join."""
    names = sorted(inputs.names(3))
    right, wrong, text = inputs.names(3)
    addresses = evening.begins(user, inputs.name())
    first, second, third = (evening.guest(user, addresses, name) for name in names)
    asking.asks(user, inputs.name(), right, wrong)
    playing.chooses(third, right)
    asking.closes(user)
    evening.is_ranked(user, (1, names[2], 2), (2, names[0], 0), (2, names[1], 0))
    asking.asks(user, text, right, wrong)
    playing.chooses(second, right)
    user.sees_text("1 of 3 answered")
    playing.chooses(first, right)
    with user.stops_project():
        first.sees(no_connection)
    for page in (first, second):
        page.does_not_see(no_connection)
        page.sees(playing.question, containing=text)
        page.sees(playing.chosen, containing=right)
    user.sees_text("2 of 3 answered")
    for name in names:
        user.sees(evening.guest_entry, matching=r"(?s)^(?!.*\baway\b)", beside=name)
    evening.guest(user, addresses, late := inputs.name(8))
    user.sees_text("2 of 4 answered")
    playing.chooses(third, wrong)
    user.sees_text("3 of 4 answered")
    asking.closes(user)
    tied = sorted((names[1], names[2]))
    for page in (user, first, third):
        evening.is_ranked(page, (1, tied[0], 2), (1, tied[1], 2), (3, names[0], 1), (4, late, 0))


@testcode("Connection", "Go on after an interruption")
def what_is_being_typed_stays(
    user: BrowserUser,
    evening: Evening,
    asking: Asking,
    playing: Playing,
    no_connection: NoConnection,
    inputs: Inputs,
) -> None:
    """The host's next question and the name of somebody who is about to join; the website is stopped twice."""
    name, right, wrong, text, joining = inputs.names(5)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, name)
    visitor = evening.watches(user, addresses.guests)
    visitor.types(joining, into=evening.name_box)
    asking.fills(user, text, right, wrong)
    for _ in range(2):
        with user.stops_project():
            for page in (user, visitor):
                page.sees(no_connection)
        for page in (user, guest, visitor):
            page.does_not_see(no_connection)
        user.sees_value(text, in_=asking.question_box)
        user.sees_value(wrong, in_=asking.first_wrong_box)
        visitor.sees_value(joining, in_=evening.name_box)
    visitor.clicks(evening.join_button)
    visitor.does_not_see(evening.name_box)
    evening.is_listed(user, *sorted((name, joining)))
    user.clicks(asking.ask_button)
    for page in (guest, visitor):
        page.sees(playing.question, containing=text)
        playing.chooses(page, right)
    user.sees_text("2 of 2 answered")


@testcode("Connection", "Click twice")
def two_clicks_mean_one(
    user: BrowserUser,
    evening: Evening,
    asking: Asking,
    playing: Playing,
    inputs: Inputs,
) -> None:
    """Of who joins, asks, chooses and closes."""
    name, right, wrong, text = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    guest = evening.watches(user, addresses.guests)
    guest.types(name, into=evening.name_box)
    guest.double_clicks(evening.join_button)
    guest.does_not_see(evening.name_box)
    evening.is_listed(user, name)
    for total in (2, 4):
        asking.fills(user, text, right, wrong)
        user.double_clicks(asking.ask_button)
        guest.sees(playing.question, containing=text)
        user.sees_value("", in_=asking.question_box)
        user.sees_text("0 of 1 answered")
        guest.double_clicks(playing.choice, beside=right)
        user.sees_text("1 of 1 answered")
        guest.sees(playing.chosen, containing=right)
        user.double_clicks(asking.close_button)
        playing.is_closed(guest, right)
        for page in (user, guest):
            evening.is_ranked(page, (1, name, total))
    guest.reloads()
    playing.is_closed(guest, right)
    evening.is_ranked(guest, (1, name, 4))


@testcode("Connection", "Click twice")
def a_question_is_taken_back_once(
    user: BrowserUser,
    evening: Evening,
    take_back_button: TakeBackButton,
    asking: Asking,
    playing: Playing,
    inputs: Inputs,
) -> None:
    """Two clicks leave the points of the question before."""
    name, right, wrong, text = inputs.names(4)
    addresses = evening.begins(user, inputs.name())
    guest = evening.guest(user, addresses, name)
    for points in (2, 4):
        asking.asks(user, inputs.name(), right, wrong)
        playing.chooses(guest, right)
        user.sees_text("1 of 1 answered")
        asking.closes(user)
        evening.is_ranked(guest, (1, name, points))
    user.double_clicks(take_back_button)
    evening.is_ranked(guest, (1, name, 2))
    asking.asks(user, text, right, wrong)
    guest.sees(playing.question, containing=text)
    evening.is_ranked(user, (1, name, 2))
