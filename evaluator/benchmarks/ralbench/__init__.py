"""RAL-Bench: 38 Python libraries to build from a natural-language requirement (docs/ralbench.md)."""
