"""The market, the pages of its items, and the form by which they are put up and edited."""

from dataclasses import dataclass

from flask import Blueprint, abort, flash, redirect, render_template, request, send_from_directory, url_for
from werkzeug.wrappers import Response

from market import database, money, photos, searching
from market.accounts import current_member, needs_account
from market.models import CATEGORIES, LONGEST_TITLE, Item, Member, State
from market.rules import Refused, close_offers, must_be_seller

pages = Blueprint("listing", __name__)


@dataclass
class ItemForm:
    """What was typed about an item, and what is wrong with it."""

    title: str = ""
    description: str = ""
    category: str = CATEGORIES[0]
    price: str = ""
    problem: str = ""

    @classmethod
    def sent(cls) -> "ItemForm":
        """Return the form of the current request, checked."""
        sent = {name: request.form.get(name, "") for name in ("title", "description", "category", "price")}
        form = cls(**sent)
        form.problem = form._wrong()
        return form

    def _wrong(self) -> str:
        cents = money.as_cents(self.price)
        if not self.title.strip():
            return "Give the item a title."
        if len(self.title.strip()) > LONGEST_TITLE:
            return f"The title has at most {LONGEST_TITLE} characters."
        if cents is None or not money.LOWEST_PRICE <= cents <= money.HIGHEST_PRICE:
            return "Give a price from 0.50 to 2000.00."
        return "" if self.category in CATEGORIES else "Choose a category."

    def save(self, item: Item) -> bool:
        """Write everything into `item`; return False, with the problem, when the photo is none."""
        try:
            photo = photos.store(request.files.get("photo"))
        except photos.NoPicture:
            self.problem = "Choose a JPEG or PNG picture."
            return False
        price = money.as_cents(self.price)
        if item.price is not None and item.price != price:
            close_offers(item)
        item.title, item.description, item.category = self.title.strip(), self.description.strip(), self.category
        item.words = f"{item.title}\n{item.description}".casefold()
        item.price, item.photo = price, photo or item.photo
        return True


def found_item(number: int) -> Item:
    """Return an item that the current member may see; otherwise the answer is 404."""
    item, member = database.session().get(Item, number), current_member()
    if item is None or (item.state is State.WITHDRAWN and (member is None or item.seller_id != member.id)):
        abort(404)
    return item


@pages.get("/")
def market() -> str:
    """List the items that are for sale."""
    search = searching.Search.of(request.args)
    found = searching.find(database.session(), search)
    return render_template("market.html", search=search, found=found, categories=CATEGORIES, orders=searching.ORDERS)


@pages.get("/items/<int:number>/")
def item_page(number: int) -> str:
    """Show an item."""
    return render_template("item.html", item=found_item(number), State=State)


@pages.get("/photos/<name>")
def photo(name: str) -> Response:
    """Send a photo."""
    return send_from_directory(photos.folder(), name, max_age=86_400)


@pages.route("/sell/", methods=["GET", "POST"])
@needs_account
def sell(member: Member) -> str | Response:
    """Put up an item."""
    if request.method == "GET":
        return _form_page(ItemForm(), "Sell something", "List item")
    form, item = ItemForm.sent(), Item(seller=member)
    if form.problem or not form.save(item):
        return _form_page(form, "Sell something", "List item")
    database.session().add(item)
    database.session().flush()
    return redirect(url_for("listing.item_page", number=item.id))


@pages.route("/items/<int:number>/edit/", methods=["GET", "POST"])
@needs_account
def edit(number: int, member: Member) -> str | Response:
    """Change an available item."""
    item = found_item(number)
    must_be_seller(item, member)
    if item.state is not State.AVAILABLE:
        abort(403)
    if request.method == "GET":
        form = ItemForm(item.title, item.description, item.category, money.as_text(item.price))
        return _form_page(form, "Edit", "Save")
    form = ItemForm.sent()
    if form.problem or not form.save(item):
        return _form_page(form, "Edit", "Save")
    item.revision += 1
    return redirect(url_for("listing.item_page", number=number))


def _form_page(form: ItemForm, heading: str, button: str) -> str:
    return render_template("item_form.html", form=form, heading=heading, button=button, categories=CATEGORIES)


@pages.app_errorhandler(Refused)
def _refused(refusal: Refused) -> Response:
    """Lead back to the item's page as it is now, which shows the reason and what was typed."""
    database.session().rollback()
    flash(str(refusal), "error")
    flash(refusal.typed, "typed")
    return redirect(url_for("listing.item_page", number=refusal.number))


@pages.app_errorhandler(413)
def _too_large(error: Exception) -> tuple[str, int]:
    return _form_page(ItemForm(problem="Choose a JPEG or PNG picture."), "Sell something", "List item"), 200
