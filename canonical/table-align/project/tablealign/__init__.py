"""Text tables with wide characters, wrapping and alignment."""

from tablealign.align import ALIGNMENTS, decimal_shift, is_number, pad
from tablealign.columns import Column, fit_widths
from tablealign.errors import OptionError, RowError, TableError, WidthError
from tablealign.render import STYLES, Style, Table, stream_rows
from tablealign.width import char_width, cut, text_width
from tablealign.wrap import wrap_text

__all__ = [
    "ALIGNMENTS",
    "STYLES",
    "Column",
    "OptionError",
    "RowError",
    "Style",
    "Table",
    "TableError",
    "WidthError",
    "char_width",
    "cut",
    "decimal_shift",
    "fit_widths",
    "is_number",
    "pad",
    "stream_rows",
    "text_width",
    "wrap_text",
]
