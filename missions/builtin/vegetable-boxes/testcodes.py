"""What the farm tries with the changed program: its own lists, the mistake in all corners, shared boxes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from missions import FilesUser, Inputs, testcode

START = date(2025, 3, 3)
TUESDAY, WEDNESDAY, THURSDAY = date(2025, 5, 20), date(2025, 5, 21), date(2025, 5, 22)
WEEK = timedelta(days=7)
ROUTES = {"N": TUESDAY, "S": WEDNESDAY, "T": THURSDAY}
"""Routes, and their rounds in the week of the mission's clock, which is an odd one."""

BOXES = {"S": "Small box", "M": "Medium box", "L": "Large box"}
EXTRAS = {"EGG": "Six eggs", "HON": "Jar of honey", "BRD": "Loaf of bread"}
COLUMNS = "number,day,kind,member,details,note"
GAP = re.compile(r"\s{2,}")


def amount(cents: int) -> str:
    """Return an amount as the program shows it."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def kilograms(tenths: int) -> str:
    return f"{Decimal(tenths).scaleb(-1).normalize():f} kg"


def percent_of(cents: int, percent: int) -> int:
    """Return so many percent, half a cent upwards."""
    return (2 * cents * percent + 100) // 200


def table(heading: str, rows: Sequence[str]) -> str:
    return "".join(f"{row}\n" for row in (heading, *rows))


def cell(row: Sequence[str], place: int) -> str:
    """Return a cell of a printed row; an empty text where the row has fewer."""
    return "".join(row[place : place + 1])


@dataclass
class Office:
    """The office of the farm: its files, with drawn prices and contents, and its commands.

    `number` is that of the next entry; prices are in cents, contents in tenths of a kilogram of potatoes.
    """

    user: FilesUser
    inputs: Inputs
    number: int = 1
    discount: tuple[int, int] = (0, 0)
    lines: list[str] = field(default_factory=list)
    prices: dict[str, int] = field(default_factory=dict)
    potatoes: dict[str, int] = field(default_factory=dict)
    labels: dict[date, list[list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for code in (*BOXES, *EXTRAS):
            self.prices[code] = 2 * self.inputs.randint(140, 1900) + 1
        for size in BOXES:
            self.potatoes[size] = self.inputs.randint(3, 29)

    def names(self, count: int) -> list[str]:
        """Return so many names, in the order of the alphabet."""
        firsts, lasts = sorted(self.inputs.names(count)), self.inputs.names(count)
        return [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]

    def enters(
        self, kind: str, member: str, day: date = START, note: str = "", number: int = 0, **details: object
    ) -> int:
        """Put an entry into the journal as the program has it; return its number, which is the next one."""
        own = number or self.number
        said = ";".join(f"{name}={value}" for name, value in details.items())
        self.lines.append(f"{own:03},{day},{kind},{member},{said},{note}")
        self.number = max(self.number, own + 1)
        return own

    def takes_on(
        self, member: str, place: str, size: str = "", rhythm: str = "weekly", day: date = START, number: int = 0
    ) -> None:
        """Enter a member at a place like ``N-3``, with a box where a size is given."""
        route, _, stop = place.partition("-")
        self.enters("join", member, day, number=number, route=route, stop=stop)
        if size:
            self.enters("box", member, day, number=number, size=size, rhythm=rhythm)

    def opens(self) -> None:
        """Write all files of the farm."""
        self.labels.clear()
        boxes, percent = self.discount
        products = [*(f"{code},{name},box" for code, name in BOXES.items())]
        products += [f"{code},{name},extra" for code, name in EXTRAS.items()]
        routes = ["N,North,tuesday,green van", "S,South,wednesday,green van", "T,Town,thursday,bicycle"]
        self.user.writes(
            "data/settings.ini",
            f"[farm]\nname = Hollow Lane Farm\n[invoices]\ndue_days = 14\n[discount]\nboxes = {boxes}\n"
            f"percent = {percent}\n[crates]\ndeposit = 4.00\n",
        )
        self.user.writes("data/products.csv", table("code,name,kind", products))
        prices = [f"{code},2024-01-01,{amount(cents)}" for code, cents in self.prices.items()]
        self.user.writes("data/prices.csv", table("code,from,price", prices))
        contents = [f"2024-01-01,{size},potatoes,{tenths / 10},kg" for size, tenths in self.potatoes.items()]
        self.user.writes("data/contents.csv", table("from,size,item,amount,unit", contents))
        self.user.writes("data/routes.csv", table("code,name,weekday,van", routes))
        self.user.writes("data/calendar.csv", table("day,moved to,reason", ["2025-05-29,2025-05-30,Ascension Day"]))
        self.user.writes("data/journal.csv", table(COLUMNS, self.lines))
        self.user.writes("data/bank.csv", table("statement,payments,amount", []))
        self.user.writes("data/invoices.csv", table("number,month,member,amount,day,due", []))

    def does(self, *words: object, status: int = 0) -> str:
        """Carry out a command; return what it printed."""
        self.labels.clear()
        printed = self.user.runs(arguments=[str(word) for word in words], status=status).stdout
        self.user.does_not_see_output("Traceback")
        return printed

    def refuses(self, *words: object, status: int = 1) -> str:
        """The command is refused with one line, and no entry is made."""
        before = self.user.text("data/journal.csv")
        said = self.user.runs(arguments=[str(word) for word in words], status=status).stderr
        self.user.does_not_see_output("Traceback")
        assert len(said.splitlines()) == 1, f"a refusal is one line; seen {said!r}"
        assert self.user.text("data/journal.csv") == before, f"{words} was refused and entered"
        return said

    def rows(self, *words: object, status: int = 0) -> list[list[str]]:
        """Carry out a command; return the cells of the lines that it printed."""
        return [GAP.split(line.strip()) for line in self.does(*words, status=status).splitlines()]

    def sees(self, expected: Sequence[Sequence[object]], *words: object) -> None:
        """A command prints exactly these rows."""
        seen, wanted = self.rows(*words), [[str(cell) for cell in row] for row in expected]
        assert seen == wanted, f"{' '.join(map(str, words))} prints {seen} instead of {wanted}"

    def labels_for(self, place: str, day: date) -> list[list[str]]:
        """Return the labels of a day for one place; they are printed once, until the next command."""
        if day not in self.labels:
            self.labels = {**self.labels, day: self.rows("labels", day)}
        return [row for row in self.labels[day] if place in row]

    def sees_label(self, place: str, names: str, size: str, day: date, extras: str = "-") -> None:
        """There is one label with this place, and it is as given."""
        seen = self.labels_for(place, day)
        wanted = [[place, names, BOXES[size], extras]]
        assert seen == wanted, f"the labels of {day} for {place} are {seen} instead of {wanted}"

    def sees_no_label(self, place: str, day: date) -> None:
        seen = self.labels_for(place, day)
        assert not seen, f"on {day} there should be no box for {place}; seen {seen}"

    def sees_boxes(self, counts: dict[str, int], day: date) -> None:
        """The pack list has these numbers of boxes, their potatoes and their total."""
        wanted = [[BOXES[size], str(count)] for size, count in counts.items() if count]
        total = sum(counts.values())
        need = sum(self.potatoes[size] * count for size, count in counts.items())
        wanted += [["potatoes", kilograms(need)]] * bool(total) + [["Total", str(total)]]
        seen = [row for row in self.rows("pack", day) if len(row) == 2 and cell(row, 0) not in EXTRAS.values()]
        assert seen == wanted, f"the pack list of {day} has {seen} instead of {wanted}"

    def sees_amounts(self, cents: dict[str, int], month: str) -> None:
        """The preview of a month has these amounts, by name, and their total."""
        rows = [[name, amount(cents[name])] for name in sorted(cents)]
        self.sees([*rows, ["Total", amount(sum(cents.values()))]], "invoice", month, "--preview")

    def shares(self, host: str, guest: str, day: date = START) -> int:
        """Share a box by the command; return the number of the entry."""
        return self.number_of(self.does("share", host, guest, "--day", day))

    def number_of(self, printed: str) -> int:
        """Return the number of the entry that a command says it made."""
        return int(self.user.reads_number(printed, r"^entered (\d+)$"))


def opened(user: FilesUser, inputs: Inputs, size: str = "M", rhythm: str = "weekly") -> tuple[Office, str, str, str]:
    """Return an office with a host at N-4 (whose name is the last one), a guest at T-2 without a box, and another
    member with a small box at N-9."""
    office = Office(user, inputs, number=inputs.randint(3, 900))
    other, guest, host = office.names(3)
    office.takes_on(host, "N-4", size, rhythm)
    office.takes_on(guest, "T-2")
    office.takes_on(other, "N-9", "S")
    return office, host, guest, other


@testcode("Shared boxes", "Share a box")
def a_shared_box_is_one_box(user: FilesUser, inputs: Inputs) -> None:
    """On the pack list, in the harvest and in the stats; only from the day on."""
    size = inputs.choice("ML")
    office, host, guest, _ = opened(user, inputs, size)
    office.opens()
    office.shares(host, guest, TUESDAY)
    for day in (TUESDAY - WEEK, TUESDAY, TUESDAY + WEEK):
        office.sees_boxes({"S": 1} | {size: 1}, day)
    need = office.potatoes["S"] + office.potatoes[size]
    office.sees([["potatoes", kilograms(2 * need)]], "harvest", TUESDAY, TUESDAY + WEEK)
    stats = {cell(row, 0): row[1:] for row in office.rows("stats", 2025)}
    counts = [str({"S": 4, size: 4}.get(code, 0)) for code in BOXES]
    wanted = ["3", *counts, amount(4 * (office.prices["S"] + office.prices[size]))]
    assert stats.get("2025-06") == wanted, f"stats of June are {stats.get('2025-06')} instead of {wanted}"


@testcode("Shared boxes", "Share a box")
def labels_and_sheets_show_both_names(user: FilesUser, inputs: Inputs) -> None:
    """The host first, at the host's stop, whatever the order of the alphabet; the guest has no stop."""
    office, host, guest, other = opened(user, inputs)
    office.opens()
    office.shares(host.upper(), guest.lower(), TUESDAY)
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY)
    office.sees_label("N-4", host, "M", TUESDAY - WEEK)
    sheet = office.rows("route", TUESDAY, "N")[1:]
    wanted = [["4", f"{host} + {guest}", "M", "-", "11 crates"], ["9", other, "S", "-", "11 crates"]]
    assert sheet == wanted, f"the sheet of North is {sheet} instead of {wanted}"
    assert not office.rows("route", THURSDAY, "T")[1:], "the guest has no stop"


