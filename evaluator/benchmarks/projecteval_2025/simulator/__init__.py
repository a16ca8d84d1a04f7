"""Simulated user of the public benchmark's testcodes (ProjectEval 2025): the names that the testcodes expect in scope.

The testcodes were written for one Windows desktop with a visible browser. The simulator, not the data, translates
Windows paths and download folders, dates typed year first, the clipboard, clicks that return before the page has
changed, and waiting by sleeping.
"""
