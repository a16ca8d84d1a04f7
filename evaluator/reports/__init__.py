"""Reports of a run: terminal, HTML, CSV, JUnit, comparison."""
