"""Simulated users at a browser, at a console and with files, and the runtime of the projects that they use.

The package imports nothing heavy and nothing of the other packages; a browser engine is
imported when a session is opened.
"""
