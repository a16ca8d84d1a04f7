"""Simulated use by sellers, buyers and visitors of the flea market.

All testcodes share one site, so each has members of its own, and items with a word in their titles that no other one
uses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "second-hand-1907"
GONE = "This item is no longer available."
RANGE = "Give a price from 0.50 to 2000.00."
NO_PICTURE = "Choose a JPEG or PNG picture."


def button(label: str) -> str:
    """The button or link with this label."""
    return f'//*[self::button or self::input or self::a][normalize-space()="{label}" or @value="{label}"]'


LIST_ITEM = '//*[self::button or self::input][normalize-space()="List item" or @value="List item"]'
"""The button of the form; a link to it may be called so, too."""

PASSWORD_BOX = '//input[@type="password"]'
"""Visible only where one registers or logs in."""

MarketUrl = Annotated[Url, "page of the market"]
MyItemsUrl = Annotated[Url, "page My items"]
PurchasesUrl = Annotated[Url, "page My purchases"]
WatchedUrl = Annotated[Url, "page Watched"]
MyItemRow = Annotated[Element, "entry of one item in My items; as many match as are listed"]
WatchedRow = Annotated[Element, "entry of one item on the page Watched; as many match as are listed"]
PurchaseRow = Annotated[
    Element, "entry of one item or offer in My purchases, in whichever list; as many match as are shown"
]
OfferRow = Annotated[Element, "entry of one open offer on the seller's page of an item; as many match as there are"]
OfferBox = Annotated[Element, "box for the amount of an offer on an item's page"]
Photo = Annotated[Element, "photo on an item's page"]


@dataclass(frozen=True)
class Accounts:
    """Where members register and log in."""

    register_url: Annotated[Url, "page where a member registers"]
    new_name_box: Annotated[Element, "box for the name, where a member registers"]
    new_password_box: Annotated[Element, "box for the password, where a member registers"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.presses("Enter", on=self.new_password_box)

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name)
        user.does_not_see(PASSWORD_BOX)

    def another(self, user: BrowserUser, name: str) -> BrowserUser:
        """Another member at another browser."""
        other = user.someone_else()
        self.registers(other, name)
        return other


@dataclass(frozen=True)
class Login:
    """Where members log in."""

    login_url: Annotated[Url, "page where a member logs in"]
    login_name_box: Annotated[Element, "box for the name, where a member logs in"]
    login_password_box: Annotated[Element, "box for the password, where a member logs in"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)


@dataclass(frozen=True)
class Sale:
    """The form by which an item is put up or edited."""

    sell_url: Annotated[Url, "page where an item is put up"]
    title_box: Annotated[Element, "box for the title, where an item is put up or edited"]
    description_box: Annotated[Element, "box for the description, where an item is put up or edited"]
    category_choice: Annotated[Element, "drop-down list of categories, where an item is put up or edited"]
    price_box: Annotated[Element, "box for the price, where an item is put up or edited"]
    photo_box: Annotated[Element, "file box for the photo, where an item is put up or edited"]

    def fill(self, user: BrowserUser, title: str, price: str, category: str = "Other", text: str = "") -> None:
        user.types(title, into=self.title_box)
        user.types(text, into=self.description_box)
        user.chooses(category, out_of=self.category_choice)
        user.types(price, into=self.price_box)

    def lists(self, user: BrowserUser, title: str, price: str, category: str = "Other", text: str = "") -> str:
        """Put up an item, and return the address of its page."""
        user.opens(self.sell_url)
        self.fill(user, title, price, category, text)
        user.clicks(LIST_ITEM)
        user.does_not_see(LIST_ITEM)
        return user.url()


@dataclass(frozen=True)
class Search:
    """The market with its form."""

    market_url: MarketUrl
    item_row: Annotated[Element, "entry of one item on the market; as many match as are listed"]
    words_box: Annotated[Element, "box for words on the market"]
    category_filter: Annotated[Element, "drop-down list of categories on the market"]
    highest_box: Annotated[Element, "box for the highest price on the market"]
    order_choice: Annotated[Element, "drop-down list of orders on the market"]

    def finds(self, user: BrowserUser, words: str, *titles: str) -> None:
        """Exactly these items are found, in this order."""
        user.opens(self.market_url)
        user.types(words, into=self.words_box)
        self.shows(user, *titles)

    def shows(self, user: BrowserUser, *titles: str) -> None:
        """The form as it is finds exactly these items, in this order."""
        user.clicks(button("Search"))
        user.sees_text("Nothing found." if not titles else f"{len(titles)} item{'s' * (len(titles) > 1)}")
        if len(titles) == 1:
            user.does_not_see_text("1 items")
        self.lists(user, titles)

    def lists(self, user: BrowserUser, titles: Sequence[str]) -> None:
        """The page lists exactly these items."""
        user.sees_count(len(titles), self.item_row)
        rows = user.texts(self.item_row)
        shown = all(title in row for row, title in user.pairs(rows, titles))
        assert shown, f"the market lists {rows}, expected were {titles} in this order"


def reserves(user: BrowserUser, address: str) -> None:
    user.opens(address)
    user.clicks(button("Reserve"))
    user.sees(button("Give back"))


def offers(user: BrowserUser, address: str, box: str, amount: str) -> None:
    user.opens(address)
    user.types(amount, into=box)
    user.presses("Enter", on=box)


def has_no_offer(user: BrowserUser) -> None:
    """The page shows no offer of the user's own; the label of a box may be `Your offer`."""
    shown = re.findall(r"Your offer: \d+\.\d\d €", " ".join(user.page_text().split()))
    assert not shown, f"the page shows {shown}"


