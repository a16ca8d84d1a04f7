"""What visitors, members and the librarian of the lending library try.

The mission's today is 2025-03-14. Every testcode registers members of its own and borrows books that no
other one counts, since all share one library.
"""

import csv
import io
from datetime import date
from decimal import Decimal
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Message, Url, testcode

CatalogueUrl = Annotated[Url, "page with the catalogue and its search"]
RegisterUrl = Annotated[Url, "page where a visitor becomes a member"]
LoginUrl = Annotated[Url, "page where members and the librarian log in"]
MyLoansUrl = Annotated[Url, "page where a member sees the own loans, reservations and fines"]
AddBookUrl = Annotated[Url, "page where the librarian adds a book"]
ImportUrl = Annotated[Url, "page where the librarian imports books from a file"]
DeskLoansUrl = Annotated[Url, "page with all current loans, where the librarian also enters a loan"]
StatisticsUrl = Annotated[Url, "page with the librarian's statistics"]
FinesUrl = Annotated[Url, "page with all unpaid fines"]

SearchBox = Annotated[Element, "box of the catalogue for the words to search"]
BookRow = Annotated[Element, "entry of one book in the catalogue's list; as many match as books are listed"]
NewNameBox = Annotated[Element, "box for the name, where a visitor registers"]
NewPasswordBox = Annotated[Element, "box for the password, where a visitor registers"]
RepeatBox = Annotated[Element, "box for the password again, where a visitor registers"]
LoginNameBox = Annotated[Element, "box for the name, where one logs in"]
LoginPasswordBox = Annotated[Element, "box for the password, where one logs in"]
AvailableCopies = Annotated[Element, "number of available copies on the page of a book"]
BorrowButton = Annotated[Element, "button on the page of a book that borrows it"]
ReserveButton = Annotated[Element, "button on the page of a book that reserves it"]
MyLoanRow = Annotated[Element, "entry of one book at home in My loans; as many match as are at home"]
ReturnButton = Annotated[Element, "button in My loans that returns a book; one in each entry"]
QueuePosition = Annotated[Element, "position in the queue in My loans; one for each reservation"]
Owed = Annotated[Element, "total amount that the member owes, in My loans"]
TitleBox = Annotated[Element, "box for the title, where the librarian adds or edits a book"]
AuthorBox = Annotated[Element, "box for the author, where the librarian adds or edits a book"]
IsbnBox = Annotated[Element, "box for the ISBN, where the librarian adds or edits a book"]
CategoryBox = Annotated[Element, "select box for the category, where the librarian adds or edits a book"]
CopiesBox = Annotated[Element, "box for the number of copies, where the librarian adds or edits a book"]
FileBox = Annotated[Element, "file box, where the librarian imports books"]
ImportButton = Annotated[Element, "button that imports the chosen file"]
ImportedCount = Annotated[Element, "number of imported books, shown after an import"]
DeskMemberBox = Annotated[Element, "box for the member's name, where the librarian enters a loan"]
DeskIsbnBox = Annotated[Element, "box for the ISBN, where the librarian enters a loan"]
DeskDayBox = Annotated[Element, "box for the day borrowed, where the librarian enters a loan"]
FinesTable = Annotated[Element, "table of the unpaid fines"]
FinesTotal = Annotated[Element, "total of all unpaid fines, outside of their table"]

PASSWORD = "turning-pages"
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
    "Rivers of Ash": "9781907000812",
    "Harbour Lights at Noon": "9781907000881",
    "Iron and Water": "9781907000959",
    "Otter Goes to Market": "9781907001024",
    "The Paper Kite": "9781907001093",
    'The "Good" Weather Book, Revised': "9781907001239",
}
"""Of books that the library opens with."""


def _searches(user: BrowserUser, words: str, search_box: str) -> None:
    user.types(words, into=search_box)
    user.presses("Enter", on=search_box)


def _opens_book(user: BrowserUser, title: str, catalogue_url: str, search_box: str) -> None:
    user.opens(catalogue_url)
    _searches(user, ISBN[title], search_box)
    user.clicks_text(title)


