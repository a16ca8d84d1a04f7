"""Simulated user of batch programs, who runs a program and checks its files: tables, text, pictures."""

from simulators.files.program_result import ProgramResult
from simulators.files.tables import Table
from simulators.files.user import FilesUser

__all__ = ["FilesUser", "ProgramResult", "Table"]
