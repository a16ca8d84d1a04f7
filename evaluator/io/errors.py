"""Exceptions of reading and writing files.

UnreadableFile      a file is missing, damaged, or of another version
FolderTaken         a folder that is to be written exists already
"""

from __future__ import annotations


class UnreadableFile(Exception):
    """A file is missing, damaged, or of another version; the message names it."""


class FolderTaken(Exception):
    """A folder that is to be written exists already; the message names it."""