@testcode("Shared boxes", "Share a box")
def the_crates_are_the_hosts(user: FilesUser, inputs: Inputs) -> None:
    """The guest has none, and what the host brings back counts."""
    office, host, guest, other = opened(user, inputs)
    back = inputs.randint(1, 9)
    office.enters("crates", host, date(2025, 5, 6), back=back)
    office.opens()
    office.shares(host, guest, date(2025, 4, 1))
    rows = [[other, "13", "52.00"], [host, str(13 - back), amount(400 * (13 - back))]]
    total = 26 - back
    office.sees([*rows, ["Total", total, amount(400 * total)]], "crates", "--day", "2025-05-27")


@testcode("Shared boxes", "Pay halves")
def each_pays_half_and_the_host_the_odd_cent(user: FilesUser, inputs: Inputs) -> None:
    """Lines, quantities and amounts of invoices that are written; whole boxes before."""
    office, host, guest, other = opened(user, inputs)
    office.opens()
    office.shares(host, guest, date(2025, 4, 15))
    price, small = office.prices["M"], office.prices["S"]
    half, larger = price // 2, price - price // 2
    owed = {guest: 3 * half, host: 2 * price + 3 * larger, other: 5 * small}
    office.sees_amounts(owed, "2025-04")
    numbers = {name: f"2025-{place:03}" for place, name in enumerate(sorted(owed), 1)}
    rows = [[numbers[name], name, amount(cents)] for name, cents in sorted(owed.items())]
    office.sees([*rows, ["Total", "-", amount(sum(owed.values()))]], "invoice", "2025-04")
    days = [f"2025-04-{day:02}" for day in (1, 8, 15, 22, 29)]
    lines = [[numbers[guest], guest, day, "Medium box", "1/2", amount(half)] for day in days[2:]]
    lines += [[numbers[host], host, day, "Medium box", "1", amount(price)] for day in days[:2]]
    lines += [[numbers[host], host, day, "Medium box", "1/2", amount(larger)] for day in days[2:]]
    seen = user.reads_csv(user.text("invoices/2025-04.csv"), columns=6)
    mine = sorted(row for row in seen if row[1] in (host, guest))
    assert mine == sorted(lines), f"the lines of April are {mine} instead of {sorted(lines)}"
    office.sees([[guest, amount(-3 * half)]], "balance", guest)


