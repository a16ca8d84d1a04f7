"""Scripted agent for the fixture of Web-Bench: works in the workspace of each request.

    growing_agent.py REFERENCE NOTES MODE

REFERENCE is the last state. MODE: ``good`` does every task at once; ``late`` does nothing in the first try of the task
about the button Clear; ``breaks`` loses the button Add with the last task and repairs it in the second try. At the
request whose number the file ``stop-at`` in NOTES holds it waits, once, to be killed.
"""

import shutil
import sys
import time
from pathlib import Path

CLEAR, AGAIN = "'Clear'", "when the page is loaded again"
ERRORS = "tests failed with these errors"


def main(reference: Path, notes: Path, mode: str) -> None:
    request, page = Path("PROMPT.md").read_text(), Path("project/index.html")
    number, first_try = len(list(notes.glob("request-*"))), ERRORS not in request
    stop(notes, number)
    (notes / f"request-{number:02d}").write_text(request)
    if mode == "late" and CLEAR in request and first_try:
        return
    shutil.copytree(reference, "project", dirs_exist_ok=True)
    if mode == "late" and before_clear(request):
        page.write_text(page.read_text().replace('id="clear"', 'id="soon"'))
    if mode == "breaks" and AGAIN in request and first_try:
        page.write_text(page.read_text().replace('id="add"', 'id="plus"'))


def before_clear(request: str) -> bool:
    return not any(words in request for words in (CLEAR, AGAIN, "not added"))


def stop(notes: Path, number: int) -> None:
    mark = notes / f"stopped-{number}"
    if (notes / "stop-at").exists() and (notes / "stop-at").read_text() == str(number) and not mark.exists():
        mark.touch()
        time.sleep(300)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
