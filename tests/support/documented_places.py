"""The folder in which a page's blocks are executed: what a reader of the page has there."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.commands import BUILDER, MISSIONS, ROOT, environment, projecteval
from tests.support.documentation import TOML, blocks_of
from tests.support.model_server import KEY, serving
from tests.support.public_similarity import FOLDER as PUBLIC
from tests.support.wheels import wheel

OWN_BENCHMARK = "docs/own-benchmark.md"
GUEST_BOOK = ROOT / "tests" / "fixtures" / "guest_book"


@dataclass(frozen=True)
class Place:
    """Folder and environment variables of a page's commands."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    def environment(self) -> Mapping[str, str]:
        return environment(self.variables)


@contextmanager
def place_of(page: str, folder: Path) -> Iterator[Place]:
    """Prepare `folder` for a page: missions, programs and runs by the names that the page uses."""
    place = Place(folder, {"PYTHONPATH": str(ROOT), "PATH": f"{folder / 'bin'}:{_programs()}:/usr/bin:/bin"})
    shutil.copytree(MISSIONS, folder / "missions")
    _write_programs(folder)
    for preparation in PREPARATIONS.get(page, ()):
        preparation(place)
    with serving() as server:
        place.variables.update(server.environment)
        place.variables["OPENAI_API_KEY"] = KEY
        yield place


def _programs() -> Path:
    return Path(sys.executable).parent


def _write_programs(folder: Path) -> None:
    """Write ``my-agent``, which builds the missions of the tests, and an environment to activate."""
    (folder / "bin").mkdir()
    (folder / "bin" / "my-agent").write_text(
        BUILDER.read_text(encoding="utf-8").replace('"""', '#!/usr/bin/env python\n"""', 1)
    )
    (folder / "bin" / "my-agent").chmod(0o755)
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "activate").write_text(f'PATH="{_programs()}:$PATH"\n')


def _canonical(mission: str, name: str) -> Callable[[Place], None]:
    """Return the preparation of a folder `name` with the canonical solution of a mission and its parameters."""

    def prepare(place: Place) -> None:
        source = MISSIONS / mission / "canonical" if (MISSIONS / mission).is_dir() else ROOT / "canonical" / mission
        shutil.copytree(source / "project", place.folder / name)
        shutil.copy(source / "parameters.toml", place.folder / name)

    return prepare


def _solutions(place: Place) -> None:
    """Prepare ``FOLDER/ID/project`` with parameters."""
    shutil.copytree(ROOT / "canonical" / "trip-splitter", place.folder / "FOLDER" / "trip-splitter")


def _guest_book(place: Place) -> None:
    shutil.copytree(GUEST_BOOK, place.folder / "book")


def _runs(*names: str) -> Callable[[Place], None]:
    """Return the preparation of finished runs in ``runs/``."""

    def prepare(place: Place) -> None:
        for name in names:
            _run(place, f"runs/{name}")

    return prepare


def _shards(place: Place) -> None:
    for number in (1, 2, 3):
        _run(place, f"part-{number}", "--shard", f"{number}/3", "--samples", "3")


def _run(place: Place, out: str, *options: str) -> None:
    asked = ("run", "--agent", "nop", "--missions", "missions", "--select", "hello-console", "--out", out)
    called = projecteval(*asked, *options, cwd=place.folder)
    assert called.status == 0, called.stderr


def _wheels(place: Place) -> None:
    """Prepare wheels in ``wheels/``, and a home of its own, which the commands change."""
    wheel(place.folder / "wheels", "rich", "14.1", "")
    wheel(place.folder / "wheels", "qrcode", "8.0", "")
    (place.folder / "requirements.txt").write_text("rich>=14\n")
    place.variables["PROJECTEVAL_HOME"] = str(place.folder / "home")


def _agent_package(place: Place) -> None:
    """Prepare an installed package ``my_package`` whose model builds nothing."""
    package, told = place.folder / "my_package", place.folder / "my_package-1.dist-info"
    package.mkdir()
    (package / "__init__.py").write_text("def ask_my_model(messages):\n    return 'I cannot build this.'\n")
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[projecteval.agents]\nmine = my_package.agent:Mine\n")
    place.variables["PYTHONPATH"] = f"{place.folder}:{ROOT}"


def _own_plug_ins(place: Place) -> None:
    """Install the package of the page in this folder, as ``pip install -e .`` does."""
    blocks = [tomllib.loads(block.text) for block in blocks_of(OWN_BENCHMARK) if block.language == TOML]
    (project,) = [each["project"] for each in blocks if "project" in each]
    (place.folder / project["name"]).mkdir()
    told = place.folder / f"{project['name']}-{project['version']}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, found in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in found.items())]
    (told / "entry_points.txt").write_text("\n".join(lines) + "\n")
    place.variables["PYTHONPATH"] = f"{place.folder}:{ROOT}"


def _public_data(place: Place) -> None:
    if (PUBLIC / "data").is_dir():
        (place.folder / "DATA").symlink_to(PUBLIC / "data")
        (place.folder / "RECORDED").symlink_to(PUBLIC / "recorded")
        (place.folder / "published.json").symlink_to(PUBLIC / "published.json")


PREPARATIONS: Mapping[str, tuple[Callable[[Place], None], ...]] = {
    "README.md": (_canonical("hello-site", "my-site"), _runs("ONE", "OTHER"), _public_data),
    "docs/agents.md": (_runs("A", "B"), _agent_package),
    "docs/cluster.md": (_shards,),
    "docs/isolation.md": (_wheels,),
    "docs/missions.md": (_canonical("trip-splitter", "my-site"), _solutions),
    OWN_BENCHMARK: (_own_plug_ins,),
    "docs/own-website.md": (_guest_book,),
    "docs/public-benchmark.md": (_public_data,),
    "docs/python.md": (_canonical("hello-console", "greeter"), _canonical("hello-site", "my-site")),
}
