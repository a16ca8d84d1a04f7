"""Runs: the run folder (request, lock, results), their execution, and their results."""