def must_contain(row: str, *texts: str) -> None:
    """Each of the texts is in the entry."""
    missing = [text for text in texts if text not in row]
    assert not missing, f"{missing} not in {row!r}"


@dataclass(frozen=True)
class Item:
    """What the JSON interface says about an item."""

    id: int
    title: str
    category: str
    price_cents: int
    seller: str
    state: str
    watching: int


def number_in(user: BrowserUser, address: str) -> int:
    """The number of the item with this page, the last one in its address."""
    return int(user.reads_number(urlsplit(address).path, r".*/(\d+)(?=/|$)"))


def interface(user: BrowserUser, address: str) -> Item:
    """What the page's JSON interface says about the item with this page."""
    user.opens(f"/api/items/{number_in(user, address)}")
    user.sees_status(200)
    return user.reads_json(user.page_text(), Item)


@testcode("Account", "Register")
def registration_is_checked(user: BrowserUser, accounts: Accounts) -> None:
    accounts.sends(user, 'Abel "the first"', "1234567")
    user.sees_text("The password needs at least 8 characters.")
    user.sees_value('Abel "the first"', in_=accounts.new_name_box)
    accounts.sends(user, "Abel", "12345678")
    user.sees_text("Log out")
    accounts.another(user, "Åke Öl")
    other = user.someone_else()
    for name in ("aBEL", "åKE öL"):
        accounts.sends(other, name)
        other.sees_text("This name is taken.")
        other.does_not_see_text("Log out")


@testcode("Account", "Log in")
def pages_lead_to_the_login_and_back(
    user: BrowserUser,
    accounts: Accounts,
    login: Login,
    sale: Sale,
    my_items_url: MyItemsUrl,
    purchases_url: PurchasesUrl,
    watched_url: WatchedUrl,
) -> None:
    accounts.registers(user, "Berta")
    user.clicks_text("Log out")
    user.does_not_see_text("Log out")
    for url in (my_items_url, purchases_url, watched_url, sale.sell_url):
        user.opens(url)
        user.sees(login.login_password_box)
    for name, password in (("Bertha", PASSWORD), ("Berta", "second-hand-1908")):
        login.sends(user, name, password)
        user.sees_text("Name or password is wrong.")
        user.sees_value(name, in_=login.login_name_box)
    user.does_not_see_text("Log out")
    login.sends(user, "Berta")
    user.sees(sale.title_box)
    user.sees_text("Log out")


@testcode("Market", "List the items")
def visitors_see_the_newest_first(user: BrowserUser, accounts: Accounts, sale: Sale, search: Search) -> None:
    accounts.registers(user, "Cora")
    first = sale.lists(user, "Corals one", "12.50", "Kitchen")
    sale.lists(user, "Corals <b>two</b>", "7", "Books")
    reserves(accounts.another(user, "Carl"), first)
    visitor = user.someone_else()
    visitor.opens(search.market_url)
    visitor.sees(search.item_row, containing="Books", beside="Corals <b>two</b>")
    rows = visitor.texts(search.item_row)
    two, one = visitor.rows([row for row in rows if "<b>two</b>" in row or "Corals one" in row], count=2)
    assert "<b>two</b>" in two, f"the market lists {rows}; the newest item comes first"
    must_contain(two, "7.00 €", "Books")
    must_contain(one, "12.50 €", "Kitchen", "reserved")
    assert "reserved" not in two, f"{two!r} is not reserved"
    visitor.clicks_text("Corals <b>two</b>")
    visitor.sees_text("Sold by Cora")


@testcode("Market", "List the items")
def ten_items_are_on_a_page(user: BrowserUser, accounts: Accounts, sale: Sale, search: Search) -> None:
    """Words, category, highest price and order hold on the next page too, and stay in the form."""
    accounts.registers(user, "Dirk")
    sale.lists(user, "Dominoes in a box", "1", "Other")
    sale.lists(user, "Dominoes of ivory", "13.01", "Toys")
    for number in range(1, 13):
        sale.lists(user, f"Dominoes no. {number:02}", f"{number}.20", "Toys")
    visitor = user.someone_else()
    visitor.opens(search.market_url)
    visitor.types("dominoes", into=search.words_box)
    visitor.chooses("Toys", out_of=search.category_filter)
    visitor.types("13", into=search.highest_box)
    visitor.chooses("Cheapest first", out_of=search.order_choice)
    visitor.clicks(button("Search"))
    visitor.sees_text("12 items")
    search.lists(visitor, [f"no. {number:02}" for number in range(1, 11)])
    visitor.does_not_see(button("Previous"))
    visitor.clicks(button("Next"))
    visitor.sees_text("no. 11")
    search.lists(visitor, ["no. 11", "no. 12"])
    visitor.sees_text("12 items")
    visitor.sees_value("dominoes", in_=search.words_box)
    visitor.sees_value("13", in_=search.highest_box)
    visitor.sees(search.category_filter, text="Toys")
    visitor.sees(search.order_choice, text="Cheapest first")
    visitor.does_not_see(button("Next"))
    visitor.clicks(button("Previous"))
    visitor.sees_text("no. 10")
    search.lists(visitor, [f"no. {number:02}" for number in range(1, 11)])


