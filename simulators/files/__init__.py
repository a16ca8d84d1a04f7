"""The user who starts a batch program and looks at what it wrote: tables, text, pictures."""

from simulators.files.outcome import Outcome
from simulators.files.tables import Table
from simulators.files.user import FilesUser

__all__ = ["FilesUser", "Outcome", "Table"]
