"""NL2Repo-Bench: whole repositories from one long specification, evaluated by upstream tests (docs/nl2repo.md)."""
