"""Who plays the user, and where: at a browser, at a console, with files, on a stage.

The package imports nothing heavy and nothing of the other packages; a browser engine is
imported when a session is opened.
"""
