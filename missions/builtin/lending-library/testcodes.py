"""What visitors, members and the librarian of the lending library try.

The mission's today is 2025-03-14. Every testcode registers members of its own and borrows books that no
other one counts, since all share one library.

What belongs together on the site is one argument; its methods are what the user does there.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Message, Url, testcode

CatalogueUrl = Annotated[Url, "page with the catalogue and its search"]
MyLoansUrl = Annotated[Url, "page where a member sees the own loans, reservations and fines"]
AddBookUrl = Annotated[Url, "page where the librarian adds a book"]
ImportUrl = Annotated[Url, "page where the librarian imports books from a file"]
DeskLoansUrl = Annotated[Url, "page with all current loans, where the librarian also enters a loan"]
StatisticsUrl = Annotated[Url, "page with the librarian's statistics"]
FinesUrl = Annotated[Url, "page with all unpaid fines"]

CategoryChoice = Annotated[Element, "select box of the catalogue for the category"]
LoginPasswordBox = Annotated[Element, "box for the password, where one logs in"]
EditButton = Annotated[Element, "button or link on the page of a book by which the librarian edits it"]
CancelButton = Annotated[Element, "button in My loans that cancels a reservation; one for each"]
TakeBackButton = Annotated[Element, "button that takes a book back; one for each current loan"]
FinesTable = Annotated[Element, "table of the unpaid fines"]
PaidButton = Annotated[Element, "button that notes that a fine was paid; one for each book that is back"]
DownloadLoans = Annotated[Element, "link or button that downloads all loans"]
ReserveButton = Annotated[Element, "button on the page of a book that reserves it"]
CopiesBox = Annotated[Element, "box for the number of copies, where the librarian adds or edits a book"]
YearBox = Annotated[Element, "box for the year of the statistics"]
Chart = Annotated[Element, "the chart itself, an svg or canvas element"]
MonthsTable = Annotated[Element, "table of the loans per month and category"]
ImportedCount = Annotated[Element, "number of imported books, shown after an import"]

PASSWORD = "turning-pages"
PASSWORD_BOX = "//input[@type='password']"
LIBRARIAN, LIBRARIAN_PASSWORD = "librarian", "Quiet-please-1907"

ISBN = {
    "The Salt Road": "9781907000119",
    "Night Ferry to Odda": "9781907000188",
    "Letters from the Weir": "9781907000256",
    "The Glass Harbour": "9781907000324",
    "Lamplighters": "9781907000393",
    "Clouds, Explained": "9781907000461",
    "Moss and Lichen": "9781907000539",
    "Pocket Astronomy": "9781907000607",
    "How Bees Decide": "9781907000676",
    "A Short History of Bread": "9781907000744",
    "Rivers of Ash": "9781907000812",
    "Harbour Lights at Noon": "9781907000881",
    "Iron and Water": "9781907000959",
    "Otter Goes to Market": "9781907001024",
    "The Paper Kite": "9781907001093",
    'The "Good" Weather Book, Revised': "9781907001239",
    "Two of a Kind": "9781907300004",
    "The Only One": "9781907300011",
    "Ink & Thread": "9781907300028",
    "A Book for Nobody Else": "9781907300035",
    "Seldom Seen": "9781907300042",
    "Borrowed Light": "9781907300059",
    "Bread <b>&amp;</b> Salt": "9781907300066",
    "First of Many": "9781907300073",
    "Second of Many": "9781907300080",
    "Third of Many": "9781907300097",
}
"""Of books that the library opens with, and of those that testcodes add."""


def sees_links(user: BrowserUser, *urls: str) -> None:
    """On the open page, see at least one link to each of these pages."""
    for url in urls:
        path = url.partition("localhost:8000")[2] or url
        links = f"//a[contains(@href, '{path.strip('/')}')]"
        assert user.count(links), f"no link on {user.url()} leads to {path}"


@dataclass(frozen=True)
class Registration:
    """Where a visitor becomes a member."""

    register_url: Annotated[Url, "page where a visitor becomes a member"]
    new_name_box: Annotated[Element, "box for the name, where a visitor registers"]
    new_password_box: Annotated[Element, "box for the password, where a visitor registers"]
    repeat_box: Annotated[Element, "box for the password again, where a visitor registers"]

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name, PASSWORD, PASSWORD)
        user.does_not_see(PASSWORD_BOX)

    def sends(self, user: BrowserUser, name: str, password: str, again: str) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.types(again, into=self.repeat_box)
        user.presses("Enter", on=self.repeat_box)


@dataclass(frozen=True)
class LoginForm:
    """The form for name and password, on whatever page it stands."""

    login_name_box: Annotated[Element, "box for the name, where one logs in"]
    login_password_box: LoginPasswordBox

    def sends(self, user: BrowserUser, name: str, password: str) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)


@dataclass(frozen=True)
class Login(LoginForm):
    """Where members and the librarian log in."""

    login_url: Annotated[Url, "page where members and the librarian log in"]

    def logs_in(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.opens(self.login_url)
        self.sends(user, name, password)
        user.does_not_see(PASSWORD_BOX)

    def logs_in_as_librarian(self, user: BrowserUser) -> None:
        self.logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD)


@dataclass(frozen=True)
class Catalogue:
    """The catalogue and its search."""

    catalogue_url: CatalogueUrl
    search_box: Annotated[Element, "box of the catalogue for the words to search"]

    def searches(self, user: BrowserUser, words: str) -> None:
        user.types(words, into=self.search_box)
        user.presses("Enter", on=self.search_box)

    def opens_book(self, user: BrowserUser, title: str) -> None:
        user.opens(self.catalogue_url)
        self.searches(user, ISBN[title])
        user.clicks_text(title)


@dataclass(frozen=True)
class BookList(Catalogue):
    """The catalogue with the books that it lists."""

    book_row: Annotated[Element, "entry of one book in the catalogue's list; as many match as books are listed"]

    def finds(self, user: BrowserUser, words: str, titles: list[str]) -> None:
        """Search, and find these books alone."""
        self.searches(user, words)
        user.sees_count(len(titles), self.book_row)
        for title in titles:
            user.sees_text(title)


@dataclass(frozen=True)
class Books(Catalogue):
    """The catalogue with the pages of its books."""

    available_copies: Annotated[Element, "number of available copies on the page of a book"]

    def sees_available(self, user: BrowserUser, copies: int, title: str) -> None:
        self.opens_book(user, title)
        user.sees_number(copies, in_=self.available_copies)


@dataclass(frozen=True)
class BooksToBorrow(Books):
    """The catalogue with the pages of its books, for members who borrow there."""

    borrow_button: Annotated[Element, "button on the page of a book that borrows it"]

    def borrows(self, user: BrowserUser, title: str) -> None:
        self.opens_book(user, title)
        user.clicks(self.borrow_button)


@dataclass(frozen=True)
class MyLoans:
    """The books that a member has at home, in My loans."""

    my_loans_url: MyLoansUrl
    my_loan_row: Annotated[Element, "entry of one book at home in My loans; as many match as are at home"]

    def sees_books(self, user: BrowserUser, number: int) -> None:
        user.opens(self.my_loans_url)
        user.sees_count(number, self.my_loan_row)

    def sees_entry(self, user: BrowserUser, title: str, *texts: str) -> None:
        """On the open page, see these texts in the entry of a book."""
        for text in texts:
            user.sees(self.my_loan_row, containing=text, beside=title)


@dataclass(frozen=True)
class BooksToReturn(MyLoans):
    """The books that a member has at home and gives back, in My loans."""

    return_button: Annotated[Element, "button in My loans that returns a book; one in each entry"]

    def returns(self, user: BrowserUser, title: str) -> None:
        user.opens(self.my_loans_url)
        user.clicks(self.return_button, beside=title)


@dataclass(frozen=True)
class Reservations:
    """The books that a member waits for, in My loans."""

    my_loans_url: MyLoansUrl
    queue_position: Annotated[Element, "position in the queue in My loans; one for each reservation"]

    def sees_position(self, user: BrowserUser, position: int) -> None:
        user.opens(self.my_loans_url)
        user.sees_number(position, in_=self.queue_position)


@dataclass(frozen=True)
class Debt:
    """What a member owes, in My loans."""

    my_loans_url: MyLoansUrl
    owed: Annotated[Element, "total amount that the member owes, in My loans"]

    def owes(self, user: BrowserUser, amount: int | str) -> None:
        user.opens(self.my_loans_url)
        user.sees_number(amount, in_=self.owed)


@dataclass(frozen=True)
class NewBook:
    """The form by which the librarian adds a book."""

    add_book_url: AddBookUrl
    title_box: Annotated[Element, "box for the title, where the librarian adds or edits a book"]
    author_box: Annotated[Element, "box for the author, where the librarian adds or edits a book"]
    isbn_box: Annotated[Element, "box for the ISBN, where the librarian adds or edits a book"]
    category_box: Annotated[Element, "select box for the category, where the librarian adds or edits a book"]
    copies_box: CopiesBox

    def begins(self, user: BrowserUser, title: str, author: str, category: str) -> None:
        user.opens(self.add_book_url)
        user.types(title, into=self.title_box)
        user.types(author, into=self.author_box)
        user.chooses(category, out_of=self.category_box)

    def sends(self, user: BrowserUser, isbn: str, copies: str) -> None:
        user.types(isbn, into=self.isbn_box)
        self.sends_copies(user, copies)

    def adds(self, user: BrowserUser, title: str, copies: str, author: str = "Wanda Ek") -> None:
        """Add a book of `ISBN`, and be on its page."""
        self.begins(user, title, author, "Fiction")
        self.sends(user, ISBN[title], copies)
        user.sees_text(title)

    def sends_copies(self, user: BrowserUser, copies: str) -> None:
        """Send it with what stands there already, but for the number of copies."""
        user.types(copies, into=self.copies_box)
        user.presses("Enter", on=self.copies_box)


@dataclass(frozen=True)
class Import:
    """Where the librarian imports books from a file."""

    import_url: ImportUrl
    file_box: Annotated[Element, "file box, where the librarian imports books"]
    import_button: Annotated[Element, "button that imports the chosen file"]

    def imports(self, user: BrowserUser, file: str) -> None:
        user.opens(self.import_url)
        user.uploads(file, into=self.file_box)
        user.clicks(self.import_button)

    def sends_text(self, user: BrowserUser, text: str, file: str) -> None:
        """On the open page, import a file of this text."""
        user.uploads_text(text, file, into=self.file_box)
        user.clicks(self.import_button)


@dataclass(frozen=True)
class Desk:
    """The current loans, and where the librarian enters one that was noted on paper."""

    desk_loans_url: DeskLoansUrl
    desk_member_box: Annotated[Element, "box for the member's name, where the librarian enters a loan"]
    desk_isbn_box: Annotated[Element, "box for the ISBN, where the librarian enters a loan"]
    desk_day_box: Annotated[Element, "box for the day borrowed, where the librarian enters a loan"]

    def enters_loan(self, user: BrowserUser, name: str, isbn: str, day: date) -> None:
        user.opens(self.desk_loans_url)
        user.types(name, into=self.desk_member_box)
        user.enters_date(day, into=self.desk_day_box)
        user.types(isbn, into=self.desk_isbn_box)
        user.presses("Enter", on=self.desk_isbn_box)


@dataclass(frozen=True)
class Fines:
    """The unpaid fines of all members, and their total."""

    fines_url: FinesUrl
    fines_total: Annotated[Element, "total of all unpaid fines, outside of their table"]

    def total(self, user: BrowserUser) -> Decimal:
        user.opens(self.fines_url)
        return user.number(self.fines_total)

    def sees_total(self, user: BrowserUser, amount: Decimal | int) -> None:
        """On the open page."""
        user.sees_number(amount, in_=self.fines_total)


@testcode("Catalogue", "Search")
def search_looks_in_title_author_and_isbn(
    user: BrowserUser,
    catalogue: BookList,
    nothing_found: Annotated[Message, "message of the catalogue when no book was found"],
) -> None:
    user.opens(catalogue.catalogue_url)
    user.does_not_see_text(nothing_found)
    catalogue.finds(user, "salt ROAD", ["The Salt Road"])
    catalogue.finds(user, "Calloway", ["Letters from the Weir", "The Salt Road"])
    catalogue.finds(user, "calloway weir", ["Letters from the Weir"])
    catalogue.finds(user, "978-1-907000-67-6", ["How Bees Decide"])
    catalogue.finds(user, "9781907000676", ["How Bees Decide"])
    catalogue.searches(user, "calloway bees")
    user.sees_text(nothing_found)
    user.sees_count(0, catalogue.book_row)


@testcode("Catalogue", "Narrow by category")
def category_narrows_the_search(
    user: BrowserUser,
    catalogue: BookList,
    category_choice: CategoryChoice,
) -> None:
    user.opens(catalogue.catalogue_url)
    catalogue.searches(user, "and")
    user.sees_text("Iron and Water")
    user.chooses("Science", out_of=category_choice)
    catalogue.searches(user, "and")
    user.sees_count(1, catalogue.book_row)
    user.sees(catalogue.book_row, containing="Moss and Lichen")


@testcode("Account", "Register")
def registration_is_checked(
    user: BrowserUser,
    registration: Registration,
    my_loans_url: MyLoansUrl,
    name_taken: Annotated[Message, "message when somebody registers with a name that is taken"],
    passwords_differ: Annotated[Message, "message when the two passwords of a registration differ"],
) -> None:
    user.opens(registration.register_url)
    user.does_not_see_text(name_taken)
    user.does_not_see_text(passwords_differ)
    user.sees_text("At least 8 characters.")
    for name, password, again, message in (
        ("Anselm", "turning-pages", "turning-page", passwords_differ),
        ("LIBRARIAN", "turning-pages", "turning-pages", name_taken),
        ("Anselm", "pages-7", "pages-7", None),
        ("", "turning-pages", "turning-pages", None),
    ):
        registration.sends(user, name, password, again)
        if message:
            user.sees_text(message)
        user.sees(registration.repeat_box)
    for name in ("Anselm", "Anna Berg"):
        person = user.someone_else()
        registration.registers(person, name)
        person.opens(my_loans_url)
        person.is_at(my_loans_url)


@testcode("Account", "Log in")
def login_does_not_tell_who_is_a_member(
    user: BrowserUser,
    login: Login,
    login_refused: Annotated[Message, "message when name and password do not fit"],
) -> None:
    for name, password in ((LIBRARIAN, "quiet-please-1907"), ("nobody-of-that-name", LIBRARIAN_PASSWORD)):
        user.opens(login.login_url)
        user.does_not_see_text(login_refused)
        login.sends(user, name, password)
        user.sees_text(login_refused)
        user.sees(login.login_password_box)
    login.logs_in_as_librarian(user)


@testcode("Account", "Log in")
def login_leads_to_the_wanted_page(
    user: BrowserUser, my_loans_url: MyLoansUrl, login: LoginForm, registration: Registration
) -> None:
    at_another_computer = user.someone_else()
    registration.registers(at_another_computer, "Berta")
    user.opens(my_loans_url)
    login.sends(user, "Berta", PASSWORD)
    user.does_not_see(PASSWORD_BOX)
    user.is_at(my_loans_url)


@testcode("Account", "Log out", requires=[login_leads_to_the_wanted_page])
def logging_out_closes_the_account(
    user: BrowserUser,
    catalogue_url: CatalogueUrl,
    logout_button: Annotated[Element, "button that logs out"],
    my_loans_url: MyLoansUrl,
    login_password_box: LoginPasswordBox,
) -> None:
    user.opens(catalogue_url)
    user.clicks(logout_button)
    user.does_not_see(logout_button)
    user.opens(my_loans_url)
    user.sees(login_password_box)


@testcode("Book", "Borrow")
def borrowing_lowers_the_availability(
    user: BrowserUser, registration: Registration, books: BooksToBorrow, my_loans: MyLoans
) -> None:
    registration.registers(user, "Bruno")
    books.sees_available(user, 2, "The Salt Road")
    user.clicks(books.borrow_button)
    books.sees_available(user, 1, "The Salt Road")
    my_loans.sees_books(user, 1)
    my_loans.sees_entry(user, "The Salt Road", "2025-03-14", "2025-04-04", "€0.00")


@testcode("Book", "Loan rules", requires=[borrowing_lowers_the_availability])
def second_copy_is_refused(
    user: BrowserUser,
    books: BooksToBorrow,
    borrowed_already: Annotated[Message, "message when a member borrows a book that this member has already"],
    my_loans: MyLoans,
) -> None:
    books.opens_book(user, "The Salt Road")
    user.does_not_see_text(borrowed_already)
    user.clicks(books.borrow_button)
    user.sees_text(borrowed_already)
    books.sees_available(user, 1, "The Salt Road")
    my_loans.sees_books(user, 1)


@testcode("My loans", "Receipt", requires=[borrowing_lowers_the_availability])
def receipt_is_nobody_elses(
    user: BrowserUser, registration: Registration, my_loans_url: MyLoansUrl, login_password_box: LoginPasswordBox
) -> None:
    user.opens(my_loans_url)
    user.clicks_text("The Salt Road")
    user.sees_text("The Salt Road")
    user.sees_text("2025-04-04")
    receipt = user.url()
    other, visitor = user.someone_else(), user.someone_else()
    registration.registers(other, "Carla")
    other.opens(receipt)
    other.sees_status(403)
    visitor.opens(receipt)
    visitor.sees(login_password_box)


@testcode("My loans", "Receipt")
def receipt_shows_days_and_fine(
    user: BrowserUser, registration: Registration, login: Login, desk: Desk, my_loans_url: MyLoansUrl
) -> None:
    """The librarian opens the receipt of a member as well."""
    registration.registers(user, "Yvonne")
    librarian = user.someone_else()
    login.logs_in_as_librarian(librarian)
    desk.enters_loan(librarian, "Yvonne", ISBN["Lamplighters"], date(2025, 2, 10))
    librarian.opens(desk.desk_loans_url)
    librarian.sees_text("Yvonne")
    user.opens(my_loans_url)
    user.clicks_text("Lamplighters")
    librarian.opens(user.url())
    librarian.sees_status(200)
    for person in (user, librarian):
        for text in ("Lamplighters", "2025-02-10", "2025-03-03", "€2.80"):
            person.sees_text(text)


@testcode("My loans", "Return", requires=[borrowing_lowers_the_availability])
def returning_makes_the_copy_available(user: BrowserUser, my_loans: BooksToReturn, books: Books) -> None:
    my_loans.returns(user, "The Salt Road")
    user.opens(my_loans.my_loans_url)
    user.sees_text("The Salt Road")
    user.sees_count(0, my_loans.my_loan_row)
    books.sees_available(user, 2, "The Salt Road")


@testcode("Book", "Loan rules")
def fourth_book_is_refused(
    user: BrowserUser,
    registration: Registration,
    books: BooksToBorrow,
    limit_reached: Annotated[Message, "message when a member who has three books borrows another"],
    my_loans: BooksToReturn,
) -> None:
    """A book that was returned does not count, and can be borrowed again."""
    registration.registers(user, "Dorian")
    for title in ("Clouds, Explained", "The Glass Harbour", "Moss and Lichen"):
        books.borrows(user, title)
        user.does_not_see_text(limit_reached)
    books.borrows(user, "Rivers of Ash")
    user.sees_text(limit_reached)
    books.sees_available(user, 2, "Rivers of Ash")
    my_loans.sees_books(user, 3)
    my_loans.returns(user, "Moss and Lichen")
    my_loans.sees_books(user, 2)
    books.borrows(user, "Moss and Lichen")
    user.does_not_see_text(limit_reached)
    my_loans.sees_books(user, 3)


@testcode("Book", "Loan rules")
def last_copy_goes_to_one_member(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    books: BooksToBorrow,
    my_loans: MyLoans,
) -> None:
    """Two members see "Borrow" for the last copy; only the first to press it gets the book."""
    librarian, late = user.someone_else(), user.someone_else()
    login.logs_in_as_librarian(librarian)
    new_book.adds(librarian, "The Only One", "1")
    for person, name in ((user, "Zita"), (late, "Zoran")):
        registration.registers(person, name)
        books.opens_book(person, "The Only One")
        person.sees(books.borrow_button)
    user.clicks(books.borrow_button)
    late.clicks(books.borrow_button)
    my_loans.sees_books(late, 0)
    my_loans.sees_books(user, 1)
    books.sees_available(late, 0, "The Only One")


@testcode("Book", "Borrow")
def opening_the_address_borrows_nothing(
    user: BrowserUser,
    registration: Registration,
    books: Books,
    borrow_form: Annotated[Element, "form on the page of a book that is sent to borrow it"],
    my_loans: MyLoans,
) -> None:
    registration.registers(user, "Elsa")
    books.opens_book(user, "Pocket Astronomy")
    address = user.attribute(borrow_form, "action") or ""
    user.opens(urljoin(user.url(), address))
    books.sees_available(user, 1, "Pocket Astronomy")
    my_loans.sees_books(user, 0)


@testcode("Book", "Reserve")
def returned_copy_is_held_for_the_first_in_the_queue(
    user: BrowserUser,
    registration: Registration,
    books: BooksToBorrow,
    reserve_button: ReserveButton,
    my_loans: BooksToReturn,
    reservations: Reservations,
) -> None:
    title = "Night Ferry to Odda"
    first, second = user.someone_else(), user.someone_else()
    for person, name in ((user, "Felix"), (first, "Greta"), (second, "Hugo")):
        registration.registers(person, name)
        books.opens_book(person, title)
        person.clicks(books.borrow_button if person is user else reserve_button)
        person.opens(my_loans.my_loans_url)
        person.sees_text(title)
    reservations.sees_position(first, 1)
    reservations.sees_position(second, 2)

    my_loans.returns(user, title)
    my_loans.sees_books(user, 0)
    for person in (second, user):
        books.sees_available(person, 0, title)
        person.does_not_see(books.borrow_button)
    books.borrows(first, title)
    first.opens(my_loans.my_loans_url)
    first.sees(my_loans.my_loan_row, containing=title)
    first.sees_count(0, reservations.queue_position)
    reservations.sees_position(second, 1)


@testcode("Book", "Reserve")
def two_returned_copies_are_held_for_two(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    books: BooksToBorrow,
    reserve_button: ReserveButton,
    my_loans: BooksToReturn,
) -> None:
    """With two copies back the first two of three who wait are offered "Borrow", the third is not."""
    title = "Two of a Kind"
    librarian = user.someone_else()
    login.logs_in_as_librarian(librarian)
    new_book.adds(librarian, title, "2")
    people = [user, *(user.someone_else() for _ in range(4))]
    for number, (person, name) in enumerate(zip(people, ("Abel", "Bea", "Curt", "Dina", "Egon"), strict=True)):
        registration.registers(person, name)
        books.opens_book(person, title)
        person.clicks(books.borrow_button if number < 2 else reserve_button)
    for person in people[:2]:
        my_loans.returns(person, title)
    books.sees_available(people[4], 0, title)
    people[4].does_not_see(books.borrow_button)
    for person in (people[3], people[2]):
        books.borrows(person, title)
        my_loans.sees_books(person, 1)


@testcode("My loans", "Cancel a reservation", requires=[returned_copy_is_held_for_the_first_in_the_queue])
def cancelling_moves_the_queue_up(
    user: BrowserUser,
    catalogue: Catalogue,
    reserve_button: ReserveButton,
    login: Login,
    reservations: Reservations,
    cancel_button: CancelButton,
) -> None:
    """Greta has the book, Hugo waits; Felix, who has returned it, waits behind him."""
    title = "Night Ferry to Odda"
    catalogue.opens_book(user, title)
    user.clicks(reserve_button)
    reservations.sees_position(user, 2)
    before_him = user.someone_else()
    login.logs_in(before_him, "Hugo")
    before_him.opens(reservations.my_loans_url)
    before_him.clicks(cancel_button, beside=title)
    before_him.opens(reservations.my_loans_url)
    before_him.sees_count(0, reservations.queue_position)
    reservations.sees_position(user, 1)


@testcode("Whole site", "Permissions")
def librarian_pages_are_closed_to_others(
    user: BrowserUser,
    registration: Registration,
    login_password_box: LoginPasswordBox,
    add_book_url: AddBookUrl,
    import_url: ImportUrl,
    desk_loans_url: DeskLoansUrl,
    statistics_url: StatisticsUrl,
    fines_url: FinesUrl,
) -> None:
    pages = (add_book_url, import_url, desk_loans_url, statistics_url, fines_url)
    for page in pages:
        user.opens(page)
        user.sees(login_password_box)
    registration.registers(user, "Lorenz")
    for page in pages:
        user.opens(page)
        user.sees_status(403)


@testcode("Whole site", "Menu")
def the_menu_leads_to_every_page(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    catalogue_url: CatalogueUrl,
    my_loans_url: MyLoansUrl,
    desk_loans_url: DeskLoansUrl,
    fines_url: FinesUrl,
    statistics_url: StatisticsUrl,
    add_book_url: AddBookUrl,
    import_url: ImportUrl,
) -> None:
    user.opens(catalogue_url)
    sees_links(user, login.login_url, registration.register_url)
    member = user.someone_else()
    registration.registers(member, "Menno")
    member.opens(catalogue_url)
    sees_links(member, my_loans_url)
    login.logs_in_as_librarian(user)
    for page in (catalogue_url, statistics_url):
        user.opens(page)
        sees_links(user, desk_loans_url, fines_url, statistics_url, add_book_url, import_url)


@testcode("Whole site", "Permissions")
def librarian_actions_are_closed_to_others(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    books: Books,
    edit_button: EditButton,
    desk: Desk,
    download_loans: DownloadLoans,
    take_back_button: TakeBackButton,
    fines: Fines,
    paid_button: PaidButton,
) -> None:
    """The addresses and forms that the librarian sees do nothing for a visitor or a member, and work for her."""
    librarian, member = user.someone_else(), user.someone_else()
    registration.registers(member, "Wenzel")
    login.logs_in_as_librarian(librarian)
    new_book.adds(librarian, "A Book for Nobody Else", "4")
    desk.enters_loan(librarian, "Wenzel", ISBN["Lamplighters"], date(2025, 2, 10))
    librarian.opens(desk.desk_loans_url)
    librarian.clicks(take_back_button, beside="Wenzel")
    librarian.opens(desk.desk_loans_url)
    download = urljoin(librarian.url(), librarian.attribute(download_loans, "href") or "")
    librarian.opens(fines.fines_url)
    paying = librarian.form_of(paid_button, beside="Wenzel")
    books.opens_book(librarian, "A Book for Nobody Else")
    librarian.clicks(edit_button)
    librarian.types("9", into=new_book.copies_box)
    editing, edit_page = librarian.form_of(new_book.copies_box), librarian.url()

    for address in (download, edit_page):
        user.opens(books.catalogue_url)
        user.opens(address)
        user.sees(login.login_password_box)
        member.opens(books.catalogue_url)
        member.opens(address)
        member.sees_status(403)
    for person in (user, member):
        for form in (editing, paying):
            person.opens(books.catalogue_url)
            person.posts(form.url, form.fields)
    books.sees_available(user, 4, "A Book for Nobody Else")
    librarian.opens(fines.fines_url)
    librarian.sees_text("Wenzel")
    librarian.posts(editing.url, editing.fields)
    books.sees_available(user, 9, "A Book for Nobody Else")


@testcode("Whole site", "Changes by forms")
def opening_addresses_changes_nothing(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    books: BooksToBorrow,
    reserve_button: ReserveButton,
    my_loans: BooksToReturn,
    reservations: Reservations,
    cancel_button: CancelButton,
    desk: Desk,
    take_back_button: TakeBackButton,
    fines: Fines,
    paid_button: PaidButton,
) -> None:
    """The addresses to which return, reserve, cancel, "Take back" and "Paid" are sent change nothing when opened."""
    title = "Borrowed Light"
    librarian, waiting = user.someone_else(), user.someone_else()
    login.logs_in_as_librarian(librarian)
    new_book.adds(librarian, title, "1")
    registration.registers(user, "Xenia")
    registration.registers(waiting, "Yorick")
    desk.enters_loan(librarian, "Xenia", ISBN["Lamplighters"], date(2025, 2, 10))
    librarian.opens(desk.desk_loans_url)
    librarian.clicks(take_back_button, beside="Xenia")
    books.borrows(user, title)
    user.opens(my_loans.my_loans_url)
    returning = user.form_of(my_loans.return_button, beside=title).url
    librarian.opens(desk.desk_loans_url)
    taking = librarian.form_of(take_back_button, beside="Xenia").url
    librarian.opens(fines.fines_url)
    paying = librarian.form_of(paid_button, beside="Xenia").url

    books.opens_book(waiting, title)
    reserving = waiting.form_of(reserve_button).url
    waiting.opens(reserving)
    waiting.opens(my_loans.my_loans_url)
    waiting.sees_count(0, reservations.queue_position)
    books.opens_book(waiting, title)
    waiting.clicks(reserve_button)
    reservations.sees_position(waiting, 1)
    cancelling = waiting.form_of(cancel_button, beside=title).url
    for person, address in ((waiting, cancelling), (user, returning), (librarian, taking), (librarian, paying)):
        person.opens(address)
    my_loans.sees_books(user, 1)
    reservations.sees_position(waiting, 1)
    librarian.opens(fines.fines_url)
    librarian.sees_text("Xenia")


@testcode("Whole site", "Changes by forms", requires=[opening_addresses_changes_nothing])
def loans_of_others_are_not_touched(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    books: BooksToBorrow,
    my_loans: BooksToReturn,
    reservations: Reservations,
    cancel_button: CancelButton,
) -> None:
    """Xenia has the book, Yorick waits for it; a third member sends the forms of both, then they do it themselves."""
    title = "Borrowed Light"
    third, waiting = user.someone_else(), user.someone_else()
    registration.registers(third, "Zacharias")
    login.logs_in(waiting, "Yorick")
    user.opens(my_loans.my_loans_url)
    returning = user.form_of(my_loans.return_button, beside=title)
    waiting.opens(my_loans.my_loans_url)
    cancelling = waiting.form_of(cancel_button, beside=title)
    for form in (returning, cancelling):
        third.opens(books.catalogue_url)
        third.posts(form.url, form.fields)
    my_loans.sees_books(user, 1)
    reservations.sees_position(waiting, 1)
    waiting.posts(cancelling.url, cancelling.fields)
    waiting.opens(my_loans.my_loans_url)
    waiting.sees_count(0, reservations.queue_position)
    user.posts(returning.url, returning.fields)
    my_loans.sees_books(user, 0)
    books.sees_available(third, 1, title)


@testcode("Librarian's books", "Add a book")
def new_book_is_checked(
    user: BrowserUser,
    login: Login,
    new_book: NewBook,
    isbn_is_wrong: Annotated[Message, "message when the last digit of an ISBN does not fit"],
    isbn_is_taken: Annotated[Message, "message when another book has the same ISBN"],
    books: Books,
) -> None:
    title = "Salt & <em>Iron</em>"
    login.logs_in_as_librarian(user)
    new_book.begins(user, title, "Wanda Ek", "Science")
    for isbn, copies, message in (
        ("978-1-907100-51-5", "4", isbn_is_wrong),
        ("978-1-907000-11-9", "4", isbn_is_taken),
        ("978-1-907100-50-5", "21", None),
        ("978-1-907100-50-5", "0", None),
        ("978-1-907100-50-5", "", None),
    ):
        new_book.sends(user, isbn, copies)
        if message:
            user.sees_text(message)
        user.sees_value(title, in_=new_book.title_box)
    user.types(" ", into=new_book.author_box)
    new_book.sends_copies(user, "4")
    user.sees_value(title, in_=new_book.title_box)
    user.types("Wanda Ek", into=new_book.author_box)
    new_book.sends_copies(user, "4")
    user.sees_number(4, in_=books.available_copies)
    user.opens(books.catalogue_url)
    books.searches(user, "9781907100505")
    user.clicks_text(title)
    user.sees_number(4, in_=books.available_copies)
    for text in (title, "9781907100505", "Wanda Ek", "Science"):
        user.sees_text(text)


@testcode("Librarian's books", "Add a book")
def titles_are_text_wherever_they_stand(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    books: Books,
    reserve_button: ReserveButton,
    my_loans: BooksToReturn,
    desk: Desk,
    fines: Fines,
    fines_table: FinesTable,
) -> None:
    """Not markup: on the book's page, in My loans, on the receipt, and on the librarian's pages."""
    title, author = "Bread <b>&amp;</b> Salt", "Wim <i>Ek</i>"
    librarian, waiting = user.someone_else(), user.someone_else()
    login.logs_in_as_librarian(librarian)
    new_book.adds(librarian, title, "1", author)
    registration.registers(user, "Ylva")
    registration.registers(waiting, "Ymir")
    desk.enters_loan(librarian, "Ylva", ISBN[title], date(2025, 2, 12))
    librarian.opens(desk.desk_loans_url)
    librarian.sees_text(title)
    books.opens_book(waiting, title)
    for text in (title, author):
        waiting.sees_text(text)
    waiting.clicks(reserve_button)
    waiting.opens(my_loans.my_loans_url)
    waiting.sees_text(title)
    user.opens(my_loans.my_loans_url)
    user.sees(my_loans.my_loan_row, containing=title)
    user.clicks_text(title)
    user.sees_text(title)
    my_loans.returns(user, title)
    my_loans.sees_books(user, 0)
    user.sees_text(title)
    librarian.opens(fines.fines_url)
    librarian.sees(fines_table, containing=title)


@testcode("Librarian's books", "Edit a book")
def copies_are_not_fewer_than_loans(
    user: BrowserUser,
    registration: Registration,
    books: BooksToBorrow,
    login: Login,
    edit_button: EditButton,
    copies_box: CopiesBox,
    too_few_copies: Annotated[Message, "message when a book would have fewer copies than are on loan"],
) -> None:
    title = "Harbour Lights at Noon"
    for name in ("Marta", "Nora"):
        member = user.someone_else()
        registration.registers(member, name)
        books.borrows(member, title)
        member.sees_text(title)
    login.logs_in_as_librarian(user)
    books.sees_available(user, 1, title)
    user.clicks(edit_button)
    user.sees_value("3", in_=copies_box)
    user.does_not_see_text(too_few_copies)
    user.types("1", into=copies_box)
    user.presses("Enter", on=copies_box)
    user.sees_text(too_few_copies)
    user.types("2", into=copies_box)
    user.presses("Enter", on=copies_box)
    user.sees_number(0, in_=books.available_copies)
    books.sees_available(user, 0, title)


@testcode("Librarian's books", "Edit a book")
def edited_book_shows_all_changes(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    books: BooksToBorrow,
    edit_button: EditButton,
    reserve_button: ReserveButton,
    waiting_members: Annotated[Element, "number of members who wait for a book, on the page of the book"],
) -> None:
    """Everything can be changed; the page also shows how many wait; the librarian is offered no borrowing."""
    login.logs_in_as_librarian(user)
    new_book.adds(user, "Ink & Thread", "1")
    for number, name in enumerate(("Vito", "Wilma", "Xaver")):
        member = user.someone_else()
        registration.registers(member, name)
        books.opens_book(member, "Ink & Thread")
        member.sees_number(max(number - 1, 0), in_=waiting_members)
        member.clicks(books.borrow_button if number == 0 else reserve_button)
        member.does_not_see(books.borrow_button)
    books.opens_book(user, "Ink & Thread")
    user.sees_number(2, in_=waiting_members)
    user.does_not_see(books.borrow_button)
    user.does_not_see(reserve_button)
    user.clicks(edit_button)
    user.sees_value("Wanda Ek", in_=new_book.author_box)
    user.types("Ink and Thread", into=new_book.title_box)
    user.types("Wanda Ekström", into=new_book.author_box)
    user.chooses("History", out_of=new_book.category_box)
    new_book.sends_copies(user, "13")
    user.sees_text("Ink and Thread")
    user.opens(books.catalogue_url)
    books.searches(user, "ekström thread")
    user.clicks_text("Ink and Thread")
    for text in ("Wanda Ekström", "History", "13"):
        user.sees_text(text)
    user.does_not_see_text("Ink & Thread")


@testcode("Librarian's books", "Import")
def import_names_the_rejected_lines(
    user: BrowserUser,
    login: Login,
    book_import: Import,
    imported_count: ImportedCount,
    rejected_count: Annotated[Element, "number of rejected rows, shown after an import"],
    catalogue: BookList,
) -> None:
    """Lines 3, 6, 7, 8, 9 and 10 of the file have a mistake each; line 4 is blank."""
    login.logs_in_as_librarian(user)
    book_import.imports(user, "new-books.csv")
    user.sees_number(3, in_=imported_count)
    user.sees_number(6, in_=rejected_count)
    for line in (3, 6, 7, 8, 9, 10):
        user.sees_text(f"Line {line}")
    for line in (2, 4, 5, 11):
        user.does_not_see_text(f"Line {line}")
    user.opens(catalogue.catalogue_url)
    catalogue.finds(user, "Corvin Ashe", ["Tide Tables, Annotated", 'Sixty "Small" Storms', "Twenty Lanes"])


@testcode("Librarian's books", "Import")
def file_with_other_columns_is_refused(
    user: BrowserUser,
    login: Login,
    book_import: Import,
    imported_count: ImportedCount,
    wrong_columns: Annotated[Message, "message when the first line of an imported file is not as it must be"],
    catalogue: BookList,
) -> None:
    row = "Otto Reimer,Never Imported,9781907100604,Fiction,1\n"
    login.logs_in_as_librarian(user)
    user.opens(book_import.import_url)
    user.does_not_see_text(wrong_columns)
    book_import.sends_text(user, f"author,title,isbn,category,copies\n{row}", "by-author.csv")
    user.sees_text(wrong_columns)
    user.opens(book_import.import_url)
    book_import.sends_text(user, row, "no-heading.csv")
    user.sees_text(wrong_columns)
    user.does_not_see(imported_count)
    user.opens(catalogue.catalogue_url)
    catalogue.finds(user, "9781907100604", [])
    heading = "title,author,isbn,category,copies\n"
    for number, rows in enumerate(("", "Never Say Never,Otto Reimer,9781907100604,Fiction,1\n")):
        user.opens(book_import.import_url)
        book_import.sends_text(user, heading + rows, f"good-{number}.csv")
        user.sees_number(number, in_=imported_count)
        user.does_not_see_text(wrong_columns)
    user.opens(catalogue.catalogue_url)
    catalogue.finds(user, "9781907100604", ["Never Say Never"])


@testcode("Catalogue", "Pages")
def long_results_have_pages(
    user: BrowserUser,
    login: Login,
    book_import: Import,
    catalogue: BookList,
    next_page: Annotated[Element, "link or button that leads to the next page of the catalogue"],
    previous_page: Annotated[Element, "link or button that leads to the previous page of the catalogue"],
    category_choice: CategoryChoice,
) -> None:
    """The file has twelve books of one author, eleven of them for children."""
    login.logs_in_as_librarian(user)
    book_import.imports(user, "quillfeather.csv")
    user.opens(catalogue.catalogue_url)
    catalogue.searches(user, "quillfeather")
    user.sees_count(10, catalogue.book_row)
    user.sees_text("On Anchors")
    user.sees_text("On Jetties")
    user.does_not_see_text("On Keels")
    user.clicks(next_page)
    user.sees_count(2, catalogue.book_row)
    user.sees_text("On Keels")
    user.sees_text("On Lanterns")
    user.does_not_see(next_page)
    user.clicks(previous_page)
    user.sees_count(10, catalogue.book_row)
    user.sees_text("On Anchors")
    user.does_not_see(previous_page)
    titles = [" ".join(text.split()) for text in user.texts(catalogue.book_row)]
    assert all(one.startswith("On ") for one in titles), f"the previous page shows {titles}"
    user.chooses("Children", out_of=category_choice)
    catalogue.searches(user, "quillfeather")
    user.sees_count(10, catalogue.book_row)
    user.clicks(next_page)
    user.sees_count(1, catalogue.book_row)
    user.sees(catalogue.book_row, containing="On Lanterns")


@testcode("My loans", "What I owe")
def fines_begin_after_the_free_days_and_are_capped(
    user: BrowserUser, registration: Registration, login: Login, desk: Desk, my_loans: MyLoans, debt: Debt
) -> None:
    """3 days overdue cost nothing, 11 days 8 × 0.35 = 2.80, 39 days 36 × 0.35 = 12.60 and so 12.50."""
    registration.registers(user, "Paula")
    debt.owes(user, 0)
    librarian = user.someone_else()
    login.logs_in_as_librarian(librarian)
    desk.enters_loan(librarian, "Paula", ISBN["Lamplighters"], date(2025, 2, 18))
    desk.enters_loan(librarian, "Paula", ISBN["Iron and Water"], date(2025, 2, 10))
    desk.enters_loan(librarian, "Paula", ISBN["How Bees Decide"], date(2025, 1, 13))
    librarian.opens(desk.desk_loans_url)
    librarian.sees_text("Paula")
    user.opens(my_loans.my_loans_url)
    my_loans.sees_entry(user, "Lamplighters", "2025-03-11", "€0.00")
    my_loans.sees_entry(user, "Iron and Water", "2025-03-03", "€2.80")
    my_loans.sees_entry(user, "How Bees Decide", "2025-02-03", "€12.50")
    user.sees_number("15.30", in_=debt.owed)


@testcode("My loans", "What I owe")
def half_fines_are_rounded_half_up(
    user: BrowserUser, registration: Registration, login: Login, desk: Desk, my_loans: MyLoans, debt: Debt
) -> None:
    """For children's books 1 day after the free ones is 0.175 and so 0.18; 3 days are 0.525 and so 0.53."""
    registration.registers(user, "Quinn")
    librarian = user.someone_else()
    login.logs_in_as_librarian(librarian)
    desk.enters_loan(librarian, "Quinn", ISBN["Otter Goes to Market"], date(2025, 2, 17))
    desk.enters_loan(librarian, "Quinn", ISBN["The Paper Kite"], date(2025, 2, 15))
    librarian.opens(desk.desk_loans_url)
    librarian.sees_text("Quinn")
    user.opens(my_loans.my_loans_url)
    my_loans.sees_entry(user, "Otter Goes to Market", "€0.18")
    my_loans.sees_entry(user, "The Paper Kite", "€0.53")
    user.sees_number("0.71", in_=debt.owed)


