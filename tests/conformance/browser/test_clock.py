from simulators.browser.conformance.clock import *  # noqa: F403
