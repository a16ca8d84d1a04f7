"""Messages between a strategy and a conversational agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from evaluator.model.generation import Usage


@dataclass(frozen=True)
class ChatMessage:
    """One message of a conversation: `role` is ``user`` or ``assistant``."""

    role: str
    text: str


@dataclass(frozen=True)
class Reply:
    """An answer and its cost. `not_whole` says why it is incomplete (cut off, filtered; else empty), `model` is the
    service's own name of the model that answered."""

    text: str
    usage: Usage = Usage()
    not_whole: str = ""
    model: str = ""


class Conversation(Protocol):
    """A model that answers. Raises `ModelError` when no answer can be had now, `Withheld` when none ever will."""

    def ask(self, messages: Sequence[ChatMessage]) -> Reply: ...