@testcode("Market", "Search and filter")
def words_category_and_price_are_applied_together(
    user: BrowserUser, accounts: Accounts, sale: Sale, search: Search
) -> None:
    accounts.registers(user, "Edda")
    sale.lists(user, "Egret lamp", "20", "Furniture", "Brass, with a BLUE shade")
    sale.lists(user, "Egret table", "20.01", "Furniture", "blue legs")
    sale.lists(user, "Egret cup", "3", "Kitchen", "100% porcelain, azure_blue")
    sale.lists(user, "Egret desk", "30", "Furniture", "green")
    visitor = user.someone_else()
    search.finds(visitor, "  EGRET  blue", "Egret cup", "Egret table", "Egret lamp")
    search.finds(visitor, "legs egret", "Egret table")
    search.finds(visitor, "egret 0% e_b", "Egret cup")
    search.finds(visitor, "egret lemon")
    visitor.types("egret", into=search.words_box)
    visitor.chooses("Furniture", out_of=search.category_filter)
    visitor.types("20", into=search.highest_box)
    search.shows(visitor, "Egret lamp")
    visitor.types("20,01", into=search.highest_box)
    search.shows(visitor, "Egret table", "Egret lamp")
    visitor.types("blue cup", into=search.words_box)
    search.shows(visitor)
    visitor.chooses("All categories", out_of=search.category_filter)
    visitor.types("cheap", into=search.highest_box)
    visitor.clicks(button("Search"))
    visitor.sees_text("Give a price, such as 12.50.")
    visitor.sees_value("blue cup", in_=search.words_box)


@testcode("Market", "Sort")
def items_are_sorted_by_price(user: BrowserUser, accounts: Accounts, sale: Sale, search: Search) -> None:
    """As numbers; the newest comes first among equal prices."""
    accounts.registers(user, "Fine")
    for title, price in (("Fjord a", "100"), ("Fjord b", "9.90"), ("Fjord c", "100.00"), ("Fjord d", "20")):
        sale.lists(user, title, price)
    search.finds(user, "fjord", "Fjord d", "Fjord c", "Fjord b", "Fjord a")
    user.chooses("Cheapest first", out_of=search.order_choice)
    search.shows(user, "Fjord b", "Fjord d", "Fjord c", "Fjord a")
    user.chooses("Most expensive first", out_of=search.order_choice)
    search.shows(user, "Fjord c", "Fjord a", "Fjord d", "Fjord b")


@testcode("Sell", "List an item")
def prices_are_written_with_two_decimals(user: BrowserUser, accounts: Accounts, sale: Sale) -> None:
    """Whether they were typed without or with a point or a comma."""
    accounts.registers(user, "Greta")
    for typed, shown in (("2000", "2000.00 €"), ("12,5", "12.50 €"), ("7.05", "7.05 €"), ("0,50", "0.50 €")):
        sale.lists(user, f"Gong for {typed}", typed, "Kitchen", "Rings")
        for text in (f"Gong for {typed}", shown, "Kitchen", "Rings"):
            user.sees_text(text)


@testcode("Item", "Show an item")
def everybody_sees_an_item_with_its_photo(user: BrowserUser, accounts: Accounts, sale: Sale, photo: Photo) -> None:
    """Title, description and the seller's name are text, also where the title describes the photo: it hides nothing."""
    title, description = 'Gnome <i>lamp</i>" style="display:none', "Works &amp; <b>shines</b>"
    accounts.registers(user, "Gabi <b>B.</b>")
    user.opens(sale.sell_url)
    sale.fill(user, title, "12.50", "Furniture", description)
    user.uploads("lamp.jpg", into=sale.photo_box)
    user.clicks(LIST_ITEM)
    user.sees_picture(photo)
    address, visitor = user.url(), user.someone_else()
    visitor.opens(address)
    visitor.sees_picture(photo)
    for text in (title, "12.50 €", "Furniture", description, "Sold by Gabi <b>B.</b>", "Available."):
        visitor.sees_text(text)
    visitor.opens(sale.lists(user, "Gnome without photo", "3"))
    visitor.sees_text("3.00 €")
    visitor.does_not_see(photo)


@testcode("Sell", "Refuse wrong items")
def wrong_items_are_refused(
    user: BrowserUser, accounts: Accounts, sale: Sale, my_items_url: MyItemsUrl, my_item_row: MyItemRow
) -> None:
    """So are a picture of more than 5 MB and a category that the form does not offer. Prices at the ends of the range,
    and a title of 60 characters, are accepted."""
    accounts.registers(user, "Hugo")
    wrong = [("   ", "5", "Give the item a title."), ("h" * 61, "5", "The title has at most 60 characters.")]
    wrong += [("Harp", price, RANGE) for price in ("", "0.49", "2000.01", "-5", "1.234", "five", "1e2")]
    user.opens(sale.sell_url)
    for title, price, message in wrong:
        sale.fill(user, title, price, "Toys", "As good as new")
        user.clicks(LIST_ITEM)
        user.sees_text(message)
        user.sees_value("As good as new", in_=sale.description_box)
        user.sees_value(price, in_=sale.price_box)
        user.opens(sale.sell_url)
    sale.fill(user, "Harp", "5")
    for file in ("no-picture.png", "gif.jpg"):
        user.uploads(file, into=sale.photo_box)
        user.clicks(LIST_ITEM)
        user.sees_text(NO_PICTURE)
        user.sees_value("Harp", in_=sale.title_box)
        user.opens(sale.sell_url)
        user.does_not_see_text(NO_PICTURE)
        sale.fill(user, "Harp", "5")
    user.uploads("too-large.png", into=sale.photo_box)
    user.clicks(LIST_ITEM)
    user.sees_value("Harp", in_=sale.title_box)
    user.opens(sale.sell_url)
    sale.fill(user, "Harp", "5")
    form, category = user.form_of(sale.title_box), user.attribute(sale.category_choice, "name") or ""
    user.posts(form.url, {**form.fields, category: "Weapons"})
    user.opens(my_items_url)
    user.sees_count(0, my_item_row)
    for title, price in (("h" * 60, "0.50"), ("Harp", "2000.00")):
        sale.lists(user, title, price)
    user.opens(my_items_url)
    user.sees_count(2, my_item_row)


