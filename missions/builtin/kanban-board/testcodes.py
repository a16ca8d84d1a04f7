"""Simulated use by a team on its boards.

Every testcode creates a board of its own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "Sticky-1101"
SITE = "http://localhost:8000"
LOWER_END = 0.98
"""Part of a column's height at which a card is dropped to become its last."""
FULL = "Doing is full."
OTHERS = "Cannot undo: somebody else has changed this card."

BoardsUrl = Annotated[Url, "page with the list of all boards"]
BoardNameBox = Annotated[Element, "box for the name of a new board"]
LoginUrl = Annotated[Url, "page where one logs in"]
LoginNameBox = Annotated[Element, "box for the name, where one logs in"]
LoginPasswordBox = Annotated[Element, "box for the password, where one logs in"]
TodoColumn = Annotated[Element, "the whole column To do of a board, with its heading and cards"]
DoingColumn = Annotated[Element, "the whole column Doing of a board, with its heading and cards"]
DoneColumn = Annotated[Element, "the whole column Done of a board, with its heading and cards"]
Card = Annotated[Element, "a card on a board; as many match as are shown"]
NewCardBox = Annotated[Element, "box for the title of a new card; one in each column"]
LabelBox = Annotated[Element, "drop-down list for the label of a card; one in each card"]
FilterBox = Annotated[Element, "drop-down list of a board by which cards are filtered by label"]
RenameBox = Annotated[Element, "box for the new title of a card, after F2 was pressed"]
BoardRow = Annotated[Element, "entry of one board in the list of boards; as many match as are listed"]


@dataclass(frozen=True)
class Login:
    """Where one logs in."""

    login_url: LoginUrl
    login_name_box: LoginNameBox
    login_password_box: LoginPasswordBox

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)

    def logs_in(self, user: BrowserUser, name: str) -> None:
        user.opens(self.login_url)
        self.sends(user, name)
        user.does_not_see(self.login_password_box)


@dataclass(frozen=True)
class Team(Login):
    """Members of the team, and the boards that they create."""

    boards_url: BoardsUrl
    board_name_box: BoardNameBox

    def creates(self, user: BrowserUser, board: str, name: str = "mia") -> str:
        """Log in, create a board, and return its address."""
        self.logs_in(user, name)
        return self.creates_another(user, board)

    def creates_another(self, user: BrowserUser, board: str) -> str:
        user.opens(self.boards_url)
        user.types(board, into=self.board_name_box)
        user.clicks_text("Create board")
        user.sees_text("Doing")
        return user.url()

    def joins(self, user: BrowserUser, address: str, name: str = "tom") -> BrowserUser:
        """Another member at another browser, on the same board."""
        other = user.someone_else()
        self.logs_in(other, name)
        other.opens(address)
        return other


@dataclass(frozen=True)
class Board:
    """The columns of a board and their cards. Titles in a testcode are no parts of each other."""

    todo_column: TodoColumn
    doing_column: DoingColumn
    done_column: DoneColumn
    card: Card
    new_card_box: NewCardBox

    def adds(self, user: BrowserUser, *titles: str, to: str = "To do") -> None:
        for title in titles:
            user.types(title, into=self.new_card_box, beside=to)
            user.presses("Enter")
            user.sees(self.card, containing=title, beside=title)

    def shows(
        self, user: BrowserUser, todo: Sequence[str] = (), doing: Sequence[str] = (), done: Sequence[str] = ()
    ) -> None:
        """Exactly these cards are there, in these columns and this order."""
        for column, titles in ((self.todo_column, todo), (self.doing_column, doing), (self.done_column, done)):
            user.sees(column, matching="(?s)" + ".*".join(map(re.escape, titles)))
        user.sees_count(len(todo) + len(doing) + len(done), self.card)

    def presses(self, user: BrowserUser, title: str, *keys: str) -> None:
        """Give a card the focus, and press keys."""
        user.clicks_text(title)
        for key in keys:
            user.presses(key)


