"""JSON form of checklists, which agents read and write: ``[{page, function: [{function, description}, …]}, …]``."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from missions.mission import Checklist, Function, Page


class ListedFunction(BaseModel):
    """One function of a page; further keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    function: str
    description: str = ""


class ListedPage(BaseModel):
    """One page with its functions; further keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    page: str
    function: list[ListedFunction] = []


def checklist_of(pages: Iterable[ListedPage]) -> Checklist:
    """Return the checklist of pages that were read."""
    return Checklist(
        tuple(Page(page.page, tuple(Function(f.function, f.description) for f in page.function)) for page in pages)
    )
