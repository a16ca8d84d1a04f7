"""The application: who builds, judging, scores, runs, reports, the command line."""
