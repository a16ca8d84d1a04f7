"""Scores of many attempts: shared data is computed once, the rest is distributed over processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

from evaluator.evaluators.similarity.embeddings import EmbedderSpec, embed
from evaluator.evaluators.similarity.model import (
    Product,
    Products,
    Score,
    ScoreRequest,
    Scores,
    UnreadableProduct,
)
from evaluator.evaluators.similarity.parameters import score_parameters
from evaluator.evaluators.similarity.products import score_checklists, score_files, sentences_of
from evaluator.io.terminal import whole_characters
from evaluator.model.options import Rule
from missions.mission import Checklist

DEFAULT_EMBEDDER = EmbedderSpec()
NO_CHECKLIST = Score(None, notes=("not scored yet",))


def score(request: ScoreRequest, rule: Rule = Rule.STRICT, embedder: EmbedderSpec = DEFAULT_EMBEDDER) -> Scores:
    """Return the four scores of one attempt. Raises `SimilarityError` when they cannot be computed here."""
    return score_many([request], rule, embedder=embedder)[0]


def score_many(
    requests: Sequence[ScoreRequest],
    rule: Rule = Rule.STRICT,
    *,
    jobs: int = 1,
    embedder: EmbedderSpec = DEFAULT_EMBEDDER,
) -> list[Scores]:
    """Return the scores of each request, in their order; the same for any number of `jobs` (processes).

    Sentences are embedded in this process while others compare files. Raises `SimilarityError` when scores cannot be
    computed on this machine; never because of an agent's answer.
    """
    if jobs <= 1:
        scored = [_without_checklist(request, rule) for request in requests]
        return _with_checklists(requests, scored, rule, embedder)
    with _pool(max(1, jobs - any(_sentences(requests)))) as pool:
        groups = list(_groups(requests, jobs))
        futures = [pool.submit(_score_group, [requests[i] for i in group], rule) for group in groups]
        checklists = _checklist_scores(requests, rule, embedder)
        found: dict[int, Scores] = {}
        for group, future in zip(groups, futures, strict=True):
            found.update(zip(group, _result(future, [requests[i] for i in group], rule), strict=True))
    return [replace(found[i], checklist=checklists[i]) for i in range(len(requests))]


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool without a fork server, whose folder would have to outlive the evaluator's temporary folder."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


def _groups(requests: Sequence[ScoreRequest], jobs: int) -> Iterator[list[int]]:
    """Yield the positions of requests grouped by mission, so that canonical files are read once per process."""
    missions: dict[str, list[int]] = {}
    for position, request in enumerate(requests):
        missions.setdefault(request.mission_id, []).append(position)
    size = max(1, min(32, len(requests) // (4 * jobs)))
    for positions in missions.values():
        for start in range(0, len(positions), size):
            yield positions[start : start + size]


def _score_group(requests: Sequence[ScoreRequest], rule: Rule) -> list[Scores]:
    return [_without_checklist(request, rule) for request in requests]


def _result(future: Future[list[Scores]], requests: Sequence[ScoreRequest], rule: Rule) -> list[Scores]:
    try:
        return future.result()
    except BrokenProcessPool:
        return [_alone(request, rule) for request in requests]


def _alone(request: ScoreRequest, rule: Rule) -> Scores:
    """Score in a separate process, because one of several requests has ended a shared one."""
    try:
        with _pool(1) as pool:
            return pool.submit(_score_group, [request], rule).result()[0]
    except BrokenProcessPool:
        lost = Score(None, notes=("comparing it ended the process that did (out of memory?): not scored",))
        return Scores(NO_CHECKLIST, lost, lost, lost)


def _without_checklist(request: ScoreRequest, rule: Rule) -> Scores:
    def files(ours: Any, theirs: Any) -> Score:
        return score_files(ours, theirs, request.language, rule)

    return Scores(
        checklist=NO_CHECKLIST,
        skeleton=_scored(request, Product.SKELETON, files),
        code=_scored(request, Product.CODE, files),
        parameters=_scored(
            request, Product.PARAMETERS, lambda ours, theirs: score_parameters(ours, theirs, request.kinds, rule)
        ),
    )


def _scored(request: ScoreRequest, product: Product, compare: Callable[[Any, Any], Score]) -> Score:
    """Return the score of one product, if it was requested and has a canonical one."""
    if product not in request.asked:
        return Score(None, notes=(f"no {product} was asked for",))
    ours = getattr(request.canonical, product)
    theirs = getattr(request.answered or Products(), product)
    if not ours or isinstance(ours, UnreadableProduct):
        return Score(None, notes=(f"the mission has no canonical {product}",))
    if theirs is None or isinstance(theirs, UnreadableProduct):
        return Score(0.0, notes=(theirs.reason if theirs else f"no {product} was answered",))
    return compare(ours, theirs)


def _with_checklists(
    requests: Sequence[ScoreRequest], scored: Sequence[Scores], rule: Rule, embedder: EmbedderSpec
) -> list[Scores]:
    checklists = _checklist_scores(requests, rule, embedder)
    return [replace(scores, checklist=checklist) for scores, checklist in zip(scored, checklists, strict=True)]


def _checklist_scores(requests: Sequence[ScoreRequest], rule: Rule, embedder: EmbedderSpec) -> list[Score]:
    wanted = list(_sentences(requests))
    vectors = embed(wanted, embedder) if wanted else {}
    return [
        _scored(request, Product.CHECKLIST, lambda ours, theirs: score_checklists(ours, theirs, vectors, rule))
        for request in requests
    ]


def _sentences(requests: Sequence[ScoreRequest]) -> Iterator[str]:
    """Yield the sentences that have to be embedded to score the requests' checklists."""
    for request in requests:
        ours, theirs = request.canonical.checklist, request.answered and request.answered.checklist
        if Product.CHECKLIST in request.asked and isinstance(ours, Checklist) and isinstance(theirs, Checklist):
            answered = sentences_of(theirs)
            yield from map(whole_characters, [*sentences_of(ours), *answered] if answered else [])
