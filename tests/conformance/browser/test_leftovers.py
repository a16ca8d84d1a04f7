from simulators.browser.conformance.leftovers import *  # noqa: F403
