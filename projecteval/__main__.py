"""The command line, as ``python -m projecteval``."""

from evaluator.cli import main

main()