@testcode("Librarian's loans", "Enter a loan")
def impossible_loans_are_not_entered(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    desk: Desk,
    unknown_member: Annotated[Message, "message when a loan is entered for a name that no member has"],
    unknown_isbn: Annotated[Message, "message when a loan is entered with an ISBN that no book has"],
    day_to_come: Annotated[Message, "message when a loan is entered with a day in the future"],
    my_loans: MyLoans,
) -> None:
    member = user.someone_else()
    registration.registers(member, "Ruth")
    login.logs_in_as_librarian(user)
    for name, isbn, day, message in (
        ("Ruthless", ISBN["Letters from the Weir"], date(2025, 3, 14), unknown_member),
        ("Ruth", "9781907000263", date(2025, 3, 14), unknown_isbn),
        ("Ruth", ISBN["Letters from the Weir"], date(2025, 3, 15), day_to_come),
    ):
        user.opens(desk.desk_loans_url)
        user.does_not_see_text(message)
        desk.enters_loan(user, name, isbn, day)
        user.sees_text(message)
    my_loans.sees_books(member, 0)
    desk.enters_loan(user, "Ruth", ISBN["Letters from the Weir"], date(2025, 3, 14))
    my_loans.sees_books(member, 1)


@testcode("Librarian's loans", "Enter a loan")
def rules_hold_for_entered_loans(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    desk: Desk,
    my_loans: MyLoans,
) -> None:
    """A second copy, a book that is out, and a fourth book are not entered; the third is, and all days are as typed."""
    login.logs_in_as_librarian(user)
    new_book.adds(user, "Seldom Seen", "1")
    member, other = user.someone_else(), user.someone_else()
    registration.registers(member, "Una")
    registration.registers(other, "Urs")
    desk.enters_loan(user, "Urs", ISBN["Seldom Seen"], date(2025, 3, 10))
    my_loans.sees_books(other, 1)
    for title, books in (
        ("Lamplighters", 1),
        ("Lamplighters", 1),
        ("Seldom Seen", 1),
        ("Iron and Water", 2),
        ("How Bees Decide", 3),
        ("The Paper Kite", 3),
    ):
        desk.enters_loan(user, "Una", ISBN[title], date(2025, 3, 12))
        user.sees(desk.desk_isbn_box)
        my_loans.sees_books(member, books)
    my_loans.sees_entry(member, "Iron and Water", "2025-03-12", "2025-04-02")


