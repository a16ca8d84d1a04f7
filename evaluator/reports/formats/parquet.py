"""Parquet: the data table of a document (extra ``parquet``)."""

from __future__ import annotations

import importlib.util
import io

from evaluator.model.errors import UsageError
from evaluator.reports.formats.cells import safe
from evaluator.reports.tables import Cell, ReportDocument


def as_parquet(document: ReportDocument) -> bytes:
    """Return a Parquet file. Raises `UsageError` without pyarrow."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError("--format parquet needs pyarrow: pip install 'projecteval[parquet]'")
    import pyarrow
    from pyarrow import parquet

    rows = document.data.rows
    columns = {
        name: pyarrow.array([_value(row[number]) for row in rows], type=_type([row[number] for row in rows]))
        for number, name in enumerate(document.data.columns)
    }
    file = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), file)
    return file.getvalue()


def _value(cell: Cell) -> Cell:
    return safe(cell) if isinstance(cell, str) else cell


def _type(cells: list[Cell]) -> str:
    """Return the Arrow type of a column: the same for every run, so that files can be read together."""
    kinds = {type(cell) for cell in cells if cell is not None}
    return "string" if str in kinds else "double" if float in kinds else "int64" if kinds else "string"
