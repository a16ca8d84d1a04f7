"""What the suites of a library import has to be in its documents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from missions.authoring.checks import unnamed_imports
from missions.formats.folder import LIBRARIES, FolderCatalog

CATALOG = FolderCatalog(LIBRARIES)


@pytest.mark.parametrize("mission_id", CATALOG.ids())
def test_the_documents_of_every_library_name_what_its_suites_import(mission_id: str) -> None:
    assert unnamed_imports(CATALOG.mission(mission_id), CATALOG.reference(mission_id)) == []


def test_a_name_that_no_document_has_is_a_problem() -> None:
    mission, reference = CATALOG.mission("table-align"), CATALOG.reference("table-align")
    (problem,) = unnamed_imports(replace(mission, prompt="", further_documents=()), reference)
    assert problem.startswith(f"{mission.source}: suites import ")
    assert problem.endswith(" from the library, which no document names")
    assert "ALIGNMENTS" in problem