@testcode("Fines", "Unpaid fines")
def paid_is_offered_for_books_that_are_back(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    desk: Desk,
    take_back_button: TakeBackButton,
    fines: Fines,
    fines_table: FinesTable,
    paid_button: PaidButton,
) -> None:
    """A late book that is out is listed without "Paid", and with it once it is back."""
    member = user.someone_else()
    registration.registers(member, "Veit")
    login.logs_in_as_librarian(user)
    user.opens(fines.fines_url)
    before = user.count(paid_button)
    desk.enters_loan(user, "Veit", ISBN["Iron and Water"], date(2025, 2, 12))
    user.opens(fines.fines_url)
    user.sees(fines_table, containing="Veit")
    user.sees_count(before, paid_button)
    user.opens(desk.desk_loans_url)
    user.clicks(take_back_button, beside="Veit")
    user.opens(fines.fines_url)
    user.sees(fines_table, containing="Veit")
    user.sees_count(before + 1, paid_button)


@testcode("Fines", "Unpaid fines")
def fine_remains_when_the_book_is_back(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    desk: Desk,
    take_back_button: TakeBackButton,
    fines: Fines,
    fines_table: FinesTable,
) -> None:
    member = user.someone_else()
    registration.registers(member, "Selma")
    login.logs_in_as_librarian(user)
    desk.enters_loan(user, "Selma", ISBN["Lamplighters"], date(2025, 2, 12))
    user.clicks(take_back_button, beside="Selma")
    user.opens(fines.fines_url)
    user.sees(fines_table, containing="Selma")
    rows = user.rows(user.table(fines_table), columns=5)[1:]
    hers = [row[:5] for row in rows if row[0] == "Selma"]
    assert hers == [["Selma", "Lamplighters", "2025-03-05", "9", "€2.10"]], f"Selma's fines are {hers}"
    fines.sees_total(user, sum(user.reads_number(row[4]) for row in rows))


