"""Pieces of text on drawn screens: words are joined, borders and drawings are left out."""

from __future__ import annotations

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pytest

from simulators.desktop.display import Pixels
from simulators.desktop.segments import Rectangle, borders, pieces

GREY, WHITE, BLACK, DARK_GREY = "#d9d9d9", "#ffffff", "#000000", "#828282"
FONT = PIL.ImageFont.load_default(13)


class Screen:
    """Grey window on a black screen, to draw on."""

    def __init__(self) -> None:
        self._image = PIL.Image.new("RGB", (400, 300), BLACK)
        self._draw = PIL.ImageDraw.Draw(self._image)
        self._draw.rectangle((0, 0, 299, 199), GREY)

    def text(self, at: tuple[int, int], text: str, color: str = BLACK) -> Rectangle:
        self._draw.text(at, text, color, FONT)
        left, top, right, bottom = self._draw.textbbox(at, text, FONT)
        return Rectangle(int(top), int(left), int(bottom) + 1, int(right) + 1)

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        self._draw.rectangle((left, top, right, bottom), WHITE, DARK_GREY)

    def fill(self, left: int, top: int, right: int, bottom: int, color: str) -> None:
        self._draw.rectangle((left, top, right, bottom), color)

    def dot(self, x: int, y: int) -> None:
        self._draw.point((x, y), BLACK)

    @property
    def pixels(self) -> Pixels:
        red, green, blue = (np.asarray(channel, np.uint32) for channel in self._image.split())
        return (red << 16 | green << 8 | blue).astype(np.uint32)


def _covers(piece: Rectangle, text: Rectangle) -> bool:
    edges = (piece.top - text.top, piece.left - text.left, piece.bottom - text.bottom, piece.right - text.right)
    return max(map(abs, edges)) <= 3


def test_an_empty_screen_and_an_empty_window_have_no_pieces() -> None:
    assert pieces(np.zeros((300, 400), np.uint32)) == []
    assert pieces(Screen().pixels) == []


def test_words_of_a_line_are_one_piece_and_lines_are_several() -> None:
    screen = Screen()
    drawn = [screen.text((20, 20), "two words"), screen.text((20, 60), "below"), screen.text((150, 90), "far away")]
    found = pieces(screen.pixels)
    assert [_covers(piece, text) for piece, text in zip(found, drawn, strict=True)] == [True] * 3


def test_a_border_is_not_part_of_the_text_in_it() -> None:
    screen = Screen()
    screen.box(20, 20, 180, 44)
    text = screen.text((26, 24), "in a box")
    (found,) = pieces(screen.pixels)
    assert _covers(found, text)


def test_a_dotted_frame_around_a_text_is_left_out() -> None:
    screen = Screen()
    text = screen.text((40, 24), "Yes it is")
    for x in range(30, 121, 2):
        screen.dot(x, 20)
        screen.dot(x, 44)
    for y in range(20, 45, 2):
        screen.dot(30, y)
        screen.dot(120, y)
    (found,) = pieces(screen.pixels)
    assert _covers(found, text)


def test_the_border_of_a_list_is_left_out_where_its_rows_have_other_colours() -> None:
    screen = Screen()
    screen.box(20, 20, 180, 160)
    for top in (41, 81, 121):
        screen.fill(21, top, 179, top + 19, "#eef4ea")
    drawn = [screen.text((25, top), "row") for top in (42, 62, 82)]
    found = pieces(screen.pixels)
    assert [_covers(piece, text) for piece, text in zip(found, drawn, strict=True)] == [True] * 3


def test_texts_on_both_sides_of_a_window_border_are_two_pieces() -> None:
    screen = Screen()
    left = screen.text((20, 60), "outer")
    screen.box(left.right + 2, 20, 250, 160)
    right = screen.text((left.right + 5, 60), "inner")
    found = pieces(screen.pixels)
    assert [_covers(piece, text) for piece, text in zip(found, (left, right), strict=True)] == [True] * 2


def test_text_of_little_contrast_is_left_out() -> None:
    screen = Screen()
    screen.text((20, 20), "hardly there", "#b0b0b0")
    assert pieces(screen.pixels) == []


def test_boxes_and_windows_are_found_by_their_vertical_borders() -> None:
    screen = Screen()
    screen.text((20, 24), "label")
    screen.box(80, 20, 180, 44)
    found = borders(screen.pixels, 30)
    assert [found[0], found[-2], found[-1]] == pytest.approx([80, 180, 299], abs=1)
    assert borders(screen.pixels[:, :1], 30) == []
