"""Simulated use by learners of words.

The mission's today is 2025-03-14. Every testcode has accounts and decks of its own; cards in other boxes than the first
come from imported files.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "word-by-word"
TODAY = "2025-03-14"
DONE = "Nothing left to study today."
EXPORT = '//*[self::a or self::button][normalize-space()="Export"]'
EDIT = '//*[self::a or self::button][normalize-space()="Edit"]'
DELETE = '//*[self::a or self::button][normalize-space()="Delete"]'
CREATE_DECK = '//*[self::button or self::input][normalize-space()="Create deck" or @value="Create deck"]'
IMPORT_DECK = '//*[self::button or self::input][normalize-space()="Import deck" or @value="Import deck"]'
DELETE_FORM = '//form[.//button[normalize-space()="Delete"] or .//input[@value="Delete"]]'
CHECK_FORM = '//form[.//button[normalize-space()="Check"] or .//input[@value="Check"]]'
"""Forms; a site may send with scripts instead."""

DecksUrl = Annotated[Url, "page with the own decks"]
DeckRow = Annotated[Element, "entry of one deck in the list of decks; as many match as are listed"]


@dataclass(frozen=True)
class Registration:
    """Where one registers."""

    register_url: Annotated[Url, "page where one registers"]
    new_name_box: Annotated[Element, "box for the name, where one registers"]
    new_password_box: Annotated[Element, "box for the password, where one registers"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.presses("Enter", on=self.new_password_box)

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name)
        user.does_not_see(self.new_password_box)


@dataclass(frozen=True)
class Login:
    """Where one logs in."""

    login_url: Annotated[Url, "page where one logs in"]
    login_name_box: Annotated[Element, "box for the name, where one logs in"]
    login_password_box: Annotated[Element, "box for the password, where one logs in"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)

    def again(self, user: BrowserUser, name: str) -> BrowserUser:
        """The same learner at another browser."""
        twin = user.someone_else()
        twin.opens(self.login_url)
        self.sends(twin, name)
        twin.does_not_see(self.login_password_box)
        return twin


@dataclass(frozen=True)
class Decks:
    """The own decks."""

    decks_url: DecksUrl
    deck_name_box: Annotated[Element, "box for the name of a new deck"]

    def creates(self, user: BrowserUser, name: str) -> str:
        """Create a deck, and return the address of its page."""
        user.opens(self.decks_url)
        user.types(name, into=self.deck_name_box)
        user.clicks_text("Create deck")
        user.does_not_see(CREATE_DECK)
        return user.url()


@dataclass(frozen=True)
class Cards:
    """The cards on a deck's page."""

    front_box: Annotated[Element, "box for the front of a new card, on a deck's page"]
    back_box: Annotated[Element, "box for the back of a new card, on a deck's page"]
    card_row: Annotated[Element, "entry of one card on a deck's page; as many match as there are"]

    def adds(self, user: BrowserUser, *cards: tuple[str, str]) -> None:
        for front, back in cards:
            self.sends(user, front, back)
            user.sees(self.card_row, containing=back, beside=front)

    def sends(self, user: BrowserUser, front: str, back: str) -> None:
        user.types(front, into=self.front_box)
        user.types(back, into=self.back_box)
        user.clicks_text("Add card")

    def shows(self, user: BrowserUser, *cards: Sequence[str]) -> None:
        """Exactly these cards are listed, in this order, each with these texts."""
        user.sees_count(len(cards), self.card_row)
        for row, texts in user.pairs(user.texts(self.card_row), cards):
            for text in texts:
                assert text in " ".join(row.split()), f"{text!r} is not in {row!r}"


@dataclass(frozen=True)
class Import:
    """Where a deck is imported."""

    import_url: Annotated[Url, "page where a deck is imported"]
    file_box: Annotated[Element, "file box, where a deck is imported"]

    def sends(self, user: BrowserUser, text: str) -> None:
        user.opens(self.import_url)
        user.uploads_text(text, "deck.json", into=self.file_box)
        user.clicks_text("Import deck")

    def imports(self, user: BrowserUser, name: str, *cards: tuple[str, str, int, str]) -> str:
        """Import a deck of cards (front, back, box, due day), and return the address of its page."""
        self.sends(user, json.dumps(deck(name, *cards)))
        user.does_not_see(IMPORT_DECK)
        return user.url()


