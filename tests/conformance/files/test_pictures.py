"""Pictures are opened, measured and compared; other or too large files are reported."""

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from simulators.errors import ExpectationFailed
from simulators.evidence import StepObserver, Trace, TraceEntry
from simulators.files import FilesUser
from simulators.files.picture_reader import similarity
from tests.conformance.files.conftest import Desk

WHITE, BLUE, RED = (255, 255, 255), (31, 119, 180), (200, 30, 30)


def chart(*heights: int, color: tuple[int, int, int] = BLUE, size: tuple[int, int] = (800, 480)) -> Image.Image:
    picture = Image.new("RGB", size, WHITE)
    draw = ImageDraw.Draw(picture)
    for at, height in enumerate(heights):
        draw.rectangle((60 + at * 150, 440 - height, 159 + at * 150, 439), color)
    return picture


@pytest.fixture
def user(desk: Desk, project: Path, materials: Path) -> FilesUser:
    chart(100, 300, 200).save(materials / "expected.png")
    chart(100, 300, 200).save(project / "chart.png")
    return desk()


def test_a_picture_like_the_expected_one(user: FilesUser) -> None:
    user.sees_picture("chart.png", like="expected.png", at_least=1.0, size=(800, 480))
    assert user.colors("chart.png") == {WHITE: 800 * 480 - 600 * 100, BLUE: 600 * 100}


def test_pictures_that_differ_are_given_to_the_observer_as_small_ones(user: FilesUser, project: Path) -> None:
    class Observer(StepObserver):
        compared: tuple[bytes, ...] = ()

        def compares(self, step: TraceEntry, expected: bytes, seen: bytes) -> None:
            self.compared = (expected, seen)

    observer = Observer()
    user.trace = Trace(observer=observer)
    chart(300, 10, 10, size=(1600, 480)).save(project / "chart.jpeg", quality=95)
    with pytest.raises(ExpectationFailed, match="is not like"):
        user.sees_picture("chart.jpeg", like="expected.png")
    expected, seen = (Image.open(io.BytesIO(content)) for content in observer.compared)
    assert (expected.format, expected.size, seen.format, seen.size) == ("PNG", (640, 384), "PNG", (640, 192))


def test_colours_of_an_area(user: FilesUser) -> None:
    whole = user.colors("chart.png")
    assert user.colors("chart.png", within=(0, 0, 800, 480)) == whole
    assert user.colors("chart.png", within=(-5, -5, 900, 900)) == whole
    assert sum(user.colors("chart.png", within=(10, 20, 30, 25)).values()) == 20 * 5
    stripes = [user.colors("chart.png", within=(0, y, 800, y + 37)).get(BLUE, 0) for y in range(0, 480, 37)]
    assert sum(stripes) == whole[BLUE]
    assert user.colors("chart.png", within=(800, 0, 900, 480)) == {}


def test_size_is_exact(user: FilesUser) -> None:
    with pytest.raises(ExpectationFailed, match=r"expected 640 × 480 pixels, seen 800 × 480 pixels"):
        user.sees_picture("chart.png", size=(640, 480))


def test_unlike_pictures_are_told_with_their_similarity(user: FilesUser, project: Path) -> None:
    chart(300, 100, 200).save(project / "chart.png")
    with pytest.raises(ExpectationFailed, match=r"chart.png is not like expected.png: similarity 0\.\d+, at least 0.9"):
        user.sees_picture("chart.png", like="expected.png")


def test_similarity_orders_pictures_as_a_person_would() -> None:
    expected = chart(100, 300, 200)
    smaller = expected.resize((400, 240), Image.Resampling.LANCZOS)
    almost = chart(102, 298, 200)
    other, red, blank = chart(300, 100, 50), chart(100, 300, 200, color=RED), Image.new("RGB", (800, 480), WHITE)
    alike = [similarity(picture, expected) for picture in (expected, smaller, almost, other, blank)]
    assert alike[0] == 1.0
    assert alike == sorted(alike, reverse=True)
    assert alike[2] > 0.9 > 0.6 > alike[3]
    assert alike[4] < 0.4
    assert similarity(red, expected) < 0.7
    assert 0 <= similarity(Image.eval(expected, lambda value: 255 - value), expected) < 0.2


def test_one_colour_is_no_picture(user: FilesUser, project: Path) -> None:
    Image.new("RGBA", (800, 480), (0, 0, 0, 0)).save(project / "empty.png")
    with pytest.raises(ExpectationFailed, match=r"empty.png shows nothing"):
        user.sees_picture("empty.png")


def test_what_is_transparent_is_white(user: FilesUser, project: Path) -> None:
    picture = Image.new("RGBA", (2, 1), (0, 0, 0, 0))
    picture.putpixel((0, 0), (*RED, 255))
    picture.save(project / "dot.png")
    assert user.colors("dot.png") == {RED: 1, WHITE: 1}


def test_broken_pictures_end_in_words(user: FilesUser, project: Path) -> None:
    whole = (project / "chart.png").read_bytes()
    broken = {"text": b"hello", "cut": whole[: len(whole) // 2], "nothing": b""}
    for kind, content in broken.items():
        (project / f"{kind}.png").write_bytes(content)
        with pytest.raises(ExpectationFailed, match=f"{kind}.png is not a picture"):
            user.sees_picture(f"{kind}.png")


def test_a_picture_that_unpacks_without_end_is_not_unpacked(user: FilesUser, project: Path) -> None:
    for side in (20_000, 60_000):
        (project / "bomb.png").write_bytes(_claiming(side))
        with pytest.raises(ExpectationFailed, match=r"bomb.png"):
            user.sees_picture("bomb.png")


def _claiming(side: int) -> bytes:
    """A PNG file of a few bytes that claims to be `side` × `side` pixels."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b""))
    packed = b"".join(struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
    return b"\x89PNG\r\n\x1a\n" + packed
