from simulators.browser.conformance.posting import *  # noqa: F403