@dataclass(frozen=True)
class Study:
    """The page on which one studies."""

    question: Annotated[Element, "the front of the card that is asked, alone, where one studies"]
    answer_box: Annotated[Element, "box for the answer, where one studies"]

    def begins(self, user: BrowserUser, address: str) -> None:
        """Open a deck and study it."""
        user.opens(address)
        user.clicks_text("Study")

    def answers(self, user: BrowserUser, front: str, answer: str, said: str) -> None:
        """See this card, answer it, and be told so."""
        user.sees(self.question, text=front)
        user.types(answer, into=self.answer_box)
        user.clicks_text("Check")
        user.sees_text(said)

    def is_done(self, user: BrowserUser) -> None:
        user.sees_text(DONE)
        user.does_not_see(self.answer_box)


def deck(name: object, *cards: tuple[object, object, object, object]) -> dict[str, object]:
    """A deck as the export writes it."""
    return {"deck": name, "cards": [dict(zip(("front", "back", "box", "due"), card, strict=True)) for card in cards]}


@testcode("Account", "Register and log in")
def accounts_are_checked(user: BrowserUser, registration: Registration, login: Login, decks: Decks) -> None:
    user.opens(decks.decks_url)
    user.sees(login.login_password_box)
    registration.sends(user, "Aino", "1234567")
    user.sees_text("The password needs at least 8 characters.")
    user.sees_value("Aino", in_=registration.new_name_box)
    registration.registers(user, "Aino")
    address = decks.creates(user, "Aino's words")
    other = user.someone_else()
    registration.sends(other, "aINO")
    other.sees_text("This name is taken.")
    other.opens(address)
    login.sends(other, "Aino", "word-for-word")
    other.sees_text("Name or password is wrong.")
    login.sends(other, "Aino")
    other.is_at(address)
    other.sees_text("Aino's words")
    other.clicks_text("Log out")
    other.opens(address)
    other.sees(login.login_password_box)


@testcode("Account", "Keep decks private")
def others_decks_are_out_of_reach(
    user: BrowserUser, registration: Registration, decks: Decks, cards: Cards, study: Study, deck_row: DeckRow
) -> None:
    """Neither a link nor a form of the owner works for others, not even at the address of their own deck."""
    registration.registers(user, "Bodil")
    address = decks.creates(user, "Bodil's secrets")
    cards.adds(user, ("hemlig", "secret"))
    edit = urljoin(address, user.attribute(EDIT, "href") or address)
    export = urljoin(address, user.attribute(EXPORT, "href") or address)
    user.clicks_text("Statistics")
    user.sees_text("No answers today.")
    statistics = user.url()
    user.opens(address)
    deleting = [user.form_of(DELETE_FORM)] if user.count(DELETE_FORM) else []
    study.begins(user, address)
    user.sees(study.question, text="hemlig")
    user.types("secret", into=study.answer_box)
    answering = [user.form_of(CHECK_FORM)] if user.count(CHECK_FORM) else []
    other = user.someone_else()
    registration.registers(other, "Birger")
    other.opens(decks.decks_url)
    other.sees_count(0, deck_row)
    for url in (address, user.url(), edit, export, statistics):
        other.opens(url)
        other.sees_status(404)
        other.does_not_see_text("hemlig")
    own = decks.creates(other, "Birger's own")
    cards.adds(other, ("öppen", "open"))
    study.begins(other, own)
    other.sees(study.question, text="öppen")
    for form in answering:
        at = other.form_of(CHECK_FORM).url
        for url in (at, form.url):
            study.begins(other, own)
            other.posts(url, form.fields)
    for form in deleting:
        other.opens(own)
        other.posts(form.url, form.fields)
    study.begins(user, address)
    study.answers(user, "hemlig", "secret", "Right.")
    user.opens(edit)
    user.sees_status(200)


