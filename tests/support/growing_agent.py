"""Scripted agent for the fixture of Web-Bench: works in the workspace of each request.

    growing_agent.py TOOLS MODE

TOOLS is a folder with the last state in ``src``. MODE: ``good`` does every task at once; ``late`` leaves out the button
Clear until the second try of its task; ``breaks`` loses the button Add with the last task and repairs it in the second
try. It waits to be killed at a request that contains the words in ``TOOLS/stop-at``.
"""

import shutil
import sys
import time
from pathlib import Path

CLEAR, AGAIN = "'Clear'", "when the page is loaded again"
ERRORS = "tests failed with these errors"


def main(tools: Path, mode: str) -> None:
    request, page, diary = Path("PROMPT.md").read_text(), Path("project/index.html"), Path("diary.txt")
    stop_at = (tools / "stop-at").read_text()
    if stop_at and stop_at in request:
        time.sleep(600)
    diary.write_text((diary.read_text() if diary.exists() else "") + request)
    first_try = ERRORS not in request
    if mode == "late" and CLEAR in request and first_try:
        return
    shutil.copytree(tools / "src", "project", dirs_exist_ok=True)
    if mode == "late" and CLEAR not in diary.read_text():
        page.write_text(page.read_text().replace('id="clear"', 'id="soon"'))
    if mode == "breaks" and AGAIN in request and first_try:
        page.write_text(page.read_text().replace('id="add"', 'id="plus"'))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