@testcode("Shared boxes", "Pay halves")
def a_shared_box_is_half_a_box_for_the_discount(user: FilesUser, inputs: Inputs) -> None:
    """Of 5 boxes in April: 5 halves are 2.5 boxes, and 2 whole with 3 halves are 3.5."""
    percent, price = inputs.randint(2, 30), 0
    for begun, boxes, reduced in ((1, 2, "both"), (1, 3, "neither"), (15, 3, "host"), (15, 4, "neither")):
        office, host, guest, other = opened(user, inputs)
        office.discount = (boxes, percent)
        office.opens()
        office.shares(host, guest, date(2025, 4, begun))
        price, small = office.prices["M"], 5 * office.prices["S"]
        halves = 5 if begun == 1 else 3
        owed = {guest: halves * (price // 2), host: (5 - halves) * price + halves * (price - price // 2), other: small}
        off = {guest: reduced == "both", host: reduced in ("both", "host"), other: True}
        left = {name: cents - percent_of(cents, percent) * off[name] for name, cents in owed.items()}
        office.sees_amounts(left, "2025-04")


@testcode("Shared boxes", "Extras of the guest")
def extras_of_both_come_with_the_box(user: FilesUser, inputs: Inputs) -> None:
    """Added up on label, sheet and pack list; each pays for their own."""
    office, host, guest, other = opened(user, inputs)
    office.opens()
    office.shares(host, guest, date(2025, 5, 13))
    eggs, more, jars = inputs.randint(1, 9), inputs.randint(1, 9), inputs.randint(1, 9)
    loaves = inputs.randint(1, 9)
    for name, code, count in ((host, "EGG", eggs), (guest, "EGG", more), (guest, "HON", jars), (other, "BRD", loaves)):
        office.does("extra", name, code, count, TUESDAY)
    said = f"{eggs + more} x Six eggs, {jars} x Jar of honey"
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY, said)
    sheet = [cell(row, 3) for row in office.rows("route", TUESDAY, "N")[1:]]
    assert sheet == [said, f"{loaves} x Loaf of bread"], f"the extras on the sheet are {sheet}"
    counts = {"Six eggs": eggs + more, "Jar of honey": jars, "Loaf of bread": loaves}
    packed = {
        cell(row, 0): cell(row, 1) for row in office.rows("pack", TUESDAY) if cell(row, 0) in counts and len(row) == 2
    }
    assert packed == {name: str(count) for name, count in counts.items()}, f"the pack list has {packed}"
    prices = office.prices
    owed = {
        guest: 3 * (prices["M"] // 2) + more * prices["EGG"] + jars * prices["HON"],
        host: prices["M"] + 3 * (prices["M"] - prices["M"] // 2) + eggs * prices["EGG"],
        other: 4 * prices["S"] + loaves * prices["BRD"],
    }
    office.sees_amounts(owed, "2025-05")
    value = (
        4 * (prices["M"] + prices["S"]) + (eggs + more) * prices["EGG"] + jars * prices["HON"] + loaves * prices["BRD"]
    )
    stats = {cell(row, 0): cell(row, len(row) - 1) for row in office.rows("stats", 2025)}
    assert stats.get("2025-05") == amount(value), f"the value of May is {stats.get('2025-05')}, not {amount(value)}"


@testcode("Shared boxes", "Extras of the guest")
def extras_of_the_guest_need_the_shared_box(user: FilesUser, inputs: Inputs) -> None:
    """Not before the sharing, in the host's other weeks, in a pause of host or guest, or on the guest's own route."""
    office, host, guest, other = opened(user, inputs, rhythm="even")
    office.enters("pause", host, date(2025, 6, 9), until="2025-06-11")
    office.enters("pause", guest, date(2025, 6, 24), until="2025-06-24")
    office.opens()
    office.refuses("extra", guest, "EGG", 1, date(2025, 5, 27))
    office.shares(host, guest, date(2025, 5, 21))
    for day in (TUESDAY, date(2025, 6, 3), date(2025, 6, 10), date(2025, 6, 24), THURSDAY, date(2025, 5, 29)):
        office.refuses("extra", guest, "EGG", 1, day)
    office.does("extra", host, "EGG", 1, date(2025, 6, 24))
    count = inputs.randint(1, 99)
    office.does("extra", guest, "BRD", count, date(2025, 5, 27))
    office.sees_label("N-4", f"{host} + {guest}", "M", date(2025, 5, 27), f"{count} x Loaf of bread")
    office.refuses("extra", guest, "BRD", 100, date(2025, 5, 27))
    office.does("extra", guest, "BRD", 0, date(2025, 5, 27))
    office.sees_label("N-4", f"{host} + {guest}", "M", date(2025, 5, 27))
    assert other


@testcode("Shared boxes", "Pauses")
def in_the_hosts_pause_no_box_comes(user: FilesUser, inputs: Inputs) -> None:
    """The guest gets and pays nothing, not even the extras that were ordered before."""
    office, host, guest, other = opened(user, inputs)
    office.opens()
    office.shares(host, guest, date(2025, 5, 1))
    office.does("extra", guest, "EGG", inputs.randint(1, 9), TUESDAY)
    office.does("pause", host, TUESDAY, date(2025, 5, 26))
    office.sees_no_label("N-4", TUESDAY)
    office.sees_boxes({"S": 1}, TUESDAY)
    assert not [row for row in office.rows("pack", TUESDAY) if "Six eggs" in row], "the eggs have no box to come with"
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY + WEEK)
    price = office.prices["M"]
    owed = {guest: 3 * (price // 2), host: 3 * (price - price // 2), other: 4 * office.prices["S"]}
    office.sees_amounts(owed, "2025-05")
    card = {cell(row, 0): row[1:] for row in office.rows("member", guest)}
    assert card.get("Next box") == ["2025-05-27"], f"the next box of the guest is {card.get('Next box')}"


@testcode("Shared boxes", "Pauses")
def in_the_guests_pause_the_box_is_the_hosts(user: FilesUser, inputs: Inputs) -> None:
    """Who pays all of it, and whose extras alone come; afterwards it is shared again without another entry."""
    office, host, guest, other = opened(user, inputs)
    office.opens()
    office.shares(host, guest, date(2025, 5, 1))
    jars = inputs.randint(1, 9)
    eggs = inputs.randint(1, 9)
    office.does("extra", guest, "EGG", eggs, TUESDAY)
    office.does("extra", host, "HON", jars, TUESDAY)
    office.does("pause", guest, date(2025, 5, 14), TUESDAY)
    office.sees_label("N-4", host, "M", TUESDAY, f"{jars} x Jar of honey")
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY - WEEK)
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY + WEEK)
    price, half = office.prices["M"], office.prices["M"] // 2
    owed = {
        guest: 3 * half,
        host: 3 * (price - half) + price + jars * office.prices["HON"],
        other: 4 * office.prices["S"],
    }
    office.sees_amounts(owed, "2025-05")
    card = {cell(row, 0): row[1:] for row in office.rows("member", guest)}
    assert card.get("Next box") == ["2025-05-27"], f"the next box of the guest is {card.get('Next box')}"
    office.does("resume", guest, "--day", TUESDAY)
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY, f"{eggs} x Six eggs, {jars} x Jar of honey")


@testcode("Shared boxes", "Changes of the box")
def size_rhythm_and_route_go_for_both(user: FilesUser, inputs: Inputs) -> None:
    """A larger box, then another rhythm, then another route: the sharing lasts."""
    office, host, guest, other = opened(user, inputs, "S")
    office.opens()
    office.shares(host, guest, date(2025, 5, 1))
    both = f"{host} + {guest}"
    office.does("box", host, "L", "--day", TUESDAY)
    office.sees_label("N-4", both, "S", TUESDAY - WEEK)
    office.sees_label("N-4", both, "L", TUESDAY)
    office.does("box", host, "L", "even", "--day", TUESDAY)
    office.sees_no_label("N-4", TUESDAY)
    office.sees_label("N-4", both, "L", TUESDAY + WEEK)
    stop = inputs.randint(10, 90)
    office.does("move", host, "--route", "S", "--stop", stop, "--day", date(2025, 5, 25))
    office.sees_label(f"S-{stop}", both, "L", date(2025, 5, 28))
    office.does("move", guest, "--route", "N", "--day", date(2025, 5, 25))
    office.sees_label(f"S-{stop}", both, "L", date(2025, 5, 28))
    price = office.prices["L"]
    owed = {guest: 2 * (price // 2), host: 2 * (price - price // 2), other: 4 * office.prices["S"]}
    office.sees_amounts(owed, "2025-06")


@testcode("Shared boxes", "End of sharing")
def it_ends_with_the_box_of_the_host(user: FilesUser, inputs: Inputs) -> None:
    """By nobox or leave, also one that was entered before the sharing for a later day; a new box is not shared."""
    for ending, announced in (("nobox", False), ("leave", False), ("nobox", True)):
        office, host, guest, _ = opened(user, inputs)
        office.opens()
        if announced:
            office.does(ending, host, "--day", TUESDAY)
        office.shares(host, guest, date(2025, 5, 1))
        if not announced:
            office.does(ending, host, "--day", TUESDAY)
        office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY - WEEK)
        office.sees_no_label("N-4", TUESDAY)
        box = {cell(row, 0): cell(row, 2) for row in office.rows("members", "--day", TUESDAY)}
        assert box.get(guest) == "-", f"the guest has the box {box.get(guest)!r}"
        office.refuses("extra", guest, "EGG", 1, TUESDAY)
        if ending == "leave":
            office.does("join", host, "--route", "N", "--stop", 4, "--day", date(2025, 5, 25))
        office.does("box", host, "L", "--day", date(2025, 5, 26))
        office.sees_label("N-4", host, "L", TUESDAY + WEEK)


@testcode("Shared boxes", "End of sharing")
def it_ends_when_the_guest_has_a_box_or_leaves(user: FilesUser, inputs: Inputs) -> None:
    """The host has the box alone; it does not begin again when the guest gives up the box or joins again."""
    for ending in ("box", "leave"):
        office, host, guest, other = opened(user, inputs)
        office.opens()
        office.shares(host, guest, date(2025, 5, 1))
        office.does(ending, guest, *(["S"] if ending == "box" else []), "--day", TUESDAY)
        office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY - WEEK)
        office.sees_label("N-4", host, "M", TUESDAY)
        if ending == "box":
            office.sees_label("T-2", guest, "S", THURSDAY)
            office.does("nobox", guest, "--day", date(2025, 5, 25))
        else:
            office.sees_no_label("T-2", THURSDAY)
            office.does("join", guest, "--route", "T", "--day", date(2025, 5, 25))
        office.sees_label("N-4", host, "M", TUESDAY + WEEK)
        price, half = office.prices["M"], office.prices["M"] // 2
        owed = {guest: 2 * half, host: 2 * (price - half) + 2 * price, other: 4 * office.prices["S"]}
        owed[guest] += office.prices["S"] if ending == "box" else 0
        office.sees_amounts(owed, "2025-05")


@testcode("Shared boxes", "End of sharing")
def either_of_them_ends_it(user: FilesUser, inputs: Inputs) -> None:
    """By the name of the host or of the guest, from the day on; then the guest can share another box."""
    for by_host in (True, False):
        office, host, guest, other = opened(user, inputs)
        office.opens()
        office.shares(host, guest, date(2025, 5, 1))
        office.does("unshare", host if by_host else guest.upper(), "--day", TUESDAY, "--note", inputs.word())
        office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY - WEEK)
        office.sees_label("N-4", host, "M", TUESDAY)
        office.shares(other, guest, date(2025, 5, 26))
        office.sees_label("N-9", other, "S", TUESDAY)
        office.sees_label("N-9", f"{other} + {guest}", "S", TUESDAY + WEEK)
        office.sees_label("N-4", host, "M", TUESDAY + WEEK)