@testcode("Decks", "List and create decks")
def decks_are_listed_with_what_is_due(
    user: BrowserUser, registration: Registration, decks: Decks, files: Import, deck_row: DeckRow
) -> None:
    registration.registers(user, "Ceri")
    files.imports(
        user, "welsh", ("ci", "dog", 1, TODAY), ("cath", "cat", 3, "2025-03-15"), ("aderyn", "bird", 5, "2024-12-31")
    )
    decks.creates(user, "Breton & <b>Cornish</b>")
    for name, message in ((" ", "Give the deck a name."), ("WELSH", "You have a deck of this name.")):
        user.opens(decks.decks_url)
        user.does_not_see_text(message)
        user.types(name, into=decks.deck_name_box)
        user.clicks_text("Create deck")
        user.sees_text(message)
    user.opens(decks.decks_url)
    user.sees_count(2, deck_row)
    rows = user.texts(deck_row)
    for row, texts in user.pairs(rows, (("Breton & <b>Cornish</b>", "0 due"), ("welsh", "2 due"))):
        for text in texts:
            assert text in row, f"{text} is not in {row!r}; the decks are listed by name"
    other = user.someone_else()
    registration.registers(other, "Conan")
    decks.creates(other, "Welsh")
    other.sees_text("Welsh")


@testcode("Deck", "Add cards")
def new_cards_are_due_today(user: BrowserUser, registration: Registration, decks: Decks, cards: Cards) -> None:
    registration.registers(user, "Dagny")
    address = decks.creates(user, "Norwegian")
    cards.adds(user, ("ulv", "wolf"), ("<b>bjørn</b>", "bear / <i>she-bear</i>"))
    for front, back, message in (
        (" ", "cat", "Give both sides."),
        ("katt", "  ", "Give both sides."),
        ("ULV", "wolf again", "This front is there already."),
    ):
        user.opens(address)
        user.does_not_see_text(message)
        cards.sends(user, front, back)
        user.sees_text(message)
        user.sees_value(back, in_=cards.back_box)
    user.opens(address)
    due = f"Box 0, due {TODAY}"
    cards.shows(user, ("ulv", "wolf", due), ("<b>bjørn</b>", "bear / <i>she-bear</i>", due))
    decks.creates(user, "Danish")
    cards.adds(user, ("ulv", "wolf"))
    cards.shows(user, ("ulv", "wolf", due))


@testcode("Deck", "Edit and delete cards")
def cards_are_edited_and_deleted(
    user: BrowserUser,
    registration: Registration,
    cards: Cards,
    files: Import,
    edit_front_box: Annotated[Element, "box for the front, where a card is edited"],
    edit_back_box: Annotated[Element, "box for the back, where a card is edited"],
) -> None:
    """Editing keeps box and due day; a dialog that is dismissed deletes nothing, nor does opening an address."""
    registration.registers(user, "Eamon")
    address = files.imports(
        user, "Irish", ("cat", "cat", 3, "2025-03-20"), ("madra", "dog", 0, TODAY), ("bó", "cow", 1, TODAY)
    )
    user.clicks(EDIT, beside="Box 3, due 2025-03-20")
    user.sees_value("cat", in_=edit_front_box)
    user.types("MADRA", into=edit_front_box)
    user.clicks_text("Save card")
    user.sees_text("This front is there already.")
    user.types("Cat", into=edit_front_box)
    user.types("cat / tomcat", into=edit_back_box)
    user.clicks_text("Save card")
    cards.shows(user, ("Cat", "cat / tomcat", "Box 3, due 2025-03-20"), ("madra",), ("bó",))
    with user.answers_dialog(accept=False) as dialog:
        user.clicks(DELETE, beside="madra")
    assert "madra" in dialog.message, f"the dialog does not name the front: {dialog.message!r}"
    user.opens(address)
    if user.count(DELETE_FORM):
        user.opens(user.form_of(DELETE, beside="madra").url)
        user.opens(address)
    user.sees_count(3, cards.card_row)
    with user.answers_dialog(accept=True):
        user.clicks(DELETE, beside="madra")
    cards.shows(user, ("Cat",), ("bó", "cow", "Box 1"))
    user.opens(address)
    user.sees_count(2, cards.card_row)


