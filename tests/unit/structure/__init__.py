"""Rules of the source tree that linters do not check."""