@testcode("Shared boxes", "Refuse what cannot be shared")
def what_cannot_be_shared_is_refused(user: FilesUser, inputs: Inputs) -> None:
    """On the day that is meant, not on the current one; nothing is entered."""
    office, host, guest, other = opened(user, inputs)
    late, second = office.names(2)
    office.takes_on(late, "S-1", day=date(2025, 6, 1))
    office.takes_on(second, "S-2")
    office.enters("box", second, date(2025, 6, 2), size="S", rhythm="weekly")
    office.enters("nobox", second, date(2025, 6, 20))
    office.enters("leave", other, date(2025, 7, 1))
    office.opens()
    office.refuses("share", guest, second)
    office.refuses("share", second, guest)
    office.refuses("share", host, other)
    office.refuses("share", host, host)
    office.refuses("share", host, late)
    office.refuses("share", host, inputs.name())
    office.refuses("share", host, second, "--day", "2025-06-05")
    office.refuses("share", other, guest, "--day", "2025-07-01")
    office.refuses("share", host, other, "--day", "2025-07-01")
    office.refuses("share", host, guest, "--day", "2025-02-30")
    for name in (host, guest, inputs.name()):
        office.refuses("unshare", name)
    office.shares(host, guest, TUESDAY)
    office.refuses("unshare", guest, "--day", TUESDAY - timedelta(days=1))
    office.refuses("share", host, second, "--day", TUESDAY)
    office.refuses("share", other, guest, "--day", TUESDAY)
    office.refuses("share", host, guest, "--day", date(2025, 6, 30))
    office.does("unshare", host, "--day", date(2025, 6, 10))
    office.refuses("unshare", host, "--day", date(2025, 6, 10))
    office.shares(host, second, date(2025, 6, 24))
    office.sees_label("N-4", f"{host} + {second}", "M", date(2025, 6, 24))


@testcode("Shared boxes", "Show who shares")
def lists_and_cards_show_who_shares(user: FilesUser, inputs: Inputs) -> None:
    """On the day that is asked for; the guest's next box is the next shared one."""
    rhythm = inputs.choice(["even", "odd"])
    office, host, guest, other = opened(user, inputs, "L", rhythm)
    office.opens()
    office.shares(host, guest, date(2025, 6, 1))
    office.does("unshare", host, "--day", date(2025, 7, 1))
    shown = {"2025-05-31": (f"L {rhythm}", "-"), "2025-06-01": (f"L {rhythm} with {guest}", f"shares {host}")}
    shown |= {"2025-06-30": shown["2025-06-01"], "2025-07-01": shown["2025-05-31"]}
    for day, (of_host, of_guest) in shown.items():
        rows = [[guest, "T-2", of_guest, "-"], [host, "N-4", of_host, "-"]]
        seen = [row for row in office.rows("members", "--day", day) if cell(row, 0) != other]
        assert seen == rows, f"on {day} the members are {seen} instead of {rows}"
        boxes = [
            row[1:]
            for name in (host, guest)
            for row in office.rows("member", name, "--day", day)
            if cell(row, 0) == "Box"
        ]
        assert boxes == [[of_host], [of_guest]], f"on {day} the cards show {boxes}"
    first, second = ("2025-06-10", "2025-06-24") if rhythm == "even" else ("2025-06-03", "2025-06-17")
    for day, following in (("2025-05-19", first), (first, first), ("2025-06-12", second), ("2025-06-25", "-")):
        card = {cell(row, 0): row[1:] for row in office.rows("member", guest, "--day", day)}
        assert card.get("Next box") == [following], f"on {day} the next box is {card.get('Next box')}, not {following}"


@testcode("Shared boxes", "Show who shares")
def the_export_is_as_it_was(user: FilesUser, inputs: Inputs) -> None:
    """The columns, and no box of the guest."""
    office, host, guest, other = opened(user, inputs, "L", "even")
    office.opens()
    office.shares(host, guest, date(2025, 5, 1))
    office.sees([["3 members"]], "export", "members.csv")
    seen = user.reads_csv(user.text("members.csv"), columns=5)
    wanted = [
        ["name", "route", "stop", "box", "rhythm"],
        [other, "N", "9", "S", "weekly"],
        [guest, "T", "2", "", ""],
        [host, "N", "4", "L", "even"],
    ]
    assert seen == wanted, f"the export is {seen} instead of {wanted}"


@testcode("Shared boxes", "Share a box")
def sharing_is_an_entry_like_all_others(user: FilesUser, inputs: Inputs) -> None:
    """With number, note and the current day; the check accepts it, `cancel` takes it back, also the end of it."""
    office, host, guest, _ = opened(user, inputs)
    office.enters("pay", host, number=1000, amount="1.00")
    office.opens()
    before, note = user.text("data/journal.csv"), " ".join(inputs.words(2))
    share = office.number_of(office.does("share", host, guest, "--note", note))
    assert share == 1001, f"the entry after 1000 is {share}"
    assert user.text("data/journal.csv").startswith(before), "the lines that were there have changed"
    listed = [
        row for row in office.rows("journal", "--from", share) if note in row and row[:2] == ["1001", "2025-05-19"]
    ]
    assert len(listed) == 1, f"the journal does not list entry 1001 of today with its note {note!r}"
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY)
    end = office.number_of(office.does("unshare", guest, "--day", TUESDAY))
    office.sees_label("N-4", host, "M", TUESDAY)
    office.sees([["no problems"]], "check")
    office.does("cancel", end)
    office.sees_label("N-4", f"{host} + {guest}", "M", TUESDAY)
    office.does("cancel", share)
    office.sees_label("N-4", host, "M", TUESDAY)
    office.refuses("cancel", share)
    office.sees([["no problems"]], "check")
    assert office.shares(host, guest, TUESDAY) == 1005, "the numbers do not go on"


@testcode("Entries", "Count every entry")
def what_was_entered_after_entry_999_counts(user: FilesUser, inputs: Inputs) -> None:
    """Boxes, ends of boxes, moves, pauses and their ends, extras that replace others, each with a number of its own."""
    office = Office(user, inputs, number=980)
    larger, ended, moved, back, hungry, old = office.names(6)
    for stop, name in enumerate((larger, ended, moved, back, hungry, old), 1):
        office.takes_on(name, f"N-{stop}", "S")
    office.enters("extra", hungry, TUESDAY, code="HON", count=1)
    office.enters("pause", back, date(2025, 5, 1), until="2025-06-30")
    office.enters("box", old, date(2025, 4, 1), size="L", rhythm="weekly")
    office.number = 1000
    office.enters("box", larger, date(2025, 5, 14), size="M", rhythm="weekly")
    office.enters("nobox", ended, date(2025, 5, 15))
    office.enters("move", moved, date(2025, 5, 16), route="N", stop=inputs.randint(20, 90))
    office.enters("resume", back, TUESDAY)
    eggs, jars = inputs.randint(2, 9), inputs.randint(2, 9)
    office.enters("extra", hungry, TUESDAY, code="HON", count=jars)
    office.enters("extra", hungry, TUESDAY, code="EGG", count=eggs)
    office.opens()
    office.sees_boxes({"S": 3, "M": 1, "L": 1}, TUESDAY)
    office.sees_label("N-1", larger, "M", TUESDAY)
    office.sees_no_label("N-2", TUESDAY)
    office.sees_no_label("N-3", TUESDAY)
    office.sees_label("N-4", back, "S", TUESDAY)
    office.sees_label("N-5", hungry, "S", TUESDAY, f"{eggs} x Six eggs, {jars} x Jar of honey")
    office.sees_label("N-6", old, "L", TUESDAY)


