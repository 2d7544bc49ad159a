"""What an ellipsis in a `result` says: part of the text was left out."""

from __future__ import annotations

ELLIPSES = ("...", "…")


def is_complete(result: object) -> bool:
    """Whether a `result` is the value itself."""
    return isinstance(result, str) and not any(mark in result for mark in ELLIPSES)
