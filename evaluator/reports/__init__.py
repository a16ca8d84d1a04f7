"""Terminal, HTML, CSV, JUnit, comparisons: read from a run, knowing nothing of how it was done."""
