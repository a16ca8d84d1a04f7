"""Rule ``paper`` gives the published scores, to the last printed digit."""

from __future__ import annotations

import pytest

from evaluator.evaluators.similarity import EmbedderSpec, Product, Scores, average, score_many
from evaluator.model.options import Rule
from tests.support.public_similarity import CASCADE, DIRECT, needs_public_data, published, requests_of

pytestmark = needs_public_data
AS_PUBLISHED = {Product.PARAMETERS: "parameter"}


@pytest.fixture(scope="module", params=[CASCADE, DIRECT])
def recorded(request: pytest.FixtureRequest) -> tuple[str, list[Scores]]:
    return request.param, score_many(requests_of(request.param), Rule.PAPER)


@pytest.mark.parametrize("product", Product)
def test_the_averages_are_the_published_ones(recorded: tuple[str, list[Scores]], product: Product) -> None:
    run, scores = recorded
    found = average([getattr(each, product) for each in scores], product, Rule.PAPER)
    assert found == published(run).get(AS_PUBLISHED.get(product, product))


def test_every_canonical_file_is_matched_or_left_over(recorded: tuple[str, list[Scores]]) -> None:
    run, scores = recorded
    assert any(each.code.value for each in scores)
    for request, each in zip(requests_of(run), scores, strict=True):
        if each.code.value:
            assert isinstance(request.canonical.code, tuple)
            paths = [match.canonical for match in each.code.matches] + list(each.code.left_over_canonical)
            assert sorted(paths) == sorted(file.path for file in request.canonical.code)


def test_what_was_not_asked_for_is_not_scored() -> None:
    scores = score_many(requests_of(DIRECT)[:1], Rule.PAPER)[0]
    assert scores.checklist.value is None
    assert scores.skeleton.notes == ("no skeleton was asked for",)


@pytest.mark.slow
def test_both_embedders_give_the_same_scores() -> None:
    requests = requests_of(CASCADE)[:6]
    names = ("minilm", "sentence-transformers")
    light, reference = (score_many(requests, Rule.PAPER, embedder=EmbedderSpec.parse(name)) for name in names)
    assert [each.checklist.value for each in light] == [each.checklist.value for each in reference]