@testcode("Entries", "Count every entry")
def entries_of_one_number_count_in_the_order_of_the_file(user: FilesUser, inputs: Inputs) -> None:
    """As the program numbered them since last week: all 1000, later days first or last."""
    office = Office(user, inputs, number=988)
    first, second, third = office.names(3)
    for stop, name in enumerate((first, second, third), 1):
        office.takes_on(name, f"N-{stop}", "S")
    for size in ("L", "S", "M"):
        office.enters("box", first, date(2025, 5, 13), number=1000, size=size, rhythm="weekly")
    office.enters("box", second, date(2025, 5, 18), number=1000, size="L", rhythm="weekly")
    office.enters("box", second, date(2025, 5, 14), number=1000, size="M", rhythm="weekly")
    office.enters("nobox", third, date(2025, 5, 13), number=1000)
    office.enters("box", third, date(2025, 5, 13), number=1000, size="L", rhythm="weekly")
    paid = [inputs.randint(100, 9000) for _ in range(3)]
    for cents in paid:
        office.enters("pay", first, date(2025, 5, 15), number=1000, amount=amount(cents))
    office.opens()
    office.sees_boxes({"S": 0, "M": 2, "L": 1}, TUESDAY)
    office.sees_label("N-2", second, "M", TUESDAY)
    office.sees_label("N-3", third, "L", TUESDAY)
    office.sees([[first, amount(sum(paid))]], "balance", first)


@testcode("Entries", "Count every entry")
def who_left_last_week_gets_nothing(user: FilesUser, inputs: Inputs) -> None:
    """No stop, no line in the list of members, no invoice; and a new member comes at once."""
    office = Office(user, inputs, number=990)
    gone, new, there = office.names(3)
    office.takes_on(there, "T-5", "M")
    office.takes_on(gone, "T-6", "L")
    office.enters("leave", gone, date(2025, 5, 15), number=1000)
    office.takes_on(new, "T-7", "S", day=date(2025, 5, 16), number=1000)
    office.opens()
    sheet = office.rows("route", THURSDAY, "T")[1:]
    assert [row[:3] for row in sheet] == [["5", there, "M"], ["7", new, "S"]], f"the sheet of Town is {sheet}"
    office.sees([[new, "T-7", "S weekly", "-"], [there, "T-5", "M weekly", "-"]], "members")
    office.sees_amounts({new: 4 * office.prices["S"], there: 4 * office.prices["M"]}, "2025-06")


def enters_box(office: Office, name: str, size: str) -> None:
    """Put a box, or the end of it (no size), into the journal, for a drawn day in the past."""
    day = START + timedelta(days=office.inputs.randint(1, 77))
    if size:
        office.enters("box", name, day, size=size, rhythm="weekly")
    else:
        office.enters("nobox", name, day)


@testcode("Entries", "Count every entry")
def all_totals_agree(user: FilesUser, inputs: Inputs) -> None:
    """Drawn changes on both sides of entry 1000: lists, harvest, preview and stats count the last of each member."""
    office = Office(user, inputs, number=960)
    names = office.names(9)
    state: dict[str, str] = {}
    for stop, name in enumerate(names, 1):
        state[name] = inputs.choice("SML")
        office.takes_on(name, f"{'NST'[stop % 3]}-{stop}", state[name])
    while office.number < 1010:
        name, size = inputs.choice(names), inputs.choice(["S", "M", "L", ""])
        enters_box(office, name, size)
        if office.number <= 1000:
            state[name] = size
    for name in names:
        state[name] = inputs.choice([size for size in ("S", "M", "L", "") if size != state[name]])
        enters_box(office, name, state[name])
    office.opens()
    for number, day in enumerate(ROUTES.values()):
        own = [state[name] for stop, name in enumerate(names, 1) if stop % 3 == number]
        office.sees_boxes({size: own.count(size) for size in BOXES}, day)
    need = sum(office.potatoes[size] for size in state.values() if size)
    office.sees([["potatoes", kilograms(need)]] if need else [], "harvest", "2025-05-19", "2025-05-25")
    june = {name: 4 * office.prices[size] for name, size in state.items() if size}
    office.sees_amounts(june, "2025-06")
    counts = [4 * list(state.values()).count(size) for size in BOXES]
    year = {cell(row, 0): row for row in office.rows("stats", 2025)}
    wanted = ["2025-06", "9", *map(str, counts), amount(sum(june.values()))]
    assert year.get("2025-06", wanted if not june else []) == wanted, f"stats have {year} instead of {wanted}"


@testcode("Entries", "Count every entry")
def lines_may_have_any_order(user: FilesUser, inputs: Inputs) -> None:
    """Numbers of one to five digits, sorted in a spreadsheet by something else."""
    office = Office(user, inputs)
    (name,) = office.names(1)
    office.takes_on(name, "N-1", "S")
    sizes = [inputs.choice("SML") for _ in range(7)]
    for number, size in zip((9, 10, 99, 100, 999, 1000, 9999), sizes, strict=True):
        office.enters("box", name, date(2025, 4, 1), number=number, size=size, rhythm="weekly")
    last = inputs.choice([size for size in "SML" if size != sizes[-1]])
    office.enters("box", name, date(2025, 4, 1), number=10000, size=last, rhythm="weekly")
    for _ in range(2):
        inputs.shuffle(office.lines)
        office.opens()
        office.sees_label("N-1", name, last, TUESDAY)
    numbers = [cell(row, 0) for row in office.rows("journal")]
    wanted = ["001", "002", "009", "010", "099", "100", "999", "1000", "9999", "10000"]
    assert numbers == wanted, f"the journal lists {numbers} instead of {wanted}"


@testcode("Entries", "Number new entries")
def new_entries_have_numbers_of_their_own(user: FilesUser, inputs: Inputs) -> None:
    """After 999, after entries that all have 1000, after 9999; whatever stands last in the file."""
    for last, shuffled in ((998, False), (1000, False), (9998, False), (inputs.randint(1001, 9000), True)):
        office = Office(user, inputs, number=last - 4)
        (name,) = office.names(1)
        office.takes_on(name, "N-1", "S")
        office.enters("pay", name, number=last - 1, amount="1.00")
        for _ in range(3 if last == 1000 else 1):
            office.enters("pay", name, number=last, amount="1.00")
        if shuffled:
            office.lines.reverse()
        office.opens()
        before = user.text("data/journal.csv")
        made = [office.number_of(office.does("pay", name, amount(inputs.randint(1, 9999)))) for _ in range(3)]
        assert made == [last + 1, last + 2, last + 3], f"after entry {last} the new ones are {made}"
        assert user.text("data/journal.csv").startswith(before), "the lines that were there have changed"
        size = inputs.choice("ML")
        office.does("box", name, size)
        office.sees_label("N-1", name, size, TUESDAY)


@testcode("Entries", "List entries")
def the_journal_is_listed_between_two_numbers(user: FilesUser, inputs: Inputs) -> None:
    """Both included, below and above 1000, and of one member."""
    office = Office(user, inputs, number=985)
    one, two = office.names(2)
    office.takes_on(one, "N-1", "S")
    office.takes_on(two, "N-2", "M")
    while office.number < 1016:
        office.enters("pay", inputs.choice((one, two)), amount=amount(inputs.randint(1, 9999)))
    office.opens()
    below, above = inputs.randint(990, 998), inputs.randint(1001, 1010)
    numbers = range(985, 1016)
    for words, wanted in (
        (("--from", below, "--to", above), range(below, above + 1)),
        (("--from", above), range(above, 1016)),
        (("--to", below), range(985, below + 1)),
        (("--from", 1000, "--to", 1000), [1000]),
        ((), numbers),
    ):
        seen = [cell(row, 0) for row in office.rows("journal", *words)]
        assert seen == [str(number) for number in wanted], f"journal {words} lists {seen}"
    mine = [line.split(",")[0] for line in office.lines if f",{two}," in line]
    seen = [cell(row, 0) for row in office.rows("journal", "--member", two)]
    assert seen == mine, f"the entries of {two} are {seen} instead of {mine}"