def number_of(user: BrowserUser, address: str) -> str:
    """The last number in the address of a board."""
    return user.reads_match(address.removeprefix(SITE), r"(\d+)\D*$")


@dataclass(frozen=True)
class CardJson:
    """What the interface says of a card."""

    id: int
    title: str
    label: str


@dataclass(frozen=True)
class ColumnJson:
    """What the interface says of a column."""

    name: str
    cards: list[CardJson]


@dataclass(frozen=True)
class BoardJson:
    """What the interface says of a board."""

    name: str
    columns: list[ColumnJson]


def as_json(user: BrowserUser, address: str) -> BoardJson:
    """What the interface says of the board at this address; the page is left for it."""
    user.opens(f"/api/boards/{number_of(user, address)}/")
    user.sees_status(200)
    return user.reads_json(user.page_text(), BoardJson)


@testcode("Account", "Log in")
def all_pages_need_an_account(user: BrowserUser, team: Team, board: Board) -> None:
    address = team.creates(user, "Locked board")
    board.adds(user, "Secret plan")
    visitor = user.someone_else()
    for url in (team.boards_url, address):
        visitor.opens(url)
        visitor.sees(team.login_password_box)
        visitor.does_not_see_text("Secret plan")
        for label in ("Name", "Password"):
            visitor.sees_text(label)
    team.sends(visitor, "tom", "Sticky-1102")
    visitor.sees_text("Name or password is wrong.")
    team.sends(visitor, "tom")
    visitor.is_at(address)
    board.shows(visitor, todo=["Secret plan"])
    visitor.clicks_text("Log out")
    visitor.opens(address)
    visitor.sees(team.login_password_box)


@testcode("Boards", "List and create boards")
def boards_are_listed_with_their_cards(user: BrowserUser, team: Team, board: Board, board_row: BoardRow) -> None:
    team.logs_in(user, "uma")
    user.opens(team.boards_url)
    user.sees_text("Board name")
    before = user.count(board_row)
    user.types("  ", into=team.board_name_box)
    user.clicks_text("Create board")
    user.sees_text("Give the board a name.")
    user.opens(team.boards_url)
    user.sees_count(before, board_row)
    for name, cards in (("listed beta", 3), ("Listed Alpha <b>", 1), ("Listed gamma", 0)):
        team.creates_another(user, name)
        board.adds(user, *(f"Card {number}" for number in range(cards)))
    board.adds(user, "Mistake")
    board.presses(user, "Mistake", "Delete")
    board.shows(user)
    other = user.someone_else()
    team.logs_in(other, "tom")
    other.opens(team.boards_url)
    rows = other.rows([row for row in other.texts(board_row) if "isted " in row], count=3)
    for row, texts in other.pairs(rows, (("Alpha <b>", "1 card"), ("beta", "3 cards"), ("gamma", "0 cards"))):
        for text in texts:
            assert text in row, f"{text} is not in {row!r}; the boards are listed by name"
    assert "1 cards" not in rows[0], f"{rows[0]!r} says 1 cards"
    other.clicks_text("listed beta")
    board.shows(other, todo=["Card 0", "Card 1", "Card 2"])


@testcode("Board", "Add cards")
def cards_are_added_at_the_end(user: BrowserUser, team: Team, board: Board) -> None:
    """The box is emptied and keeps the focus; markup is text; the page is not loaded again."""
    team.creates(user, "Adding")
    user.types("First step", into=board.new_card_box, beside="To do")
    user.presses("Enter")
    user.sees_value("", in_=board.new_card_box, beside="To do")
    user.sees(board.card, containing="First step", beside="First step")
    for key in ("Z", "w", "o"):
        user.presses(key)
    user.presses("Enter")
    user.sees_text("Zwo")
    board.adds(user, "<b>Bold</b> & more", to="Done")
    board.shows(user, todo=["First step", "Zwo"], done=["<b>Bold</b> & more"])
    user.types("   ", into=board.new_card_box, beside="Doing")
    user.presses("Enter")
    user.sees_text("Give the card a title.")
    board.adds(user, "Now", to="Doing")
    user.does_not_see_text("Give the card a title.")
    user.reloads()
    board.shows(user, todo=["First step", "Zwo"], doing=["Now"], done=["<b>Bold</b> & more"])