@testcode("Study", "Ask due cards")
def the_earliest_due_card_comes_first(
    user: BrowserUser, registration: Registration, cards: Cards, files: Import, study: Study
) -> None:
    """Cards that are due tomorrow are not asked; opening the page answers nothing."""
    registration.registers(user, "Freja")
    address = files.imports(
        user,
        "Danish",
        ("hund", "dog", 0, TODAY),
        ("kat", "cat", 2, "2025-03-15"),
        ("fugl", "bird", 1, "2025-03-10"),
        ("fisk", "fish", 1, TODAY),
        ("ko", "cow", 4, "2025-03-01"),
    )
    for _ in range(3):
        study.begins(user, address)
        user.sees(study.question, text="ko")
    for front, back in (("ko", "cow"), ("fugl", "bird"), ("hund", "dog"), ("fisk", "fish")):
        study.answers(user, front, back, "Right.")
    study.is_done(user)
    user.opens(address)
    cards.shows(
        user, ("hund", "Box 1"), ("kat", "Box 2, due 2025-03-15"), ("fugl", "Box 2"), ("fisk", "Box 2"), ("ko", "Box 5")
    )
    study.begins(user, address)
    study.is_done(user)


@testcode("Study", "Compare answers")
def answers_are_compared_fairly(user: BrowserUser, registration: Registration, files: Import, study: Study) -> None:
    registration.registers(user, "Gudrun")
    right = {
        "der Hund": ("dog / hound", " HOUND "),
        "die Katze": ("cat", "Cat"),
        "auf Wiedersehen": ("good bye/see you", "good   bye"),
        "das Café": ("café", "CAFÉ"),
    }
    wrong = {
        "das Haus": ("house", "hous"),
        "der Baum": ("tree", "a tree"),
        "groß": ("big / large", "big / large"),
        "der Bär": ("<i>bear</i> (animal)", "bear"),
        "ja / nein": ("it's", "its"),
    }
    both = [(front, back, 1, TODAY) for front, (back, _) in (right | wrong).items()]
    address = files.imports(user, "German", *both)
    study.begins(user, address)
    user.sees(study.question, text="der Hund")
    user.types("  ", into=study.answer_box)
    user.clicks_text("Check")
    user.sees_text("Type an answer.")
    for front, (_, answer) in right.items():
        study.answers(user, front, answer, "Right.")
    for front, (back, answer) in wrong.items():
        study.answers(user, front, answer, f"Wrong: the answer is {back}.")
    study.answers(user, "das Haus", "house", "Right.")


@testcode("Study", "Move right cards up")
def right_cards_are_due_later_and_later(
    user: BrowserUser, registration: Registration, cards: Cards, files: Import, study: Study
) -> None:
    """Counted from today, not from the day when they were due; box 5 is the last one."""
    registration.registers(user, "Hilla")
    address = files.imports(user, "Finnish", *[(f"sana {box}", "word", box, "2025-03-12") for box in range(6)])
    study.begins(user, address)
    for box in range(6):
        study.answers(user, f"sana {box}", "word", "Right.")
    study.is_done(user)
    user.opens(address)
    cards.shows(
        user,
        ("sana 0", "Box 1, due 2025-03-15"),
        ("sana 1", "Box 2, due 2025-03-17"),
        ("sana 2", "Box 3, due 2025-03-21"),
        ("sana 3", "Box 4, due 2025-03-28"),
        ("sana 4", "Box 5, due 2025-04-13"),
        ("sana 5", "Box 5, due 2025-04-13"),
    )


@testcode("Study", "Bring wrong cards back")
def wrong_cards_come_again_at_the_end(
    user: BrowserUser, registration: Registration, cards: Cards, files: Import, study: Study
) -> None:
    """In the order of the wrong answers, also after the page was left."""
    registration.registers(user, "Ilmar")
    address = files.imports(
        user, "Estonian", ("koer", "dog", 4, "2025-03-01"), ("kass", "cat", 2, TODAY), ("lind", "bird", 3, TODAY)
    )
    study.begins(user, address)
    study.answers(user, "koer", "cat", "Wrong: the answer is dog.")
    study.answers(user, "kass", "dog", "Wrong: the answer is cat.")
    user.opens(address)
    cards.shows(user, ("koer", f"Box 0, due {TODAY}"), ("kass", f"Box 0, due {TODAY}"), ("lind", f"Box 3, due {TODAY}"))
    study.begins(user, address)
    study.answers(user, "lind", "bird", "Right.")
    study.answers(user, "koer", "doog", "Wrong: the answer is dog.")
    study.answers(user, "kass", "cat", "Right.")
    study.answers(user, "koer", "dog", "Right.")
    study.is_done(user)
    user.opens(address)
    cards.shows(
        user, ("koer", "Box 1, due 2025-03-15"), ("kass", "Box 1, due 2025-03-15"), ("lind", "Box 4, due 2025-03-28")
    )


