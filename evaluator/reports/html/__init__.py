"""HTML report of a run: ``report.html``, and in the folder ``report`` the details that it loads on demand."""

from evaluator.reports.html.page import write_report

__all__ = ["write_report"]