@testcode("Board", "Move by keyboard")
def arrows_move_between_columns(user: BrowserUser, team: Team, board: Board) -> None:
    """To the end of the next column; beyond the outer ones nothing happens, and the focus stays."""
    team.creates(user, "Sideways")
    board.adds(user, "Ant", "Bee")
    board.adds(user, "Cow", to="Doing")
    board.presses(user, "Ant", "ArrowLeft", "ArrowRight")
    board.shows(user, todo=["Bee"], doing=["Cow", "Ant"])
    user.presses("ArrowRight")
    board.shows(user, todo=["Bee"], doing=["Cow"], done=["Ant"])
    user.presses("ArrowRight")
    user.presses("ArrowLeft")
    board.shows(user, todo=["Bee"], doing=["Cow", "Ant"])
    user.presses("ArrowLeft")
    board.shows(user, todo=["Bee", "Ant"], doing=["Cow"])
    user.reloads()
    board.shows(user, todo=["Bee", "Ant"], doing=["Cow"])


@testcode("Board", "Move by keyboard")
def arrows_move_within_a_column(user: BrowserUser, team: Team, board: Board) -> None:
    team.creates(user, "Up and down")
    board.adds(user, "Ant", "Bee", "Cow", "Dog")
    board.presses(user, "Dog", "ArrowUp")
    board.shows(user, todo=["Ant", "Bee", "Dog", "Cow"])
    user.presses("ArrowUp")
    board.shows(user, todo=["Ant", "Dog", "Bee", "Cow"])
    for _ in range(2):
        user.presses("ArrowUp")
    board.shows(user, todo=["Dog", "Ant", "Bee", "Cow"])
    board.presses(user, "Ant", "ArrowDown")
    board.shows(user, todo=["Dog", "Bee", "Ant", "Cow"])
    user.presses("ArrowDown")
    board.shows(user, todo=["Dog", "Bee", "Cow", "Ant"])
    user.presses("ArrowDown")
    board.shows(user, todo=["Dog", "Bee", "Cow", "Ant"])
    user.clicks_text("Undo")  # where there was no place, nothing has happened that could be taken back
    for _ in range(2):
        board.shows(user, todo=["Dog", "Bee", "Ant", "Cow"])
        user.reloads()


@testcode("Board", "Delete a card")
def the_delete_key_deletes(user: BrowserUser, team: Team, board: Board) -> None:
    """Only the card with the focus; undoing brings it back to its place."""
    team.creates(user, "Deleting")
    board.adds(user, "Ant", "Bee", "Cow")
    board.presses(user, "Bee", "Delete")
    board.shows(user, todo=["Ant", "Cow"])
    user.reloads()
    board.shows(user, todo=["Ant", "Cow"])
    user.clicks_text("Undo")
    board.shows(user, todo=["Ant", "Bee", "Cow"])
    user.reloads()
    board.shows(user, todo=["Ant", "Bee", "Cow"])


@testcode("Board", "Rename a card")
def f2_renames_a_card(user: BrowserUser, team: Team, board: Board, rename_box: RenameBox) -> None:
    team.creates(user, "Renaming")
    board.adds(user, "Ant", "Bee")
    board.presses(user, "Ant", "F2")
    user.sees_value("Ant", in_=rename_box)
    user.types("Wasp", into=rename_box)
    user.presses("Escape")
    user.does_not_see(rename_box)
    board.shows(user, todo=["Ant", "Bee"])
    board.presses(user, "Ant", "F2")
    user.types("<i>Hornet</i>", into=rename_box)
    user.presses("Enter")
    board.shows(user, todo=["<i>Hornet</i>", "Bee"])
    board.presses(user, "Bee", "F2")
    user.types(" ", into=rename_box)
    user.presses("Enter")
    user.sees_text("Give the card a title.")
    user.reloads()
    board.shows(user, todo=["<i>Hornet</i>", "Bee"])