def invoices_of(numbers: Sequence[int], member: str, month: str, cents: Sequence[int], year: int = 2025) -> list[str]:
    """Return lines of the register, due one day after the other."""
    due = date(2025, 4, 1)
    return [
        f"{year}-{number:03},{month},{member},{amount(each)},2025-03-31,{due + timedelta(days=place)}"
        for place, (number, each) in enumerate(zip(numbers, cents, strict=True))
    ]


@testcode("The same mistake elsewhere", "Number and order invoices")
def invoice_numbers_go_on_after_999(user: FilesUser, inputs: Inputs) -> None:
    """Whatever the order of the lines; other years do not matter, and a year without invoices begins with 001."""
    office = Office(user, inputs)
    names = office.names(3)
    for stop, name in enumerate(names, 1):
        office.takes_on(name, f"N-{stop}", "S", day=date(2024, 12, 1))
    office.opens()
    last = inputs.randint(1000, 1012)
    numbers = range(990, last + 1)
    lines = invoices_of(numbers, names[0], "2025-03", [100] * len(numbers))
    lines += invoices_of(range(1300, 1304), names[1], "2024-11", [100] * 4, 2024)
    inputs.shuffle(lines)
    heading = "number,month,member,amount,day,due"
    user.writes("data/invoices.csv", table(heading, lines))
    april = 5 * office.prices["S"]
    wanted = [[f"2025-{last + place}", name, amount(april)] for place, name in enumerate(names, 1)]
    office.sees([*wanted, ["Total", "-", amount(3 * april)]], "invoice", "2025-04")
    february = [
        [f"2025-{last + 3 + place}", name, amount(4 * office.prices["S"])] for place, name in enumerate(names, 1)
    ]
    seen = office.rows("invoice", "2025-02")
    assert seen[:3] == february, f"the invoices of February are {seen} instead of {february}"
    user.writes("data/invoices.csv", table(heading, invoices_of(range(1, 5), names[0], "2024-03", [100] * 4, 2024)))
    first = [cell(row, 0) for row in office.rows("invoice", "2025-04")]
    assert first == ["2025-001", "2025-002", "2025-003", "Total"], f"a new year begins with {first}"


@testcode("The same mistake elsewhere", "Number and order invoices")
def money_pays_the_lowest_numbers_first(user: FilesUser, inputs: Inputs) -> None:
    """Reminders of invoices on both sides of 999, and their order."""
    office = Office(user, inputs)
    (name,) = office.names(1)
    office.takes_on(name, "N-1", "S")
    cents = [inputs.randint(1000, 9000) for _ in range(5)]
    paid = cents[0] + inputs.randint(1, cents[1] - 1)
    office.enters("pay", name, amount=amount(paid))
    office.opens()
    lines = invoices_of(range(998, 1003), name, "2025-03", cents)
    inputs.shuffle(lines)
    user.writes("data/invoices.csv", table("number,month,member,amount,day,due", lines))
    due = [f"2025-04-0{day}" for day in range(1, 6)]
    left = [0, cents[0] + cents[1] - paid, *cents[2:]]
    rows = [[name, f"2025-{998 + at:03}", due[at], amount(left[at])] for at in range(1, 5)]
    office.sees([*rows, ["Total", "-", "-", amount(sum(left))]], "reminders")
    office.sees([*rows[:2], ["Total", "-", "-", amount(left[1] + left[2])]], "reminders", "--day", "2025-04-04")


def payments(names: Sequence[str], cents: Sequence[int], text: str = "") -> str:
    rows = [f"2025-05-16,{name},{amount(each)},{text}" for name, each in zip(names, cents, strict=True)]
    return table("day,name,amount,text", rows)


@testcode("The same mistake elsewhere", "Import bank statements in their order")
def statements_are_imported_after_999(user: FilesUser, inputs: Inputs) -> None:
    """1000 after 999, also where the lines are in another order; older ones and the same one are refused."""
    office = Office(user, inputs)
    (name,) = office.names(1)
    office.takes_on(name, "N-1", "S")
    office.opens()
    cents = [inputs.randint(1, 9000) for _ in range(3)]
    user.writes("data/bank.csv", table("statement,payments,amount", ["999,1,5.00", "997,1,5.00", "998,1,5.00"]))
    user.writes("payments.csv", payments([name], cents[:1]))
    office.refuses("import", "payments.csv", 999)
    for number, each in zip((1000, 1001, 10000), cents, strict=True):
        user.writes("payments.csv", payments([name], [each]))
        office.sees([[f"1 payments, {amount(each)}"]], "import", "payments.csv", number)
        for older in (number, number - 1):
            office.refuses("import", "payments.csv", older)
    office.sees([[name, amount(sum(cents))]], "balance", name)


@testcode("What worked before", "Deliveries")
def deliveries_follow_routes_rhythms_and_calendar(user: FilesUser, inputs: Inputs) -> None:
    """Even and odd weeks, a round on another day in its week, pauses to their last day, stops in their order."""
    office = Office(user, inputs)
    even, odd, weekly, paused = office.names(4)
    stops = sorted(inputs.sample(range(2, 60), 4))
    for name, stop, rhythm in zip((weekly, even, odd, paused), stops, ("weekly", "even", "odd", "weekly"), strict=True):
        office.takes_on(name, f"T-{stop}", "M", rhythm)
    office.enters("pause", paused, date(2025, 5, 8), until="2025-05-22")
    office.enters("pause", paused, date(2025, 6, 5), until="2025-06-12")
    office.enters("pause", paused, date(2025, 6, 26), until="2025-07-31")
    office.enters("resume", paused, date(2025, 6, 12))
    office.opens()
    both = {
        "2025-05-15": (weekly, even),
        "2025-05-22": (weekly, odd),
        "2025-05-29": (),
        "2025-05-30": (weekly, even, paused),
    }
    both |= {"2025-06-05": (weekly, odd), "2025-06-12": (weekly, even, paused), "2025-06-26": (weekly, even, paused)}
    both |= {"2025-05-01": (weekly, even, paused), "2025-05-08": (weekly, odd), "2025-05-21": (), "2025-02-27": ()}
    place = dict(zip((weekly, even, odd, paused), stops, strict=True))
    for day, names in both.items():
        wanted = [[f"T-{place[name]}", name, "Medium box", "-"] for name in names]
        office.sees(wanted, "labels", day)
    need = sum(len(names) for day, names in both.items() if "2025-05-20" <= day <= "2025-06-06")
    office.sees([["potatoes", kilograms(need * office.potatoes["M"])]], "harvest", "2025-05-20", "2025-06-06")
    office.refuses("harvest", "2025-06-06", "2025-06-05")
    office.refuses("route", "2025-05-29", "T")
    heading = office.rows("route", "2025-05-30", "T")[:1]
    assert heading == [["Hollow Lane Farm: Town, 2025-05-30, bicycle"]], f"the sheet begins with {heading}"
    for weekday, then in (("Saturday", date(2025, 6, 7)), ("sunday", date(2025, 6, 8))):
        user.writes("data/routes.csv", table("code,name,weekday,van", [f"t,Town,{weekday},", "S,South,monday,"]))
        office.sees([[f"T-{place[name]}", name, "Medium box", "-"] for name in (weekly, odd)], "labels", then)


