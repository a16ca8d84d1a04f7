"""Systematic changes of a solution's source, each of which a mission should notice.

`mutations_of` generates them, `sample_of` chooses some by a seed, `evaluator.quality.mutation` reads what an author has
decided about those that no testcode notices.
"""

from evaluator.quality.mutants import mutations_of, sample_of
from evaluator.quality.mutation import Mutation

__all__ = ["Mutation", "mutations_of", "sample_of"]
