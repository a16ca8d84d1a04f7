"""The user who starts a batch program and looks at what it wrote: tables, text, pictures."""

from simulators.files.program_result import ProgramResult
from simulators.files.tables import Table
from simulators.files.user import FilesUser

__all__ = ["FilesUser", "ProgramResult", "Table"]
