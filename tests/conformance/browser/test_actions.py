from simulators.browser.conformance.actions import *  # noqa: F403
