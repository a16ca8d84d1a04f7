from simulators.runtime.sandbox.conformance.limits import *  # noqa: F403
