"""Ten bugs, each planted in a copy of a reference solution, with the words that name it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from missions.formats.folder import BUILT_IN

CANONICAL = BUILT_IN.parents[1] / "canonical"


@dataclass(frozen=True)
class PlantedBug:
    """A replacement in one file of a mission's reference, the testcode that meets it, and what the reason says."""

    name: str
    mission: str
    testcode: str
    file: str
    old: str
    new: str
    reason: str
    has_picture: bool = True

    def planted(self, folder: Path) -> Path:
        """Return a copy of the solution with the bug; the parameters lie beside it."""
        shutil.copytree(CANONICAL / self.mission, folder)
        file = folder / "project" / self.file
        if not self.new and self.old == "":
            file.unlink()
            return folder / "project"
        assert file.read_text().count(self.old) == 1, self.name
        file.write_text(file.read_text().replace(self.old, self.new))
        return folder / "project"


TRIP, HABITS, LOGS = "trip-splitter", "habit-calendar", "log-inspector"
NEW_TRIP, LISTED, COUNTED = (
    "a_new_trip_has_no_expenses",
    "habits_are_listed_by_name",
    "three_kinds_of_lines_are_counted",
)

BUGS = (
    PlantedBug(
        *("exception in a view", TRIP, NEW_TRIP, "trips/views.py"),
        *('"listed_total": total_of(listed),', '"listed_total": total_of(trip.listed),'),
        r"the site answered 500 to GET /trip/…/: AttributeError: 'Trip' object has no attribute 'listed' "
        r"\(trips/views.py line \d+, in trip_page\)",
    ),
    PlantedBug(
        *("exception in a template", TRIP, NEW_TRIP, "trips/templates/trips/trip.html"),
        *("{% url 'print' trip.token %}", "{% url 'no-such-page' %}"),
        r"the site answered 500 to GET /trip/…/: NoReverseMatch: Reverse for 'no-such-page' not found",
    ),
    PlantedBug(
        *("exception in a script of the page", HABITS, LISTED, "habits.js"),
        *("if (!name.trim()) throw", "if (!name.text.trim()) throw"),
        r"the page raised TypeError: Cannot read properties of undefined \(reading 'trim'\) \(habits.js line \d+",
    ),
    PlantedBug(
        *("wrong status", TRIP, NEW_TRIP, "trips/views.py"),
        *(
            "    trip = get_object_or_404(Trip, token=token)\n    filter_form",
            "    trip = get_object_or_404(Trip, token=token[1:])\n    filter_form",
        ),
        r"the site answered 404 to GET /trip/…/",
    ),
    PlantedBug(
        *("missing file", HABITS, LISTED, "days.js", "", ""),
        r"the site answered 404 to GET /days.js",
    ),
    PlantedBug(
        *("wrong number", TRIP, "categories_have_percentages", "trips/reports.py"),
        *("_percent(amount, whole)", "_percent(amount, whole + 1)"),
        r"the text 'Lodging 70.00 EUR 87.5%' is not on the page",
    ),
    PlantedBug(
        *("dead button", HABITS, LISTED, "index.html"),
        *("<button>Add habit</button>", '<button type="button">Add habit</button>'),
        r"'#name': expected the value '', it holds ' running '",
    ),
    PlantedBug(
        *("import error", TRIP, NEW_TRIP, "trips/views.py"),
        *("from trips.reports import total_by_category,", "from trips.reports import total_per_category,"),
        r"ImportError: cannot import name 'total_per_category' from 'trips.reports'",
        has_picture=False,
    ),
    PlantedBug(
        *("endless loop", LOGS, COUNTED, "loginspect.py"),
        *("    asked = understand(arguments)\n", "    asked = understand(arguments)\n    while asked:\n        pass\n"),
        r"the testcode did not end within 60 seconds; it was at: runs .*loginspect.py out mixed.log",
        has_picture=False,
    ),
    PlantedBug(
        *("wrong column", LOGS, "paths_are_ranked", "workbook.py"),
        *("(path, seen.requests, seen.failures, seen.size)", "(path, seen.failures, seen.requests, seen.size)"),
        r"out/report.xlsx: 20 cells differ: Paths!B2: expected 3, seen 2",
        has_picture=False,
    ),
)