def _registers(user: BrowserUser, name: str, url: str, name_box: str, password_box: str, repeat: str) -> None:
    user.opens(url)
    user.types(name, into=name_box)
    user.types(PASSWORD, into=password_box)
    user.types(PASSWORD, into=repeat)
    user.presses("Enter", on=repeat)
    user.does_not_see(repeat)


def _logs_in(user: BrowserUser, name: str, password: str, url: str, name_box: str, password_box: str) -> None:
    user.opens(url)
    user.types(name, into=name_box)
    user.types(password, into=password_box)
    user.presses("Enter", on=password_box)
    user.does_not_see(password_box)


def _enters_loan(
    user: BrowserUser, name: str, isbn: str, day: date, url: str, member_box: str, isbn_box: str, day_box: str
) -> None:
    user.opens(url)
    user.types(name, into=member_box)
    user.enters_date(day, into=day_box)
    user.types(isbn, into=isbn_box)
    user.presses("Enter", on=isbn_box)


@testcode("Catalogue", "Search")
def search_looks_in_title_author_and_isbn(
    user: BrowserUser,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    book_row: BookRow,
    nothing_found: Annotated[Message, "message of the catalogue when no book was found"],
) -> None:
    user.opens(catalogue_url)
    user.does_not_see_text(nothing_found)
    for words, titles in {
        "salt ROAD": ["The Salt Road"],
        "Calloway": ["Letters from the Weir", "The Salt Road"],
        "calloway weir": ["Letters from the Weir"],
        "978-1-907000-67-6": ["How Bees Decide"],
        "9781907000676": ["How Bees Decide"],
    }.items():
        _searches(user, words, search_box)
        user.sees_count(len(titles), book_row)
        for title in titles:
            user.sees_text(title)
    _searches(user, "calloway bees", search_box)
    user.sees_text(nothing_found)
    user.sees_count(0, book_row)


@testcode("Catalogue", "Narrow by category")
def category_narrows_the_search(
    user: BrowserUser,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    category_choice: Annotated[Element, "select box of the catalogue for the category"],
    book_row: BookRow,
) -> None:
    user.opens(catalogue_url)
    _searches(user, "and", search_box)
    user.sees_text("Iron and Water")
    user.chooses("Science", out_of=category_choice)
    _searches(user, "and", search_box)
    user.sees_count(1, book_row)
    user.sees(book_row, containing="Moss and Lichen")


@testcode("Account", "Register")
def registration_is_checked(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    my_loans_url: MyLoansUrl,
    name_taken: Annotated[Message, "message when somebody registers with a name that is taken"],
    passwords_differ: Annotated[Message, "message when the two passwords of a registration differ"],
) -> None:
    user.opens(register_url)
    user.does_not_see_text(name_taken)
    user.does_not_see_text(passwords_differ)
    for name, password, again, message in (
        ("Anselm", "turning-pages", "turning-page", passwords_differ),
        ("LIBRARIAN", "turning-pages", "turning-pages", name_taken),
        ("Anselm", "pages-7", "pages-7", None),
        ("", "turning-pages", "turning-pages", None),
    ):
        user.opens(register_url)
        user.types(name, into=new_name_box)
        user.types(password, into=new_password_box)
        user.types(again, into=repeat_box)
        user.presses("Enter", on=repeat_box)
        if message:
            user.sees_text(message)
        user.sees(repeat_box)
    _registers(user, "Anselm", register_url, new_name_box, new_password_box, repeat_box)
    user.opens(my_loans_url)
    user.is_at(my_loans_url)


@testcode("Account", "Log in")
def login_does_not_tell_who_is_a_member(
    user: BrowserUser,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    login_refused: Annotated[Message, "message when name and password do not fit"],
) -> None:
    for name, password in ((LIBRARIAN, "quiet-please-1907"), ("nobody-of-that-name", LIBRARIAN_PASSWORD)):
        user.opens(login_url)
        user.does_not_see_text(login_refused)
        user.types(name, into=login_name_box)
        user.types(password, into=login_password_box)
        user.presses("Enter", on=login_password_box)
        user.sees_text(login_refused)
        user.sees(login_password_box)


