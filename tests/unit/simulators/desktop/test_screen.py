"""Frames of a screen's file: read when something was drawn, and recognized when they come back."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from simulators.desktop.display import ScreenRecorder
from simulators.errors import InfrastructureError

HEADER = 100


class Server:
    """Writes the file of a screen of 4 × 2 pixels, and says whether it did."""

    def __init__(self, path: Path) -> None:
        self.path, self.drawn = path, False
        self.film = ScreenRecorder(path, self.has_changed)

    def draws(self, color: int) -> None:
        header = [0] * 25
        header[0], header[4], header[5], header[11], header[12] = HEADER, 4, 2, 32, 16
        self.path.write_bytes(struct.pack(">25I", *header) + struct.pack("<8I", *[color] * 8))
        self.drawn = True

    def has_changed(self) -> bool:
        drawn, self.drawn = self.drawn, False
        return drawn


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path / "screen")


def test_equal_screens_are_one_frame(server: Server) -> None:
    server.draws(0xFF102030)
    first = server.film.frame()
    server.draws(0x00102030)  # the bits beside the colour do not count
    assert server.film.frame() is first
    server.draws(0xFFFFFF)
    second = server.film.frame()
    assert second is not first
    server.draws(0x102030)
    assert server.film.frame() is first


def test_the_file_is_read_when_something_was_drawn(server: Server) -> None:
    server.draws(0x102030)
    first, since = server.film.frame(), server.film.since
    server.path.unlink()
    assert server.film.frame() is first
    assert server.film.since == since
    server.draws(0x102030)
    assert server.film.frame() is first
    assert server.film.since > since


def test_a_picture_has_the_colours_of_the_screen(server: Server) -> None:
    server.draws(0x102030)
    picture = PIL.Image.open(io.BytesIO(server.film.still().png()))
    assert (picture.size, picture.getpixel((3, 1))) == ((4, 2), (0x10, 0x20, 0x30))
    assert np.array_equal(server.film.still().pixels, server.film.frame().pixels)


@pytest.mark.parametrize("content", [b"", bytes(100), bytes(4000)])
def test_a_file_that_is_no_picture_is_refused(server: Server, content: bytes) -> None:
    server.path.write_bytes(content)
    with pytest.raises(InfrastructureError, match="display's file"):
        server.film.still()
