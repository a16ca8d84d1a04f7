"""Polls of a house: questions, options, one vote for each tenant, results."""
