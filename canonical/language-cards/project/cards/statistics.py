"""Statistics of a deck."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.utils import timezone

from cards.models import LAST_BOX, Deck


@dataclass(frozen=True)
class Statistics:
    """Figures of a deck; `boxes` holds the number of cards in each box, from box 0."""

    cards: int
    due: int
    boxes: list[int]
    answered: int
    right: int

    @property
    def percentage(self) -> Decimal:
        """The share of right answers in percent, to one decimal, half a tenth upwards."""
        share = Decimal(100 * self.right) / self.answered if self.answered else Decimal(0)
        return share.quantize(Decimal("0.1"), ROUND_HALF_UP)


def statistics_of(deck: Deck) -> Statistics:
    """Return the statistics of a deck as it is now."""
    answers = deck.answers.filter(day=timezone.localdate())
    return Statistics(
        cards=deck.cards.count(),
        due=deck.due_cards().count(),
        boxes=[deck.cards.filter(box=box).count() for box in range(LAST_BOX + 1)],
        answered=answers.count(),
        right=answers.filter(is_right=True).count(),
    )
