from simulators.runtime.sandbox.conformance.usage import *  # noqa: F403