@testcode("Fines", "Unpaid fines")
def a_fine_grows_until_the_return(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    desk: Desk,
    take_back_button: TakeBackButton,
    fines_url: FinesUrl,
    fines_table: FinesTable,
    debt: Debt,
) -> None:
    """Of two books that are 9 days late one is taken back: 10 days later only the fine of the other one has grown."""
    member = user.someone_else()
    registration.registers(member, "Wim")
    login.logs_in_as_librarian(user)
    desk.enters_loan(user, "Wim", ISBN["Lamplighters"], date(2025, 2, 12))
    user.clicks(take_back_button, beside="Wim")
    desk.enters_loan(user, "Wim", ISBN["Iron and Water"], date(2025, 2, 12))
    debt.owes(member, "4.20")
    user.moves_clock(days=10)
    user.opens(fines_url)
    user.sees(fines_table, containing="Wim")
    his = sorted(row[1:5] for row in user.table(fines_table) if row[:1] == ["Wim"])
    assert his == [
        ["Iron and Water", "2025-03-05", "19", "€5.60"],
        ["Lamplighters", "2025-03-05", "9", "€2.10"],
    ], f"Wim's fines are {his}"
    debt.owes(member, "7.70")


@testcode("Fines", "Note a payment", requires=[fine_remains_when_the_book_is_back])
def fine_is_paid_only_when_confirmed(
    user: BrowserUser,
    fines: Fines,
    paid_button: PaidButton,
    login: Login,
    debt: Debt,
) -> None:
    total = fines.total(user)
    with user.answers_dialog(accept=False):
        user.clicks(paid_button, beside="Selma")
    user.reloads()
    fines.sees_total(user, total)
    member = user.someone_else()
    login.logs_in(member, "Selma")
    debt.owes(member, "2.10")
    with user.answers_dialog(accept=True):
        user.clicks(paid_button, beside="Selma")
    user.opens(fines.fines_url)
    fines.sees_total(user, total - Decimal("2.10"))
    debt.owes(member, 0)


