"""What the programs of a bakery's tills and bakehouse rely on.

All testcodes may share one database: each has products and customers of its own, and looks at nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from missions import Answer, Inputs, Request, ServiceUser, Url, testcode

MAX_BODY_BYTES = 65_536
MAX_PAGES = 30
"""Pages of a list with fewer orders: it has no end."""


@dataclass(frozen=True)
class Product:
    code: str
    name: str
    cents: int
    daily: int


@dataclass(frozen=True)
class Line:
    code: str
    pieces: int
    cents: int


@dataclass(frozen=True)
class Order:
    number: int
    customer: str
    day: str
    note: str
    state: str
    lines: list[Line]
    total: int


@dataclass(frozen=True)
class Page:
    orders: list[Order]
    next: str | None


@dataclass(frozen=True)
class Baked:
    code: str
    pieces: int
    left: int


@dataclass(frozen=True)
class Day:
    day: str
    products: list[Baked]


@dataclass(frozen=True)
class WrongField:
    field: str
    message: str


@dataclass(frozen=True)
class Problem:
    code: str
    message: str
    fields: list[WrongField]


@dataclass(frozen=True)
class Refusal:
    error: Problem


def line(code: str, pieces: int = 1) -> dict[str, object]:
    return {"code": code, "pieces": pieces}


def order_of(user: ServiceUser, answer: Answer) -> Order:
    return user.reads_json(answer.text, Order)


def refused(user: ServiceUser, answer: Answer, status: int, code: str, fields: Sequence[str] | None = ()) -> None:
    """The answer is this refusal, and names exactly these fields, sorted; None is any."""
    assert answer.status == status, f"expected status {status} and {code}, seen {answer}"
    assert "application/json" in answer.headers.get("content-type", ""), f"a refusal is JSON; headers {answer.headers}"
    problem = user.reads_json(answer.text, Refusal).error
    assert problem.code == code, f"expected the code {code}, seen {answer}"
    named = [each.field for each in problem.fields]
    assert fields is None or named == list(fields), f"expected the fields {fields}, seen {named}"


@dataclass(frozen=True)
class Bakery:
    """The service, and what programs send to it."""

    service: Annotated[Url, "beginning of the service's addresses: what stands before /orders, such as /api"]

    def at(self, path: str) -> str:
        return f"{self.service.rstrip('/')}{path}"

    def has_product(self, user: ServiceUser, code: str, cents: int = 450, daily: int = 40, status: int = 201) -> None:
        """Make a product, or change it (status 200)."""
        content = {"name": "Rye bread", "cents": cents, "daily": daily}
        user.sends("PUT", self.at(f"/products/{code}"), json=content, status=status)

    def tries_product(self, user: ServiceUser, code: str, content: object) -> Answer:
        return user.sends("PUT", self.at(f"/products/{code}"), json=content, status=None)

    def product(self, user: ServiceUser, code: str) -> Product:
        return user.reads_json(user.sends("GET", self.at(f"/products/{code}")).text, Product)

    def entry(self, key: str, content: object) -> Request:
        return Request("POST", self.at("/orders"), json=content, headers={"Idempotency-Key": key})

    def tries(self, user: ServiceUser, key: str, content: object) -> Answer:
        """Enter an order, whatever the answer is."""
        headers = {"Idempotency-Key": key}
        return user.sends("POST", self.at("/orders"), json=content, headers=headers, status=None)

    def enters(self, user: ServiceUser, key: str, content: object) -> Answer:
        headers = {"Idempotency-Key": key}
        return user.sends("POST", self.at("/orders"), json=content, headers=headers, status=201)

    def reads(self, user: ServiceUser, number: int) -> Answer:
        return user.sends("GET", self.at(f"/orders/{number}"))

    def order(self, user: ServiceUser, number: int) -> Order:
        return order_of(user, self.reads(user, number))

    def etag(self, user: ServiceUser, number: int) -> str:
        return user.header(self.reads(user, number), "ETag")

    def patch(self, number: int, etag: str, content: object) -> Request:
        return Request("PATCH", self.at(f"/orders/{number}"), json=content, headers={"If-Match": etag})

    def changes(self, user: ServiceUser, number: int, content: object) -> Answer:
        """Change an order with its present ETag."""
        headers = {"If-Match": self.etag(user, number)}
        return user.sends("PATCH", self.at(f"/orders/{number}"), json=content, headers=headers)

    def tries_change(self, user: ServiceUser, number: int, content: object) -> Answer:
        headers = {"If-Match": self.etag(user, number)}
        return user.sends("PATCH", self.at(f"/orders/{number}"), json=content, headers=headers, status=None)

    def page(self, user: ServiceUser, query: str) -> Page:
        return user.reads_json(user.sends("GET", self.at(f"/orders?{query}")).text, Page)

    def pages(self, user: ServiceUser, query: str) -> Iterator[list[int]]:
        """Yield the numbers on each page, until there is none after it."""
        after: str | None = ""
        for _ in range(MAX_PAGES):
            page = self.page(user, f"{query}&after={quoted(after)}" if after else query)
            yield [order.number for order in page.orders]
            after = page.next
            if after is None:
                break
        assert after is None, f"the list {query} has more than {MAX_PAGES} pages"

    def numbers(self, user: ServiceUser, query: str) -> list[int]:
        return [number for page in self.pages(user, query) for number in page]

    def baked(self, user: ServiceUser, day: str, *codes: str) -> list[Baked]:
        """Return what is baked of these products on a day, in the order of the answer."""
        seen = user.reads_json(user.sends("GET", self.at(f"/days/{day}")).text, Day)
        assert seen.day == day, f"the day is {seen.day}"
        return [each for each in seen.products if each.code in codes]


def quoted(text: str) -> str:
    """Return a text as a part of an address."""
    return "".join(chr(byte) if byte < 128 and chr(byte).isalnum() else f"%{byte:02X}" for byte in text.encode())


def coming(user: ServiceUser, days: int = 6) -> str:
    return (user.today() + timedelta(days=days)).isoformat()


def content_of(customer: str, day: str, *lines: Mapping[str, object]) -> dict[str, object]:
    return {"customer": customer, "day": day, "lines": list(lines)}


# products


@testcode("Products", "Keep products")
def a_product_is_kept(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Made, delivered, changed, delivered."""
    code, cents = inputs.token(8), inputs.randint(100, 900)
    made = {"name": "Zwölfkorn & <Rye>", "cents": cents, "daily": 12}
    answer = user.sends("PUT", bakery.at(f"/products/{code}"), json=made, status=201)
    expected = Product(code, "Zwölfkorn & <Rye>", cents, 12)
    assert user.reads_json(answer.text, Product) == expected, f"the answer is {answer}"
    assert bakery.product(user, code) == expected, "it is not delivered as it was made"
    changed = {"name": " Roll ", "cents": cents + 1, "daily": 0}
    answer = user.sends("PUT", bakery.at(f"/products/{code}"), json=changed, status=200)
    expected = Product(code, "Roll", cents + 1, 0)
    assert user.reads_json(answer.text, Product) == expected, f"the answer is {answer}"
    assert bakery.product(user, code) == expected, "it is not delivered as it was changed"


