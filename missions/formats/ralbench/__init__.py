"""RAL-Bench: 38 Python libraries to build from a natural-language requirement, in the layout of its repository.

``tasks/PROJECT/NAME.yaml`` describes a task, ``tests/PROJECT/SUITE_test.py`` are its suites. Reference projects are
source distributions of the package index, pinned in `references`.
"""