@testcode("What worked before", "Deliveries")
def crates_and_stats_count_all_boxes(user: FilesUser, inputs: Inputs) -> None:
    """Crates at the end of a day, less those that came back; sheets have those of the day before."""
    office = Office(user, inputs)
    one, two, three = office.names(3)
    office.takes_on(one, "S-1", "S")
    office.takes_on(two, "S-2", "L", day=date(2025, 4, 2))
    office.takes_on(three, "N-1")
    back, later = inputs.randint(1, 9), inputs.randint(1, 3)
    office.enters("crates", one, date(2025, 5, 7), back=back)
    office.enters("crates", two, date(2025, 5, 28), back=later)
    office.enters("leave", one, date(2025, 5, 21))
    office.opens()
    rows = [[one, 11 - back, amount(400 * (11 - back))], [two, 8, "32.00"]]
    total = 19 - back
    office.sees(
        [*[row for row in rows if row[1]], ["Total", total, amount(400 * total)]], "crates", "--day", "2025-05-27"
    )
    two_later = 9 - later
    sheet = office.rows("route", "2025-05-28", "S")[1:]
    assert sheet == [["2", two, "L", "-", "8 crates"]], f"the sheet of South is {sheet}"
    crates = {cell(row, 0): cell(row, 1) for row in office.rows("crates", "--day", "2025-05-28")}
    assert crates.get(two) == str(two_later), f"{two} has {crates.get(two)} crates instead of {two_later}"
    small, large = office.prices["S"], office.prices["L"]
    wanted = [["month", "members", "S", "M", "L", "value"]]
    months = {
        "2025-03": (3, 4, 0),
        "2025-04": (3, 5, 5),
        "2025-05": (2, 2, 4),
        "2025-06": (2, 0, 4),
        "2025-07": (2, 0, 5),
    }
    months["2025-03"] = (2, 4, 0)
    wanted += [[m, str(n), str(s), "0", str(x), amount(s * small + x * large)] for m, (n, s, x) in months.items()]
    seen = office.rows("stats", 2025)
    assert seen[:6] == wanted, f"stats are {seen[:6]} instead of {wanted}"
    whole = ["2025", "-", "11", "0", "40", amount(11 * small + 40 * large)]
    assert seen[-1:] == [whole], f"the year is {seen[-1:]} instead of {whole}"


@testcode("What worked before", "Invoices and accounts")
def invoices_use_the_prices_of_each_day(user: FilesUser, inputs: Inputs) -> None:
    """A new price within the month, extras, a discount from so many boxes on; written once, when the month is over."""
    percent, boxes = inputs.randint(2, 40), inputs.randint(3, 5)
    office = Office(user, inputs, discount=(boxes, percent))
    often, seldom, none = office.names(3)
    office.takes_on(often, "N-1", "M")
    office.takes_on(seldom, "N-2", "M", "even")
    office.takes_on(none, "N-3")
    eggs = inputs.randint(1, 20)
    office.enters("extra", often, date(2025, 4, 15), code="EGG", count=eggs)
    office.enters("extra", often, date(2025, 4, 16), code="EGG", count=3)
    office.enters("extra", seldom, date(2025, 4, 8), code="HON", count=2)
    office.opens()
    new, eggs_then = 2 * inputs.randint(140, 1900), inputs.randint(100, 900)
    prices = [f"{code},2024-01-01,{amount(cents)}" for code, cents in office.prices.items()]
    prices = [f"M,2025-04-15,{amount(new)}", f"EGG,2025-04-16,{amount(eggs_then)}", *prices]
    user.writes("data/prices.csv", table("code,from,price", prices))
    old = office.prices["M"]
    whole, few = 2 * old + 3 * new, old + 2 * new
    off = {often: percent_of(whole, percent), seldom: percent_of(few, percent) if boxes <= 3 else 0}
    owed = {often: whole + eggs * office.prices["EGG"] - off[often], seldom: few - off[seldom]}
    office.sees_amounts(owed, "2025-04")
    office.refuses("invoice", "2025-05")
    rows = [[f"2025-{at:03}", name, amount(cents)] for at, (name, cents) in enumerate(sorted(owed.items()), 1)]
    office.sees([*rows, ["Total", "-", amount(sum(owed.values()))]], "invoice", "2025-04")
    office.refuses("invoice", "2025-04")
    number = dict(zip(sorted(owed), ("2025-001", "2025-002"), strict=True))
    lines = [
        [number[often], often, f"2025-04-{d:02}", "Medium box", "1", amount(old if d < 15 else new)]
        for d in (1, 8, 15, 22, 29)
    ]
    lines.insert(3, [number[often], often, "2025-04-15", "Six eggs", str(eggs), amount(eggs * office.prices["EGG"])])
    lines.append([number[often], often, "2025-04-30", f"Discount {percent} %", "", amount(-off[often])])
    seen = user.reads_csv(user.text("invoices/2025-04.csv"), columns=6)
    assert seen[:1] == [["invoice", "member", "day", "item", "quantity", "amount"]], f"the columns are {seen[:1]}"
    mine = [row for row in seen if row[1] == often]
    assert mine == lines, f"the lines are {mine} instead of {lines}"
    register = user.reads_csv(user.text("data/invoices.csv"), columns=6)[1:]
    wanted = [[number[name], "2025-04", name, amount(owed[name]), "2025-05-19", "2025-06-02"] for name in sorted(owed)]
    assert register == wanted, f"the register is {register} instead of {wanted}"


@testcode("What worked before", "Invoices and accounts")
def accounts_and_reminders_add_up(user: FilesUser, inputs: Inputs) -> None:
    """Payments, credits, invoices and what is left of them, by day."""
    office = Office(user, inputs)
    late, paid, more = office.names(3)
    for stop, name in enumerate((late, paid, more), 1):
        office.takes_on(name, f"N-{stop}", "S")
    owed = [inputs.randint(2000, 9000) for _ in range(4)]
    part, gift, over = inputs.randint(1, 1999), inputs.randint(1, 900), inputs.randint(1, 5000)
    office.enters("pay", late, date(2025, 4, 2), amount=amount(owed[0] + part))
    office.enters("credit", more, date(2025, 3, 20), "bad lettuce", amount=amount(gift))
    office.enters("pay", paid, date(2025, 4, 3), "thanks", amount=amount(owed[2] + over))
    office.opens()
    rows = [
        f"2025-001,2025-01,{late},{amount(owed[0])},2025-02-01,2025-02-15",
        f"2025-002,2025-02,{late},{amount(owed[1])},2025-03-01,2025-03-15",
        f"2025-003,2025-02,{paid},{amount(owed[2])},2025-03-01,2025-03-15",
        f"2025-004,2025-03,{more},{amount(owed[3])},2025-04-01,2025-05-19",
    ]
    user.writes("data/invoices.csv", table("number,month,member,amount,day,due", rows))
    balances = {late: part - owed[1], paid: over, more: gift - owed[3]}
    shown = [[name, amount(cents)] for name, cents in balances.items()]
    office.sees([*shown, ["Total", amount(sum(balances.values()))]], "balance")
    office.sees([[paid, amount(over)]], "balance", paid.upper())
    statement = [
        ["2025-03-20", "bad lettuce", amount(gift), amount(gift)],
        ["2025-04-01", "invoice 2025-004", amount(-owed[3]), amount(gift - owed[3])],
    ]
    office.sees(statement, "statement", more)
    overdue = [late, "2025-002", "2025-03-15", amount(owed[1] - part)]
    office.sees([overdue, ["Total", "-", "-", amount(owed[1] - part)]], "reminders")
    both = [overdue, [more, "2025-004", "2025-05-19", amount(owed[3] - gift)]]
    office.sees(
        [*both, ["Total", "-", "-", amount(owed[1] - part + owed[3] - gift)]], "reminders", "--day", "2025-05-20"
    )
    office.does("credit", more, amount(7), "--day", "2025-05-01")
    office.does("pay", late, "3", "--note", "cash")
    office.sees([[more, amount(balances[more] + 7)]], "balance", more)
    last = office.rows("statement", late)[-1:]
    assert last == [["2025-05-19", "cash", "3.00", amount(balances[late] + 300)]], f"the statement ends with {last}"


