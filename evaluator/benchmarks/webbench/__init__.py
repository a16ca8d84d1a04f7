"""Web-Bench: websites that grow by twenty requests in a row, judged by Playwright tests (docs/webbench.md)."""
