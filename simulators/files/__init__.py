"""Simulated user of batch programs, who runs a program and checks its files: tables, text, pictures."""

from simulators.files.documents import Table
from simulators.files.running import ProgramResult
from simulators.files.user import FilesUser

__all__ = ["FilesUser", "ProgramResult", "Table"]