@testcode("Item", "Edit an item")
def the_seller_edits_an_item(
    user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox, photo: Photo
) -> None:
    """The form holds what was typed, with quotation marks and markup; the photo stays until another one is chosen; open
    offers stay with the old price only."""
    title, description = 'Igloo "blue"', "White &amp; <b>soft</b>"
    accounts.registers(user, "Ilka")
    user.opens(sale.sell_url)
    sale.fill(user, title, "30", "Toys", description)
    user.uploads("lamp.jpg", into=sale.photo_box)
    user.clicks(LIST_ITEM)
    user.sees_picture(photo)
    address = user.url()
    buyer = accounts.another(user, "Ivo")
    offers(buyer, address, offer_box, "20")
    buyer.sees_text("Your offer: 20.00 €")
    buyer.does_not_see(button("Edit"))
    user.clicks(button("Edit"))
    user.sees_value(title, in_=sale.title_box)
    user.sees_value(description, in_=sale.description_box)
    user.sees(sale.category_choice, text="Toys")
    user.types("", into=sale.title_box)
    user.clicks(button("Save"))
    user.sees_text("Give the item a title.")
    user.types("Igloo, large", into=sale.title_box)
    user.types("0.49", into=sale.price_box)
    user.clicks(button("Save"))
    user.sees_text(RANGE)
    user.types("30", into=sale.price_box)
    user.clicks(button("Save"))
    user.sees_text("Igloo, large")
    user.sees_picture(photo)
    lamp = user.picture(photo)
    buyer.opens(address)
    for text in ("Igloo, large", description, "Toys", "30.00 €"):
        buyer.sees_text(text)
    buyer.sees_text("Your offer: 20.00 €")
    user.opens(address)
    user.clicks(button("Edit"))
    user.types("29.99", into=sale.price_box)
    user.uploads("vase.png", into=sale.photo_box)
    user.clicks(button("Save"))
    user.sees_text("29.99 €")
    user.sees_picture(photo, unlike=lamp)
    buyer.opens(address)
    buyer.sees_text("29.99 €")
    has_no_offer(buyer)


@testcode("Item", "Withdraw an item")
def a_withdrawn_item_is_gone(
    user: BrowserUser,
    accounts: Accounts,
    sale: Sale,
    search: Search,
    offer_box: OfferBox,
    purchases_url: PurchasesUrl,
    purchase_row: PurchaseRow,
) -> None:
    """Only after yes in a dialog that names it; the seller still sees its page, others do not."""
    title = 'Jigsaw "of" <b>Rome</b>'
    accounts.registers(user, "Jana")
    address = sale.lists(user, title, "10")
    buyer = accounts.another(user, "Jonas")
    offers(buyer, address, offer_box, "8")
    buyer.sees_text("Your offer: 8.00 €")
    with user.answers_dialog(accept=False) as dialog:
        user.clicks(button("Withdraw"))
    assert title in dialog.message, f"the dialog does not name the item: {dialog.message!r}"
    user.opens(address)
    user.sees_text("Available.")
    with user.answers_dialog(accept=True):
        user.clicks(button("Withdraw"))
    user.sees_text("Withdrawn.")
    search.finds(user, "jigsaw")
    user.opens(address)
    user.sees_text("Withdrawn.")
    for gone in ("Edit", "Withdraw"):
        user.does_not_see(button(gone))
    for person in (buyer, user.someone_else()):
        person.opens(address)
        person.sees_status(404)
    buyer.opens(purchases_url)
    buyer.sees(purchase_row, containing="declined", beside=title)


@testcode("Item", "Reserve")
def a_reservation_is_seen_by_both(user: BrowserUser, accounts: Accounts, sale: Sale) -> None:
    """Others only see that there is one."""
    accounts.registers(user, "Karin")
    address = sale.lists(user, "Kettle", "12.50")
    user.does_not_see(button("Reserve"))
    visitor, other = user.someone_else(), accounts.another(user, "Kuno")
    visitor.opens(address)
    visitor.does_not_see(button("Reserve"))
    buyer = accounts.another(user, "Kira")
    reserves(buyer, address)
    buyer.sees_text("Reserved for Kira at 12.50 €.")
    user.opens(address)
    user.sees_text("Reserved for Kira at 12.50 €.")
    for gone in ("Edit", "Withdraw"):
        user.does_not_see(button(gone))
    for person in (other, visitor):
        person.opens(address)
        person.sees_text("Reserved.")
        person.does_not_see_text("Kira")
        for gone in ("Reserve", "Give back", "Release"):
            person.does_not_see(button(gone))