@testcode("Board", "Keys in boxes")
def keys_in_boxes_move_nothing(
    user: BrowserUser, team: Team, board: Board, rename_box: RenameBox, label_box: LabelBox
) -> None:
    team.creates(user, "Typing")
    board.adds(user, "Ant", "Bee")
    board.presses(user, "Ant", "ArrowRight")
    board.shows(user, todo=["Bee"], doing=["Ant"])
    user.types("Col", into=board.new_card_box, beside="Doing")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown", "Delete"):
        user.presses(key)
    board.presses(user, "Bee", "F2")
    for key in ("ArrowRight", "Home", "Delete"):
        user.presses(key)
    user.sees_value("ee", in_=rename_box)
    user.presses("Escape")
    user.reloads()
    board.shows(user, todo=["Bee"], doing=["Ant"])
    board.presses(user, "Bee", "Delete")
    board.shows(user, doing=["Ant"])
    for key in ("ArrowRight", "Delete"):
        user.presses(key, on=label_box)
    user.reloads()
    board.shows(user, doing=["Ant"])


@testcode("Board", "Label cards")
def labels_are_saved_at_once(user: BrowserUser, team: Team, board: Board, label_box: LabelBox) -> None:
    address = team.creates(user, "Labels")
    board.adds(user, "Ant", "Bee", "Cow")
    user.sees(label_box, text="No label", beside="Bee")
    user.chooses("bug", out_of=label_box, beside="Bee")
    user.chooses("chore", out_of=label_box, beside="Cow")
    other = team.joins(user, address)
    for title, label in (("Ant", "No label"), ("Bee", "bug"), ("Cow", "chore")):
        other.sees(label_box, text=label, beside=title)
    other.chooses("feature", out_of=label_box, beside="Bee")
    user.sees(label_box, text="feature", beside="Bee")
    user.chooses("No label", out_of=label_box, beside="Cow")
    other.sees(label_box, text="No label", beside="Cow")
    board.shows(user, todo=["Ant", "Bee", "Cow"])


@testcode("Board", "Filter by label")
def the_filter_is_ones_own(
    user: BrowserUser, team: Team, board: Board, label_box: LabelBox, filter_box: FilterBox
) -> None:
    address = team.creates(user, "Filtering")
    board.adds(user, "Ant", "Bee")
    board.adds(user, "Cow", to="Done")
    user.chooses("bug", out_of=label_box, beside="Ant")
    user.chooses("bug", out_of=label_box, beside="Cow")
    other = team.joins(user, address)
    user.sees(filter_box, text="All labels")
    user.chooses("bug", out_of=filter_box)
    board.shows(user, todo=["Ant"], done=["Cow"])
    board.shows(other, todo=["Ant", "Bee"], done=["Cow"])
    other.chooses("bug", out_of=label_box, beside="Bee")
    board.shows(user, todo=["Ant", "Bee"], done=["Cow"])
    other.chooses("chore", out_of=label_box, beside="Ant")
    board.shows(user, todo=["Bee"], done=["Cow"])
    user.chooses("No label", out_of=filter_box)
    board.shows(user)
    user.reloads()
    board.shows(user, todo=["Ant", "Bee"], done=["Cow"])


@testcode("Board", "Limit the work in progress")
def doing_holds_three_cards(user: BrowserUser, team: Team, board: Board) -> None:
    """Neither moving nor adding makes it more; moving within it, and undoing that, is still possible."""
    team.creates(user, "Busy")
    board.adds(user, "Ant", "Bee")
    board.adds(user, "Cow", "Dog", to="Doing")
    board.presses(user, "Ant", "ArrowRight")
    board.shows(user, todo=["Bee"], doing=["Cow", "Dog", "Ant"])
    board.presses(user, "Bee", "ArrowRight")
    user.sees_text(FULL)
    user.types("Eel", into=board.new_card_box, beside="Doing")
    user.presses("Enter")
    user.sees_text(FULL)
    board.shows(user, todo=["Bee"], doing=["Cow", "Dog", "Ant"])
    board.presses(user, "Ant", "ArrowUp")
    board.shows(user, todo=["Bee"], doing=["Cow", "Ant", "Dog"])
    user.clicks_text("Undo")
    board.shows(user, todo=["Bee"], doing=["Cow", "Dog", "Ant"])
    board.presses(user, "Ant", "ArrowUp")
    board.shows(user, todo=["Bee"], doing=["Cow", "Ant", "Dog"])
    user.does_not_see_text(FULL)
    board.presses(user, "Cow", "ArrowRight")
    board.presses(user, "Bee", "ArrowRight")
    board.shows(user, doing=["Ant", "Dog", "Bee"], done=["Cow"])
    user.reloads()
    board.shows(user, doing=["Ant", "Dog", "Bee"], done=["Cow"])


