"""Tables are compared by value and type; broken and hostile files give messages."""

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

import pytest

from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, NotFound
from simulators.evidence import ValueDifference
from simulators.files import FilesUser
from simulators.files.documents import write_tables
from tests.conformance.files.conftest import Desk

ROWS = [
    ("Name", "Hours", "On", "At", "Paid"),
    ("Ada", 12.5, date(2025, 3, 14), time(9, 30), True),
    ("Ben", 7, None, None, False),
]


@pytest.fixture
def user(desk: Desk) -> FilesUser:
    user = desk()
    user.writes_table("book.xlsx", {"Hours": ROWS, "Notes": [["a"], [], [None, "b"], ["", None]]})
    return user


def test_what_was_written_is_read(user: FilesUser) -> None:
    assert user.sheets("book.xlsx") == ["Hours", "Notes"]
    assert user.table("book.xlsx").rows[1] == ("Ada", 12.5, datetime(2025, 3, 14), time(9, 30), True)
    assert user.table("book.xlsx", "Notes").rows == (("a", None), (None, None), (None, "b"))
    assert user.cell("book.xlsx", "b3") == 7
    assert user.cell("book.xlsx", "ZZ99") is None
    user.sees_table(ROWS, in_="book.xlsx")
    user.sees_cell("b", "B3", in_="book.xlsx", sheet="Notes")


def test_numbers_are_numbers_and_texts_are_texts(user: FilesUser) -> None:
    user.sees_cell(Decimal("12.50"), "B2", in_="book.xlsx")
    user.sees_cell(7.0, "B3", in_="book.xlsx")
    user.sees_cell(12.45, "B2", in_="book.xlsx", within=0.05)
    for wrong, seen in (("12.5", "12.5"), (12.4, "12.5"), (True, "12.5"), (None, "12.5")):
        with pytest.raises(ExpectationFailed, match=rf"book.xlsx, Hours!B2: expected .*, seen {seen}"):
            user.sees_cell(wrong, "B2", in_="book.xlsx")
    with pytest.raises(ExpectationFailed, match=r"Hours!E2: expected 1, seen True"):
        user.sees_cell(1, "E2", in_="book.xlsx")


def test_cells_that_differ_are_named(user: FilesUser) -> None:
    user.writes_table("out.xlsx", {"Sheet": [["Name", "Hours"], ["Ada", "12.5"], ["Ben", 7], ["Eve", 1]]})
    with pytest.raises(ExpectationFailed) as failed:
        user.sees_table([["Name", "Hours"], ["Ada", 12.5], ["Bob", 7]], in_="out.xlsx")
    assert user.trace.entries[-1].differences[:2] == (
        ValueDifference("Sheet!B2", "12.5", "'12.5' (text)"),
        ValueDifference("Sheet!A3", "'Bob' (text)", "'Ben' (text)"),
    )
    assert str(failed.value).splitlines() == [
        "out.xlsx: 4 cells differ: Sheet!B2: expected 12.5, seen '12.5' (text)",
        "Sheet!A3: expected 'Bob' (text), seen 'Ben' (text)",
        "Sheet!A4: expected nothing, seen 'Eve' (text)",
        "Sheet!B4: expected nothing, seen 1",
    ]


def test_a_table_is_like_a_material(user: FilesUser, materials: Path) -> None:
    (materials / "expected.xlsx").write_bytes(write_tables("expected.xlsx", {"Hours": ROWS}))
    user.sees_table(in_="book.xlsx", like="expected.xlsx")
    user.sees_table(in_="book.xlsx", sheet="Hours", like="expected.xlsx")
    with pytest.raises(InfrastructureError):
        user.sees_table(in_="book.xlsx", like="other.xlsx")


def test_csv_files_have_texts_that_read_as_what_is_expected(user: FilesUser) -> None:
    user.writes_table(
        "out.csv", {"": [["Name", "Hours", "On"], ["Ada, B.", 12.5, date(2025, 3, 14)], ["Ben", None, None]]}
    )
    assert user.table("out.csv").rows[1] == ("Ada, B.", "12.5", "2025-03-14")
    user.sees_table([["Name", "Hours", "On"], ["Ada, B.", 12.50, date(2025, 3, 14)], ["Ben"]], in_="out.csv")
    user.sees_cell("12.5", "B2", in_="out.csv")
    with pytest.raises(ExpectationFailed, match=r"out.csv!B2: expected 13, seen '12.5' \(text\)|seen 12.5"):
        user.sees_cell(13, "B2", in_="out.csv")
    user.writes("semicolons.csv", "a;b\n1,5;2\n")
    assert user.table("semicolons.csv").rows == (("a", "b"), ("1,5", "2"))
    with pytest.raises(InfrastructureError, match=r"one table"):
        user.writes_table("two.csv", {"a": [], "b": []})


