"""The user of the public benchmark's testcodes: the names that they expect, on a host that they never saw.

The testcodes were written for one Windows desktop with a visible browser. What is the host's fault is mended
here and not in the data: Windows paths and download folders, dates typed year first, the clipboard, clicks that
return before the page has changed, waiting by sleeping.
"""