@testcode("Board", "Limit the work in progress")
def undoing_does_not_overfill(user: BrowserUser, team: Team, board: Board) -> None:
    """Somebody else has taken the place of a card that was moved, then of one that was deleted, until it is free."""
    address = team.creates(user, "Overfull")
    other = team.joins(user, address)
    board.adds(user, "Ant", "Bee", "Cow", to="Doing")
    board.presses(user, "Ant", "ArrowRight")
    board.shows(user, doing=["Bee", "Cow"], done=["Ant"])
    board.adds(other, "Dog", to="Doing")
    board.shows(user, doing=["Bee", "Cow", "Dog"], done=["Ant"])
    user.clicks_text("Undo")
    user.sees_text(FULL)
    board.shows(user, doing=["Bee", "Cow", "Dog"], done=["Ant"])
    board.presses(other, "Dog", "Delete")
    board.shows(user, doing=["Bee", "Cow"], done=["Ant"])
    user.clicks_text("Undo")
    board.shows(user, doing=["Ant", "Bee", "Cow"])
    board.presses(user, "Bee", "Delete")
    board.shows(other, doing=["Ant", "Cow"])
    board.adds(other, "Eel", to="Doing")
    board.shows(user, doing=["Ant", "Cow", "Eel"])
    user.clicks_text("Undo")
    user.sees_text(FULL)
    for _ in range(2):
        board.shows(user, doing=["Ant", "Cow", "Eel"])
        user.reloads()


@testcode("Board", "Undo")
def own_changes_are_taken_back_in_order(
    user: BrowserUser, team: Team, board: Board, label_box: LabelBox, rename_box: RenameBox
) -> None:
    """Renaming, labels, places, adding; also after the page was loaded again, and not on other boards."""
    team.creates(user, "Not this one")
    board.adds(user, "Elsewhere")
    other = team.joins(user, team.creates_another(user, "Undoing"))
    board.adds(user, "Ant", "Bee", "Cow")
    board.presses(user, "Ant", "ArrowDown")
    board.shows(user, todo=["Bee", "Ant", "Cow"])
    user.chooses("bug", out_of=label_box, beside="Cow")
    other.sees(label_box, text="bug", beside="Cow")  # saved before the next change begins
    board.presses(user, "Bee", "F2")
    user.types("Wasp", into=rename_box)
    user.presses("Enter")
    board.shows(user, todo=["Wasp", "Ant", "Cow"])
    user.clicks_text("Undo")
    board.shows(user, todo=["Bee", "Ant", "Cow"])
    user.sees(label_box, text="bug", beside="Cow")
    user.clicks_text("Undo")
    user.sees(label_box, text="No label", beside="Cow")
    user.reloads()
    user.clicks_text("Undo")
    board.shows(user, todo=["Ant", "Bee", "Cow"])
    for left in (["Ant", "Bee"], ["Ant"], []):
        user.clicks_text("Undo")
        board.shows(user, todo=left)
    user.clicks_text("Undo")
    user.sees_text("Nothing to undo.")
    user.opens(team.boards_url)
    user.clicks_text("Not this one")
    board.shows(user, todo=["Elsewhere"])


