"""Open pages: they get what they show whenever it changes, and it is known who has one open."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quiz.evening import Evening
from quiz.store import Store

BEAT_SECONDS = 0.5
"""Pause after which a page gets a sign of life: it cannot be sent to a page that was closed."""
RETRY_MILLISECONDS = 400


class Live:
    """The evenings and the pages that show them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._news = threading.Condition()
        self._changes = 0
        self._open_pages: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def changing(self, host: str) -> Iterator[Evening]:
        """Yield an evening to change it; its pages show the change at once."""
        with self.store.changing(host) as evening:
            yield evening
        self._tell()

    def is_here(self, host: str, key: str) -> bool:
        """Return True when the guest has a page of the evening open."""
        return self._open_pages[host, key] > 0

    def follow(self, host: str, key: str, view: Callable[[], object]) -> Iterator[str]:
        """Yield what a page shows, as events, whenever it changes."""
        self._open(host, key, 1)
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n"
            sent = ""
            while True:
                changes = self._changes
                shown = json.dumps(view())
                yield f"data: {shown}\n\n" if shown != sent else ": here\n\n"
                sent = shown
                with self._news:
                    self._news.wait_for(lambda known=changes: self._changes != known, BEAT_SECONDS)
        finally:
            self._open(host, key, -1)

    def _open(self, host: str, key: str, pages: int) -> None:
        with self._news:
            self._open_pages[host, key] += pages
        self._tell()

    def _tell(self) -> None:
        with self._news:
            self._changes += 1
            self._news.notify_all()
