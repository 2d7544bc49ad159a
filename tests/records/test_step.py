"""What a step's time went into."""

from __future__ import annotations

import time

import pytest

import cogscript
from cogscript.records.step import Step


def test_time_within_time_is_told_once() -> None:
    step = Step(1, cogscript.parse("WAIT(seconds=0)\n").operations[0], "a.cog", "step", 0, None, "", 0.0)
    began = time.monotonic()
    with step.spending("finding"):
        time.sleep(0.01)
        with step.spending("model"):
            time.sleep(0.03)
    whole = time.monotonic() - began
    assert step.spent["model"] >= 0.03
    assert sum(step.spent.values()) == pytest.approx(whole, abs=0.005)


def test_what_took_no_time_is_not_told() -> None:
    step = Step(1, cogscript.parse("WAIT(seconds=0)\n").operations[0], "a.cog", "step", 0, None, "", 0.0)
    with step.spending("person"):
        pass
    assert step.spent == {}
