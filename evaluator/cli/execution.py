"""Engine options of the verbs that work on a run; they do not change its results."""

from dataclasses import dataclass

from evaluator.model.options import option
from evaluator.runs.folder.options import Heading


@dataclass(frozen=True, kw_only=True)
class Execution:
    """Engine of the attempts, and their number at a time."""

    engine: str = option(
        Heading.EXECUTION,
        "Workers: local (processes of this machine) or dask:ADDRESS (a dask scheduler).",
        value="local",
        unit="ENGINE",
    )
    jobs: int | None = option(
        Heading.EXECUTION,
        "Attempts evaluated at a time.",
        unit="N",
        default="by processors and memory",
        minimum=1,
        short="-j",
    )
    calls: int = option(
        Heading.EXECUTION,
        "Attempts built at a time by an agent behind an API.",
        value=8,
        unit="N",
        minimum=1,
        maximum=256,
    )