@testcode("Item", "Reserve")
def three_reservations_are_the_most(user: BrowserUser, accounts: Accounts, sale: Sale) -> None:
    """Sold items do not count."""
    accounts.registers(user, "Lena")
    addresses = [sale.lists(user, f"Lantern {number}", "4") for number in range(1, 6)]
    buyer = accounts.another(user, "Luis")
    for address in addresses[:3]:
        reserves(buyer, address)
    buyer.opens(addresses[3])
    buyer.clicks(button("Reserve"))
    buyer.sees_text("You have three reservations already.")
    buyer.opens(addresses[3])
    buyer.sees_text("Available.")
    user.opens(addresses[0])
    user.clicks(button("Sold"))
    user.sees_text("Sold.")
    reserves(buyer, addresses[3])
    buyer.opens(addresses[4])
    buyer.clicks(button("Reserve"))
    buyer.sees_text("You have three reservations already.")


@testcode("Item", "Give back or release")
def a_reservation_ends(user: BrowserUser, accounts: Accounts, sale: Sale, search: Search) -> None:
    """What has been released is not sold by a window from before."""
    accounts.registers(user, "Mara")
    address = sale.lists(user, "Mandolin", "80")
    buyer, other = accounts.another(user, "Milo"), accounts.another(user, "Mia")
    reserves(buyer, address)
    buyer.clicks(button("Give back"))
    buyer.sees_text("Available.")
    reserves(other, address)
    user.opens(address)
    selling = user.form_of(button("Sold"))
    user.clicks(button("Release"))
    user.sees_text("Available.")
    user.posts(selling.url, selling.fields)
    user.sees_status(403)
    other.opens(address)
    other.sees(button("Reserve"))
    search.finds(buyer, "mandolin", "Mandolin")
    buyer.does_not_see(search.item_row, containing="reserved")


@testcode("Item", "Sell")
def a_sold_item_leaves_the_market(user: BrowserUser, accounts: Accounts, sale: Sale, search: Search) -> None:
    """The buyer does not give it back by a window from before the sale."""
    accounts.registers(user, "Nele")
    address = sale.lists(user, "Noodle machine", "15")
    user.does_not_see(button("Sold"))
    buyer = accounts.another(user, "Nils")
    reserves(buyer, address)
    giving_back = buyer.form_of(button("Give back"))
    search.finds(user, "noodle", "Noodle machine")
    user.opens(address)
    user.clicks(button("Sold"))
    user.sees_text("Sold.")
    buyer.posts(giving_back.url, giving_back.fields)
    buyer.sees_status(403)
    search.finds(user, "noodle")
    visitor = user.someone_else()
    for person in (user, buyer, visitor):
        person.opens(address)
        person.sees_text("Sold.")
        for gone in ("Give back", "Release", "Reserve", "Edit", "Withdraw"):
            person.does_not_see(button(gone))


@testcode("Item", "Make an offer")
def an_offer_is_at_least_half_the_price(user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox) -> None:
    accounts.registers(user, "Olga")
    address = sale.lists(user, "Ocarina", "9.25")
    user.does_not_see(offer_box)
    buyer = accounts.another(user, "Oskar")
    for amount in ("4.62", "9.25", "", "6.123", "abc"):
        offers(buyer, address, offer_box, amount)
        buyer.sees_text("Offer from 4.63 to 9.24.")
        buyer.sees_value(amount, in_=offer_box)
        has_no_offer(buyer)
    for amount, shown in (("4,63", "4.63"), ("9.24", "9.24")):
        offers(buyer, address, offer_box, amount)
        buyer.sees_text(f"Your offer: {shown} €")
    offers(buyer, address, offer_box, "4.62")
    buyer.sees_text("Offer from 4.63 to 9.24.")
    buyer.sees_text("Your offer: 9.24 €")


@testcode("Item", "Make an offer")
def a_new_offer_replaces_the_old_one(
    user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox, offer_row: OfferRow
) -> None:
    """Members see their own offer only, visitors none."""
    accounts.registers(user, "Paula")
    address = sale.lists(user, "Piano stool", "40")
    buyer, rival, visitor = accounts.another(user, "Pit"), accounts.another(user, "Pia"), user.someone_else()
    offers(buyer, address, offer_box, "35")
    buyer.sees_text("Your offer: 35.00 €")
    offers(rival, address, offer_box, "31.50")
    rival.sees_text("Your offer: 31.50 €")
    rival.does_not_see_text("35.00")
    offers(buyer, address, offer_box, "30")
    buyer.sees_text("Your offer: 30.00 €")
    buyer.does_not_see_text("35.00")
    visitor.opens(address)
    visitor.does_not_see_text("31.50")
    user.opens(address)
    user.sees_count(2, offer_row)
    rows = user.rows(user.texts(offer_row), count=2)
    must_contain(rows[0], "Pia", "31.50 €")
    must_contain(rows[1], "Pit", "30.00 €")


@testcode("Item", "Answer offers")
def the_seller_accepts_an_offer(
    user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox, offer_row: OfferRow
) -> None:
    """The highest offer is listed first, the earlier one of equal ones; accepting one declines the others. Names are
    text."""
    rosa = "Rosa <b>&amp;</b> R."
    accounts.registers(user, "Quint")
    address = sale.lists(user, "Quilt", "60")
    buyers = {name: accounts.another(user, name) for name in ("Rita", "Rolf", rosa)}
    for name, amount in (("Rita", "40"), ("Rolf", "50"), (rosa, "40.00")):
        offers(buyers[name], address, offer_box, amount)
        buyers[name].sees_text(f"Your offer: {amount[:2]}.00 €")
    user.opens(address)
    user.sees_count(3, offer_row)
    for row, name in user.pairs(user.texts(offer_row), ("Rolf", "Rita", rosa)):
        must_contain(row, name)
    user.clicks(button("Accept"), beside=rosa)
    user.sees_text(f"Reserved for {rosa} at 40.00 €.")
    user.does_not_see(offer_row)
    buyers[rosa].opens(address)
    buyers[rosa].sees_text(f"Reserved for {rosa} at 40.00 €.")
    buyers[rosa].clicks(button("Give back"))
    buyers[rosa].sees_text("Available.")
    buyers[rosa].sees_text("60.00 €")
    buyers["Rolf"].opens(address)
    buyers["Rolf"].sees_text("Available.")
    has_no_offer(buyers["Rolf"])
    user.opens(address)
    user.sees_text("Available.")
    user.does_not_see(offer_row)


