"""RealBench: designs as input; whether the components of a design exist, run, and are right (docs/realbench.md)."""
