"""One table says what operations there are, another what they do: neither may forget one."""

from __future__ import annotations

from cogscript.language.model.operations import OPERATIONS, Need
from cogscript.runtime.blocks import BLOCKS
from cogscript.runtime.judging import TESTS
from cogscript.runtime.steps import STEPS


def test_every_operation_that_runs_has_a_function() -> None:
    by_role = {
        role: {name for name, spec in OPERATIONS.items() if spec.role == role}
        for role in ("operation", "test", "opener")
    }
    assert STEPS.keys() == by_role["operation"] - {"WORKFLOW"}
    assert BLOCKS.keys() == by_role["opener"]
    assert TESTS.keys() == by_role["test"]


def test_what_acts_on_the_screen_is_never_done_twice_unasked() -> None:
    """Only what reads or tells something may be done again without a person's word when resumed."""
    reads = {"QUOTE_TEXT", "QUOTE_CLIPBOARD", "SCREENSHOT", "LOOK", "ALLOW", "SHOW", "STATUS"}
    acts = {name for name in STEPS if Need.SCREEN in OPERATIONS[name].needs} - reads
    assert all(STEPS[name].effect for name in acts)
    assert not any(STEPS[name].effect for name in reads)
    assert not any(behaviour.effect and behaviour.instant for behaviour in STEPS.values())