@testcode("Item", "Answer offers")
def the_seller_declines_an_offer(
    user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox, offer_row: OfferRow
) -> None:
    """The other offers stay; that of a buyer with three reservations is refused, and so is the declined one in a window
    that still shows it."""
    accounts.registers(user, "Selma")
    address = sale.lists(user, "Saddle", "100")
    buyer, rival = accounts.another(user, "Sven"), accounts.another(user, "Sina")
    offers(buyer, address, offer_box, "70")
    buyer.sees_text("Your offer: 70.00 €")
    offers(rival, address, offer_box, "60")
    rival.sees_text("Your offer: 60.00 €")
    user.opens(address)
    accepting = user.form_of(button("Accept"), beside="Sven")
    user.clicks(button("Decline"), beside="Sven")
    user.sees_count(1, offer_row)
    user.sees(offer_row, containing="Sina")
    user.posts(accepting.url, accepting.fields)
    user.sees_status(403)
    buyer.opens(address)
    has_no_offer(buyer)
    for number in range(3):
        reserves(rival, sale.lists(user, f"Stirrup {number}", "9"))
    user.opens(address)
    user.clicks(button("Accept"), beside="Sina")
    user.sees_text("Sina has three reservations already.")
    user.opens(address)
    user.sees_text("Available.")
    user.sees_count(1, offer_row)


@testcode("Item", "Watch")
def watching_does_not_load_the_page(user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox) -> None:
    """What is typed into the box for an offer would be lost otherwise. Sellers do not count as watching, not even by
    the form of another member, where there is one."""
    accounts.registers(user, "Theo")
    address = sale.lists(user, "Teapot", "10")
    for gone in ("Watch", "Stop watching"):
        user.does_not_see(button(gone))
    first, second, visitor = accounts.another(user, "Tina"), accounts.another(user, "Till"), user.someone_else()
    first.opens(address)
    first.sees(button("Watch"))
    watching = [first.form_of(button("Watch"))] if first.count("//form" + button("Watch")) else []
    for form in watching:
        user.posts(form.url, form.fields)
    for watcher, number in ((first, 1), (second, 2)):
        watcher.opens(address)
        watcher.types("7.77", into=offer_box)
        watcher.clicks(button("Watch"))
        watcher.sees(button("Stop watching"))
        watcher.sees_text(f"{number} watching")
        watcher.sees_value("7.77", in_=offer_box)
    first.reloads()
    first.sees_text("2 watching")
    first.clicks(button("Stop watching"))
    first.sees(button("Watch"))
    first.sees_text("1 watching")
    second.reloads()
    second.sees(button("Stop watching"))
    visitor.opens(address)
    visitor.sees_text("1 watching")
    visitor.does_not_see(button("Watch"))


@testcode("Item", "Stay up to date")
def the_page_follows_what_others_do(user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox) -> None:
    """Without being loaded again, and without disturbing who is typing."""
    accounts.registers(user, "Ulla")
    address = sale.lists(user, "Ukulele", "50")
    onlooker, buyer = accounts.another(user, "Udo"), accounts.another(user, "Ute")
    onlooker.opens(address)
    onlooker.types("3", into=offer_box)
    buyer.opens(address)
    buyer.clicks(button("Watch"))
    onlooker.sees_text("1 watching")
    onlooker.presses("5")
    onlooker.sees_value("35", in_=offer_box)
    buyer.clicks(button("Reserve"))
    onlooker.sees_text("Reserved.")
    onlooker.does_not_see(button("Reserve"))
    onlooker.does_not_see(offer_box)
    user.sees_text("Reserved for Ute at 50.00 €.")
    user.clicks(button("Release"))
    onlooker.sees(button("Reserve"))
    onlooker.sees_text("Available.")
    buyer.sees(button("Reserve"))
    with user.answers_dialog(accept=True):
        user.clicks(button("Withdraw"))
    onlooker.sees_text("Withdrawn.")
    onlooker.does_not_see(button("Reserve"))
    another = sale.lists(user, "Umbrella", "8")
    onlooker.opens(another)
    reserves(buyer, another)
    user.sees_text("Reserved for Ute at 8.00 €.")
    user.clicks(button("Sold"))
    for person in (onlooker, buyer):
        person.sees_text("Sold.")
    buyer.does_not_see(button("Give back"))


