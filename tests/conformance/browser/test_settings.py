from simulators.browser.conformance.settings import *  # noqa: F403
