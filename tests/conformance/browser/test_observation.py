from simulators.browser.conformance.observation import *  # noqa: F403
