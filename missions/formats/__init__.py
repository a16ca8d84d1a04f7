"""Other ways in and out: the public ProjectEval JSON."""
