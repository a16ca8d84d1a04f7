from simulators.runtime.sandbox.conformance.leftovers import *  # noqa: F403
