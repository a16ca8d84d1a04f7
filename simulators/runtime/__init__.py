"""Runtime of a solution: environment, sandbox, processes and requirements."""
