"""What somebody tries who plans how pictures hang on a wall. The browser of every testcode has a plan of its own.

Pictures are typed to places that leave the middle of the wall bare, where new ones appear. A pull ends up to one
centimetre beside a place on the grid, so that it does not matter on which pixel the mouse lets go.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from missions import BrowserUser, Element, Inputs, Url, testcode

WIDTH, HEIGHT = 600, 300


@dataclass(frozen=True)
class Plan:
    """The page: the wall, the list, and the boxes for new pictures and for the place."""

    home_url: Annotated[Url, "page with the wall"]
    wall: Annotated[
        Element, "the wall: the element whose outline is that of the 600 × 300 cm and which contains the pictures"
    ]
    picture: Annotated[Element, "a picture on the wall, which can have the focus; as many match as hang there"]
    title_box: Annotated[Element, "box for the title of a new picture"]
    width_box: Annotated[Element, "box for the width of a new picture"]
    height_box: Annotated[Element, "box for the height of a new picture"]
    add_button: Annotated[Element, "button that adds the picture"]
    entry: Annotated[Element, "entry of a picture in the list; as many match as are listed"]
    entry_left: Annotated[
        Element, "element inside an entry that shows the distance from the left, its only number; one in each entry"
    ]
    entry_floor: Annotated[
        Element, "element inside an entry that shows the distance from the floor, its only number; one in each entry"
    ]
    left_box: Annotated[Element, "box with the place of the selected picture from the left"]
    floor_box: Annotated[Element, "box with the place of the selected picture from the floor"]

    def adds(self, user: BrowserUser, title: str, width: int | str, height: int | str) -> None:
        user.types(title, into=self.title_box)
        user.types(str(width), into=self.width_box)
        user.types(str(height), into=self.height_box)
        user.clicks(self.add_button)

    def hangs(self, user: BrowserUser, title: str, size: tuple[int, int], left: int, floor: int) -> None:
        """Add a picture and type its place: three changes, unless it hangs there anyway."""
        before = user.count(self.entry)
        self.adds(user, title, *size)
        user.sees_count(before + 1, self.entry)
        self.goes_to(user, left, floor)
        self.is_at(user, title, left, floor)

    def goes_to(self, user: BrowserUser, left: int | str, floor: int | str) -> None:
        """Type the place of the selected picture."""
        for place, box in ((left, self.left_box), (floor, self.floor_box)):
            user.types(str(place), into=box)
            user.presses("Enter", on=box)

    def is_at(self, user: BrowserUser, title: str, left: int, floor: int) -> None:
        user.sees_number(left, in_=self.entry_left, beside=title)
        user.sees_number(floor, in_=self.entry_floor, beside=title)

    def selects(self, user: BrowserUser, title: str, *more: str) -> None:
        """Select pictures in this order: the first one by a click, the others by keyboard."""
        user.clicks(self.picture, beside=title)
        for each in more:
            user.presses("Shift+Enter", on=self.picture, beside=each)

    def pulls(self, user: BrowserUser, title: str, size: tuple[int, int], left: float, floor: float) -> None:
        """Pull a picture until its left and lower edge are at this place, as exactly as pixels are."""
        across, up = (left + size[0] / 2) / WIDTH, (floor + size[1] / 2) / HEIGHT
        user.drags(self.picture, beside=title, to=self.wall, across=across, part=1 - up)

    def is_listed(self, user: BrowserUser, *titles: str) -> None:
        """The list has these pictures in this order, and no other ones."""
        user.sees_count(len(titles), self.entry)
        for text, title in user.pairs(user.texts(self.entry), titles):
            assert title in text, f"the list has {text!r} where {title!r} is expected"


@dataclass(frozen=True)
class Selection(Plan):
    """The page with what shows which pictures are selected."""

    selected_picture: Annotated[
        Element, "a picture on the wall that is selected; as many match as are selected, and look different"
    ]

    def is_selected(self, user: BrowserUser, *titles: str) -> None:
        """These pictures are selected, and no other ones."""
        user.sees_count(len(titles), self.selected_picture)
        for title in titles:
            user.sees(self.selected_picture, containing=title, beside=title)


@dataclass(frozen=True)
class History(Plan):
    """The page with its undo and redo."""

    undo_button: Annotated[Element, "button that takes back the last change"]
    redo_button: Annotated[Element, "button that does again what was taken back"]


Grid = Annotated[Element, "tick box of the grid"]
Larger = Annotated[Element, "button that makes the wall larger"]
Smaller = Annotated[Element, "button that makes the wall smaller"]
Zoom = Annotated[Element, "element that shows the present zoom"]
Overlapping = Annotated[Element, "an entry that is marked because its picture overlaps; as many match as are marked"]
Download = Annotated[Element, "button that downloads the list for the workshop"]
AlignTops = Annotated[Element, "button that brings the upper edges of selected pictures to one height"]
SameGaps = Annotated[Element, "button that makes the gaps between selected pictures equal"]


def size_of(picture: bytes) -> tuple[int, int]:
    """Return width and height of a PNG in pixels."""
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


def presses(user: BrowserUser, *keys: str) -> None:
    for key in keys:
        user.presses(key)


@testcode("Wall", "Use the framework")
def the_page_is_rendered_by_a_framework(user: BrowserUser, history: History, grid: Grid, larger: Larger) -> None:
    """The wall, the boxes and the buttons of the empty plan."""
    user.opens(history.home_url)
    for element in (
        *(history.wall, history.title_box, history.width_box, history.height_box, history.add_button),
        *(history.left_box, history.floor_box, history.undo_button, history.redo_button, grid, larger),
    ):
        user.sees_rendered_by("React", "Vue", element=element)


@testcode("Wall", "Use the framework")
def the_framework_renders_the_pictures(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """And their entries: after adding, pulling, taking back and loading again."""
    one, other = inputs.names(2, 7)

    def are_rendered(*titles: str) -> None:
        user.sees_count(len(titles), history.picture)
        for title in titles:
            user.sees_rendered_by("React", "Vue", element=history.picture, beside=title)
            user.sees_rendered_by("React", "Vue", element=history.entry, beside=title)
            user.sees_rendered_by("React", "Vue", element=history.entry_left, beside=title)

    user.opens(history.home_url)
    history.hangs(user, one, (80, 60), 40, 20)
    are_rendered(one)
    history.hangs(user, other, (80, 60), 440, 20)
    history.pulls(user, one, (80, 60), 40, 200)
    history.is_at(user, one, 40, 200)
    are_rendered(one, other)
    user.clicks(history.undo_button)
    history.is_at(user, one, 40, 20)
    are_rendered(one, other)
    user.reloads()
    are_rendered(one, other)


@testcode("Wall", "Add a picture")
def a_new_picture_hangs_in_the_middle(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """At eye level; of half centimetres the left and lower one."""
    names = inputs.names(4, 7)
    width, height = 2 * inputs.randint(20, 90), 2 * inputs.randint(20, 60)
    user.opens(plan.home_url)
    for name, across, high in zip(
        names, (width, width + 1, width, width + 1), (height, height, height + 1, height + 1), strict=True
    ):
        plan.adds(user, name, across, high)
        plan.is_at(user, name, (WIDTH - across) // 2, (HEIGHT - high) // 2)


@testcode("Wall", "Add a picture")
def what_is_no_picture_is_refused(
    user: BrowserUser,
    plan: Plan,
    message: Annotated[Element, "message that says why a picture was not added"],
    inputs: Inputs,
) -> None:
    """Without a title, too large, too small, no full number; what was typed stays, and can be corrected."""
    name = inputs.name(7)
    user.opens(plan.home_url)
    for title, width, height in (
        ("", "80", "60"),
        ("   ", "80", "60"),
        (name, str(WIDTH + 1), "60"),
        (name, "80", str(HEIGHT + 1)),
        (name, "0", "60"),
        (name, "80", "-60"),
        (name, "80.5", "60"),
        (name, "", "60"),
    ):
        plan.adds(user, title, width, height)
        user.sees(message, matching=r"\w")
        user.sees_count(0, plan.entry)
        user.sees_count(0, plan.picture)
        for value, box in ((title, plan.title_box), (width, plan.width_box), (height, plan.height_box)):
            user.sees_value(value, in_=box)
    user.types("80", into=plan.width_box)
    user.clicks(plan.add_button)
    plan.is_at(user, name, 260, 120)


@testcode("Wall", "Add a picture")
def the_wall_can_be_filled(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """By the largest picture; the smallest one has room, too."""
    large, small = inputs.names(2, 7)
    user.opens(plan.home_url)
    plan.adds(user, large, WIDTH, HEIGHT)
    plan.is_at(user, large, 0, 0)
    plan.adds(user, small, 1, 1)
    plan.is_at(user, small, 299, 149)
    plan.is_listed(user, large, small)


@testcode("Wall", "Add a picture")
def one_goes_on_with_the_next_picture(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """The boxes are empty, the next title can be typed at once, and only the new picture is selected."""
    one, other, word = inputs.name(7), inputs.name(7), inputs.word()
    user.opens(selection.home_url)
    for name, left in ((one, 20), (other, 480)):
        selection.adds(user, name, 90, 60)
        for box in (selection.title_box, selection.width_box, selection.height_box):
            user.sees_value("", in_=box)
        presses(user, *word)
        user.sees_value(word, in_=selection.title_box)
        selection.is_selected(user, name)
        selection.goes_to(user, left, 30)
        selection.is_at(user, name, left, 30)
    selection.is_at(user, one, 20, 30)


@testcode("Wall", "Show the pictures")
def pictures_are_drawn_to_scale(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """Wide ones, high ones, small ones: as large a part of the wall as their size says."""
    names = inputs.names(3, 5)
    sizes = [(inputs.randint(200, 260), 60), (80, inputs.randint(180, 240)), (70, inputs.randint(40, 50))]
    user.opens(plan.home_url)
    for name, size, left in zip(names, sizes, (10, 300, 450), strict=True):
        plan.hangs(user, name, size, left, 20)
    wide, high = size_of(user.picture(plan.wall))
    for name, size in zip(names, sizes, strict=True):
        seen = size_of(user.picture(plan.picture, beside=name))
        expected = (size[0] * wide / WIDTH, size[1] * high / HEIGHT)
        far = max(abs(one - other) for one, other in zip(seen, expected, strict=True))
        assert far < 5, f"the picture of {size} cm has {seen} pixels on a wall of {wide} × {high}"
    assert abs(wide / high - 2) < 0.05, f"the wall has {wide} × {high} pixels"


@testcode("Wall", "Show the pictures")
def the_list_says_what_hangs_where(
    user: BrowserUser,
    plan: Plan,
    entry_width: Annotated[Element, "element inside an entry that shows the width, its only number; one in each entry"],
    entry_height: Annotated[
        Element, "element inside an entry that shows the height, its only number; one in each entry"
    ],
    inputs: Inputs,
) -> None:
    """In the order of adding, also when pictures change their places."""
    names = inputs.names(3, 7)
    sizes = [(inputs.randint(40, 90), inputs.randint(40, 90)) for _ in names]
    lefts = [inputs.randint(400, 480), inputs.randint(10, 100), inputs.randint(150, 200)]
    user.opens(plan.home_url)
    for name, size, left in zip(names, sizes, lefts, strict=True):
        plan.hangs(user, name, size, left, 11)
    for name, size, left in zip(names, sizes, lefts, strict=True):
        user.sees_number(size[0], in_=entry_width, beside=name)
        user.sees_number(size[1], in_=entry_height, beside=name)
        plan.is_at(user, name, left, 11)
    plan.is_listed(user, *names)
    plan.goes_to(user, 500, 200)
    plan.is_at(user, names[2], 500, 200)
    plan.is_listed(user, *names)


@testcode("Wall", "Show the pictures")
def titles_are_shown_as_typed(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """With what looks like a tag, on the wall and in the list, also after loading; and a title may be there twice."""
    title = f'<b>{inputs.name(5)}</b> & "{inputs.word()}"'
    user.opens(plan.home_url)
    plan.adds(user, title, 300, 90)
    for _ in range(2):
        user.sees(plan.picture, containing=title)
        user.sees(plan.entry, containing=title)
        user.reloads()
    plan.adds(user, title, 300, 90)
    plan.is_listed(user, title, title)
    user.sees_count(2, plan.picture)


@testcode("Wall", "Mark overlaps")
def overlapping_pictures_are_marked(user: BrowserUser, plan: Plan, overlapping: Overlapping, inputs: Inputs) -> None:
    """Both of them, as long as they overlap; those that touch are not, beside each other or one above the other."""
    one, other = inputs.names(2, 7)
    left, floor = inputs.randint(20, 90), inputs.randint(20, 60)
    user.opens(plan.home_url)
    plan.hangs(user, one, (100, 80), left, floor)
    plan.hangs(user, other, (90, 70), left + 100, floor)
    for place, marked in (
        ((left + 99, floor + 10), 2),
        ((left + 100, floor - 10), 0),
        ((left, floor + 80), 0),
        ((left + 50, floor + 79), 2),
        ((left + 100, floor + 80), 0),
        ((left + 5, floor + 5), 2),
    ):
        plan.goes_to(user, *place)
        plan.is_at(user, other, *place)
        user.sees_count(marked, overlapping)


@testcode("Wall", "Mark overlaps")
def marks_follow_the_pictures(user: BrowserUser, history: History, overlapping: Overlapping, inputs: Inputs) -> None:
    """Of three in a row the middle one overlaps both: without it nothing does, and it comes back with its marks."""
    one, two, three = inputs.names(3, 7)
    user.opens(history.home_url)
    history.hangs(user, one, (100, 80), 20, 20)
    history.hangs(user, two, (100, 80), 230, 20)
    history.hangs(user, three, (140, 80), 105, 20)
    user.sees_count(3, overlapping)
    user.clicks(history.wall)
    user.clicks(history.picture, beside=three)
    user.presses("Delete")
    history.is_listed(user, one, two)
    user.sees_count(0, overlapping)
    user.clicks(history.undo_button)
    user.sees_count(3, overlapping)
    user.reloads()
    user.sees_count(3, overlapping)


@testcode("Wall", "Keep the plan")
def the_plan_is_kept(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """Sizes, places and order; nothing can be taken back after loading; another browser has a plan of its own."""
    one, other = inputs.names(2, 7)
    place = (inputs.randint(400, 500), inputs.randint(10, 99))
    user.opens(history.home_url)
    history.hangs(user, one, (80, 60), *place)
    history.hangs(user, other, (90, 70), 33, 44)
    user.reloads()
    history.is_listed(user, one, other)
    history.is_at(user, one, *place)
    history.is_at(user, other, 33, 44)
    user.is_disabled(history.undo_button)
    user.is_disabled(history.redo_button)
    presses(user, "Ctrl+Z")
    history.is_at(user, other, 33, 44)
    third = inputs.name(7)
    history.hangs(user, third, (50, 50), 33, 200)
    history.is_listed(user, one, other, third)
    stranger = user.someone_else()
    stranger.opens(history.home_url)
    stranger.sees_count(0, history.entry)


@testcode("Wall", "Keep the plan")
def what_was_taken_back_stays_so(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """After loading the page the plan is as it was last seen, also without the picture that was removed."""
    one, other = inputs.names(2, 7)
    user.opens(history.home_url)
    history.hangs(user, one, (80, 60), 40, 30)
    history.hangs(user, other, (90, 70), 400, 30)
    history.goes_to(user, 410, 30)
    user.clicks(history.undo_button)
    history.is_at(user, other, 400, 30)
    user.reloads()
    history.is_at(user, other, 400, 30)
    user.clicks(history.picture, beside=one)
    user.presses("Delete")
    history.is_listed(user, other)
    user.reloads()
    history.is_listed(user, other)
    user.sees_count(1, history.picture)


@testcode("Arranging", "Select")
def a_click_selects_one_picture(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """On the wall or in the list; the bare wall and Escape select nothing."""
    one, other = inputs.names(2, 7)
    user.opens(selection.home_url)
    selection.hangs(user, one, (80, 60), 40, 30)
    selection.hangs(user, other, (90, 70), 400, 30)
    selection.selects(user, one)
    selection.is_selected(user, one)
    user.clicks(selection.entry, beside=other)
    selection.is_selected(user, other)
    user.sees_value("400", in_=selection.left_box)
    user.clicks(selection.wall)
    selection.is_selected(user)
    selection.selects(user, one)
    selection.is_selected(user, one)
    presses(user, "Escape")
    selection.is_selected(user)
    presses(user, "ArrowRight", "Delete")
    selection.is_at(user, one, 40, 30)
    selection.is_listed(user, one, other)


@testcode("Arranging", "Select")
def several_are_selected_with_shift(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """Each joins or leaves; without Shift only one is selected, by key and by click, also if it was one of several."""
    one, two, three = inputs.names(3, 7)
    user.opens(selection.home_url)
    for name, left in ((one, 20), (two, 120), (three, 420)):
        selection.hangs(user, name, (80, 60), left, 30)
    selection.selects(user, two, one, three)
    selection.is_selected(user, one, two, three)
    user.presses("Shift+Enter", on=selection.picture, beside=one)
    selection.is_selected(user, two, three)
    presses(user, "Shift+ArrowUp")
    selection.is_at(user, one, 20, 30)
    selection.is_at(user, two, 120, 40)
    selection.is_at(user, three, 420, 40)
    user.presses("Enter", on=selection.picture, beside=one)
    selection.is_selected(user, one)
    selection.selects(user, three, two)
    selection.is_selected(user, two, three)
    user.clicks(selection.picture, beside=two)
    selection.is_selected(user, two)


@testcode("Arranging", "Pull")
def a_pulled_picture_comes_to_the_grid(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """Wherever it was before; it is selected then, and where it is drawn another one can be put upon it."""
    one, other = inputs.names(2, 7)
    left, floor = 5 * inputs.randint(4, 20), 5 * inputs.randint(30, 40)
    user.opens(selection.home_url)
    selection.hangs(user, one, (80, 60), 33, 47)
    selection.hangs(user, other, (120, 70), 411, 22)
    selection.pulls(user, one, (80, 60), left + 1, floor - 1)
    selection.is_at(user, one, left, floor)
    selection.is_selected(user, one)
    selection.is_at(user, other, 411, 22)
    selection.pulls(user, other, (120, 70), 450, 20)
    selection.is_at(user, other, 450, 20)
    user.drags(selection.picture, beside=one, to=selection.picture, to_beside=other)
    selection.is_at(user, one, 470, 25)


@testcode("Arranging", "Pull")
def without_the_grid_centimetres_count(user: BrowserUser, plan: Plan, grid: Grid, inputs: Inputs) -> None:
    """Full ones; with the grid again, five of them."""
    name = inputs.name(7)
    left, floor = 5 * inputs.randint(60, 90), 5 * inputs.randint(20, 30)
    user.opens(plan.home_url)
    plan.hangs(user, name, (80, 60), 30, 20)
    user.unticks(grid)
    plan.pulls(user, name, (80, 60), left + 2.5, floor + 2.5)
    user.sees(plan.entry_left, matching=rf"\b({left + 1}|{left + 2}|{left + 3}|{left + 4})\b", beside=name)
    user.sees(plan.entry_floor, matching=rf"\b({floor + 1}|{floor + 2}|{floor + 3}|{floor + 4})\b", beside=name)
    user.ticks(grid)
    plan.pulls(user, name, (80, 60), 40, 205)
    plan.is_at(user, name, 40, 205)


@testcode("Arranging", "Pull")
def pulled_pictures_stay_on_the_wall(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """At its edges, which need not be on the grid, in three of its corners."""
    name, other = inputs.names(2, 7)
    width, height = 5 * inputs.randint(15, 20) + 3, 5 * inputs.randint(12, 16) + 2
    user.opens(plan.home_url)
    plan.hangs(user, other, (50, 50), 20, 120)
    plan.hangs(user, name, (width, height), 400, 200)
    user.drags(plan.picture, beside=name, to=plan.wall, across=1, part=0)
    plan.is_at(user, name, WIDTH - width, HEIGHT - height)
    user.drags(plan.picture, beside=name, to=plan.wall, across=0, part=1)
    plan.is_at(user, name, 0, 0)
    user.drags(plan.picture, beside=name, to=plan.wall, across=0.99, part=0.98)
    plan.is_at(user, name, WIDTH - width, 0)
    plan.is_at(user, other, 20, 120)


@testcode("Arranging", "Pull")
def selected_pictures_are_pulled_together(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """With their distances, and only they; one that is not selected is pulled alone."""
    one, two, three = inputs.names(3, 7)
    up = 5 * inputs.randint(2, 10)
    user.opens(selection.home_url)
    selection.hangs(user, one, (80, 60), 31, 22)
    selection.hangs(user, two, (80, 60), 143, 34)
    selection.hangs(user, three, (80, 60), 456, 30)
    selection.selects(user, one, two)
    selection.pulls(user, one, (80, 60), 46, 30 + up)
    selection.is_at(user, one, 45, 30 + up)
    selection.is_at(user, two, 157, 42 + up)
    selection.is_at(user, three, 456, 30)
    selection.is_selected(user, one, two)
    selection.pulls(user, three, (80, 60), 440, 40)
    selection.is_at(user, three, 440, 40)
    selection.is_at(user, one, 45, 30 + up)
    selection.is_at(user, two, 157, 42 + up)
    selection.is_selected(user, three)


@testcode("Arranging", "Pull")
def together_they_stop_at_the_edge(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """With the mouse and with the keys; the distances stay as they are."""
    one, other = inputs.names(2, 7)
    apart = inputs.randint(120, 180)
    user.opens(plan.home_url)
    plan.hangs(user, one, (80, 60), 13, 20)
    plan.hangs(user, other, (80, 60), 13 + apart, 28)
    plan.selects(user, one, other)
    presses(user, "Shift+ArrowLeft", "Shift+ArrowLeft")
    plan.is_at(user, one, 0, 20)
    plan.is_at(user, other, apart, 28)
    presses(user, "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "ArrowLeft", "ArrowDown")
    plan.is_at(user, one, 0, 0)
    plan.is_at(user, other, apart, 8)
    user.drags(plan.picture, beside=one, to=plan.wall, across=0.97, part=0.02)
    plan.is_at(user, other, WIDTH - 80, HEIGHT - 60)
    plan.is_at(user, one, WIDTH - 80 - apart, HEIGHT - 68)


@testcode("Arranging", "Move by keys")
def arrow_keys_move_the_selected_pictures(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """By one and by ten centimetres, beside the grid, too; what is not selected stays."""
    name, other = inputs.names(2, 7)
    left, floor = inputs.randint(21, 99), inputs.randint(21, 60)
    user.opens(plan.home_url)
    plan.hangs(user, other, (80, 60), 400, 30)
    plan.hangs(user, name, (80, 60), left, floor)
    plan.selects(user, name)
    presses(user, "ArrowRight", "ArrowRight", "ArrowUp")
    plan.is_at(user, name, left + 2, floor + 1)
    presses(user, "Shift+ArrowRight", "Shift+ArrowUp", "ArrowDown", "ArrowLeft")
    plan.is_at(user, name, left + 11, floor + 10)
    presses(user, "Shift+ArrowDown", "Shift+ArrowLeft", "ArrowLeft", "ArrowDown")
    plan.is_at(user, name, left, floor - 1)
    plan.is_at(user, other, 400, 30)
    user.sees_value(str(left), in_=plan.left_box)
    user.sees_value(str(floor - 1), in_=plan.floor_box)


@testcode("Arranging", "Move by keys")
def keys_in_boxes_are_for_the_boxes(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """Who corrects a title while a picture is selected neither moves, removes nor copies it."""
    name = inputs.name(7)
    user.opens(selection.home_url)
    selection.hangs(user, name, (80, 60), 40, 30)
    selection.selects(user, name)
    user.types("Tress", into=selection.title_box)
    presses(user, "ArrowLeft", "ArrowLeft", "Delete", "Backspace", "ArrowUp", "Shift+ArrowLeft")
    selection.is_listed(user, name)
    selection.is_at(user, name, 40, 30)
    user.types("12", into=selection.width_box)
    presses(user, "Home", "Delete")
    user.sees_value("2", in_=selection.width_box)
    selection.is_listed(user, name)
    selection.is_at(user, name, 40, 30)


@testcode("Arranging", "Type the place")
def the_place_is_typed(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """To the centimetre, whatever the grid; what would be outside stops at the edge; what is no number does nothing."""
    name = inputs.name(7)
    left, floor = inputs.randint(11, 200), inputs.randint(11, 200)
    user.opens(plan.home_url)
    plan.hangs(user, name, (85, 65), left, floor)
    for typed, kept in ((str(left + 3), left + 3), ("9999", WIDTH - 85), ("-20", 0), (str(left), left)):
        user.types(typed, into=plan.left_box)
        user.presses("Enter", on=plan.left_box)
        user.sees_value(str(kept), in_=plan.left_box)
        plan.is_at(user, name, kept, floor)
    for typed in ("12.5", "", "1-2", "x"):
        user.types(typed, into=plan.floor_box)
        user.presses("Enter", on=plan.floor_box)
        user.sees_value(str(floor), in_=plan.floor_box)
        plan.is_at(user, name, left, floor)
    user.types("300", into=plan.floor_box)
    user.presses("Enter", on=plan.floor_box)
    plan.is_at(user, name, left, HEIGHT - 65)


@testcode("Arranging", "Type the place")
def leaving_the_box_stores_the_place(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """For the picture it was typed for, wherever the next click goes."""
    one, other = inputs.names(2, 7)
    left = inputs.randint(41, 99)
    user.opens(plan.home_url)
    plan.hangs(user, other, (80, 60), 400, 30)
    plan.hangs(user, one, (80, 60), 20, 30)
    user.types(str(left), into=plan.left_box)
    user.clicks(plan.floor_box)
    plan.is_at(user, one, left, 30)
    user.types(str(left + 1), into=plan.left_box)
    user.clicks(plan.picture, beside=other)
    plan.is_at(user, one, left + 1, 30)
    plan.is_at(user, other, 400, 30)
    user.sees_value("400", in_=plan.left_box)
    plan.selects(user, one)
    user.types("77", into=plan.floor_box)
    user.clicks(plan.wall)
    plan.is_at(user, one, left + 1, 77)
    plan.is_at(user, other, 400, 30)


@testcode("Arranging", "Type the place")
def the_boxes_are_for_one_picture(user: BrowserUser, plan: Plan, inputs: Inputs) -> None:
    """With none or two selected they cannot be used; they follow the selection, and undo."""
    one, other = inputs.names(2, 7)
    user.opens(plan.home_url)
    for box in (plan.left_box, plan.floor_box):
        user.is_disabled(box)
    plan.hangs(user, one, (80, 60), 21, 31)
    plan.hangs(user, other, (80, 60), 402, 52)
    plan.selects(user, one)
    user.sees_value("21", in_=plan.left_box)
    user.sees_value("31", in_=plan.floor_box)
    user.presses("Shift+Enter", on=plan.picture, beside=other)
    for box in (plan.left_box, plan.floor_box):
        user.is_disabled(box)
    user.presses("Shift+Enter", on=plan.picture, beside=one)
    user.sees_value("402", in_=plan.left_box)
    user.sees_value("52", in_=plan.floor_box)
    user.clicks(plan.wall)
    for box in (plan.left_box, plan.floor_box):
        user.is_disabled(box)


@testcode("Arranging", "Align")
def upper_edges_are_aligned(user: BrowserUser, history: History, align_button: AlignTops, inputs: Inputs) -> None:
    """To the picture that was selected first, as far as the floor allows; in one change; others stay."""
    one, two, three, four = inputs.names(4, 7)
    floor = inputs.randint(90, 110)
    user.opens(history.home_url)
    history.hangs(user, one, (80, 60), 20, 30)
    history.hangs(user, two, (80, 70), 120, floor)
    history.hangs(user, three, (60, 250), 405, 5)
    history.hangs(user, four, (80, 60), 500, 77)
    user.clicks(history.wall)
    user.is_disabled(align_button)
    history.selects(user, two)
    user.is_disabled(align_button)
    for each in (one, three):
        user.presses("Shift+Enter", on=history.picture, beside=each)
    user.clicks(align_button)
    history.is_at(user, one, 20, floor + 10)
    history.is_at(user, two, 120, floor)
    history.is_at(user, three, 405, 0)
    history.is_at(user, four, 500, 77)
    user.clicks(history.undo_button)
    history.is_at(user, one, 20, 30)
    history.is_at(user, three, 405, 5)


@testcode("Arranging", "Align")
def gaps_are_made_equal(user: BrowserUser, history: History, gaps_button: SameGaps, inputs: Inputs) -> None:
    """Between four pictures, whatever the order of selecting; in one change; heights and the outer ones stay."""
    names = inputs.names(4, 7)
    wide = [60, 70 + inputs.randint(0, 9), 80, 65]
    free = 3 * inputs.randint(20, 30) + 2
    right = 20 + sum(wide[:3]) + free
    lefts, floors = [20, 90, 175, right], [10, 95, 180, 20]
    user.opens(history.home_url)
    for number in (2, 0, 3, 1):
        history.hangs(user, names[number], (wide[number], 60), lefts[number], floors[number])
    user.clicks(history.wall)
    history.selects(user, names[2], names[1])
    user.is_disabled(gaps_button)
    for each in (names[3], names[0]):
        user.presses("Shift+Enter", on=history.picture, beside=each)
    user.clicks(gaps_button)
    user.sees_number(20, in_=history.entry_left, beside=names[0])
    user.does_not_see(history.entry_left, containing=str(lefts[1]))
    seen = [int(user.number(history.entry_left, beside=each)) for each in names]
    gaps = [seen[place + 1] - seen[place] - wide[place] for place in range(3)]
    assert (seen[0], seen[3]) == (20, right), f"the outer pictures are at {seen[0]} and {seen[3]}"
    assert max(gaps) - min(gaps) <= 1, f"the gaps are {gaps}"
    for each, floor in zip(names, floors, strict=True):
        user.sees_number(floor, in_=history.entry_floor, beside=each)
    user.clicks(history.undo_button)
    for each, left, floor in zip(names, lefts, floors, strict=True):
        history.is_at(user, each, left, floor)


@testcode("Arranging", "Copy and remove")
def copies_come_last(user: BrowserUser, selection: Selection, inputs: Inputs) -> None:
    """Lower and to the right, in the order of the list; they are selected, and move without the others."""
    one, two, three = inputs.names(3, 7)
    left, floor = inputs.randint(101, 119), inputs.randint(101, 119)
    user.opens(selection.home_url)
    selection.hangs(user, one, (80, 60), 11, floor)
    selection.hangs(user, two, (80, 60), left, floor)
    selection.hangs(user, three, (80, 60), 501, 200)
    selection.selects(user, two, one)
    presses(user, "Ctrl+D")
    selection.is_listed(user, one, two, three, one, two)
    places = [(11, floor), (left, floor), (501, 200), (31, floor - 20), (left + 20, floor - 20)]
    stand(user, selection, places)
    user.sees_count(2, selection.selected_picture)
    presses(user, "Shift+ArrowDown", "Delete")
    selection.is_listed(user, one, two, three)
    selection.is_at(user, one, 11, floor)
    selection.is_at(user, two, left, floor)
    selection.selects(user, three)
    presses(user, "Ctrl+D")
    user.sees_value("520", in_=selection.left_box)
    user.sees_value("180", in_=selection.floor_box)
    stand(user, selection, [(11, floor), (left, floor), (501, 200), (520, 180)])


def stand(user: BrowserUser, plan: Plan, places: Sequence[tuple[int, int]]) -> None:
    """The pictures of the list are at these places, in this order."""
    user.sees_count(len(places), plan.entry)
    lefts, floors = user.texts(plan.entry_left), user.texts(plan.entry_floor)
    seen = [(user.reads_number(one), user.reads_number(other)) for one, other in user.pairs(lefts, floors)]
    expected = [(Decimal(left), Decimal(floor)) for left, floor in places]
    assert seen == expected, f"the pictures are at {seen}"


@testcode("Arranging", "Copy and remove")
def what_is_selected_is_removed(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """All of it, in one change; undo puts each where it was, on the wall and in the list."""
    names = inputs.names(4, 7)
    user.opens(history.home_url)
    for number, name in enumerate(names):
        history.hangs(user, name, (80, 60), 20 + 130 * number, 20 + 7 * number)
    history.selects(user, names[2], names[0])
    presses(user, "Delete")
    history.is_listed(user, names[1], names[3])
    user.sees_count(2, history.picture)
    user.clicks(history.undo_button)
    history.is_listed(user, *names)
    for number, name in enumerate(names):
        history.is_at(user, name, 20 + 130 * number, 20 + 7 * number)
    user.clicks(history.redo_button)
    history.is_listed(user, names[1], names[3])


@testcode("Tools", "Undo and redo")
def changes_are_taken_back_one_by_one(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """Adding, typing, pulling, keys, copying: by button and keys to the beginning, and again to the end."""
    name = inputs.name(7)
    user.opens(history.home_url)
    user.is_disabled(history.undo_button)
    user.is_disabled(history.redo_button)
    history.hangs(user, name, (80, 60), 43, 21)
    history.pulls(user, name, (80, 60), 100, 30)
    history.is_at(user, name, 100, 30)
    presses(user, "ArrowRight", "ArrowRight", "Shift+ArrowUp")
    history.is_at(user, name, 102, 40)
    states = [(260, 120), (43, 120), (43, 21), (100, 30), (101, 30), (102, 30), (102, 40)]
    presses(user, "Ctrl+D")
    stand(user, history, [(102, 40), (122, 20)])
    presses(user, "Ctrl+Z")
    user.sees_count(1, history.entry)
    for number, state in enumerate(reversed(states[:-1])):
        if number % 2:
            user.clicks(history.undo_button)
        else:
            presses(user, "Ctrl+Z")
        history.is_at(user, name, *state)
    user.clicks(history.undo_button)
    user.sees_count(0, history.entry)
    user.is_disabled(history.undo_button)
    for number, state in enumerate(states):
        if number % 2:
            presses(user, "Ctrl+Y")
        else:
            user.clicks(history.redo_button)
        history.is_at(user, name, *state)
    user.clicks(history.redo_button)
    stand(user, history, [(102, 40), (122, 20)])
    user.is_disabled(history.redo_button)


@testcode("Tools", "Undo and redo")
def what_changes_nothing_is_no_change(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """A step at the edge, a pull to the same place, the same place typed, a refusal: what was undone can be redone."""
    one, other = inputs.names(2, 7)
    user.opens(history.home_url)
    history.hangs(user, other, (80, 60), 400, 30)
    history.hangs(user, one, (80, 60), 0, 30)
    history.goes_to(user, 0, 60)
    user.clicks(history.undo_button)
    history.is_at(user, one, 0, 30)
    history.selects(user, one)
    presses(user, "ArrowLeft", "Shift+ArrowLeft")
    history.pulls(user, one, (80, 60), 0, 30)
    history.goes_to(user, "0", "30")
    history.adds(user, "", 80, 60)
    user.clicks(history.wall)
    presses(user, "Delete", "ArrowUp", "Escape")
    user.clicks(history.picture, beside=other)
    history.is_at(user, one, 0, 30)
    user.clicks(history.redo_button)
    history.is_at(user, one, 0, 60)
    user.clicks(history.undo_button)
    history.is_at(user, one, 0, 30)
    user.clicks(history.undo_button)
    history.is_at(user, one, 0, 120)


@testcode("Tools", "Undo and redo")
def a_new_change_ends_redo(user: BrowserUser, history: History, inputs: Inputs) -> None:
    """Nothing comes back that was taken back before it; the new change is taken back first."""
    name = inputs.name(7)
    user.opens(history.home_url)
    history.hangs(user, name, (80, 60), 40, 30)
    history.selects(user, name)
    presses(user, "ArrowRight", "ArrowUp")
    history.is_at(user, name, 41, 31)
    user.clicks(history.undo_button)
    history.is_at(user, name, 41, 30)
    history.selects(user, name)
    presses(user, "Shift+ArrowRight")
    history.is_at(user, name, 51, 30)
    user.is_disabled(history.redo_button)
    presses(user, "Ctrl+Y")
    history.is_at(user, name, 51, 30)
    user.clicks(history.undo_button)
    history.is_at(user, name, 41, 30)
    user.clicks(history.undo_button)
    history.is_at(user, name, 40, 30)


def shows_zoom(user: BrowserUser, zoom: str, percent: int) -> None:
    user.sees(zoom, matching=rf"(?<!\d){percent} %")


@testcode("Tools", "Zoom")
def the_wall_is_zoomed(user: BrowserUser, history: History, larger: Larger, smaller: Smaller, zoom: Zoom) -> None:
    """In steps, with its pictures, to both ends, where a button is disabled; zooming is no change."""
    user.opens(history.home_url)
    history.hangs(user, "Harbour", (100, 80), 20, 200)
    shows_zoom(user, zoom, 100)
    usual = size_of(user.picture(history.picture))
    for step in (125, 150, 175, 200):
        user.clicks(larger)
        shows_zoom(user, zoom, step)
    user.is_disabled(larger)
    large = size_of(user.picture(history.picture))
    for step in (175, 150, 125, 100, 75, 50):
        user.clicks(smaller)
        shows_zoom(user, zoom, step)
    user.is_disabled(smaller)
    small = size_of(user.picture(history.picture))
    for factor, seen in ((2, large), (0.5, small)):
        far = max(abs(one - factor * other) for one, other in zip(seen, usual, strict=True))
        assert far < 6, f"the picture has {usual} pixels at 100 % and {seen} at {factor:.0%}"
    user.clicks(history.undo_button)
    shows_zoom(user, zoom, 50)
    history.is_at(user, "Harbour", 20, 110)


@testcode("Tools", "Zoom")
def zoom_and_grid_are_kept(
    user: BrowserUser, plan: Plan, larger: Larger, zoom: Zoom, grid: Grid, inputs: Inputs
) -> None:
    """When the page is loaded again; places do not depend on the zoom."""
    name = inputs.name(7)
    user.opens(plan.home_url)
    assert user.is_ticked(grid), "the grid is not ticked at first"
    plan.hangs(user, name, (80, 60), 41, 201)
    user.clicks(larger)
    user.unticks(grid)
    shows_zoom(user, zoom, 125)
    user.reloads()
    shows_zoom(user, zoom, 125)
    user.sees_count(1, plan.entry)
    assert not user.is_ticked(grid), "the grid is ticked again"
    plan.is_at(user, name, 41, 201)
    user.ticks(grid)
    user.reloads()
    user.sees_count(1, plan.entry)
    assert user.is_ticked(grid), "the grid is not ticked any more"


@testcode("Tools", "Zoom")
def pulling_works_at_every_zoom(
    user: BrowserUser, plan: Plan, larger: Larger, smaller: Smaller, zoom: Zoom, inputs: Inputs
) -> None:
    """One picture is put upon another where that one is drawn, on a larger and on a smaller wall."""
    one, other = inputs.names(2, 7)
    user.opens(plan.home_url)
    plan.hangs(user, other, (120, 70), 150, 170)
    plan.hangs(user, one, (80, 60), 15, 225)
    user.clicks(larger)
    user.clicks(larger)
    shows_zoom(user, zoom, 150)
    user.drags(plan.picture, beside=one, to=plan.picture, to_beside=other)
    plan.is_at(user, one, 170, 175)
    for _ in range(3):
        user.clicks(smaller)
    shows_zoom(user, zoom, 75)
    plan.goes_to(user, 15, 25)
    plan.is_at(user, one, 15, 25)
    user.drags(plan.picture, beside=one, to=plan.picture, to_beside=other)
    plan.is_at(user, one, 170, 175)


@testcode("Tools", "Download")
def the_workshop_gets_a_list(user: BrowserUser, plan: Plan, download_button: Download, inputs: Inputs) -> None:
    """From left to right, of equal ones the lower one first; with titles that have commas and quotation marks."""
    one, two, three = inputs.names(3, 7)
    width, left = inputs.randint(61, 99), inputs.randint(101, 150)
    strange = f'{two}, "{three}"'
    user.opens(plan.home_url)
    plan.hangs(user, one, (width, 60), left, 201)
    plan.hangs(user, strange, (80, 50), left, 20)
    plan.hangs(user, three, (90, 40), 9, 220)
    found = user.downloads(download_button)
    assert found.name == "hanging.csv", f"the file is called {found.name}"
    expected = [
        ["title", "width", "height", "left", "floor"],
        [three, "90", "40", "9", "220"],
        [strange, "80", "50", str(left), "20"],
        [one, str(width), "60", str(left), "201"],
    ]
    rows = user.reads_csv(found.text())
    assert rows == expected, f"the file holds {rows}"
