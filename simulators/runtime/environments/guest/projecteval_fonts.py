"""The list of fonts that matplotlib draws up at its first import in a home, made once with the environment.

`make` makes it beside this module; `install` puts it where a judged project's matplotlib looks.
Opening every font of the machine takes a quarter of a second, and every box is a new home. A font that has gone since
makes matplotlib draw up its own.
"""

import contextlib
import os
import shutil

MADE = os.path.join(os.path.dirname(__file__), "projecteval_fonts.made")
CACHE = os.path.expanduser("~/.cache/matplotlib")


def make() -> None:
    """Where matplotlib is part of the environment; fonts of the builder's home, which no box shows, are left out."""
    os.environ["HOME"] = os.environ["MPLCONFIGDIR"] = MADE
    os.mkdir(MADE)
    with contextlib.suppress(ImportError):
        import matplotlib.font_manager  # noqa: F401


def install() -> None:
    """In a box: its home is new and belongs to one attempt."""
    if "MPLCONFIGDIR" not in os.environ and "XDG_CACHE_HOME" not in os.environ:
        with contextlib.suppress(OSError):
            for name in os.listdir(MADE):
                os.makedirs(CACHE, exist_ok=True)
                shutil.copyfile(os.path.join(MADE, name), os.path.join(CACHE, name))
