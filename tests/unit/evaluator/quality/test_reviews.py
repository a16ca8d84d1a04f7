"""The reviewed list of a mission."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.quality import mutations_of
from evaluator.quality.mutation import Verdict, reviews_of
from missions.catalog import open_catalog
from missions.errors import MissionError

TEXT = """
[[mutant]]
file = "app.py"
line = 1
after = "x = 6"
verdict = "silent"
reason = "the prompt names no number"

[[control]]
control = "echo"
testcode = "greets"
reason = "it repeats the name"
"""


def test_a_review_is_found_by_file_line_and_change(tmp_path: Path) -> None:
    (tmp_path / "reviewed_mutants.toml").write_text(TEXT)
    more, less = (each for each in mutations_of({"app.py": b"x = 5"}))
    reviews = reviews_of(tmp_path)
    found = {each.after: reviews.of(each) for each in (more, less)}
    assert found["x = 4"] is None
    review = found["x = 6"]
    assert review is not None
    assert review.verdict is Verdict.SILENT
    assert (reviews.reason("echo", "greets"), reviews.reason("masked", "greets")) == ("it repeats the name", "")


def test_a_mistake_in_the_list_is_reported_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "reviewed_mutants.toml").write_text(TEXT.replace("silent", "unclear"))
    with pytest.raises(MissionError, match=r"reviewed_mutants\.toml: mutant\.0\.verdict"):
        reviews_of(tmp_path)


def test_every_reviewed_list_of_the_catalog_names_mutants_that_exist() -> None:
    catalog, unknown = open_catalog("catalog"), []
    for mission_id in catalog.ids():
        reviews = reviews_of(catalog.mission(mission_id).source)
        reference = catalog.reference(mission_id)
        assert reference is not None
        reviewed, there = {each.file for each in reviews.mutant}, set()
        for solution in (reference, *reference.stages.values()):
            files = {file: content for file, content in solution.files.items() if file in reviewed}
            there |= {(each.file, each.line, each.after) for each in mutations_of(files)}
        unknown += [(mission_id, each) for each in reviews.mutant if (each.file, each.line, each.after) not in there]
    assert unknown == []
