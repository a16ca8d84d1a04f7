"""Scripted agent for projects of Web-Bench: works in the workspace of each request.

    growing_agent.py TOOLS

TOOLS is a folder with the last state in ``src``, which every request is answered with, and with ``script.json``:

- ``page``: the file that is changed;
- ``late``: ``[WORDS, OLD, NEW]``: NEW instead of OLD until the second try of the request that contains WORDS;
- ``breaks``: the same, in the first try of that request only;
- ``stop_at``: it waits to be killed at a request that contains these words.
"""

import json
import shutil
import sys
import time
from pathlib import Path

ERRORS = "tests failed with these errors"


def main(tools: Path) -> None:
    request, diary = Path("PROMPT.md").read_text(), Path("diary.txt")
    script = json.loads((tools / "script.json").read_text())
    if script.get("stop_at") and script["stop_at"] in request:
        time.sleep(600)
    first_try = ERRORS not in request
    shutil.copytree(tools / "src", "project", dirs_exist_ok=True)
    page = Path("project", script["page"])
    if "late" in script:
        words, old, new = script["late"]
        if not first_try and words in request:
            diary.write_text(words)
        if not diary.exists():
            page.write_text(page.read_text().replace(old, new))
    if "breaks" in script:
        words, old, new = script["breaks"]
        if first_try and words in request:
            page.write_text(page.read_text().replace(old, new))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