@testcode("Librarian's loans", "Download")
def downloaded_loans_are_complete(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    desk: Desk,
    download_loans: DownloadLoans,
    take_back_button: TakeBackButton,
    fines_url: FinesUrl,
    paid_button: PaidButton,
) -> None:
    """The fine is the amount reached, also when it has been paid."""
    member = user.someone_else()
    registration.registers(member, "Tessa")
    login.logs_in_as_librarian(user)
    weather = 'The "Good" Weather Book, Revised'
    desk.enters_loan(user, "Tessa", ISBN["How Bees Decide"], date(2025, 1, 2))
    user.opens(desk.desk_loans_url)
    user.sees_text("2025-01-23")
    user.clicks(take_back_button, beside="Tessa")
    user.opens(desk.desk_loans_url)
    user.does_not_see_text("Tessa")
    user.does_not_see_text("2025-01-23")
    user.opens(fines_url)
    with user.answers_dialog(accept=True):
        user.clicks(paid_button, beside="Tessa")
    desk.enters_loan(user, "Tessa", ISBN["Iron and Water"], date(2025, 3, 1))
    desk.enters_loan(user, "Tessa", ISBN[weather], date(2025, 2, 17))
    user.opens(desk.desk_loans_url)
    download = user.downloads(download_loans)
    assert download.name == "loans.csv", f"the file is called {download.name}"
    header, *rows = user.rows(user.reads_csv(download.text(), columns=8), at_least=1)
    columns = ["member", "title", "isbn", "category", "borrowed", "due", "returned", "fine"]
    assert header == columns, f"the columns are {header}"
    hers = [row for row in rows if row[0] == "Tessa"]
    days = [row[columns.index("borrowed")] for row in rows]
    assert days == sorted(days), f"the oldest day is not first: {days}"
    bees = ["Tessa", "How Bees Decide", "9781907000676", "Science"]
    assert hers == [
        [*bees, "2025-01-02", "2025-01-23", "2025-03-14", "12.50"],
        ["Tessa", weather, "9781907001239", "Children", "2025-02-17", "2025-03-10", "", "0.18"],
        ["Tessa", "Iron and Water", "9781907000959", "History", "2025-03-01", "2025-03-22", "", "0.00"],
    ], f"Tessa's loans are {hers}"


