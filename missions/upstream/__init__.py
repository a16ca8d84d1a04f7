"""Projects that are judged by the tests of an existing (upstream) project, by its published commands."""
