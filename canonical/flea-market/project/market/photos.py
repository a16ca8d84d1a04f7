"""Photos of items: checked, made smaller, and stored under names of their own."""

import secrets
from pathlib import Path

from flask import current_app
from PIL import Image, ImageOps
from werkzeug.datastructures import FileStorage

LARGEST_UPLOAD = 6 << 20
"""Bytes of a request; the rest of it is the text of the form."""

LARGEST_FILE = 5 << 20
LARGEST_SIDE = 800
FORMATS = ("JPEG", "PNG")


class NoPicture(ValueError):
    """The file is no picture of an accepted format."""


def store(upload: FileStorage | None) -> str | None:
    """Store an uploaded picture and return its name; None when no file was chosen. Raises `NoPicture`."""
    if upload is None or not upload.filename:
        return None
    if upload.stream.seek(0, 2) > LARGEST_FILE:
        raise NoPicture
    upload.stream.seek(0)
    try:
        with Image.open(upload.stream, formats=FORMATS) as picture:
            small = ImageOps.exif_transpose(picture).convert("RGB")
            small.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise NoPicture from error
    name = f"{secrets.token_hex(16)}.jpg"
    small.save(folder() / name, quality=85)
    return name


def folder() -> Path:
    """Return the folder of all photos."""
    return current_app.config["PHOTOS"]
