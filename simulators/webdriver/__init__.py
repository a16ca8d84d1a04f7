"""WebDriver's remote end for the public testcodes: Selenium's commands (W3C WebDriver Level 2), answered by Chromium.

With chromedriver, which stands between the two elsewhere, a question to the page costs ten times the processor time:
here it is one message in the browser's own protocol, through a pipe. What each command answers is held against
chromedriver in the tests.
"""
