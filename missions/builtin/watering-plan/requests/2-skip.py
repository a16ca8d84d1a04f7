"""Testcodes of the watering plan in winter, by a user at a screen."""

import json

from missions import DesktopUser, testcode

from ..testcodes import ALOE, FERN, FILE, FOUR, OLIVE, TODAY, kept, opens


@testcode("Actions", "Skip")
def a_plant_is_skipped(user: DesktopUser) -> None:
    """Twice, over a restart; watering forgets it, and undo takes back one change after the other."""
    opens(user, *FOUR)
    user.clicks("Skip")
    user.sees("Choose a plant first.")
    user.clicks("Fern")
    user.clicks("Skip")
    user.does_not_see("Choose a plant first.")
    for value in ("2025-03-15", "in 1 day", "2025-03-12"):
        user.sees(value, beside="Fern")
    user.sees("4 plants, 1 thirsty, 900 ml needed")
    user.starts()
    user.clicks("Fern")
    user.clicks("Skip")
    user.sees("in 2 days", beside="Fern")
    assert kept(user).get("Fern") == {**FERN, "skipped": 2}, "the plant in the file"
    assert kept(user).get("Aloe") == ALOE, "another plant in the file"
    user.clicks("Undo")
    user.sees("in 1 day", beside="Fern")
    user.clicks("Water")
    user.sees("in 2 days", beside="Fern")
    assert kept(user).get("Fern") == {**FERN, "last": TODAY}, "the plant that was watered"


@testcode("Actions", "Skip")
def a_late_plant_stays_thirsty(user: DesktopUser) -> None:
    """Skipped one day of three; a changed plant was not skipped any more."""
    opens(user, OLIVE)
    user.clicks("Olive")
    user.clicks("Skip")
    user.sees("2025-03-12", beside="Olive")
    user.sees("1 plant, 1 thirsty, 900 ml needed")
    user.clicks("Change")
    user.types("13", into="Every")
    user.clicks("Save plant")
    user.sees("2025-03-14", beside="Olive")
    assert kept(user).get("Olive") == {**OLIVE, "every": 13}, "the plant that was changed"


@testcode("File", "Leave a damaged file alone")
def wrong_numbers_of_days_are_damage(user: DesktopUser) -> None:
    for wrong in (0, "2", 1.5):
        text = json.dumps([{**FERN, "skipped": wrong}])
        user.writes(FILE, text)
        user.starts()
        user.sees("The plants cannot be read.")
        assert user.reads(FILE) == text, "the damaged file was changed"
    opens(user, {**FERN, "skipped": 30})
    user.sees("2025-04-13", beside="Fern")


@testcode("File", "Read plans of before", before=["everything_is_there_after_a_restart"])
def a_plant_of_before_is_skipped(user: DesktopUser) -> None:
    """It was watered today in the version before."""
    user.starts()
    user.sees("in 9 days", beside="Zebra plant")
    user.clicks("Zebra plant")
    user.clicks("Skip")
    user.sees("in 10 days", beside="Zebra plant")
    user.sees("Office", beside="Zebra plant")