@testcode("What worked before", "Rules of entries")
def later_entries_replace_earlier_ones(user: FilesUser, inputs: Inputs) -> None:
    """From their day on, also what was entered for later days; cancelled ones do not count; stops are given out."""
    office = Office(user, inputs)
    name, gone, third, far = office.names(4)
    office.takes_on(gone, f"N-{inputs.randint(5, 40)}", "S")
    office.takes_on(third, "N-2")
    office.takes_on(far, "S-90")
    last = office.lines[0].split("stop=")[1].rstrip(",")
    office.opens()
    first = office.number_of(office.does("join", name, "--route", "n", "--day", "2025-05-01", "--note", "new"))
    assert first == 5, f"the fifth entry has the number {first}"
    office.does("box", name.upper(), "s", "--day", "2025-05-01")
    place = f"N-{int(last) + 1}"
    office.sees_label(place, name, "S", TUESDAY)
    office.does("box", name, "L", "--day", TUESDAY + WEEK)
    number = office.number_of(office.does("box", name, "M", "--day", TUESDAY))
    office.sees_label(place, name, "M", TUESDAY + WEEK)
    office.does("cancel", number)
    office.sees_label(place, name, "S", TUESDAY)
    office.sees_label(place, name, "L", TUESDAY + WEEK)
    marked = [row for row in office.rows("journal") if "cancelled" in row]
    assert [cell(row, 0) for row in marked] == [f"{number:03}"], f"the journal marks {marked}"
    office.does("extra", name, "EGG", 2, TUESDAY)
    office.does("extra", name, "EGG", 5, TUESDAY)
    office.sees_label(place, name, "S", TUESDAY, "5 x Six eggs")
    office.does("move", name, "--route", "S", "--stop", 7, "--day", "2025-05-25")
    office.sees_label("S-7", name, "L", date(2025, 5, 28))
    office.does("leave", gone, "--day", "2025-05-21")
    office.does("pause", name, "2025-05-28", "2025-06-04")
    members = [[name, "S-7", "L weekly", "paused until 2025-06-04"], [third, "N-2", "-", "-"], [far, "S-90", "-", "-"]]
    office.sees(members, "members", "--day", "2025-05-28")
    card = [
        ["Name", name],
        ["Place", "S-7"],
        ["Box", "L weekly"],
        ["Pauses", "2025-05-28 to 2025-06-04"],
        ["Next box", "2025-06-11"],
        ["Crates", "3"],
        ["Balance", "0.00"],
    ]
    office.sees(card, "member", name, "--day", "2025-05-28")
    office.does("crates-back", name, 2, "--day", "2025-05-28")
    office.does("resume", name, "--day", "2025-06-01")
    office.sees_label("S-7", name, "L", date(2025, 6, 4))


@testcode("What worked before", "Rules of entries")
def what_is_not_allowed_changes_nothing(user: FilesUser, inputs: Inputs) -> None:
    """Each is refused with one line, and nothing is entered."""
    office = Office(user, inputs)
    there, gone = office.names(2)
    office.takes_on(there, "N-1", "S", "even")
    office.takes_on(gone, "N-2", "S")
    office.enters("leave", gone, date(2025, 5, 1))
    office.opens()
    for words in (
        ("join", there, "--route", "N"),
        ("join", "R2D2", "--route", "N"),
        ("join", "x" * 41, "--route", "N"),
        ("join", f"{there}a", "--route", "X"),
        ("join", f"{there}a", "--route", "N", "--stop", "0"),
        ("join", f"{there}a", "--route", "N", "--stop", "1000"),
        ("leave", gone),
        ("leave", there, "--day", "2025-02-01"),
        ("box", gone, "S"),
        ("box", there, "XL"),
        ("box", there, "EGG"),
        ("box", there, "S", "daily"),
        ("nobox", gone),
        ("move", gone, "--route", "N"),
        ("pause", there, "2025-06-02", "2025-06-01"),
        ("pause", gone, "2025-06-01", "2025-06-02"),
        ("resume", there),
        ("extra", there, "EGG", 1, TUESDAY),
        ("extra", there, "S", 1, TUESDAY + WEEK),
        ("extra", there, "EGG", 100, TUESDAY + WEEK),
        ("extra", gone, "EGG", 1, TUESDAY),
        ("crates-back", there, 0),
        ("pay", there, "0"),
        ("pay", there, "1.234"),
        ("pay", there, "1,50"),
        ("credit", there, "0.00"),
        ("pay", inputs.name(), "1.00"),
        ("pay", there, "1.00", "--note", "x" * 81),
        ("pay", there, "1.00", "--day", "2025-02-29"),
        ("cancel", 77),
        ("cancel", "0"),
        ("harvest", "2025-13-01", "2025-12-01"),
        ("invoice", "2025-13"),
        ("member", inputs.name()),
    ):
        office.refuses(*words)
    office.does("extra", there, "EGG", 99, TUESDAY + WEEK)
    office.does("pay", there, "0.01", "--note", "x" * 80)
    number = office.number_of(office.does("nobox", there))
    cancel = office.number_of(office.does("cancel", number))
    office.refuses("cancel", number)
    office.refuses("cancel", cancel)
    office.refuses("resume", there)
    office.does("join", gone.lower(), "--route", "N", "--stop", 999)
    office.sees([[gone, "N-999", "-", "-"], [there, "N-1", "S even", "-"]][:: 1 if gone < there else -1], "members")


@testcode("What worked before", "Files")
def a_statement_is_imported_as_a_whole(user: FilesUser, inputs: Inputs) -> None:
    """All payments or none, in the order of their numbers; texts are the notes."""
    office = Office(user, inputs)
    one, two = office.names(2)
    office.takes_on(one, "N-1", "S")
    office.takes_on(two, "N-2", "S")
    office.opens()
    cents = [inputs.randint(1, 90000) for _ in range(3)]
    user.writes("bank-12.csv", payments((one, two.upper(), one), cents, "vegetables"))
    office.sees([[f"3 payments, {amount(sum(cents))}"]], "import", "bank-12.csv", 12)
    office.sees([[one, amount(cents[0] + cents[2])]], "balance", one)
    notes = [row[:4] for row in office.rows("statement", one)]
    balance = [amount(cents[0]), amount(cents[0] + cents[2])]
    wanted = [["2025-05-16", "vegetables", amount(each), left] for each, left in zip(cents[::2], balance, strict=True)]
    assert notes == wanted, f"the statement is {notes} instead of {wanted}"
    rows = user.reads_csv(user.text("data/bank.csv"), columns=3)
    assert rows[1:] == [["012", "3", amount(sum(cents))]], f"the statements are {rows[1:]}"
    office.refuses("import", "bank-12.csv", 12)
    office.refuses("import", "bank-12.csv", 11)
    user.writes("wrong.csv", payments((one, f"{two}x"), cents[:2]))
    assert "line 3" in office.refuses("import", "wrong.csv", 13), "the line is not named"
    user.writes("wrong.csv", payments((one, two), cents[:2]).replace("2025-05-16", "16.5.2025"))
    office.refuses("import", "wrong.csv", 13)
    office.refuses("import", "missing.csv", 13)
    user.writes("right.csv", payments((two,), cents[:1]))
    office.does("import", "right.csv", 13)
    last = office.rows("statement", two)[-1:]
    assert last == [["2025-05-16", "statement 013", amount(cents[0]), amount(cents[1] + cents[0])]], f"seen {last}"


@testcode("What worked before", "Files")
def mistakes_in_files_are_named(user: FilesUser, inputs: Inputs) -> None:
    """A line that cannot be understood with status 3 by every command; what does not fit together by `check`."""
    office = Office(user, inputs)
    one, two = office.names(2)
    office.takes_on(one, "N-1", "S")
    office.takes_on(two, "N-2", "S")
    office.opens()
    office.sees([["no problems"]], "check")
    journal = table(COLUMNS, office.lines)
    for wrong in (
        "5,2025-05-01,fly,{},,",
        "x,2025-05-01,nobox,{},,",
        "5,2025-05-01,box,{},size=S,",
        "5,1.5.2025,nobox,{},,",
        "5,2025-05-01,pay,{},amount=x,",
        "5,2025-05-01,nobox,{}",
        "5,2025-05-01,nobox,,,",
        "5,2025-05-01,nobox,{},a=b,",
    ):
        user.writes("data/journal.csv", journal + wrong.format(one) + "\n")
        for words in (("members",), ("pay", one, "1.00")):
            said = office.refuses(*words, status=3)
            assert "journal.csv, line 6" in said, f"the message does not name journal.csv and line 6: {said!r}"
    user.writes("data/journal.csv", table(COLUMNS, [*office.lines, f"5,2025-05-01,move,{two},route=N;stop=1,"]))
    said = office.does("check", status=1)
    assert one in said, f"the check does not say that two have one stop: {said!r}"
    assert two in said, f"the check does not say that two have one stop: {said!r}"
    user.writes("data/journal.csv", table(COLUMNS, [*office.lines, f"5,2025-02-01,box,{two},size=M;rhythm=odd,"]))
    assert "005" in office.does("check", status=1), "the check does not name an entry before joining"
