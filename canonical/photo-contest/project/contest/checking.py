"""Looking into files that are said to be pictures."""

import hashlib
from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile
from PIL import Image, UnidentifiedImageError

KINDS = {"JPEG": "image/jpeg", "PNG": "image/png"}
MOST_BYTES = 500_000
SHORTEST, LONGEST = 200, 2000


class NotAccepted(ValueError):
    """The file is no picture for a contest; the message says why."""


@dataclass(frozen=True)
class Checked:
    """What was found out about a picture: media type, and digest of its bytes."""

    kind: str
    digest: str


def check_picture(file: UploadedFile) -> Checked:
    """Look into a file; its name and what the browser says of it do not matter. Raises `NotAccepted`."""
    if (file.size or 0) > MOST_BYTES:
        raise NotAccepted(f"A picture has at most {MOST_BYTES} bytes.")
    content = file.read()
    file.seek(0)
    try:
        with Image.open(file, formats=list(KINDS)) as picture:
            kind, size = KINDS[picture.format or ""], picture.size
            if not all(SHORTEST <= length <= LONGEST for length in size):
                raise NotAccepted(f"A picture is {SHORTEST} to {LONGEST} pixels wide and high.")
            picture.load()
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise NotAccepted("Only JPEG and PNG pictures.") from error
    file.seek(0)
    return Checked(kind, hashlib.sha256(content).hexdigest())