def test_a_formula_gives_its_stored_value_or_is_reported_without_one(user: FilesUser) -> None:
    user.writes_table("sum.xlsx", {"S": [[1, 2, "=A1+B1"]]})
    looks: tuple[Callable[[], object], ...] = (
        lambda: user.cell("sum.xlsx", "C1"),
        lambda: user.table("sum.xlsx"),
        lambda: user.sees_cell(3, "C1", in_="sum.xlsx"),
        lambda: user.sees_table([[1, 2, None]], in_="sum.xlsx"),
    )
    for look in looks:
        with pytest.raises(ExpectationFailed, match=r"S!C1.*the formula =A1\+B1 without a stored value"):
            look()
    assert user.cell("sum.xlsx", "B1") == 2


def test_a_formula_with_a_stored_value(user: FilesUser, project: Path) -> None:
    user.writes_table("sum.xlsx", {"S": [[1, 2, "=A1+B1"]]})
    _rewrite(project / "sum.xlsx", "xl/worksheets/sheet1.xml", (b"<v />", b"<v>3</v>"), (b"<v></v>", b"<v>3</v>"))
    user.sees_table([[1, 2, 3]], in_="sum.xlsx")


def test_sheets_and_cells_that_are_not_there(user: FilesUser) -> None:
    with pytest.raises(NotFound, match=r"no sheet 'Summary'; there are 'Hours', 'Notes'"):
        user.table("book.xlsx", "Summary")
    with pytest.raises(NotFound, match=r"none.xlsx is not there"):
        user.table("none.xlsx")
    with pytest.raises(InvalidAnswer, match=r"'3B' is not a cell"):
        user.cell("book.xlsx", "3B")


def test_broken_files_end_in_words(user: FilesUser, project: Path) -> None:
    whole = (project / "book.xlsx").read_bytes()
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    broken = {"text": b"Name,Hours", "cut": whole[:2000], "nothing": b"", "zip": empty.getvalue(),
              "garbled": whole[:900] + b"\xff" * 200 + whole[1100:]}  # fmt: skip
    for kind, content in broken.items():
        (project / f"{kind}.xlsx").write_bytes(content)
        with pytest.raises(ExpectationFailed, match=f"{kind}.xlsx is not a spreadsheet"):
            user.table(f"{kind}.xlsx")
    (project / "binary.csv").write_bytes(b"\xff\x00")
    (project / "quote.csv").write_text('a,"b')
    for name in ("binary.csv", "quote.csv"):
        with pytest.raises(ExpectationFailed, match=f"{name} is no"):
            user.table(name)


def test_a_spreadsheet_that_unpacks_without_end_is_not_unpacked(user: FilesUser, project: Path) -> None:
    with zipfile.ZipFile(project / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("xl/worksheets/sheet1.xml", bytes(60 << 20))
    with pytest.raises(ExpectationFailed, match=r"bomb.xlsx unpacks to 62914560 bytes"):
        user.table("bomb.xlsx")


def test_a_huge_sheet_and_a_huge_claim(user: FilesUser, project: Path) -> None:
    (project / "large.xlsx").write_bytes(b"PK" + b"0" * (11 << 20))
    with pytest.raises(ExpectationFailed, match=r"large.xlsx has \d+ bytes"):
        user.table("large.xlsx")
    user.writes_table("claim.xlsx", {"S": [[1]]})
    _rewrite(project / "claim.xlsx", "xl/worksheets/sheet1.xml", (b'ref="A1"', b'ref="A1:XFD1048576"'))
    assert user.table("claim.xlsx").rows == ((1,),)
    _rewrite(
        project / "claim.xlsx",
        "xl/worksheets/sheet1.xml",
        (b'r="A1"', b'r="A1048576"'),
        (b'<row r="1"', b'<row r="1048576"'),
    )
    with pytest.raises(ExpectationFailed, match=r"more than 1000000 cells"):
        user.table("claim.xlsx")


def _rewrite(path: Path, part: str, *changes: tuple[bytes, bytes]) -> None:
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    for before, after in changes:
        parts[part] = parts[part].replace(before, after)
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
