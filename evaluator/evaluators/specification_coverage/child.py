"""Entry point of the process that takes an inventory: request on standard input, result on standard output."""

from __future__ import annotations

import sys

from evaluator.evaluators.child_process import limit_this_process
from evaluator.evaluators.specification_coverage.bounded import MEMORY_BYTES, REQUEST, RESULT, SECONDS
from evaluator.evaluators.specification_coverage.inventory import inventory_of


def main() -> None:
    request = REQUEST.validate_json(sys.stdin.buffer.read())
    limit_this_process(MEMORY_BYTES, SECONDS)
    sys.stdout.buffer.write(RESULT.dump_json(inventory_of(request.files)))


if __name__ == "__main__":
    main()
