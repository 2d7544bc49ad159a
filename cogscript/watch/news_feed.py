"""What happened in a run, in order, for pages that come early or late: each asks for what follows."""

from __future__ import annotations

import threading
from typing import Any

_KEPT = 2000
"""Pieces of news for a page that comes late; of a longer run, it sees the end."""


class NewsFeed:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._news: list[dict[str, Any]] = []
        self._dropped = 0

    def tell(self, kind: str, **facts: Any) -> None:
        with self._changed:
            self._news.append({"kind": kind, **facts})
            if len(self._news) > _KEPT:
                excess = len(self._news) - _KEPT
                del self._news[:excess]
                self._dropped += excess
            self._changed.notify_all()

    def after(self, number: int, limit: float) -> tuple[int, list[dict[str, Any]]]:
        """What came after so many pieces, waited for; and how many there are now."""
        with self._changed:
            self._changed.wait_for(lambda: self._dropped + len(self._news) > number, limit)
            return self._dropped + len(self._news), self._news[max(0, number - self._dropped) :]
