from simulators.runtime.sandbox.conformance.behaviour import *  # noqa: F403
