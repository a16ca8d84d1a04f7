"""Benchmarks: one folder each; plug-ins of the entry point group ``projecteval.benchmarks``.

Nothing is imported here, so that the data of a benchmark can be read without its evaluators.
"""
