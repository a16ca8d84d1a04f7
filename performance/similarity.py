"""Compare the time of the plain per-pair loop of `calc_codebleu` with the similarity scores on one recorded run.

    python performance/similarity.py [--public FOLDER] [--run NAME] [--jobs N] [--scores FILE]

Both are timed in this process, on the same pairs, each including its imports. Exits with 1 when a pair differs where
the package has one result, or when an average is not the published one.

With --scores, no time is taken: the scores of all recorded runs under both rules are written to FILE, or compared with
it where it exists (exit status 1 when one differs), to show that a change of the code changes no score.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluator.evaluators.similarity import ScoreRequest

sys.path.insert(0, str(Path(__file__).parents[1]))

T = TypeVar("T")
Pairs = list[tuple[str, str]]


def main() -> int:
    asked = _asked()
    os.environ["PROJECTEVAL_PUBLIC"] = asked.public
    from evaluator.evaluators.similarity import Product, average, score_many
    from evaluator.model.options import Rule
    from tests.support.public_similarity import published, requests_of

    if asked.scores:
        return _write_or_compare(Path(asked.scores), Path(asked.public), asked.jobs)
    requests = requests_of(asked.run)
    pairs = [pair for product in ("skeleton", "code") for request in requests for pair in _pairs(request, product)]
    print(f"{asked.run}: {len(requests)} missions, {len(pairs)} pairs of files")
    fast, fast_seconds = _timed(lambda: _fast(pairs))
    plain, plain_seconds = _timed(lambda: _plain(pairs))
    print(f"plain loop of calc_codebleu {plain_seconds:7.2f} s")
    print(f"the same pairs, fast        {fast_seconds:7.2f} s  (1/{plain_seconds / fast_seconds:.1f})")
    unequal = _unequal(pairs, fast, plain)

    scores, seconds = _timed(lambda: score_many(requests, Rule.PAPER, jobs=asked.jobs))
    print(f"all scores, {asked.jobs} processes    {seconds:7.2f} s  (model loaded, code kept from above)")
    wrong = False
    for product in Product:
        found = average([getattr(each, product) for each in scores], product, Rule.PAPER)
        wanted = published(asked.run).get("parameter" if product is Product.PARAMETERS else product)
        print(f"{product:<12} {found!s:>8} published {wanted!s:>8}")
        wrong |= found != wanted
    return 1 if unequal or wrong else 0


def _asked() -> SimpleNamespace:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    beside = Path(__file__).parents[2] / "shared" / "projecteval"
    reading.add_argument(
        "--public", default=os.environ.get("PROJECTEVAL_PUBLIC") or str(beside), help="the public data"
    )
    reading.add_argument("--run", default="gpt-4o-cascade-level-1", help="a folder of its recorded runs")
    reading.add_argument("--scores", metavar="FILE", help="write all scores to a new FILE, or compare with it")
    reading.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    found = SimpleNamespace(**vars(reading.parse_args()))
    if not (Path(found.public) / "recorded" / found.run).is_dir():
        reading.error(f"{found.public}: no recorded run {found.run} there; name the public data with --public")
    return found


def _write_or_compare(file: Path, public: Path, jobs: int) -> int:
    from evaluator.evaluators.similarity import score_many
    from evaluator.model.options import Rule
    from tests.support.public_similarity import requests_of

    runs = sorted(folder.name for folder in (public / "recorded").iterdir() if folder.is_dir())
    found = {
        f"{run}/{rule}/{request.mission_id}": json.loads(json.dumps(asdict(scores)))
        for run in runs
        for rule in Rule
        for request, scores in zip(requests_of(run), score_many(requests_of(run), rule, jobs=jobs), strict=True)
    }
    if not file.exists():
        file.write_text(json.dumps(found, indent=1, sort_keys=True), encoding="utf-8")
        print(f"{file}: {len(found)} attempts written")
        return 0
    before = json.loads(file.read_text(encoding="utf-8"))
    different = sorted(name for name in found.keys() | before.keys() if found.get(name) != before.get(name))
    print("\n".join([*different, f"{len(different)} of {len(found)} attempts differ"]))
    return 1 if different else 0


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def _pairs(request: ScoreRequest, product: str) -> Pairs:
    canonical, answered = (getattr(side, product, None) for side in (request.canonical, request.answered))
    if not isinstance(answered, tuple) or not isinstance(canonical, tuple):
        return []
    return [(ours.text, theirs.text) for theirs in answered for ours in canonical]


def _plain(pairs: Pairs) -> list[float]:
    from tests.support.codebleu_package import package_score

    return [package_score(canonical, answered) for canonical, answered in pairs]


def _fast(pairs: Pairs) -> list[float]:
    from evaluator.evaluators.similarity.codebleu import code_bleu, features

    return [code_bleu(features(a, "python"), features(b, "python")).published for a, b in pairs]


def _unequal(pairs: Pairs, fast: list[float], plain: list[float]) -> int:
    """How many pairs differ from the package where its answer does not depend on the hash seed."""
    from tests.support.codebleu_package import in_order

    other = [n for n in range(len(pairs)) if fast[n] != plain[n]]
    with in_order():
        again = _plain([pairs[n] for n in other])
    unequal = sum(fast[n] != value for n, value in zip(other, again, strict=True))
    print(f"equal to the last bit: {len(pairs) - len(other)} of {len(pairs)} pairs")
    if other:
        print(f"  {len(other)} of them depend on the hash seed in the package; {unequal} differ with its sets in order")
    return unequal


if __name__ == "__main__":
    sys.exit(main())
