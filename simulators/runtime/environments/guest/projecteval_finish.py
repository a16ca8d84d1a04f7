"""What is done once to an environment that has got its packages: ``python -m projecteval_finish`` in it."""

import compileall
import os
import sys

import projecteval_fonts  # type: ignore[import-not-found]  # lies beside it there

PACKAGES = os.path.dirname(os.path.abspath(__file__))

LONG_AGO = 315619200
"""1980-01-02, in seconds since the epoch: the first day that every zone's archives can tell."""


def main() -> None:
    age_static_files()
    projecteval_fonts.make()
    if not compileall.compile_dir(PACKAGES, quiet=1):
        sys.exit("not every module could be compiled")


def age_static_files() -> None:
    """What sites serve of their packages is older than any time at which a project lives. A browser that receives
    nothing else keeps a file for a tenth of its age (RFC 9111, section 4.2.2); one that is newer than the site's clock
    it would ask for again on every page."""
    for folder, _, names in os.walk(PACKAGES):
        if "static" in folder.split(os.sep):
            for name in names:
                os.utime(os.path.join(folder, name), (LONG_AGO, LONG_AGO))


if __name__ == "__main__":
    main()