@testcode("Statistics", "Chart of a year")
def chart_counts_the_loans_of_each_month(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    desk: Desk,
    statistics_url: StatisticsUrl,
    year_box: YearBox,
    show_year: Annotated[Element, "button that shows the statistics of the typed year"],
    chart: Chart,
    months_table: MonthsTable,
) -> None:
    """No other testcode has loans of 2021 and 2020, whose charts differ in the months alone; 2019 has no loans, and its
    chart no bars."""
    member, another = user.someone_else(), user.someone_else()
    registration.registers(member, "Ulla")
    registration.registers(another, "Ulf")
    login.logs_in_as_librarian(user)
    desk.enters_loan(user, "Ulla", ISBN["Lamplighters"], date(2021, 3, 1))
    desk.enters_loan(user, "Ulla", ISBN["Iron and Water"], date(2021, 3, 31))
    desk.enters_loan(user, "Ulla", ISBN["How Bees Decide"], date(2021, 12, 31))
    desk.enters_loan(user, "Ulf", ISBN["Lamplighters"], date(2020, 4, 30))
    desk.enters_loan(user, "Ulf", ISBN["A Short History of Bread"], date(2020, 4, 1))
    desk.enters_loan(user, "Ulf", ISBN["How Bees Decide"], date(2020, 11, 1))
    user.opens(statistics_url)
    user.sees_value("2025", in_=year_box)
    user.sees(months_table, containing="January")
    user.sees_picture(chart)
    user.types("2021", into=year_box)
    user.presses("Enter", on=year_box)
    names = "January February March April May June July August September October November December"
    counts = {"March": ["1", "0", "1", "0", "2"], "December": ["0", "1", "0", "0", "1"]}
    user.sees_table(
        [
            ["Month", "Fiction", "Science", "History", "Children", "Total"],
            *([name, *counts.get(name, ["0"] * 5)] for name in names.split()),
        ],
        months_table,
    )
    user.sees_picture(chart)
    bars = user.picture(chart)
    user.types("2020", into=year_box)
    user.clicks(show_year)
    user.sees(months_table, matching=r"April\s+1\s+0\s+1\s+0\s+2")
    user.sees_value("2020", in_=year_box)
    user.sees_picture(chart, unlike=bars)
    user.types("2019", into=year_box)
    user.presses("Enter", on=year_box)
    user.does_not_see(months_table, containing="1")
    user.sees_value("2019", in_=year_box)
    user.sees_picture(chart, unlike=bars)