@testcode("Products", "Keep products")
def products_have_limits(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """At both sides of each; what is refused changes nothing."""
    code = inputs.token(8)
    right: dict[str, object] = {"name": "Rye", "cents": 450, "daily": 40}
    for field, values in {"name": ("x", "y" * 40), "cents": (1, 100_000), "daily": (0, 1000)}.items():
        for value in values:
            answer = bakery.tries_product(user, code, right | {field: value})
            assert answer.status in (200, 201), f"{field} {value!r} is refused: {answer}"
    bakery.tries_product(user, code, right)
    wrong = {
        "name": ("", "  ", "y" * 41, 7, None, ["Rye"]),
        "cents": (0, 100_001, -1, "450", True, 4.5, None),
        "daily": (-1, 1001, "40", False, 0.5, None),
    }
    for field, refusals in wrong.items():
        for value in refusals:
            refused(user, bakery.tries_product(user, code, right | {field: value}), 400, "invalid", [field])
    assert bakery.product(user, code) == Product(code, "Rye", 450, 40), "a refused change changed something"


@testcode("Products", "Keep products")
def codes_have_a_form(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Two to eight small letters or digits; a product that was not made is not there."""
    content = {"name": "Rye", "cents": 450, "daily": 40}
    for code in ("a", inputs.token(9), "Rye", "r-e", "r%C3%A4e"):
        refused(user, bakery.tries_product(user, code, content), 404, "not_found")
    refused(user, user.sends("GET", bakery.at(f"/products/{inputs.token(8)}"), status=None), 404, "not_found")
    for code in (inputs.token(2), inputs.token(8)):
        assert bakery.tries_product(user, code, content).status in (200, 201), f"the code {code} is refused"


# orders


@testcode("Orders", "Enter an order")
def an_order_is_answered_whole(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """With number, prices, total, address and ETag; it is delivered in the same way."""
    one, other, customer = inputs.token(8), inputs.token(8), inputs.name()
    first, second = inputs.randint(100, 500), inputs.randint(501, 900)
    bakery.has_product(user, one, first)
    bakery.has_product(user, other, second)
    content = content_of(customer, coming(user), line(other, 3), line(one, 2)) | {"note": " sliced, <thin> ü "}
    answer = bakery.enters(user, inputs.token(20), content)
    order = order_of(user, answer)
    lines = [Line(other, 3, second), Line(one, 2, first)]
    total = 3 * second + 2 * first
    assert order == Order(order.number, customer, coming(user), "sliced, <thin> ü", "open", lines, total), f"{answer}"
    found = user.sends("GET", user.header(answer, "Location"))
    assert order_of(user, found) == order, "the order at its Location is another one"
    assert user.header(found, "ETag") == user.header(answer, "ETag"), "the ETag is another one"
    later = order_of(user, bakery.enters(user, inputs.token(20), content_of(customer, coming(user), line(one))))
    assert later.number > order.number, "a later order has a higher number"
    assert later.note == "", f"an order without a note has {later.note!r}"


@testcode("Orders", "Enter an order")
def the_price_of_its_day_stays(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """When the product becomes dearer."""
    code, cents = inputs.token(8), inputs.randint(100, 500)
    bakery.has_product(user, code, cents)
    content = content_of(inputs.name(), coming(user), line(code, 4))
    before = order_of(user, bakery.enters(user, inputs.token(20), content))
    bakery.has_product(user, code, cents + 70, status=200)
    assert bakery.order(user, before.number) == before, "the order changed with the price of its product"
    after = order_of(user, bakery.enters(user, inputs.token(20), content))
    assert after.lines == [Line(code, 4, cents + 70)], f"the lines are {after.lines}"
    assert after.total == 4 * (cents + 70), f"the total is {after.total}"


@testcode("Orders", "Enter an order")
def days_have_limits(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """From tomorrow to sixty days from today, also on another day."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    for _ in range(2):
        for days in (1, 60):
            bakery.enters(user, inputs.token(20), content_of(inputs.name(), coming(user, days), line(code)))
        for day in (
            coming(user, 0),
            coming(user, 61),
            coming(user, -1),
            "2025-02-30",
            "20.03.2025",
            "",
            20250320,
            None,
        ):
            answer = bakery.tries(user, inputs.token(20), content_of("Ada", "", line(code)) | {"day": day})
            refused(user, answer, 400, "invalid", ["day"])
        user.moves_clock(days=1)


@testcode("Orders", "Enter an order")
def lines_have_limits(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Their number, pieces, products; each wrong field by its place."""
    codes = sorted({inputs.token(8) for _ in range(21)})
    for code in codes:
        bakery.has_product(user, code, daily=1000)
    one, other = codes[:2]
    day = coming(user)
    for lines in ([line(each) for each in codes[:20]], [line(one, 200)], [line(one, 1)]):
        bakery.enters(user, inputs.token(20), content_of("Ada", day, *lines))
    nothing = inputs.token(7)
    cases: list[tuple[object, list[str]]] = [
        ([], ["lines"]),
        ([line(each) for each in codes[:21]], ["lines"]),
        ("rye", ["lines"]),
        (None, ["lines"]),
        ([line(one), line(other, 0)], ["lines[1].pieces"]),
        ([line(one, 201)], ["lines[0].pieces"]),
        ([{"code": one, "pieces": "2"}], ["lines[0].pieces"]),
        ([{"code": one, "pieces": True}], ["lines[0].pieces"]),
        ([{"code": one, "pieces": 1.5}], ["lines[0].pieces"]),
        ([line(one), line(nothing)], ["lines[1].code"]),
        ([line(one), line(other), line(one, 2)], ["lines[2].code"]),
        ([{"code": one}, {"pieces": 1}], ["lines[0].pieces", "lines[1].code"]),
        ([line(one) | {"cents": 1}], ["lines[0].cents"]),
    ]
    for wrong, fields in cases:
        answer = bakery.tries(user, inputs.token(20), {"customer": "Ada", "day": day, "lines": wrong})
        refused(user, answer, 400, "invalid", fields)


@testcode("Orders", "Enter an order")
def texts_have_limits(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Blanks at the ends do not count; signs of other alphabets are one character each."""
    code = inputs.token(8)
    bakery.has_product(user, code, daily=1000)
    right = content_of("Ada", coming(user), line(code))
    for field, text in (("customer", "ß" * 60), ("customer", f"  {'東' * 60} "), ("note", "é" * 200), ("note", " ")):
        order = order_of(user, bakery.enters(user, inputs.token(20), right | {field: text}))
        kept = order.note if field == "note" else order.customer
        assert kept == text.strip(), f"{field} {text!r} is kept as {kept!r}"
    wrong: dict[str, tuple[object, ...]] = {
        "customer": ("", "   ", "x" * 61, 7, None),
        "note": ("x" * 201, 7, None, ["sliced"]),
    }
    for field, values in wrong.items():
        for value in values:
            refused(user, bakery.tries(user, inputs.token(20), right | {field: value}), 400, "invalid", [field])


@testcode("Orders", "Enter an order")
def nobody_gets_more_than_is_baked(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """On one day, over all orders; another day has its own pieces, and the last piece can be had."""
    code, daily = inputs.token(8), inputs.randint(8, 40)
    bakery.has_product(user, code, daily=daily)

    def tries(pieces: int, days: int = 6) -> Answer:
        return bakery.tries(user, inputs.token(20), content_of(inputs.name(), coming(user, days), line(code, pieces)))

    assert tries(daily - 4).status == 201, "there are enough pieces"
    refused(user, tries(5), 409, "sold_out")
    assert tries(4).status == 201, "the last pieces cannot be ordered"
    refused(user, tries(1), 409, "sold_out")
    assert tries(daily, days=7).status == 201, "another day has pieces of its own"


@testcode("Orders", "Enter an order")
def an_order_is_taken_whole_or_not(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """One line is sold out: the pieces of the other stay free, and the same order is taken when more is baked."""
    one, other, customer, key = inputs.token(8), inputs.token(8), inputs.name(8), inputs.token(20)
    bakery.has_product(user, one, daily=5)
    bakery.has_product(user, other, daily=2)
    content = content_of(customer, coming(user), line(one, 5), line(other, 3))
    refused(user, bakery.tries(user, key, content), 409, "sold_out")
    assert bakery.baked(user, coming(user), one, other) == [], "pieces of a refused order are baked"
    assert bakery.numbers(user, f"customer={customer}") == [], "a refused order is listed"
    bakery.enters(user, inputs.token(20), content_of(inputs.name(), coming(user), line(one, 5)))
    bakery.has_product(user, one, daily=10, status=200)
    bakery.has_product(user, other, daily=3, status=200)
    answer = bakery.enters(user, key, content)
    assert "idempotent-replay" not in answer.headers, "a refusal is no first answer"


@testcode("Orders", "Enter an order")
def the_last_pieces_go_once(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Eight tills order two each of seven at the same moment: three get them."""
    code, day = inputs.token(8), coming(user)
    bakery.has_product(user, code, daily=7)
    requests = [bakery.entry(inputs.token(20), content_of(inputs.name(), day, line(code, 2))) for _ in range(8)]
    answers = user.sends_at_once(requests)
    entered = [each for each in answers if each.status == 201]
    assert len(entered) == 3, f"of eight orders {len(entered)} were entered: {[each.status for each in answers]}"
    for each in answers:
        if each.status != 201:
            refused(user, each, 409, "sold_out")
    assert bakery.baked(user, day, code) == [Baked(code, 6, 1)], "other pieces than those of three orders are baked"
    assert len({order_of(user, each).number for each in entered}) == 3, "two orders have one number"


# sending again


@testcode("Orders", "Send again")
def what_is_sent_again_is_one_order(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Also when it is written in another way; the answer is the same."""
    code, customer, key, day = inputs.token(8), inputs.name(8), inputs.token(20), coming(user)
    bakery.has_product(user, code, daily=3)
    first = bakery.enters(user, key, content_of(customer, day, line(code, 2)))
    assert "idempotent-replay" not in first.headers, "the first answer is none that was given before"
    body = (
        f'{{ "lines" : [ {{"pieces": 2, "code": "{code}"}} ],\n'
        f'   "day": "{day}", "customer": "\\u{ord(customer[0]):04x}{customer[1:]}" }}'
    )
    headers = {"Idempotency-Key": key}
    again = [bakery.enters(user, key, content_of(customer, day, line(code, 2))) for _ in range(2)]
    again.append(user.sends("POST", bakery.at("/orders"), body=body, headers=headers, status=201))
    for answer in again:
        assert user.header(answer, "Idempotent-Replay") == "true", "the answer does not say that it is given again"
        assert order_of(user, answer) == order_of(user, first), f"the answer was {first}, and is {answer}"
        for name in ("Location", "ETag"):
            assert user.header(answer, name) == user.header(first, name), f"the header {name} is another one"
    assert bakery.numbers(user, f"customer={customer}") == [order_of(user, first).number], "it was entered again"
    assert bakery.baked(user, day, code) == [Baked(code, 2, 1)], "its pieces count again"


@testcode("Orders", "Send again")
def what_is_sent_twice_at_once_is_one_order(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Six times at the same moment: one order, and each gets its answer; there would be pieces for all."""
    code, customer, key, day = inputs.token(8), inputs.name(8), inputs.token(20), coming(user)
    bakery.has_product(user, code, daily=1000)
    answers = user.sends_at_once([bakery.entry(key, content_of(customer, day, line(code, 2)))] * 6)
    assert [each.status for each in answers] == [201] * 6, f"the answers are {[str(each) for each in answers]}"
    numbers = {order_of(user, each).number for each in answers}
    assert len(numbers) == 1, f"the answers name the orders {sorted(numbers)}"
    assert bakery.numbers(user, f"customer={customer}") == sorted(numbers), "more orders were entered"
    firsts = sum("idempotent-replay" not in each.headers for each in answers)
    assert firsts == 1, f"{firsts} answers say that they are the first"


@testcode("Orders", "Send again")
def a_key_belongs_to_one_content(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Another one is refused, right or wrong, and changes nothing; the first one is answered again."""
    code, customer, key = inputs.token(8), inputs.name(8), inputs.token(20)
    bakery.has_product(user, code)
    content = content_of(customer, coming(user), line(code, 2))
    first = bakery.enters(user, key, content)
    for other in (content | {"note": "x"}, content | {"lines": [line(code, 3)]}, content | {"day": "never"}, {}):
        refused(user, bakery.tries(user, key, other), 422, "key_reused")
    assert bakery.numbers(user, f"customer={customer}") == [order_of(user, first).number], "a refusal entered an order"
    assert order_of(user, bakery.enters(user, key, content)) == order_of(user, first), "the first answer is lost"


@testcode("Orders", "Send again")
def the_first_answer_is_given_after_a_change(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """The order was cancelled, and its product is sold out: the till gets what it missed, and the order stays."""
    code, key = inputs.token(8), inputs.token(20)
    bakery.has_product(user, code, daily=4)
    content = content_of(inputs.name(), coming(user), line(code, 4))
    first = bakery.enters(user, key, content)
    number = order_of(user, first).number
    bakery.changes(user, number, {"customer": "Somebody else"})
    bakery.changes(user, number, {"state": "cancelled"})
    bakery.enters(user, inputs.token(20), content)
    again = bakery.enters(user, key, content)
    assert order_of(user, again) == order_of(user, first), f"the answer was {first}, and is {again}"
    assert user.header(again, "ETag") == user.header(first, "ETag"), "the ETag is another one"
    present = bakery.order(user, number)
    assert (present.customer, present.state) == ("Somebody else", "cancelled"), f"the order is {present}"


@testcode("Orders", "Send again")
def keys_have_a_form(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """One to sixty-four visible characters; none of it is folded."""
    code = inputs.token(8)
    bakery.has_product(user, code, daily=1000)
    content = content_of(inputs.name(), coming(user), line(code))
    refused(user, user.sends("POST", bakery.at("/orders"), json=content, status=None), 400, "key_missing")
    for key in (inputs.token(65), f"{inputs.token(5)} {inputs.token(5)}"):
        refused(user, bakery.tries(user, key, content), 400, "key_missing")
    word = inputs.word(8)
    keys = [inputs.token(64), f"!{inputs.token(20)}~/\"'", word, word.upper()]
    numbers = {order_of(user, bakery.enters(user, key, content)).number for key in keys}
    assert len(numbers) == len(keys), "two keys are one"


@testcode("Orders", "Send again")
def a_refused_order_leaves_its_key_free(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """The mended order is entered with it."""
    code, key = inputs.token(8), inputs.token(20)
    bakery.has_product(user, code)
    content = content_of(inputs.name(), coming(user), line(code))
    refused(user, bakery.tries(user, key, content | {"customer": ""}), 400, "invalid", ["customer"])
    answer = bakery.enters(user, key, content)
    assert "idempotent-replay" not in answer.headers, "a refusal is no first answer"
    assert user.header(bakery.enters(user, key, content), "Idempotent-Replay") == "true", "the key was not kept"


@testcode("Orders", "Send again")
def a_key_is_forgotten_after_a_day(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Until then even an order for a day that has come is answered again."""
    code, key, other = inputs.token(8), inputs.token(20), inputs.token(20)
    bakery.has_product(user, code)
    soon = content_of(inputs.name(), coming(user, 1), line(code))
    late = content_of(inputs.name(), coming(user, 9), line(code))
    first, second = bakery.enters(user, key, soon), bakery.enters(user, other, late)
    user.moves_clock(hours=23, minutes=50)
    assert order_of(user, bakery.enters(user, key, soon)) == order_of(user, first), "the key is forgotten too early"
    user.moves_clock(minutes=20)
    refused(user, bakery.tries(user, key, soon), 400, "invalid", ["day"])
    again = bakery.enters(user, other, late)
    assert "idempotent-replay" not in again.headers, "the key is not forgotten after a day"
    assert order_of(user, again).number > order_of(user, second).number, "no new order was entered"


# changes


@testcode("Orders", "Change an order")
def a_change_needs_the_present_etag(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Two tills have read the same: the second one is refused, and overwrites nothing."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    entered = bakery.enters(user, inputs.token(20), content_of(inputs.name(), coming(user), line(code, 2)))
    number, etag = order_of(user, entered).number, user.header(entered, "ETag")
    where = bakery.at(f"/orders/{number}")
    refused(user, user.sends("PATCH", where, json={"note": "x"}, status=None), 428, "precondition_required")
    changed = user.sends("PATCH", where, json={"note": "first"}, headers={"If-Match": etag})
    expected = bakery.order(user, number)
    assert order_of(user, changed) == expected, "the answer to a change is not the order"
    assert expected.note == "first", f"the note is {expected.note!r}"
    assert user.header(changed, "ETag") == bakery.etag(user, number), "the answer has another ETag"
    for old in (etag, '"nothing"'):
        answer = user.sends("PATCH", where, json={"note": "second"}, headers={"If-Match": old}, status=None)
        refused(user, answer, 412, "changed_meanwhile")
    assert bakery.order(user, number) == expected, "a refused change changed something"


@testcode("Orders", "Change an order")
def one_of_several_tills_changes_an_order(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Six at the same moment, with the same ETag: one succeeds, and its content is there."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    entered = bakery.enters(user, inputs.token(20), content_of(inputs.name(), coming(user), line(code)))
    number, etag = order_of(user, entered).number, user.header(entered, "ETag")
    answers = user.sends_at_once([bakery.patch(number, etag, {"note": f"till {each}"}) for each in range(6)])
    done = [each for each in answers if each.status == 200]
    assert len(done) == 1, f"the answers have the statuses {[each.status for each in answers]}"
    for each in answers:
        if each.status != 200:
            refused(user, each, 412, "changed_meanwhile")
    assert [order_of(user, each).note for each in done] == [bakery.order(user, number).note], "another note is there"


@testcode("Orders", "Change an order")
def an_etag_stays_until_a_change(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Not after reading, after changes of others, or after a refusal; then what is not new is not sent."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    content = content_of(inputs.name(), coming(user), line(code))
    number = order_of(user, bakery.enters(user, inputs.token(20), content)).number
    other = order_of(user, bakery.enters(user, inputs.token(20), content)).number
    etag = bakery.etag(user, number)
    bakery.changes(user, other, {"note": "x"})
    bakery.has_product(user, code, cents=999, status=200)
    refused(user, bakery.tries_change(user, number, {"customer": ""}), 400, "invalid", ["customer"])
    where = bakery.at(f"/orders/{number}")
    same = user.sends("GET", where, headers={"If-None-Match": etag}, status=304)
    assert same.text == "", f"an answer with status 304 has the body {same.text!r}"
    bakery.changes(user, number, {"note": "x"})
    new = user.sends("GET", where, headers={"If-None-Match": etag}, status=200)
    assert order_of(user, new).note == "x", "the changed order is not delivered"
    second = user.header(new, "ETag")
    bakery.changes(user, number, {"note": ""})
    third = bakery.etag(user, number)
    assert second not in (etag, third), f"one after the other, the ETags are {etag}, {second}, {third}"


@testcode("Orders", "Change an order")
def what_was_in_an_order_keeps_its_price(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """What comes in has the price of today; what is not named stays."""
    one, other, customer = inputs.token(8), inputs.token(8), inputs.name()
    bakery.has_product(user, one, cents=300)
    bakery.has_product(user, other, cents=200)
    content = content_of(customer, coming(user), line(one, 2)) | {"note": "sliced"}
    number = order_of(user, bakery.enters(user, inputs.token(20), content)).number
    bakery.has_product(user, one, cents=310, status=200)
    bakery.has_product(user, other, cents=220, status=200)
    changed = order_of(user, bakery.changes(user, number, {"lines": [line(other, 1), line(one, 5)]}))
    lines = [Line(other, 1, 220), Line(one, 5, 300)]
    expected = Order(number, customer, coming(user), "sliced", "open", lines, 1720)
    assert changed == expected, f"the order is {changed} instead of {expected}"
    assert bakery.order(user, number) == expected, "another order is delivered than was answered"
    fewer = order_of(user, bakery.changes(user, number, {"lines": [line(one, 1)], "day": coming(user, 9)}))
    assert (fewer.lines, fewer.day, fewer.total) == ([Line(one, 1, 300)], coming(user, 9), 300), f"the order is {fewer}"


@testcode("Orders", "Change an order")
def what_is_done_is_not_changed(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """A collected and a cancelled order; not even wrong content is looked at."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    for state in ("collected", "cancelled"):
        content = content_of(inputs.name(), coming(user), line(code))
        number = order_of(user, bakery.enters(user, inputs.token(20), content)).number
        refused(user, bakery.tries_change(user, number, {"state": "eaten"}), 400, "invalid", ["state"])
        done = order_of(user, bakery.changes(user, number, {"state": state}))
        assert done.state == state, f"the state is {done.state}"
        refusals: tuple[dict[str, object], ...] = ({"note": "x"}, {"state": "open"}, {"state": state}, {"lines": []})
        for change in refusals:
            refused(user, bakery.tries_change(user, number, change), 409, "not_open")
        assert bakery.order(user, number) == done, "a refused change changed something"


@testcode("Orders", "Change an order")
def pieces_that_are_given_back_are_free(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """By cancelling, by ordering less, and by another day; not by collecting."""
    code = inputs.token(8)
    bakery.has_product(user, code, daily=10)

    def enters(pieces: int) -> int:
        content = content_of(inputs.name(), coming(user), line(code, pieces))
        return order_of(user, bakery.enters(user, inputs.token(20), content)).number

    first, second, third = enters(5), enters(3), enters(2)
    for number, change, pieces in (
        (first, {"state": "cancelled"}, 5),
        (second, {"lines": [line(code, 1)]}, 2),
        (third, {"day": coming(user, 8)}, 2),
    ):
        more = content_of(inputs.name(), coming(user), line(code, pieces))
        refused(user, bakery.tries(user, inputs.token(20), more), 409, "sold_out")
        bakery.changes(user, number, change)
        bakery.enters(user, inputs.token(20), more)
    bakery.changes(user, second, {"state": "collected"})
    more = content_of(inputs.name(), coming(user), line(code))
    refused(user, bakery.tries(user, inputs.token(20), more), 409, "sold_out")


@testcode("Orders", "Change an order")
def own_pieces_do_not_count_against_a_change(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Up to all that is baked; one more is sold out and changes nothing; another day has to have them, too."""
    code, day, later = inputs.token(8), coming(user), coming(user, 8)
    bakery.has_product(user, code, daily=10)
    content = content_of(inputs.name(), day, line(code, 6))
    number = order_of(user, bakery.enters(user, inputs.token(20), content)).number
    bakery.changes(user, number, {"lines": [line(code, 10)]})
    before = bakery.reads(user, number)
    refused(user, bakery.tries_change(user, number, {"lines": [line(code, 11)], "note": "x"}), 409, "sold_out")
    bakery.enters(user, inputs.token(20), content_of(inputs.name(), later, line(code, 1)))
    refused(user, bakery.tries_change(user, number, {"day": later}), 409, "sold_out")
    after = bakery.reads(user, number)
    assert order_of(user, after) == order_of(user, before), f"a refused change changed {before} to {after}"
    assert user.header(after, "ETag") == user.header(before, "ETag"), "a refused change changed the ETag"
    bakery.changes(user, number, {"day": later, "lines": [line(code, 9)]})
    assert bakery.baked(user, later, code) == [Baked(code, 10, 0)], "the order did not move"
    assert bakery.baked(user, day, code) == [], "pieces stayed on the day before"


@testcode("Orders", "Change an order")
def a_change_without_more_is_never_sold_out(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Less is baked than was ordered: notes, fewer pieces and collecting are possible, more is not."""
    code = inputs.token(8)
    bakery.has_product(user, code, daily=10)
    content = content_of(inputs.name(), coming(user), line(code, 8))
    number = order_of(user, bakery.enters(user, inputs.token(20), content)).number
    bakery.has_product(user, code, daily=3, status=200)
    assert bakery.baked(user, coming(user), code) == [Baked(code, 8, 0)], "nothing is left, and not less"
    bakery.changes(user, number, {"note": "sliced"})
    bakery.changes(user, number, {"lines": [line(code, 8)]})
    bakery.changes(user, number, {"lines": [line(code, 6)]})
    refused(user, bakery.tries_change(user, number, {"lines": [line(code, 7)]}), 409, "sold_out")
    done = order_of(user, bakery.changes(user, number, {"state": "collected"}))
    assert (done.note, done.lines) == ("sliced", [Line(code, 6, 450)]), f"the order is {done}"


# lists


def enters_several(user: ServiceUser, bakery: Bakery, inputs: Inputs, customer: str, count: int) -> list[int]:
    """Enter so many orders of a customer; return their numbers, newest first."""
    code = inputs.token(8)
    bakery.has_product(user, code, daily=1000)
    content = content_of(customer, coming(user), line(code))
    numbers = [order_of(user, bakery.enters(user, inputs.token(20), content)).number for _ in range(count)]
    return numbers[::-1]


@testcode("Lists", "Read all orders")
def every_order_is_on_one_page(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """While others are entered, and while orders on pages before are changed, so that they are not listed any more."""
    customer = inputs.name(8)
    numbers = enters_several(user, bakery, inputs, customer, 7)
    seen: list[int] = []
    for page in bakery.pages(user, f"customer={customer}&limit=3"):
        seen += page
        enters_several(user, bakery, inputs, customer, 2)
    assert seen == numbers, f"expected the orders {numbers}, seen {seen}"
    all_of_them = bakery.numbers(user, f"customer={customer}&state=open")
    seen = []
    for page in bakery.pages(user, f"customer={customer}&state=open&limit=4"):
        seen += page
        for number in page:
            bakery.changes(user, number, {"state": "cancelled"})
        assert len(page) <= 4, f"a page of 4 has {len(page)} orders"
    assert seen == all_of_them, f"expected the orders {all_of_them}, seen {seen}"
    assert bakery.numbers(user, f"customer={customer}&state=open") == [], "cancelled orders are listed as open"


@testcode("Lists", "Read all orders")
def pages_have_sizes(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Twenty by default; a full last page is the last one."""
    customer = inputs.name(8)
    numbers = enters_several(user, bakery, inputs, customer, 22)
    pages = list(bakery.pages(user, f"customer={customer}"))
    assert pages == [numbers[:20], numbers[20:]], f"the pages are {pages}"
    for size in (11, 22, 100):
        expected = [numbers[start : start + size] for start in range(0, 22, size)]
        pages = list(bakery.pages(user, f"customer={customer}&limit={size}"))
        assert pages == expected, f"with {size} to a page, the pages are {pages}"
    one = bakery.page(user, f"customer={customer}&limit=1")
    assert [order.number for order in one.orders] == numbers[:1], f"the page of one is {one}"
    for query, field in (("limit=0", "limit"), ("limit=101", "limit"), ("limit=x", "limit"), ("limit=-1", "limit")):
        refused(user, user.sends("GET", bakery.at(f"/orders?{query}"), status=None), 400, "invalid", [field])
    refused(
        user,
        user.sends("GET", bakery.at("/orders?after=%21no&state=eaten"), status=None),
        400,
        "invalid",
        ["after", "state"],
    )


@testcode("Lists", "Read all orders")
def lists_are_restricted(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """To exactly this customer, day and state, all of them together."""
    code, customer = inputs.token(8), f"{inputs.name(8)} & Söhne"
    bakery.has_product(user, code, daily=1000)

    def enters(name: str, days: int) -> int:
        content = content_of(name, coming(user, days), line(code))
        return order_of(user, bakery.enters(user, inputs.token(20), content)).number

    first, second, third = enters(customer, 5), enters(customer, 6), enters(customer, 6)
    for other in (f"{customer}s", customer.upper(), customer.replace("S", "s")):
        enters(other, 6)
    bakery.changes(user, second, {"state": "collected"})
    name = f"customer={quoted(customer)}"
    expected = {
        name: [third, second, first],
        f"{name}&day={coming(user, 6)}": [third, second],
        f"{name}&state=open": [third, first],
        f"{name}&state=collected&day={coming(user, 6)}": [second],
        f"{name}&state=collected&day={coming(user, 5)}": [],
    }
    for query, numbers in expected.items():
        seen = bakery.numbers(user, query)
        assert seen == numbers, f"{query}: expected {numbers}, seen {seen}"
    listed = bakery.page(user, name).orders
    assert listed == [bakery.order(user, number) for number in (third, second, first)], "lists show orders otherwise"


@testcode("Lists", "Read what is to be baked")
def the_bakehouse_sees_what_is_ordered(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Of each product that is ordered, by code; without what was cancelled."""
    codes = sorted({f"{sign}{inputs.token(7)}" for sign in "9azk"})
    day = coming(user)
    for code in codes:
        bakery.has_product(user, code, daily=50)
    first, second, third, _ = codes
    for lines in ((line(third, 4), line(first, 3)), (line(first, 5),), (line(second, 9), line(third, 1))):
        order = order_of(user, bakery.enters(user, inputs.token(20), content_of(inputs.name(), day, *lines)))
    expected = [Baked(first, 8, 42), Baked(second, 9, 41), Baked(third, 5, 45)]
    seen = bakery.baked(user, day, *codes)
    assert seen == expected, f"expected {expected}, seen {seen}"
    bakery.changes(user, order.number, {"state": "cancelled"})
    seen = bakery.baked(user, day, *codes)
    assert seen == [Baked(first, 8, 42), Baked(third, 4, 46)], f"after a cancellation, {seen} is baked"
    assert bakery.baked(user, coming(user, 30), *codes) == [], "another day is baked, too"


# refusals


@testcode("Service", "Refuse what is wrong")
def refusals_have_one_form(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Unknown addresses and methods, bodies that are too large, of another type, or no JSON."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    for number in ("999999999", f"{2**63}", "99999999999999999999999", "x", "-1"):
        refused(user, user.sends("GET", bakery.at(f"/orders/{number}"), status=None), 404, "not_found")
    refused(user, user.sends("GET", bakery.at("/nothing"), status=None), 404, "not_found")
    for method, path, allowed in (
        ("DELETE", "/orders", {"GET", "POST"}),
        ("POST", f"/products/{code}", {"GET", "PUT"}),
    ):
        answer = user.sends(method, bakery.at(path), json={}, status=None)
        refused(user, answer, 405, "method_not_allowed")
        named = {each.strip() for each in user.header(answer, "Allow").split(",")}
        assert allowed <= named - {method}, f"the header Allow names {sorted(named)}"
        assert method not in named, f"the header Allow names {method}, which was refused"
    where, right = bakery.at(f"/products/{code}"), '{"name": "Rye", "cents": 1, "daily": 40}'
    large = right.ljust(MAX_BODY_BYTES + 1)
    refused(user, user.sends("PUT", where, body=large, status=None), 413, "too_large")
    user.sends("PUT", where, body=right.ljust(MAX_BODY_BYTES), status=200)
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = user.sends("PUT", where, body=right, headers={"Content-Type": kind}, status=None)
        refused(user, answer, 415, "not_supported")
    user.sends("PUT", where, body=right, headers={"Content-Type": "application/json; charset=utf-8"}, status=200)
    for body in ("", "{", "{'name': 1}", right + "}", '{"name": NaN}'):
        refused(user, user.sends("PUT", where, body=body, status=None), 400, "not_json")
    refused(user, bakery.tries_product(user, code, [1]), 400, "invalid", fields=None)


@testcode("Service", "Refuse what is wrong")
def every_wrong_field_is_named(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Missing, wrong and unknown ones together, each once, sorted; also in a change."""
    code = inputs.token(8)
    bakery.has_product(user, code)
    nothing = ["customer", "day", "lines"]
    refused(user, bakery.tries(user, inputs.token(20), {}), 400, "invalid", nothing)
    content = {
        "zone": "UTC",
        "customer": 7,
        "lines": [line(code, 0), {"pieces": 1, "colour": "brown"}],
        "number": 4,
        "note": 1,
    }
    wrong = ["customer", "day", "lines[0].pieces", "lines[1].code", "lines[1].colour", "note", "number", "zone"]
    refused(user, bakery.tries(user, inputs.token(20), content), 400, "invalid", wrong)
    refused(
        user,
        bakery.tries_product(user, code, {"code": code, "name": ""}),
        400,
        "invalid",
        ["cents", "code", "daily", "name"],
    )
    entered = bakery.enters(user, inputs.token(20), content_of(inputs.name(), coming(user), line(code)))
    number = order_of(user, entered).number
    change = {"customer": "Right", "day": coming(user, 0), "lines": [line(code, 1), line(code, 1)], "total": 1}
    refused(user, bakery.tries_change(user, number, change), 400, "invalid", ["day", "lines[1].code", "total"])
    assert bakery.order(user, number) == order_of(user, entered), "a refused change changed something"


@testcode("Service", "Refuse what is wrong")
def the_first_refusal_counts(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Two that fit, in the order of the table."""
    code = inputs.token(8)
    bakery.has_product(user, code, daily=1)
    orders, plain = bakery.at("/orders"), {"Content-Type": "text/plain"}
    large = " " * (MAX_BODY_BYTES + 1)
    refused(user, user.sends("POST", orders, body=large, headers=plain, status=None), 413, "too_large")
    refused(user, user.sends("POST", orders, body="{", headers=plain, status=None), 415, "not_supported")
    refused(user, user.sends("POST", orders, body="{", status=None), 400, "not_json")
    refused(user, user.sends("POST", orders, json={}, status=None), 400, "key_missing")
    sold_out = content_of("", coming(user), line(code, 2))
    refused(user, bakery.tries(user, inputs.token(20), sold_out), 400, "invalid", ["customer"])
    entered = bakery.enters(user, inputs.token(20), content_of(inputs.name(), coming(user), line(code)))
    number, old = order_of(user, entered).number, user.header(entered, "ETag")
    where = bakery.at(f"/orders/{number}")
    refused(user, user.sends("PATCH", where, body="{", status=None), 400, "not_json")
    refused(user, user.sends("PATCH", where, json={"state": 1}, status=None), 428, "precondition_required")
    bakery.changes(user, number, {"state": "cancelled"})
    answer = user.sends("PATCH", where, json={"state": 1}, headers={"If-Match": old}, status=None)
    refused(user, answer, 412, "changed_meanwhile")
    refused(user, user.sends("PATCH", bakery.at("/orders/999999999"), body="{", status=None), 404, "not_found")


# failures


@testcode("Service", "Survive a failure")
def what_was_answered_is_there_after_a_failure(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Products, orders with their ETags, pieces, and the keys: a till whose answer was lost sends again."""
    code, customer, key, day = inputs.token(8), inputs.name(8), inputs.token(20), coming(user)
    bakery.has_product(user, code, cents=321, daily=6)
    content = content_of(customer, day, line(code, 4))
    first = bakery.enters(user, inputs.token(20), content_of(customer, day, line(code, 1)))
    changed = bakery.changes(user, order_of(user, first).number, {"note": "sliced"})
    entered = bakery.enters(user, key, content)
    user.restarts_project()
    assert bakery.product(user, code) == Product(code, "Rye bread", 321, 6), "the product is another one"
    again = bakery.enters(user, key, content)
    assert order_of(user, again) == order_of(user, entered), f"the answer was {entered}, and is {again}"
    assert user.header(again, "Idempotent-Replay") == "true", "the key was lost"
    number = order_of(user, changed).number
    assert bakery.order(user, number) == order_of(user, changed), "a change was lost"
    assert bakery.etag(user, number) == user.header(changed, "ETag"), "the ETag is another one"
    assert bakery.baked(user, day, code) == [Baked(code, 5, 1)], "other pieces are baked"
    later = order_of(user, bakery.enters(user, inputs.token(20), content_of(customer, day, line(code, 1))))
    assert later.number > order_of(user, entered).number, "a number was given again"


@testcode("Service", "Survive a failure")
def pages_go_on_after_a_failure(user: ServiceUser, bakery: Bakery, inputs: Inputs) -> None:
    """Whoever read the first page reads the next one after it."""
    customer = inputs.name(8)
    numbers = enters_several(user, bakery, inputs, customer, 5)
    seen: list[int] = []
    for page in bakery.pages(user, f"customer={customer}&limit=2"):
        seen += page
        if len(seen) == 2:
            user.restarts_project()
    assert seen == numbers, f"expected the orders {numbers}, seen {seen}"