@testcode("Item", "Answer in JSON")
def the_interface_describes_an_item(user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox) -> None:
    """Always with its own price, also when another one was agreed on."""
    accounts.registers(user, "Vera")
    address = sale.lists(user, 'Vase "blue" & <tall>', "12.50", "Furniture")
    buyer, visitor = accounts.another(user, "Veit"), user.someone_else()
    buyer.opens(address)
    buyer.clicks(button("Watch"))
    buyer.sees(button("Stop watching"))
    expected = Item(
        id=number_in(user, address),
        title='Vase "blue" & <tall>',
        category="Furniture",
        price_cents=1250,
        seller="Vera",
        state="available",
        watching=1,
    )
    found = interface(visitor, address)
    assert found == expected, "the interface answers otherwise"
    offers(buyer, address, offer_box, "10")
    buyer.sees_text("Your offer: 10.00 €")
    user.opens(address)
    user.clicks(button("Accept"))
    user.sees_text("Reserved for Veit at 10.00 €.")
    for person in (visitor, buyer):
        reserved = interface(person, address)
        assert reserved.state == "reserved", "the state of a reserved item"
        assert reserved.price_cents == 1250, "the item's own price"
    user.opens(address)
    user.clicks(button("Sold"))
    user.sees_text("Sold.")
    assert interface(visitor, address).state == "sold", "the interface does not say that the item is sold"
    withdrawn = sale.lists(user, "Violin case", "5")
    with user.answers_dialog(accept=True):
        user.clicks(button("Withdraw"))
    user.sees_text("Withdrawn.")
    for path in (f"/api/items/{number_in(user, withdrawn)}", "/api/items/999999"):
        visitor.opens(path)
        visitor.sees_status(404)


@testcode("Item", "Refuse what is not allowed")
def stale_pages_change_nothing(
    user: BrowserUser, accounts: Accounts, login: Login, sale: Sale, offer_box: OfferBox
) -> None:
    """Forms from before a reservation, of a member or one who has logged out; opening their addresses does nothing
    either. After a withdrawal there is no such page."""
    accounts.registers(user, "Wanda")
    address = sale.lists(user, "Wagon", "20")
    late, buyer = accounts.another(user, "Wim"), accounts.another(user, "Willa")
    late.opens(address)
    late.types("15", into=offer_box)
    stale = [late.form_of(button("Reserve")), late.form_of(offer_box)]
    withdrawing = user.form_of(button("Withdraw"))
    for form in (*stale, withdrawing):
        late.opens(form.url)
        late.opens(address)
        late.sees_text("Available.")
        has_no_offer(late)
    visitor = user.someone_else()
    for form in stale:
        visitor.opens(login.login_url)
        visitor.posts(form.url, form.fields)
        visitor.sees(login.login_password_box)
        late.opens(address)
        late.sees_text("Available.")
    reserves(buyer, address)
    for form in stale:
        late.posts(form.url, form.fields)
        late.sees_text(GONE)
    user.opens(address)
    user.posts(withdrawing.url, withdrawing.fields)
    user.sees_status(403)
    buyer.opens(address)
    buyer.sees_text("Reserved for Willa at 20.00 €.")
    buyer.clicks(button("Give back"))
    buyer.sees(button("Reserve"))
    user.opens(address)
    with user.answers_dialog(accept=True):
        user.clicks(button("Withdraw"))
    user.sees_text("Withdrawn.")
    for form in stale:
        late.opens("/")
        late.posts(form.url, form.fields)
        late.sees_status(404)


@testcode("Item", "Refuse what is not allowed")
def requests_of_others_are_refused(
    user: BrowserUser, accounts: Accounts, sale: Sale, offer_box: OfferBox, offer_row: OfferRow
) -> None:
    """Those who may do it change nothing either by opening the addresses of the buttons. A reserved item is not edited,
    not even by its seller."""
    accounts.registers(user, "Xaver")
    address = sale.lists(user, "Xylophone", "30")
    buyer, other = accounts.another(user, "Xenia"), accounts.another(user, "Ximena")
    offers(buyer, address, offer_box, "25")
    buyer.sees_text("Your offer: 25.00 €")
    reserving = buyer.form_of(button("Reserve"))
    user.opens(address)
    user.sees_count(1, offer_row)
    answers = [user.form_of(button(label)) for label in ("Accept", "Decline", "Withdraw")]
    user.clicks(button("Edit"))
    user.sees(sale.title_box)
    editing = user.form_of(sale.title_box)
    other.opens(editing.url)
    other.sees_status(403)
    for form in (*answers, editing):
        other.opens(address)
        other.posts(form.url, form.fields)
        other.sees_status(403)
    for form in answers:
        user.opens(form.url)
    user.opens(address)
    user.posts(reserving.url, reserving.fields)
    user.sees_status(403)
    user.opens(address)
    user.sees_text("Available.")
    user.sees_count(1, offer_row)
    reserves(buyer, address)
    giving_back = buyer.form_of(button("Give back"))
    user.opens(address)
    user.posts(editing.url, editing.fields)
    user.sees_status(403)
    user.opens(address)
    ending = [user.form_of(button("Release")), user.form_of(button("Sold")), giving_back]
    for form in ending:
        other.opens(address)
        other.posts(form.url, form.fields)
        other.sees_status(403)
    for form in ending:
        (buyer if form is giving_back else user).opens(form.url)
    buyer.opens(address)
    buyer.sees_text("Reserved for Xenia at 30.00 €.")


