from simulators.browser.conformance.evidence import *  # noqa: F403
