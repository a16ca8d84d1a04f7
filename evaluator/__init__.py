"""The application: agents, evaluators, benchmarks, runs, reports, the command line."""