@testcode("Account", "Log in")
def login_leads_to_the_wanted_page(
    user: BrowserUser,
    my_loans_url: MyLoansUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
) -> None:
    at_another_computer = user.someone_else()
    _registers(at_another_computer, "Berta", register_url, new_name_box, new_password_box, repeat_box)
    user.opens(my_loans_url)
    user.types("Berta", into=login_name_box)
    user.types(PASSWORD, into=login_password_box)
    user.presses("Enter", on=login_password_box)
    user.does_not_see(login_password_box)
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
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    available_copies: AvailableCopies,
    borrow_button: BorrowButton,
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
) -> None:
    _registers(user, "Bruno", register_url, new_name_box, new_password_box, repeat_box)
    _opens_book(user, "The Salt Road", catalogue_url, search_box)
    user.sees_number(2, in_=available_copies)
    user.clicks(borrow_button)
    _opens_book(user, "The Salt Road", catalogue_url, search_box)
    user.sees_number(1, in_=available_copies)
    user.opens(my_loans_url)
    user.sees_count(1, my_loan_row)
    user.sees(my_loan_row, containing="The Salt Road")
    user.sees(my_loan_row, containing="2025-04-04")


@testcode("Book", "Loan rules", requires=[borrowing_lowers_the_availability])
def second_copy_is_refused(
    user: BrowserUser,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    available_copies: AvailableCopies,
    borrow_button: BorrowButton,
    borrowed_already: Annotated[Message, "message when a member borrows a book that this member has already"],
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
) -> None:
    _opens_book(user, "The Salt Road", catalogue_url, search_box)
    user.does_not_see_text(borrowed_already)
    user.clicks(borrow_button)
    user.sees_text(borrowed_already)
    _opens_book(user, "The Salt Road", catalogue_url, search_box)
    user.sees_number(1, in_=available_copies)
    user.opens(my_loans_url)
    user.sees_count(1, my_loan_row)


@testcode("My loans", "Receipt", requires=[borrowing_lowers_the_availability])
def receipt_is_nobody_elses(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    my_loans_url: MyLoansUrl,
    login_password_box: LoginPasswordBox,
) -> None:
    user.opens(my_loans_url)
    user.clicks_text("The Salt Road")
    user.sees_text("The Salt Road")
    user.sees_text("2025-04-04")
    receipt = user.url()
    other, visitor = user.someone_else(), user.someone_else()
    _registers(other, "Carla", register_url, new_name_box, new_password_box, repeat_box)
    other.opens(receipt)
    other.sees_status(403)
    visitor.opens(receipt)
    visitor.sees(login_password_box)


@testcode("My loans", "Return", requires=[borrowing_lowers_the_availability])
def returning_makes_the_copy_available(
    user: BrowserUser,
    my_loans_url: MyLoansUrl,
    return_button: ReturnButton,
    my_loan_row: MyLoanRow,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    available_copies: AvailableCopies,
) -> None:
    user.opens(my_loans_url)
    user.clicks(return_button, beside="The Salt Road")
    user.opens(my_loans_url)
    user.sees_text("The Salt Road")
    user.sees_count(0, my_loan_row)
    _opens_book(user, "The Salt Road", catalogue_url, search_box)
    user.sees_number(2, in_=available_copies)


@testcode("Book", "Loan rules")
def fourth_book_is_refused(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    borrow_button: BorrowButton,
    available_copies: AvailableCopies,
    limit_reached: Annotated[Message, "message when a member who has three books borrows another"],
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
) -> None:
    _registers(user, "Dorian", register_url, new_name_box, new_password_box, repeat_box)
    for title in ("Clouds, Explained", "The Glass Harbour", "Moss and Lichen"):
        _opens_book(user, title, catalogue_url, search_box)
        user.clicks(borrow_button)
        user.does_not_see_text(limit_reached)
    _opens_book(user, "Rivers of Ash", catalogue_url, search_box)
    user.clicks(borrow_button)
    user.sees_text(limit_reached)
    _opens_book(user, "Rivers of Ash", catalogue_url, search_box)
    user.sees_number(2, in_=available_copies)
    user.opens(my_loans_url)
    user.sees_count(3, my_loan_row)


