"""An attempt's solution → verdicts, by simulated use."""
