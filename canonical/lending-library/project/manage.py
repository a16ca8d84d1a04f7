#!/usr/bin/env python
"""Runs Django's administrative commands for this site."""

import os
import sys


def main() -> None:
    """Run the command that is named in the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "willow.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
