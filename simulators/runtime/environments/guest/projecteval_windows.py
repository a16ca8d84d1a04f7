"""Translation of Windows paths in evaluated projects: ``folder\\name`` is ``folder/name``.

Imported by a ``.pth`` file in every environment; without effect unless ``PROJECTEVAL_WINDOWS_PATHS`` is set, as it is
for the public benchmark, whose projects were first evaluated on Windows.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from typing import Any


def _translated(path: object) -> object:
    if isinstance(path, str) and "\\" in path and not os.path.lexists(path):
        return path.replace("\\", "/")
    return path


def _translate_paths() -> None:
    import builtins
    import functools
    import io

    def wrapped(function: "Any") -> "Any":
        @functools.wraps(function)
        def call(*arguments: "Any", **options: "Any") -> "Any":
            return function(*map(_translated, arguments[:1]), *arguments[1:], **options)

        return call

    builtins.open = io.open = wrapped(io.open)
    for name in ("open", "stat", "listdir", "mkdir", "remove", "rename", "unlink"):
        setattr(os, name, wrapped(getattr(os, name)))


if os.environ.get("PROJECTEVAL_WINDOWS_PATHS"):
    _translate_paths()
