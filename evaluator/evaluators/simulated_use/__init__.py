"""Evaluation of solutions by simulated use."""