@testcode("Board", "Undo")
def changes_of_others_are_not_taken_back(user: BrowserUser, team: Team, board: Board, label_box: LabelBox) -> None:
    """Neither theirs, nor what they have built on: that is left out from then on, unless they have taken it back."""
    address = team.creates(user, "Together")
    board.adds(user, "Ant", "Bee")
    other = team.joins(user, address)
    board.presses(user, "Bee", "ArrowRight")
    board.shows(user, todo=["Ant"], doing=["Bee"])
    board.presses(user, "Ant", "ArrowRight")
    board.shows(other, doing=["Bee", "Ant"])
    other.clicks_text("Undo")
    other.sees_text("Nothing to undo.")
    other.chooses("bug", out_of=label_box, beside="Ant")
    user.sees(label_box, text="bug", beside="Ant")
    user.clicks_text("Undo")
    user.sees_text(OTHERS)
    board.shows(user, doing=["Bee", "Ant"])
    user.clicks_text("Undo")
    board.shows(user, todo=["Bee"], doing=["Ant"])
    other.clicks_text("Undo")
    other.sees(label_box, text="No label", beside="Ant")
    board.shows(other, todo=["Bee"], doing=["Ant"])
    board.presses(user, "Bee", "ArrowRight")
    board.shows(other, doing=["Ant", "Bee"])
    other.chooses("chore", out_of=label_box, beside="Bee")
    user.sees(label_box, text="chore", beside="Bee")
    other.clicks_text("Undo")
    user.sees(label_box, text="No label", beside="Bee")
    user.clicks_text("Undo")
    board.shows(user, todo=["Bee"], doing=["Ant"])


@testcode("Board", "See changes of others")
def everybody_sees_every_change(user: BrowserUser, team: Team, board: Board, rename_box: RenameBox) -> None:
    """Without loading the page, and without disturbing who is typing."""
    address = team.creates(user, "Live")
    other = team.joins(user, address)
    user.types("Half a tit", into=board.new_card_box, beside="To do")
    board.adds(other, "Ant", "Bee")
    board.shows(user, todo=["Ant", "Bee"])
    for key in ("l", "e"):
        user.presses(key)
    user.sees_value("Half a title", in_=board.new_card_box, beside="To do")
    board.presses(other, "Ant", "ArrowRight")
    board.shows(user, todo=["Bee"], doing=["Ant"])
    board.presses(other, "Bee", "F2")
    other.types("Wasp", into=rename_box)
    other.presses("Enter")
    board.shows(user, todo=["Wasp"], doing=["Ant"])
    board.presses(other, "Ant", "Delete")
    board.shows(user, todo=["Wasp"])
    user.sees_value("Half a title", in_=board.new_card_box, beside="To do")
    board.presses(user, "Wasp", "F2")
    user.types("Hornet", into=rename_box)
    board.adds(other, "Moth", to="Done")
    user.sees_text("Moth")
    user.presses("s")
    user.sees_value("Hornets", in_=rename_box)
    user.presses("Enter")
    board.shows(other, todo=["Hornets"], done=["Moth"])
    elsewhere = team.joins(user, address, "uma")
    team.creates_another(elsewhere, "Live elsewhere")
    board.adds(elsewhere, "Yak")
    board.adds(other, "Zebra", to="Done")
    board.shows(user, todo=["Hornets"], done=["Moth", "Zebra"])
    board.shows(elsewhere, todo=["Yak"])