@testcode("Statistics", "Chart of a year")
def the_longest_bars_are_drawn_whole(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    new_book: NewBook,
    desk: Desk,
    statistics_url: StatisticsUrl,
    year_box: YearBox,
    chart: Chart,
    months_table: MonthsTable,
) -> None:
    """Seven loans in a month look different from eight beside a month of eight. No other testcode has loans of 2016."""
    titles = ("First of Many", "Second of Many", "Third of Many")
    login.logs_in_as_librarian(user)
    for title in titles:
        new_book.adds(user, title, "8")
    names = ("Viola", "Vilma", "Volker", "Vasco", "Verena", "Vroni")
    for name in names:
        registration.registers(user.someone_else(), name)
    loans = [(name, title) for name in names for title in titles]
    for name, title in loans[:8]:
        desk.enters_loan(user, name, ISBN[title], date(2016, 3, 10))
    before = None
    for april, entered in ((7, loans[8:15]), (8, loans[15:16])):
        for name, title in entered:
            desk.enters_loan(user, name, ISBN[title], date(2016, 4, 10))
        user.opens(statistics_url)
        user.types("2016", into=year_box)
        user.presses("Enter", on=year_box)
        user.sees(months_table, matching=rf"March\s+8\s+0\s+0\s+0\s+8\s+April\s+{april}\s+0\s+0\s+0\s+{april}\s")
        user.sees_picture(chart, unlike=before)
        before = user.picture(chart)
