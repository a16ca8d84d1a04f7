"""DevBench: the software life cycle in five tasks (docs/devbench.md)."""