@testcode("Book", "Borrow")
def opening_the_address_borrows_nothing(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    borrow_form: Annotated[Element, "form on the page of a book that is sent to borrow it"],
    available_copies: AvailableCopies,
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
) -> None:
    _registers(user, "Elsa", register_url, new_name_box, new_password_box, repeat_box)
    _opens_book(user, "Pocket Astronomy", catalogue_url, search_box)
    address = user.attribute(borrow_form, "action") or ""
    user.opens(urljoin(user.url(), address))
    _opens_book(user, "Pocket Astronomy", catalogue_url, search_box)
    user.sees_number(1, in_=available_copies)
    user.opens(my_loans_url)
    user.sees_count(0, my_loan_row)


@testcode("Book", "Reserve")
def returned_copy_is_held_for_the_first_in_the_queue(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    borrow_button: BorrowButton,
    reserve_button: ReserveButton,
    available_copies: AvailableCopies,
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
    return_button: ReturnButton,
    queue_position: QueuePosition,
) -> None:
    title = "Night Ferry to Odda"
    first, second = user.someone_else(), user.someone_else()
    for person, name in ((user, "Felix"), (first, "Greta"), (second, "Hugo")):
        _registers(person, name, register_url, new_name_box, new_password_box, repeat_box)
        _opens_book(person, title, catalogue_url, search_box)
        person.clicks(borrow_button if person is user else reserve_button)
        person.opens(my_loans_url)
        person.sees_text(title)
    for position, person in enumerate((first, second), start=1):
        person.opens(my_loans_url)
        person.sees_number(position, in_=queue_position)

    user.opens(my_loans_url)
    user.clicks(return_button, beside=title)
    user.opens(my_loans_url)
    user.sees_count(0, my_loan_row)
    _opens_book(second, title, catalogue_url, search_box)
    second.sees_number(0, in_=available_copies)
    second.does_not_see(borrow_button)
    _opens_book(first, title, catalogue_url, search_box)
    first.clicks(borrow_button)
    first.opens(my_loans_url)
    first.sees(my_loan_row, containing=title)
    first.sees_count(0, queue_position)
    second.opens(my_loans_url)
    second.sees_number(1, in_=queue_position)


@testcode("My loans", "Cancel a reservation", requires=[returned_copy_is_held_for_the_first_in_the_queue])
def cancelling_moves_the_queue_up(
    user: BrowserUser,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    reserve_button: ReserveButton,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    my_loans_url: MyLoansUrl,
    queue_position: QueuePosition,
    cancel_button: Annotated[Element, "button in My loans that cancels a reservation; one for each"],
) -> None:
    """Greta has the book, Hugo waits; Felix, who has returned it, waits behind him."""
    title = "Night Ferry to Odda"
    _opens_book(user, title, catalogue_url, search_box)
    user.clicks(reserve_button)
    user.opens(my_loans_url)
    user.sees_number(2, in_=queue_position)
    before_him = user.someone_else()
    _logs_in(before_him, "Hugo", PASSWORD, login_url, login_name_box, login_password_box)
    before_him.opens(my_loans_url)
    before_him.clicks(cancel_button, beside=title)
    before_him.opens(my_loans_url)
    before_him.sees_count(0, queue_position)
    user.opens(my_loans_url)
    user.sees_number(1, in_=queue_position)


