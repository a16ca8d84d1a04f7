"""Scripted agent for the benchmark of three stages, in one workspace.

The argument is a folder for notes: at the stage that ``stop-at`` there names it waits, once, to be killed.
"""

import sys
import time
from pathlib import Path


def stop(notes: Path, stage: str) -> None:
    mark = notes / f"stopped-{stage}"
    if (notes / "stop-at").read_text() == stage and not mark.exists():
        mark.touch()
        time.sleep(300)


def main(notes: Path) -> None:
    stage = Path("PROMPT.md").read_text().split()[1].strip(".")
    diary = Path("diary.txt")
    diary.write_text((diary.read_text() if diary.exists() else "") + f"{stage}\n")
    stop(notes, stage)
    design = Path("design") / "design.md"
    if stage == "design":
        design.parent.mkdir()
        design.write_text("It has an input.\n")
    elif stage == "revision":
        assert "does not mention: output." in Path("PROMPT.md").read_text()
        design.write_text(design.read_text() + "It has an output.\n")
    else:
        assert "output" in design.read_text()
        Path("unit-tests").mkdir()
        (Path("unit-tests") / "test_it.py").write_text(f"def test_it():\n    assert {diary.read_text().split()}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
