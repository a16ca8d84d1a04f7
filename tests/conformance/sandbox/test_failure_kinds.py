from simulators.runtime.sandbox.conformance.failure_kinds import *  # noqa: F403
