"""Vegetable boxes: members, deliveries, invoices. Started as ``python main.py COMMAND …`` in the farm's folder."""

import sys

from greenbox.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
