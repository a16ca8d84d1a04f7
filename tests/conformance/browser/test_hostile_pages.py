from simulators.browser.conformance.hostile_pages import *  # noqa: F403
