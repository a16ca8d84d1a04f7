"""Packages that a solution requires in addition to its environment, installed from wheels allowed beforehand."""