@testcode("Study", "Count an answer once")
def an_answer_in_two_windows_counts_once(
    user: BrowserUser, registration: Registration, login: Login, cards: Cards, files: Import, study: Study
) -> None:
    """Be it right or wrong; loading the page again after an answer does not count it again either."""
    registration.registers(user, "Jelena")
    address = files.imports(
        user, "Serbian", ("pas", "dog", 2, "2025-03-10"), ("riba", "fish", 3, TODAY), ("ptica", "bird", 1, TODAY)
    )
    stale = login.again(user, "Jelena")
    study.begins(stale, address)
    stale.sees(study.question, text="pas")
    study.begins(user, address)
    study.answers(user, "pas", "dog", "Right.")
    user.sees(study.question, text="riba")
    user.reloads()
    stale.types("dog", into=study.answer_box)
    stale.clicks_text("Check")
    stale.sees_text("This card has been answered already.")
    stale.sees(study.question, text="riba")
    study.answers(user, "riba", "cow", "Wrong: the answer is fish.")
    stale.types("fish", into=study.answer_box)
    stale.clicks_text("Check")
    stale.sees_text("This card has been answered already.")
    user.opens(address)
    cards.shows(
        user, ("pas", "Box 3, due 2025-03-21"), ("riba", f"Box 0, due {TODAY}"), ("ptica", f"Box 1, due {TODAY}")
    )
    study.begins(user, address)
    study.answers(user, "ptica", "bird", "Right.")
    study.answers(user, "riba", "fish", "Right.")
    study.is_done(user)


@testcode("Statistics", "Show statistics")
def statistics_count_cards_and_answers(
    user: BrowserUser, registration: Registration, decks: Decks, cards: Cards, files: Import, study: Study
) -> None:
    """Of one deck and one day only: 9 of 16 answers are 56.25 %, which is 56.3 %."""
    registration.registers(user, "Kaija")
    files.imports(user, "Other", ("yksi", "one", 0, TODAY))
    study.begins(user, user.url())
    study.answers(user, "yksi", "one", "Right.")
    words = [("kaksi", "two", 0, TODAY), ("kolme", "three", 2, TODAY), ("neljä", "four", 2, "2025-03-20")]
    address = files.imports(user, "Numbers", *words, ("viisi", "five", 5, "2025-04-01"))
    user.clicks_text("Statistics")
    for line in ("Cards: 4", "Due today: 2", "Box 0: 1", "Box 1: 0", "Box 2: 2", "Box 5: 1", "No answers today."):
        user.sees_text(line)
    study.begins(user, address)
    study.answers(user, "kaksi", "two", "Right.")
    study.answers(user, "kolme", "tree", "Wrong: the answer is three.")
    study.answers(user, "kolme", "three", "Right.")
    user.opens(address)
    user.clicks_text("Statistics")
    for line in ("Cards: 4", "Due today: 0", "Box 0: 0", "Box 1: 2", "Box 2: 1", "Right today: 2 of 3 (66.7%)"):
        user.sees_text(line)
    user.does_not_see_text("No answers today.")
    address = files.imports(user, "Sixteen", *[(f"sana {n}", "word", 0, TODAY) for n in range(9)])
    study.begins(user, address)
    for number in range(7):
        study.answers(user, f"sana {number}", "ward", "Wrong: the answer is word.")
    for number in (7, 8, 0, 1, 2, 3, 4, 5, 6):
        study.answers(user, f"sana {number}", "word", "Right.")
    user.opens(address)
    user.clicks_text("Statistics")
    user.sees_text("Right today: 9 of 16 (56.3%)")
    user.moves_clock(days=1)
    user.reloads()
    user.sees_text("No answers today.")


