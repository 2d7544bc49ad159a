"""A target that was found elsewhere or otherwise than its line says: the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def word(healed: Sequence[dict[str, Any]]) -> str:
    """In a word, after a step's outcome; empty when its line is true."""
    if not healed:
        return ""
    if any(fact.get("by") == "model" for fact in healed):
        return "healed, by model"
    return "healed, by a guess" if any(fact["guess"] for fact in healed) else "healed"


def told(healed: Sequence[dict[str, Any]]) -> str:
    """Old and new."""
    return "; ".join(
        f"{fact['argument']}: {fact['was']} → {fact['is']}{' (a guess)' * bool(fact['guess'])}"
        for fact in healed
    )