@testcode("Whole site", "Permissions")
def librarian_pages_are_closed_to_others(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
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
    _registers(user, "Lorenz", register_url, new_name_box, new_password_box, repeat_box)
    for page in pages:
        user.opens(page)
        user.sees_status(403)


@testcode("Librarian's books", "Add a book")
def new_book_is_checked(
    user: BrowserUser,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    add_book_url: AddBookUrl,
    title_box: TitleBox,
    author_box: AuthorBox,
    isbn_box: IsbnBox,
    category_box: CategoryBox,
    copies_box: CopiesBox,
    isbn_is_wrong: Annotated[Message, "message when the last digit of an ISBN does not fit"],
    isbn_is_taken: Annotated[Message, "message when another book has the same ISBN"],
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    available_copies: AvailableCopies,
) -> None:
    title = "Salt & <em>Iron</em>"
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    user.opens(add_book_url)
    user.types(title, into=title_box)
    user.types("Wanda Ek", into=author_box)
    user.chooses("Science", out_of=category_box)
    for isbn, copies, message in (
        ("978-1-907100-51-5", "4", isbn_is_wrong),
        ("978-1-907000-11-9", "4", isbn_is_taken),
        ("978-1-907100-50-5", "21", None),
        ("978-1-907100-50-5", "0", None),
        ("978-1-907100-50-5", "", None),
    ):
        user.types(isbn, into=isbn_box)
        user.types(copies, into=copies_box)
        user.presses("Enter", on=copies_box)
        if message:
            user.sees_text(message)
        user.sees_value(title, in_=title_box)
    user.types("4", into=copies_box)
    user.presses("Enter", on=copies_box)
    user.does_not_see(copies_box)
    user.opens(catalogue_url)
    _searches(user, "9781907100505", search_box)
    user.clicks_text(title)
    user.sees_number(4, in_=available_copies)
    user.sees_text("9781907100505")


@testcode("Librarian's books", "Edit a book")
def copies_are_not_fewer_than_loans(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    borrow_button: BorrowButton,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    edit_button: Annotated[Element, "button or link on the page of a book by which the librarian edits it"],
    copies_box: CopiesBox,
    too_few_copies: Annotated[Message, "message when a book would have fewer copies than are on loan"],
    available_copies: AvailableCopies,
) -> None:
    title = "Harbour Lights at Noon"
    for name in ("Marta", "Nora"):
        member = user.someone_else()
        _registers(member, name, register_url, new_name_box, new_password_box, repeat_box)
        _opens_book(member, title, catalogue_url, search_box)
        member.clicks(borrow_button)
        member.sees_text(title)
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    _opens_book(user, title, catalogue_url, search_box)
    user.sees_number(1, in_=available_copies)
    user.clicks(edit_button)
    user.sees_value("3", in_=copies_box)
    user.does_not_see_text(too_few_copies)
    user.types("1", into=copies_box)
    user.presses("Enter", on=copies_box)
    user.sees_text(too_few_copies)
    user.types("2", into=copies_box)
    user.presses("Enter", on=copies_box)
    user.does_not_see(copies_box)
    _opens_book(user, title, catalogue_url, search_box)
    user.sees_number(0, in_=available_copies)


@testcode("Librarian's books", "Import")
def import_names_the_rejected_lines(
    user: BrowserUser,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    import_url: ImportUrl,
    file_box: FileBox,
    import_button: ImportButton,
    imported_count: ImportedCount,
    rejected_count: Annotated[Element, "number of rejected rows, shown after an import"],
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    book_row: BookRow,
) -> None:
    """Lines 3, 6, 7, 8, 9 and 10 of the file have a mistake each; line 4 is blank."""
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    user.opens(import_url)
    user.uploads("new-books.csv", into=file_box)
    user.clicks(import_button)
    user.sees_number(3, in_=imported_count)
    user.sees_number(6, in_=rejected_count)
    for line in (3, 6, 7, 8, 9, 10):
        user.sees_text(f"Line {line}")
    for line in (2, 4, 5, 11):
        user.does_not_see_text(f"Line {line}")
    user.opens(catalogue_url)
    _searches(user, "Corvin Ashe", search_box)
    user.sees_count(3, book_row)
    for title in ("Tide Tables, Annotated", 'Sixty "Small" Storms', "Twenty Lanes"):
        user.sees_text(title)


@testcode("Librarian's books", "Import")
def file_with_other_columns_is_refused(
    user: BrowserUser,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    import_url: ImportUrl,
    file_box: FileBox,
    import_button: ImportButton,
    imported_count: ImportedCount,
    wrong_columns: Annotated[Message, "message when the first line of an imported file is not as it must be"],
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    book_row: BookRow,
) -> None:
    row = "Otto Reimer,Never Imported,9781907100604,Fiction,1\n"
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    user.opens(import_url)
    user.does_not_see_text(wrong_columns)
    user.uploads_text(f"author,title,isbn,category,copies\n{row}", "by-author.csv", into=file_box)
    user.clicks(import_button)
    user.sees_text(wrong_columns)
    user.opens(import_url)
    user.uploads_text(row, "no-heading.csv", into=file_box)
    user.clicks(import_button)
    user.sees_text(wrong_columns)
    user.does_not_see(imported_count)
    user.opens(catalogue_url)
    _searches(user, "9781907100604", search_box)
    user.sees_count(0, book_row)


@testcode("Catalogue", "Pages")
def long_results_have_pages(
    user: BrowserUser,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    import_url: ImportUrl,
    file_box: FileBox,
    import_button: ImportButton,
    catalogue_url: CatalogueUrl,
    search_box: SearchBox,
    book_row: BookRow,
    next_page: Annotated[Element, "link or button that leads to the next page of the catalogue"],
) -> None:
    """The file has twelve books of one author."""
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    user.opens(import_url)
    user.uploads("quillfeather.csv", into=file_box)
    user.clicks(import_button)
    user.opens(catalogue_url)
    _searches(user, "quillfeather", search_box)
    user.sees_count(10, book_row)
    user.sees_text("On Anchors")
    user.sees_text("On Jetties")
    user.does_not_see_text("On Keels")
    user.clicks(next_page)
    user.sees_count(2, book_row)
    user.sees_text("On Keels")
    user.sees_text("On Lanterns")
    user.does_not_see(next_page)


@testcode("My loans", "What I owe")
def fines_begin_after_the_free_days_and_are_capped(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    desk_loans_url: DeskLoansUrl,
    desk_member_box: DeskMemberBox,
    desk_isbn_box: DeskIsbnBox,
    desk_day_box: DeskDayBox,
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
    owed: Owed,
) -> None:
    """3 days overdue cost nothing, 11 days 8 × 0.35 = 2.80, 39 days 36 × 0.35 = 12.60 and so 12.50."""
    _registers(user, "Paula", register_url, new_name_box, new_password_box, repeat_box)
    user.opens(my_loans_url)
    user.sees_number(0, in_=owed)
    librarian = user.someone_else()
    _logs_in(librarian, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    for isbn, day in (
        (ISBN["Lamplighters"], date(2025, 2, 18)),
        (ISBN["Iron and Water"], date(2025, 2, 10)),
        (ISBN["How Bees Decide"], date(2025, 1, 13)),
    ):
        _enters_loan(librarian, "Paula", isbn, day, desk_loans_url, desk_member_box, desk_isbn_box, desk_day_box)
    librarian.opens(desk_loans_url)
    librarian.sees_text("Paula")
    user.opens(my_loans_url)
    for title, due, fine in (
        ("Lamplighters", "2025-03-11", "€0.00"),
        ("Iron and Water", "2025-03-03", "€2.80"),
        ("How Bees Decide", "2025-02-03", "€12.50"),
    ):
        user.sees(my_loan_row, containing=due, beside=title)
        user.sees(my_loan_row, containing=fine, beside=title)
    user.sees_number("15.30", in_=owed)


@testcode("My loans", "What I owe")
def half_fines_are_rounded_half_up(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    desk_loans_url: DeskLoansUrl,
    desk_member_box: DeskMemberBox,
    desk_isbn_box: DeskIsbnBox,
    desk_day_box: DeskDayBox,
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
    owed: Owed,
) -> None:
    """For children's books 1 day after the free ones is 0.175 and so 0.18; 3 days are 0.525 and so 0.53."""
    _registers(user, "Quinn", register_url, new_name_box, new_password_box, repeat_box)
    librarian = user.someone_else()
    _logs_in(librarian, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    for isbn, day in ((ISBN["Otter Goes to Market"], date(2025, 2, 17)), (ISBN["The Paper Kite"], date(2025, 2, 15))):
        _enters_loan(librarian, "Quinn", isbn, day, desk_loans_url, desk_member_box, desk_isbn_box, desk_day_box)
    librarian.opens(desk_loans_url)
    librarian.sees_text("Quinn")
    user.opens(my_loans_url)
    user.sees(my_loan_row, containing="€0.18", beside="Otter Goes to Market")
    user.sees(my_loan_row, containing="€0.53", beside="The Paper Kite")
    user.sees_number("0.71", in_=owed)


@testcode("Librarian's loans", "Enter a loan")
def impossible_loans_are_not_entered(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    desk_loans_url: DeskLoansUrl,
    desk_member_box: DeskMemberBox,
    desk_isbn_box: DeskIsbnBox,
    desk_day_box: DeskDayBox,
    unknown_member: Annotated[Message, "message when a loan is entered for a name that no member has"],
    unknown_isbn: Annotated[Message, "message when a loan is entered with an ISBN that no book has"],
    day_to_come: Annotated[Message, "message when a loan is entered with a day in the future"],
    my_loans_url: MyLoansUrl,
    my_loan_row: MyLoanRow,
) -> None:
    member = user.someone_else()
    _registers(member, "Ruth", register_url, new_name_box, new_password_box, repeat_box)
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    for name, isbn, day, message in (
        ("Ruthless", ISBN["Letters from the Weir"], date(2025, 3, 14), unknown_member),
        ("Ruth", "9781907000263", date(2025, 3, 14), unknown_isbn),
        ("Ruth", ISBN["Letters from the Weir"], date(2025, 3, 15), day_to_come),
    ):
        user.opens(desk_loans_url)
        user.does_not_see_text(message)
        _enters_loan(user, name, isbn, day, desk_loans_url, desk_member_box, desk_isbn_box, desk_day_box)
        user.sees_text(message)
    member.opens(my_loans_url)
    member.sees_count(0, my_loan_row)


@testcode("Fines", "Unpaid fines")
def fine_remains_when_the_book_is_back(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    desk_loans_url: DeskLoansUrl,
    desk_member_box: DeskMemberBox,
    desk_isbn_box: DeskIsbnBox,
    desk_day_box: DeskDayBox,
    take_back_button: Annotated[Element, "button that takes a book back; one for each current loan"],
    fines_url: FinesUrl,
    fines_table: FinesTable,
    fines_total: FinesTotal,
) -> None:
    member = user.someone_else()
    _registers(member, "Selma", register_url, new_name_box, new_password_box, repeat_box)
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    _enters_loan(
        user,
        "Selma",
        ISBN["Lamplighters"],
        date(2025, 2, 12),
        desk_loans_url,
        desk_member_box,
        desk_isbn_box,
        desk_day_box,
    )
    user.clicks(take_back_button, beside="Selma")
    user.opens(fines_url)
    user.sees(fines_table, containing="Selma")
    rows = user.table(fines_table)[1:]
    hers = [row[:5] for row in rows if row[0] == "Selma"]
    assert hers == [["Selma", "Lamplighters", "2025-03-05", "9", "€2.10"]], f"Selma's fines are {hers}"
    user.sees_number(sum(Decimal(row[4].removeprefix("€")) for row in rows), in_=fines_total)


@testcode("Fines", "Note a payment", requires=[fine_remains_when_the_book_is_back])
def fine_is_paid_only_when_confirmed(
    user: BrowserUser,
    fines_url: FinesUrl,
    paid_button: Annotated[Element, "button that notes that a fine was paid; one for each book that is back"],
    fines_total: FinesTotal,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    my_loans_url: MyLoansUrl,
    owed: Owed,
) -> None:
    user.opens(fines_url)
    total = user.number(fines_total)
    with user.answers_dialog(accept=False):
        user.clicks(paid_button, beside="Selma")
    user.reloads()
    user.sees_number(total, in_=fines_total)
    member = user.someone_else()
    _logs_in(member, "Selma", PASSWORD, login_url, login_name_box, login_password_box)
    member.opens(my_loans_url)
    member.sees_number("2.10", in_=owed)
    with user.answers_dialog(accept=True):
        user.clicks(paid_button, beside="Selma")
    user.opens(fines_url)
    user.sees_number(total - Decimal("2.10"), in_=fines_total)
    member.opens(my_loans_url)
    member.sees_number(0, in_=owed)


@testcode("Librarian's loans", "Download")
def downloaded_loans_are_complete(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    desk_loans_url: DeskLoansUrl,
    desk_member_box: DeskMemberBox,
    desk_isbn_box: DeskIsbnBox,
    desk_day_box: DeskDayBox,
    download_loans: Annotated[Element, "link or button that downloads all loans"],
) -> None:
    member = user.someone_else()
    _registers(member, "Tessa", register_url, new_name_box, new_password_box, repeat_box)
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    weather = 'The "Good" Weather Book, Revised'
    for isbn, day in ((ISBN["Iron and Water"], date(2025, 3, 1)), (ISBN[weather], date(2025, 2, 17))):
        _enters_loan(user, "Tessa", isbn, day, desk_loans_url, desk_member_box, desk_isbn_box, desk_day_box)
    user.opens(desk_loans_url)
    download = user.downloads(download_loans)
    assert download.name == "loans.csv", f"the file is called {download.name}"
    header, *rows = csv.reader(io.StringIO(download.text(), newline=""))
    columns = ["member", "title", "isbn", "category", "borrowed", "due", "returned", "fine"]
    assert header == columns, f"the columns are {header}"
    hers = [row for row in rows if row[0] == "Tessa"]
    assert hers == [
        ["Tessa", weather, "9781907001239", "Children", "2025-02-17", "2025-03-10", "", "0.18"],
        ["Tessa", "Iron and Water", "9781907000959", "History", "2025-03-01", "2025-03-22", "", "0.00"],
    ], f"Tessa's loans are {hers}"


@testcode("Statistics", "Chart of a year")
def chart_counts_the_loans_of_each_month(
    user: BrowserUser,
    register_url: RegisterUrl,
    new_name_box: NewNameBox,
    new_password_box: NewPasswordBox,
    repeat_box: RepeatBox,
    login_url: LoginUrl,
    login_name_box: LoginNameBox,
    login_password_box: LoginPasswordBox,
    desk_loans_url: DeskLoansUrl,
    desk_member_box: DeskMemberBox,
    desk_isbn_box: DeskIsbnBox,
    desk_day_box: DeskDayBox,
    statistics_url: StatisticsUrl,
    year_box: Annotated[Element, "box for the year of the statistics"],
    chart: Annotated[Element, "the chart itself, an svg or canvas element"],
    months_table: Annotated[Element, "table of the loans per month and category"],
) -> None:
    """No other testcode has loans of 2021."""
    member = user.someone_else()
    _registers(member, "Ulla", register_url, new_name_box, new_password_box, repeat_box)
    _logs_in(user, LIBRARIAN, LIBRARIAN_PASSWORD, login_url, login_name_box, login_password_box)
    for isbn, day in (
        (ISBN["Lamplighters"], date(2021, 3, 1)),
        (ISBN["Iron and Water"], date(2021, 3, 31)),
        (ISBN["How Bees Decide"], date(2021, 12, 31)),
    ):
        _enters_loan(user, "Ulla", isbn, day, desk_loans_url, desk_member_box, desk_isbn_box, desk_day_box)
    user.opens(statistics_url)
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
