"""Where a solution runs: its sandbox, its processes, its own port space."""