@testcode("Deck", "Export a deck")
def the_export_can_be_imported_again(
    user: BrowserUser, registration: Registration, cards: Cards, files: Import, study: Study
) -> None:
    registration.registers(user, "Lumi")
    address = files.imports(
        user, 'Sámi "words"', ("beana", "dog / hound", 2, TODAY), ("guolli", "<fish>", 5, "2025-04-01")
    )
    cards.adds(user, ("čáhci", "water"))
    study.begins(user, address)
    study.answers(user, "beana", "hound", "Right.")
    user.opens(address)
    text = user.downloads(EXPORT).text()
    expected = deck(
        'Sámi "words"',
        ("beana", "dog / hound", 3, "2025-03-21"),
        ("guolli", "<fish>", 5, "2025-04-01"),
        ("čáhci", "water", 0, TODAY),
    )
    assert user.reads_json(text, object) == expected, f"the file holds {text!r}"
    other = user.someone_else()
    registration.registers(other, "Lauri")
    files.sends(other, text)
    other.sees_text('Sámi "words"')
    cards.shows(
        other,
        ("beana", "dog / hound", "Box 3, due 2025-03-21"),
        ("guolli", "<fish>", "Box 5, due 2025-04-01"),
        ("čáhci", "water", f"Box 0, due {TODAY}"),
    )


@testcode("Decks", "Import a deck")
def a_taken_name_gets_a_number(
    user: BrowserUser, registration: Registration, decks: Decks, cards: Cards, files: Import, deck_row: DeckRow
) -> None:
    """The deck that is there stays as it is; others' decks do not matter, nor those whose names only begin like it."""
    registration.registers(user, "Marit")
    decks.creates(user, "Same again")
    first = files.imports(user, "Same", ("eadni", "mother", 1, TODAY))
    files.imports(user, "same", ("áhčči", "father", 2, TODAY))
    user.sees_text("same (2)")
    files.imports(user, "Same")
    user.sees_text("Same (3)")
    cards.shows(user)
    user.opens(first)
    cards.shows(user, ("eadni", "mother", "Box 1"))
    user.opens(decks.decks_url)
    user.sees_count(4, deck_row)
    other = user.someone_else()
    registration.registers(other, "Mihkkal")
    files.imports(other, "Same", ("viellja", "brother", 0, TODAY))
    other.does_not_see_text("Same (")


@testcode("Decks", "Refuse wrong files")
def what_is_not_a_deck_is_refused(
    user: BrowserUser, registration: Registration, decks: Decks, files: Import, deck_row: DeckRow
) -> None:
    registration.registers(user, "Nils")
    good = ("ord", "word", 1, TODAY)
    wrong: list[object] = [
        [],
        {"deck": "Wrong"},
        {**deck("Wrong", good), "more": 1},
        deck("  ", good),
        deck(7, good),
        deck("Wrong", ("ord", " ", 1, TODAY)),
        deck("Wrong", good, ("ORD", "other word", 1, TODAY)),
        deck("Wrong", ("ord", "word", 6, TODAY)),
        deck("Wrong", ("ord", "word", -1, TODAY)),
        deck("Wrong", ("ord", "word", "1", TODAY)),
        deck("Wrong", ("ord", "word", True, TODAY)),
        deck("Wrong", ("ord", "word", 1.5, TODAY)),
        deck("Wrong", ("ord", "word", 1, "2025-02-30")),
        deck("Wrong", ("ord", "word", 1, "tomorrow")),
        {"deck": "Wrong", "cards": [{"front": "ord", "back": "word", "box": 1}]},
        {"deck": "Wrong", "cards": [{"front": "ord", "back": "word", "box": 1, "due": TODAY, "more": 1}]},
    ]
    for text in ("", "no JSON", '{"deck": "Wrong", "cards": [', *map(json.dumps, wrong)):
        files.sends(user, text)
        user.sees_text("This is not a deck.")
    user.opens(decks.decks_url)
    user.sees_count(0, deck_row)
    files.sends(user, json.dumps(deck("Right", good, ("til", "to", 5, "2024-02-29"))))
    user.does_not_see_text("This is not a deck.")
    user.opens(decks.decks_url)
    user.sees_count(1, deck_row)
    user.sees(deck_row, containing="Right")
