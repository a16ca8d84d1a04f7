"""Font list of matplotlib, which it otherwise creates at its first import in a home; made once per environment.

`make` writes it next to this module; `install` copies it to where an evaluated project's matplotlib looks for it.
Opening every font of the machine takes a quarter of a second, and every box has a new home. When a font is missing,
matplotlib creates its own list.
"""

import contextlib
import os
import shutil

MADE = os.path.join(os.path.dirname(__file__), "projecteval_fonts.made")
CACHE = os.path.expanduser("~/.cache/matplotlib")


def make() -> None:
    """Create the list if matplotlib is part of the environment; without fonts of the home folder."""
    os.environ["HOME"] = os.environ["MPLCONFIGDIR"] = MADE
    os.mkdir(MADE)
    with contextlib.suppress(ImportError):
        import matplotlib.font_manager  # noqa: F401


def install() -> None:
    """Copy the list into the home of a box, which is new for each attempt."""
    if "MPLCONFIGDIR" not in os.environ and "XDG_CACHE_HOME" not in os.environ:
        with contextlib.suppress(OSError):
            for name in os.listdir(MADE):
                os.makedirs(CACHE, exist_ok=True)
                shutil.copyfile(os.path.join(MADE, name), os.path.join(CACHE, name))