@testcode("My items", "List the own items")
def own_items_are_listed_with_the_sum_earned(
    user: BrowserUser,
    accounts: Accounts,
    sale: Sale,
    offer_box: OfferBox,
    my_items_url: MyItemsUrl,
    my_item_row: MyItemRow,
) -> None:
    """Sold ones count with the price agreed on, reserved ones not yet."""
    accounts.registers(user, "Yara")
    first, second, third = (sale.lists(user, f"Yarn <b>{number}</b>", "10.10") for number in ("one", "two", "three"))
    sale.lists(user, "Yarn four", "10.10")
    with user.answers_dialog(accept=True):
        user.clicks(button("Withdraw"))
    user.sees_text("Withdrawn.")
    sale.lists(user, "Yarn five", "10.10")
    buyer = accounts.another(user, "Yuri")
    offers(buyer, first, offer_box, "6.05")
    buyer.sees_text("Your offer: 6.05 €")
    user.opens(first)
    user.clicks(button("Accept"))
    user.sees_text("Reserved for Yuri at 6.05 €.")
    user.opens(my_items_url)
    must_contain(user.rows(user.texts(my_item_row), at_least=1)[-1], "Yarn <b>one</b>", "6.05 €", "reserved")
    user.sees_text("Earned: 0.00 €")
    user.clicks_text("Yarn <b>one</b>")
    user.clicks(button("Sold"))
    user.sees_text("Sold.")
    user.opens(my_items_url)
    user.sees_text("Earned: 6.05 €")
    for address in (second, third):
        reserves(buyer, address)
    user.opens(second)
    user.clicks(button("Sold"))
    user.sees_text("Sold.")
    user.opens(my_items_url)
    user.sees_count(5, my_item_row)
    expected = [
        ("Yarn five", "10.10 €", "available"),
        ("Yarn four", "10.10 €", "withdrawn"),
        ("Yarn <b>three</b>", "10.10 €", "reserved"),
        ("Yarn <b>two</b>", "10.10 €", "sold"),
        ("Yarn <b>one</b>", "6.05 €", "sold"),
    ]
    for row, texts in user.pairs(user.texts(my_item_row), expected):
        must_contain(row, *texts)
    user.sees_text("Earned: 16.15 €")
    buyer.opens(my_items_url)
    buyer.sees_count(0, my_item_row)
    buyer.sees_text("Earned: 0.00 €")


@testcode("My purchases", "List reservations and offers")
def purchases_and_offers_are_listed(
    user: BrowserUser,
    accounts: Accounts,
    sale: Sale,
    offer_box: OfferBox,
    purchases_url: PurchasesUrl,
    purchase_row: PurchaseRow,
) -> None:
    """What was typed as a title is text there too. The latest offer is listed, also after a declined one."""
    titles = ("Zinc <b>lamp</b>", "Zinc <b>stove</b>", "Zinc chest")
    accounts.registers(user, "Zoe")
    lamp, stove, chest = (sale.lists(user, title, "50") for title in titles)
    buyer, rival = accounts.another(user, "Zeno"), accounts.another(user, "Zita")
    for address, amount in ((lamp, "45"), (stove, "30"), (chest, "40")):
        offers(buyer, address, offer_box, amount)
        buyer.sees_text(f"Your offer: {amount}")
    user.opens(stove)
    user.clicks(button("Decline"))
    user.does_not_see(button("Decline"))
    for amount in ("33.30", "36.60"):
        offers(buyer, stove, offer_box, amount)
        buyer.sees_text(f"Your offer: {amount}")
    user.opens(lamp)
    user.clicks(button("Accept"))
    user.sees_text("Reserved for Zeno at 45.00 €.")
    reserves(rival, chest)
    buyer.opens(purchases_url)
    buyer.sees_count(3, purchase_row)
    for title, texts in {
        titles[0]: ("45.00 €",),
        titles[1]: ("36.60 €", "open"),
        "Zinc chest": ("40.00 €", "declined"),
    }.items():
        row = next((row for row in buyer.texts(purchase_row) if title in row), "")
        must_contain(row, title, *texts)
    user.clicks(button("Sold"))
    user.sees_text("Sold.")
    buyer.opens(purchases_url)
    buyer.sees_count(3, purchase_row)
    buyer.sees(purchase_row, containing="45.00 €", beside=titles[0])
    rival.opens(purchases_url)
    rival.sees_count(1, purchase_row)
    rival.sees(purchase_row, containing="50.00 €")
    rival.opens(chest)
    rival.clicks(button("Give back"))
    rival.sees(button("Reserve"))
    rival.opens(purchases_url)
    rival.sees_status(200)
    rival.sees_count(0, purchase_row)


@testcode("Watched", "List the watched items")
def watched_items_are_listed(
    user: BrowserUser,
    accounts: Accounts,
    sale: Sale,
    watched_url: WatchedUrl,
    watched_row: WatchedRow,
) -> None:
    """The one watched last comes first."""
    accounts.registers(user, "Anton")
    addresses = {title: sale.lists(user, title, "6.60") for title in ("Anchor", "Apron <b>&amp;</b> cap", "Atlas")}
    buyer, other = accounts.another(user, "Alma"), accounts.another(user, "Arno")
    for title in ("Apron <b>&amp;</b> cap", "Atlas", "Anchor"):
        buyer.opens(addresses[title])
        buyer.clicks(button("Watch"))
        buyer.sees(button("Stop watching"))
    other.opens(addresses["Atlas"])
    other.clicks(button("Watch"))
    other.sees_text("2 watching")
    reserves(other, addresses["Apron <b>&amp;</b> cap"])
    buyer.opens(addresses["Atlas"])
    buyer.clicks(button("Stop watching"))
    buyer.sees(button("Watch"))
    buyer.opens(watched_url)
    buyer.sees_count(2, watched_row)
    rows = buyer.rows(buyer.texts(watched_row), count=2)
    must_contain(rows[0], "Anchor", "6.60 €", "available")
    must_contain(rows[1], "Apron <b>&amp;</b> cap", "6.60 €", "reserved")
    other.opens(watched_url)
    other.sees_count(1, watched_row)
    other.clicks_text("Atlas")
    other.sees(button("Stop watching"))
