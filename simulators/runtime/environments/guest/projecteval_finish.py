"""Final step of building an environment, after its packages are installed: ``python -m projecteval_finish`` in it."""

import compileall
import os
import sys

import projecteval_fonts  # type: ignore[import-not-found]  # lies beside it there

PACKAGES = os.path.dirname(os.path.abspath(__file__))

LONG_AGO = 315619200
"""1980-01-02 in seconds since the epoch: the first day that archives can represent in every time zone."""


def main() -> None:
    age_static_files()
    projecteval_fonts.make()
    if not compileall.compile_dir(PACKAGES, quiet=1):
        sys.exit("not every module could be compiled")


def age_static_files() -> None:
    """Date the files that sites serve from their packages before any mission's time. Without explicit headers a browser
    caches a file for a tenth of its age (RFC 9111, section 4.2.2); it would request one that is newer than the site's
    clock again on every page."""
    for folder, _, names in os.walk(PACKAGES):
        if "static" in folder.split(os.sep):
            for name in names:
                os.utime(os.path.join(folder, name), (LONG_AGO, LONG_AGO))


if __name__ == "__main__":
    main()