@testcode("Board", "Answer in JSON")
def the_interface_tells_what_is_on_a_board(user: BrowserUser, team: Team, board: Board, label_box: LabelBox) -> None:
    address = team.creates(user, 'In "JSON"')
    board.adds(user, "Ant", "Bee", "<Cow>")
    board.presses(user, "Bee", "ArrowRight")
    board.shows(user, todo=["Ant", "<Cow>"], doing=["Bee"])
    board.presses(user, "<Cow>", "ArrowUp")
    user.chooses("feature", out_of=label_box, beside="Bee")
    board.shows(user, todo=["<Cow>", "Ant"], doing=["Bee"])
    team.joins(user, address).sees(label_box, text="feature", beside="Bee")
    visitor = user.someone_else()
    visitor.opens(f"/api/boards/{number_of(user, address)}/")
    visitor.sees_status(403)
    visitor.does_not_see_text("Bee")
    visitor.opens("/api/boards/999999/")
    visitor.sees_status(403)
    said = as_json(user, address)
    assert said.name == 'In "JSON"', f"the name is {said.name!r}"
    columns = [(column.name, [(card.title, card.label) for card in column.cards]) for column in said.columns]
    assert columns == [("To do", [("<Cow>", ""), ("Ant", "")]), ("Doing", [("Bee", "feature")]), ("Done", [])], (
        f"the columns are {columns}"
    )
    ids = {card.id for column in said.columns for card in column.cards}
    assert len(ids) == 3, f"three cards have the ids {ids}"
    user.opens("/api/boards/999999/")
    user.sees_status(404)


def showing(text: str) -> str:
    """The element that shows this text: a card is dragged by its title."""
    return f'//*[text()[normalize-space()="{text}"]]'


@testcode("Board", "Drag and drop")
def cards_are_dragged_to_other_columns(user: BrowserUser, team: Team, board: Board, filter_box: FilterBox) -> None:
    """To the end of a column, outside of all (to the list above the columns), and to a column that is full."""
    team.creates(user, "Dragging", "tom")
    board.adds(user, "Ant", "Bee")
    board.adds(user, "Cow", "Dog", to="Doing")
    user.drags(showing("Ant"), to=board.doing_column, part=LOWER_END)
    board.shows(user, todo=["Bee"], doing=["Cow", "Dog", "Ant"])
    user.drags(showing("Bee"), to=board.doing_column, part=LOWER_END)
    user.sees_text(FULL)
    board.shows(user, todo=["Bee"], doing=["Cow", "Dog", "Ant"])
    user.drags(showing("Dog"), to=filter_box)
    user.drags(showing("Cow"), to=board.done_column, part=LOWER_END)
    for _ in range(2):
        board.shows(user, todo=["Bee"], doing=["Dog", "Ant"], done=["Cow"])
        user.reloads()


@testcode("Board", "Drag and drop")
def cards_are_dragged_between_others(
    user: BrowserUser, team: Team, board: Board, label_box: LabelBox, filter_box: FilterBox
) -> None:
    """Before a card by its upper half, behind it by its lower half, in the same and in another column; the filter
    hides one of them in the end."""
    team.creates(user, "Sorting", "tom")
    board.adds(user, "Ant", "Bee", "Cow")
    board.adds(user, "Dog", "Eel", to="Done")
    user.drags(showing("Cow"), to=board.card, to_beside="Ant", part=0.2)
    board.shows(user, todo=["Cow", "Ant", "Bee"], done=["Dog", "Eel"])
    user.drags(showing("Cow"), to=board.card, to_beside="Ant", part=0.8)
    board.shows(user, todo=["Ant", "Cow", "Bee"], done=["Dog", "Eel"])
    user.drags(showing("Ant"), to=board.card, to_beside="Dog", part=0.8)
    board.shows(user, todo=["Cow", "Bee"], done=["Dog", "Ant", "Eel"])
    user.drags(showing("Bee"), to=board.card, to_beside="Dog", part=0.2)
    board.shows(user, todo=["Cow"], done=["Bee", "Dog", "Ant", "Eel"])
    user.clicks_text("Undo")
    for _ in range(2):
        board.shows(user, todo=["Cow", "Bee"], done=["Dog", "Ant", "Eel"])
        user.reloads()
    for title in ("Bee", "Ant", "Eel"):
        user.chooses("bug", out_of=label_box, beside=title)
    user.chooses("bug", out_of=filter_box)
    board.shows(user, todo=["Bee"], done=["Ant", "Eel"])
    user.drags(showing("Bee"), to=board.card, to_beside="Ant", part=0.8)
    board.shows(user, done=["Ant", "Bee", "Eel"])
    user.chooses("All labels", out_of=filter_box)
    board.shows(user, todo=["Cow"], done=["Dog", "Ant", "Bee", "Eel"])
