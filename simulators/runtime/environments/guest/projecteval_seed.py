"""Seed of random numbers in every Python of an environment (imported by a ``.pth`` file).

``PROJECTEVAL_SEED`` is an integer. A project that generates a password or shuffles its cards gets the same result in
every run. ``PROJECTEVAL_START`` counts the starts of a program, each of which gets different numbers: those that a
program stores in files must not repeat. `secrets` and `os.urandom` are unchanged, unless `projecteval_entropy` is
switched on. Nothing is imported that the project does not import itself.
"""

import importlib.util
import os
import sys

import projecteval_entropy  # type: ignore[import-not-found]  # lies beside it there

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from collections.abc import Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType

SEEDED = {"random": "seed", "numpy.random": "seed"}
"""Modules with a shared generator, and the function that seeds it."""


class _Seeding:
    """Import hook that seeds those modules as soon as they are imported."""

    def __init__(self) -> None:
        self._left = set(SEEDED)

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        if name not in self._left:
            return None
        self._left.discard(name)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None and spec.origin and not _is_the_projects(spec.origin):
            _seed_after(spec.loader, SEEDED[name])
        return spec


def _is_the_projects(origin: str) -> bool:
    return not origin.startswith((sys.prefix, sys.base_prefix))


def _seed_after(loader: "Loader", function: str) -> None:
    execute = loader.exec_module

    def execute_and_seed(module: "ModuleType") -> None:
        execute(module)
        if module.__name__ == "random":
            projecteval_entropy.seed_instances(module)
        getattr(module, function)(_seed())

    loader.exec_module = execute_and_seed  # type: ignore[method-assign]  # this loader loads this module alone


def _seed() -> int:
    seed, start = int(os.environ["PROJECTEVAL_SEED"]), int(os.environ.get("PROJECTEVAL_START") or 0)
    return (seed + start * 7919) % 2**32


def begin(start: int) -> None:
    """Make this process the `start`-th one of its program."""
    if "PROJECTEVAL_SEED" in os.environ:
        os.environ["PROJECTEVAL_START"] = str(start)
        projecteval_entropy.restart()
        for name, function in SEEDED.items():
            if name in sys.modules:
                getattr(sys.modules[name], function)(_seed())


if os.environ.get("PROJECTEVAL_SEED"):
    sys.meta_path.insert(0, _Seeding())
