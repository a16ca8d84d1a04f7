"""Notes about answers that were asked for one file each: what they held besides it, or instead."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from pydantic import TypeAdapter, ValidationError

from missions.project_files import Files


@dataclass(frozen=True)
class AnswerNote:
    """One answer to the request for the file `path`, one of the `planned` files.

    `again`: it was asked for a second time; `cut`: characters that were left out of the files shown; `broken`: imports
    of cycles that the order ignores. `renamed` is the name under which the file was given, `repeated` are files that
    had been written before (they stay as they were), `early` are those that come later in the order, `unknown` those
    that the design does not have (they are not taken).
    """

    path: str
    planned: tuple[str, ...] = ()
    again: bool = False
    cut: int = 0
    broken: tuple[tuple[str, str], ...] = ()
    renamed: str = ""
    repeated: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def having(
        self, renamed: str, repeated: tuple[str, ...], early: tuple[str, ...], unknown: tuple[str, ...]
    ) -> AnswerNote:
        return replace(self, renamed=renamed, repeated=repeated, early=early, unknown=unknown)


NOTE = TypeAdapter(AnswerNote)


def write_note(number: int, note: AnswerNote) -> Files:
    """Return the file of the `number`-th note."""
    return {f"{number:04}.json": (json.dumps(asdict(note), ensure_ascii=False) + "\n").encode()}


def read_notes(files: Files) -> Iterator[AnswerNote]:
    """Yield the notes in order; files of another form are left out."""
    for _, content in sorted(files.items()):
        try:
            yield NOTE.validate_json(content)
        except ValidationError:
            continue
