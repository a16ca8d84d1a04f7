"""WebDriver's remote end for the public testcodes: Selenium's commands (W3C WebDriver Level 2), answered by Chromium.

A command is one message in the browser's own protocol, through a pipe. With chromedriver it costs ten times the
processor time. Tests compare the answers of all commands with those of chromedriver.
"""
