"""Functions of the module `utils` of testcodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SEARCHED_ELEMENTS = 5
"""Elements that `selenium_find_minimum_ancestor` searches, beginning with its argument."""

ENOUGH_MATCHES = 0.2
"""Share of matched features above which two pictures are similar."""


def string_similarity(one: str, other: str) -> float:
    """Return 1 − Levenshtein distance / the longer length; 1 for two empty texts."""
    from Levenshtein import distance

    longer = max(len(one), len(other))
    return 1 - distance(one, other) / longer if longer else 1.0


def selenium_find_minimum_ancestor(driver: Any, tag: Any, by: str, value: str) -> Any:
    """Return the nearest of `tag` and its ancestors that contains an element found by `by` and `value`."""
    from selenium.common.exceptions import NoSuchElementException

    for step in range(SEARCHED_ELEMENTS):
        tag = tag.find_element("xpath", "./ancestor::*[1]") if step else tag
        if tag.find_elements(by, value):
            return tag
    raise NoSuchElementException(f"the element and {SEARCHED_ELEMENTS - 1} ancestors do not contain {value!r}")


def calculate_histogram_similarity(one: Path, other: Path) -> bool:
    """Return whether two pictures are similar: ORB features, cross-checked Hamming matches / fewer keypoints > 0.2.

    Raises `FileNotFoundError` for a file that is missing or not a picture.
    """
    import cv2

    pictures = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in (one, other)]
    for path, picture in zip((one, other), pictures, strict=True):
        if picture is None:
            raise FileNotFoundError(f"{path.name} is missing or not a picture")
    orb: Any = cv2.ORB.create()
    (points, features), (other_points, other_features) = (orb.detectAndCompute(p, None) for p in pictures)
    if features is None or other_features is None:
        return features is None and other_features is None
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(features, other_features)
    return bool(len(matches) / min(len(points), len(other_points)) > ENOUGH_MATCHES)
