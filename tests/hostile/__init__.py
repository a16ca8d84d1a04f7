"""Hostile programs, pages, solutions and files, with their required results."""
