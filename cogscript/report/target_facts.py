"""What a record says of a step's target and effect, in words: the page and the XML show the same."""

from __future__ import annotations

from typing import Any

from cogscript.records import healed
from cogscript.records.schema import StepRecord


def target_facts(step: StepRecord) -> dict[str, str]:
    """Heading → text, of what is there: steps that act on nothing have none of it, old records neither."""
    facts = {
        "surface": step.surface,
        "found by": step.locator,
        "evidence": "; ".join(map(_said, step.evidence)),
        "healed": healed.told(step.healed),
        "effect seen": step.seen,
        "asked": _asked(step.asked or {}),
        "the model said": str((step.asked or {}).get("reply") or ""),
    }
    return {heading: text for heading, text in facts.items() if text}


def _asked(asked: dict[str, Any]) -> str:
    """What asking a model for this step took, of it and of us."""
    tokens = asked.get("tokens")
    parts = [
        str(asked.get("protocol") or ""),
        f"{asked['turns']} turns" if asked.get("turns") else "",
        f"{tokens[0]} tokens read, {tokens[1]} written" if tokens else "",
        f"{asked['seconds']:.2f} s in the model" if "seconds" in asked else "",
        f"{asked['ours']:.2f} s in us" if "ours" in asked else "",
    ]
    return ", ".join(filter(None, parts))


def _said(fact: dict[str, Any]) -> str:
    """`{"what": "name", "is": "Save"}` as `name: Save`; whatever else a fact says follows in brackets."""
    rest = {name: value for name, value in fact.items() if name not in ("what", "is")}
    said = ": ".join(str(fact[name]) for name in ("what", "is") if fact.get(name) not in (None, ""))
    more = ", ".join(f"{name} {value}" for name, value in rest.items())
    return f"{said} ({more})".strip() if more else said
