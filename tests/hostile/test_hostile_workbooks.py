"""Hostile workbooks are read within limits, or refused; files of the host that they refer to are never shown."""

from __future__ import annotations

import io
import resource
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulators.errors import ExpectationFailed
from simulators.files.documents import read_table
from simulators.runtime.processes import limited_calls
from simulators.runtime.processes.limited_calls import LimitedCalls
from tests.support.parameters import named

ENTRIES = Path(__file__).parent / "workbooks" / "parts.toml"
MAX_SECONDS = 600.0
"""Seconds before the test gives up: what ends a runaway is processor time, whatever the machine's speed."""

PROCESSOR_SECONDS = 2
"""Fewer than usual, for the sake of the tests' own time."""

FORMATS = "http://schemas.openxmlformats.org/"
MAIN, RELATIONS = f"{FORMATS}spreadsheetml/2006/main", f"{FORMATS}officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HONEST = {
    "[Content_Types].xml": f'<Types xmlns="{FORMATS}package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KIND}.worksheet+xml"/>'
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KIND}.sharedStrings+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{KIND}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{FORMATS}package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">'
    '<sheets><sheet name="Summary" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{FORMATS}package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{RELATIONS}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId3" Type="{RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    "</sheetData></worksheet>",
    "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>hello</t></si></sst>',
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs><xf/></cellXfs></styleSheet>',
}


@dataclass(frozen=True)
class HostileWorkbook:
    """One hostile part of a workbook; the other parts are honest."""

    name: str
    tries: str
    part: str
    begins: str
    unit: str
    times: int
    ends: str
    slow: bool = False

    def content(self) -> bytes:
        begins = self.begins.replace("{main}", MAIN).replace("{relations}", RELATIONS)
        return packed(HONEST | {self.part: begins + self.unit * self.times + self.ends})


def packed(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def workbooks() -> list[HostileWorkbook]:
    entries = tomllib.loads(ENTRIES.read_text(encoding="utf-8"))
    return [HostileWorkbook(name, **entry) for name, entry in entries.items()]


@pytest.fixture(scope="module")
def calls() -> Iterator[LimitedCalls]:
    calls = LimitedCalls()
    yield calls
    calls.close()


def test_an_honest_workbook_of_these_parts_is_read(calls: LimitedCalls) -> None:
    assert read_table(packed(HONEST), "book.xlsx", None, calls, MAX_SECONDS).rows == (("hello",),)


@pytest.mark.parametrize("workbook", named(workbooks()))
def test_a_hostile_workbook_is_read_within_limits_or_refused(
    workbook: HostileWorkbook, calls: LimitedCalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_calls, "PROCESSOR_SECONDS", PROCESSOR_SECONDS)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    assert "root:" not in _seen(workbook.content(), calls)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 5 * PROCESSOR_SECONDS


def _seen(content: bytes, calls: LimitedCalls) -> str:
    try:
        return str(read_table(content, "book.xlsx", None, calls, MAX_SECONDS).rows[:10])
    except ExpectationFailed as error:
        return str(error)
