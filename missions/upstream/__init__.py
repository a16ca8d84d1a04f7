"""Projects that are evaluated by the tests of an existing (upstream) project, by its published commands."""
