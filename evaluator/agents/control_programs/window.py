"""Desktop program that does nothing of its task: a control that satisfies no testcode.

``empty`` opens an empty window, ``echo`` one with every quoted text of ``prompt.md`` at once, each beside a box that
shows what is typed, and below them what is in the other files of its folder.
"""

import re
import sys
import tkinter as tk
from pathlib import Path

PROMPT = "prompt.md"
ENTRY_ENDS = re.compile(r"[\[\]{}\n]+")
QUOTED = re.compile(r'"([^"]+)"')
ROWS = 28
"""Texts of a column: nearly as many as the screen is high."""


def quoted_texts(prompt: str) -> list[str]:
    """Return the texts in quotation marks in their order, each once, whatever its capital letters."""
    found = [" ".join(text.split()) for text in QUOTED.findall(prompt)]
    return list({text.casefold(): text for text in reversed(found)}.values())[::-1]


def entries(folder: Path) -> list[str]:
    """Return what the files besides this program and the prompt contain, an entry of a list in each line."""
    own = {PROMPT, Path(__file__).name}
    texts = [path.read_text(errors="replace") for path in sorted(folder.iterdir()) if path.name not in own]
    return [" ".join(line.split()) for text in texts for line in ENTRY_ENDS.split(text) if line.strip(" ,")]


def show_all(root: tk.Tk, texts: list[str]) -> None:
    for number, text in enumerate(texts):
        column, row = divmod(number, ROWS)
        tk.Label(root, text=text).grid(row=row, column=2 * column, sticky="w", padx=8)
        tk.Entry(root, width=14).grid(row=row, column=2 * column + 1, pady=2)
    for line in entries(Path()):
        tk.Label(root, text=line).grid(columnspan=4, sticky="w", padx=8)


def main(kind: str) -> None:
    root = tk.Tk()
    root.geometry("1240x940")
    if kind == "echo":
        show_all(root, quoted_texts(Path(PROMPT).read_text(encoding="utf-8")))
    root.mainloop()


if __name__ == "__main__":
    main(sys.argv[1])
