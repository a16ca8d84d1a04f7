"""What takes data of projects and models, each as a function of one random source.

Such a function returns when the data was accepted or refused in the stated way. Whatever else it raises is a defect of
the evaluator; so is an error of a kind that counts as failure of the infrastructure.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from PIL import Image

from evaluator.agents.answers.parsing import UnreadableAnswer, checklist_in, files_in, parameters_in, start_in
from evaluator.io.terminal import printable
from missions.errors import SolutionError
from missions.project_files import original_path, stored, write_files
from missions.testcodes import parameters
from missions.testcodes.parameters import Unanswered
from simulators.console.screen import Display
from simulators.errors import SimulatorError
from simulators.failures import INFRASTRUCTURE
from simulators.files.documents import count_colors, read_picture, read_sheets, read_table, similarity, write_tables
from simulators.matching import bounded, folded, matches, normalized
from simulators.runtime.processes.limited_calls import LimitedCalls
from tests.hostile.fuzzing import values
from tests.hostile.fuzzing.data_files import data_files

SECONDS = 120.0
"""Time limit of one call; what ends a runaway is its processor time."""

KINDS = (parameters.Url, parameters.Element, parameters.Command, parameters.Message, parameters.FileName)

Target = Callable[[Random], None]


@contextmanager
def refused_as_stated() -> Iterator[None]:
    """Accept the errors that data may cause; an error of the infrastructure is none of them."""
    try:
        yield
    except SimulatorError as error:
        if error.kind in INFRASTRUCTURE:
            raise
    except (UnreadableAnswer, SolutionError, Unanswered):
        pass


def model_answers(random: Random) -> None:
    files = [{"path": values.path(random), "code": "print()"}, {"path": "a.bin", "base64": "AAAA"}]
    pages = [{"page": "Home", "function": [{"function": "Greet", "description": "Says hello"}]}]
    start = {"program": ["python", "main.py"], "prepare": [["make"]], "requirements": ["rich>=14"]}
    for read, honest in ((files_in, files), (checklist_in, pages), (parameters_in, {"home": "/"}), (start_in, start)):
        with refused_as_stated():
            read(values.answer(random, honest))


def parameter_values(random: Random) -> None:
    for kind in KINDS:
        with refused_as_stated():
            kind.parse(values.text(random, 4) + random.choice(["", "/", "#a", "//*[1]", "http://localhost:8000/"]))


def file_names(random: Random) -> None:
    files = {values.path(random): b"x" for _ in range(random.randrange(1, 5))}
    with tempfile.TemporaryDirectory(prefix="projecteval-fuzz-") as folder, refused_as_stated():
        place = Path(folder) / "place"
        place.mkdir()
        try:
            write_files(stored(files), place)
        finally:
            written = [found for found in Path(folder).rglob("*") if found.is_file()]
            assert all(found.resolve().is_relative_to(place.resolve()) for found in written), files
            for found in written:
                original_path(found.relative_to(place).as_posix())


def terminal_output(random: Random) -> None:
    screen = Display(lambda reply: None)
    for _ in range(random.randrange(1, 6)):
        screen.feed(values.mutated(random, values.text(random).encode("utf-8", "replace")))
        shown = screen.text()
        assert len(shown.split("\n")) <= Display.LINES
        assert "\x1b" not in printable(shown)


def texts(random: Random) -> None:
    shown = bounded(values.text(random))
    assert folded(normalized(shown)) is not None
    with refused_as_stated():
        matches(random.choice([r"(a+)+$", r"(.*?,){9}x", r"\w+\s?[A-Z]*", r"(\d+)*!"]), shown, seconds=0.5)


class Readers:
    """Readers of spreadsheets and pictures, which share one process with limits."""

    def __init__(self, calls: LimitedCalls) -> None:
        self._calls = calls

    def spreadsheets(self, random: Random) -> None:
        rows = [[values.value(random, 0) for _ in range(3)] for _ in range(3)]
        cells = [[cell if isinstance(cell, str) else repr(cell) for cell in row] for row in rows]
        name = random.choice(["book.xlsx", "book.csv"])
        written = write_tables(name, {"Summary": [[_writable(cell) for cell in row] for row in cells]})
        content = values.mutated(random, written) if random.random() < 0.8 else written
        with refused_as_stated():
            read_table(content, name, random.choice([None, "Summary", ""]), self._calls, SECONDS)
        with refused_as_stated():
            read_sheets(content, name, self._calls, SECONDS)

    def pictures(self, random: Random) -> None:
        size = random.randrange(1, 60), random.randrange(1, 60)
        file = io.BytesIO()
        kind = random.choice(["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
        Image.frombytes("RGB", size, random.randbytes(3 * size[0] * size[1])).save(file, kind)
        honest = file.getvalue()
        content = values.mutated(random, honest)
        with refused_as_stated():
            read_picture(content, "chart.png", self._calls, SECONDS)
        with refused_as_stated():
            count_colors(content, "chart.png", self._calls, SECONDS)
        with refused_as_stated():
            similarity(content, honest, "chart.png", "expected.png", self._calls, SECONDS)


def _writable(cell: str) -> str:
    """Return `cell` without the characters that openpyxl refuses to write."""
    return "".join(character for character in cell if character.isprintable())[:30_000].lstrip("=")


@contextmanager
def data_targets() -> Iterator[dict[str, Target]]:
    """Open the targets that need neither sandbox nor browser."""
    with ExitStack() as stack:
        calls = LimitedCalls()
        stack.callback(calls.close)
        readers = Readers(calls)
        yield {
            "model answers": model_answers,
            "data files": data_files,
            "parameter values": parameter_values,
            "file names": file_names,
            "terminal output": terminal_output,
            "texts": texts,
            "spreadsheets": readers.spreadsheets,
            "pictures": readers.pictures,
        }
