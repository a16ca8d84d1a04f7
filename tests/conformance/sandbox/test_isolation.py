from simulators.runtime.sandbox.conformance.isolation import *  # noqa: F403
