"""Spreadsheet calculation engine: formulas, dependencies, incremental recalculation, cycles, CSV and JSON."""

from gridengine.address import Address, Range, Reference, parse_address, parse_range
from gridengine.errors import AddressError, FormulaError, GridError, LoadError
from gridengine.exchange import csv_lines, export_csv, export_json, import_csv, import_json
from gridengine.functions import FUNCTIONS
from gridengine.nodes import to_formula
from gridengine.parser import parse_formula
from gridengine.sheet import Sheet
from gridengine.values import CellError

__all__ = [
    "FUNCTIONS",
    "Address",
    "AddressError",
    "CellError",
    "FormulaError",
    "GridError",
    "LoadError",
    "Range",
    "Reference",
    "Sheet",
    "csv_lines",
    "export_csv",
    "export_json",
    "import_csv",
    "import_json",
    "parse_address",
    "parse_formula",
    "parse_range",
    "to_formula",
]
