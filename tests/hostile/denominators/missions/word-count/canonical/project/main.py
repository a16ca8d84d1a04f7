"""Counts the words of text.txt."""

import json
from collections import Counter
from pathlib import Path

words = Path("text.txt").read_text(encoding="utf-8").split()
Path("total.txt").write_text(str(len(words)))
Path("words.txt").write_text("\n".join(sorted(set(words))))
Path("longest.txt").write_text(f"longest: {max(words, key=len)}")
Path("words.json").write_text(json.dumps(Counter(words)))
