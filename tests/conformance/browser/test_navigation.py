from simulators.browser.conformance.navigation import *  # noqa: F403
