"""The bar chart: one stacked bar for each employee."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from PIL import Image, ImageDraw

from pay import Pay

SIZE = (800, 480)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
REGULAR, OVERTIME, HOLIDAY = (31, 119, 180), (255, 127, 14), (44, 160, 44)
LEFT, RIGHT, BASE = 40, 760, 420
TALLEST = 360
"""Height of the highest bar, in pixels."""


def draw_chart(pays: Sequence[Pay]) -> Image.Image:
    """A white picture of `SIZE`; bars stand on the line y = `BASE`, in the order of `pays`."""
    picture = Image.new("RGB", SIZE, WHITE)
    pen = ImageDraw.Draw(picture)
    # Without smoothing no pixel of a letter can have the colour of a bar by chance.
    pen.fontmode = "1"
    highest = max((pay.total for pay in pays), default=Decimal(0))
    slot = (RIGHT - LEFT) // max(len(pays), 1)
    for place, pay in enumerate(pays):
        left = LEFT + place * slot
        draw_bar(pen, pay, left + slot // 4, max(slot // 2, 1), highest)
        pen.text(
            (left + slot // 2, BASE + 8), str(pay.employee.number), fill=BLACK, anchor="ma", font_size=14
        )
    pen.line([(LEFT, BASE), (RIGHT - 1, BASE)], fill=BLACK)
    return picture


def draw_bar(pen: ImageDraw.ImageDraw, pay: Pay, left: int, width: int, highest: Decimal) -> None:
    """The three parts of one bar, regular pay at the bottom; the amount stands above it."""
    parts = ((pay.regular, REGULAR), (pay.overtime, OVERTIME), (pay.holiday, HOLIDAY))
    bottom, reached = BASE, Decimal(0)
    for amount, color in parts:
        reached += amount
        top = BASE - height(reached, highest)
        if top < bottom:
            pen.rectangle([left, top, left + width - 1, bottom - 1], fill=color)
        bottom = top
    middle = left + width // 2
    pen.text((middle, bottom - 4), f"{pay.total:.2f}", fill=BLACK, anchor="md", font_size=12)


def height(amount: Decimal, highest: Decimal) -> int:
    """The height of a bar for `amount`, in whole pixels."""
    if not highest:
        return 0
    return int((amount * TALLEST / highest).quantize(Decimal(1), rounding=ROUND_HALF_UP))
