"""The image of every environment contains the packages of its lock file, and starts Python as the environment does."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Environment, SandboxError
from simulators.runtime.sandbox.docker import Docker
from tests.conformance.sandbox.conftest import python

AT_START = environments.GUEST / "projecteval.pth"

LOOKS = """
import importlib.metadata, json, sys
held = [(each.metadata["Name"], each.version) for each in importlib.metadata.distributions()]
started = [name for name in sys.modules if name.startswith("projecteval")]
print(json.dumps([[f"{name}=={version}".lower().replace("_", "-") for name, version in held], started]))
"""


@pytest.mark.parametrize("name", environments.names())
def test_an_image_is_its_environment(name: str, tmp_path: Path) -> None:
    docker = Docker()
    if problem := docker.problem():
        pytest.skip(problem)
    try:
        with docker.box(tmp_path, Environment(name, environments.place(name))) as box:
            looked = python(box, LOOKS)
    except SandboxError as error:
        pytest.skip(str(error))
    assert looked.err == ""
    held, started = json.loads(looked.out)
    pinned = {pin.lower().replace("_", "-") for pin in environments.pinned(name)}
    assert pinned <= set(held)
    assert _names(held) - _names(pinned) <= {"pip", "setuptools"}
    assert ["import", *started] == AT_START.read_text().replace(",", " ").split()


def _names(pins: Iterable[str]) -> set[str]:
    return {pin.partition("==")[0] for pin in pins}
