"""Leaderboard: a static site of many runs, with ranks, intervals and ties; every figure leads to its evidence."""

from evaluator.reports.leaderboard.site import write_leaderboard

__all__ = ["write_leaderboard"]
