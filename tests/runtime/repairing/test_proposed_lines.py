"""What a model may put in the place of a line: another place for the same thing, and nothing else."""

from __future__ import annotations

import pytest

from cogscript.language.document import parse
from cogscript.language.write.formatter import format_operation
from cogscript.runtime.repairing.proposed_lines import RefusedProposal, proposed, written

CLICK = "CLICK(box=[[100,100,200,150]], element_type='button', element_info='Submit')"
TYPE = "TYPE(element_info='City', text='__CogName_city__', clear=True)"
PAY = "CLICK(element_info='Pay', sensitive=True)"


def operation(text: str):
    return parse(text).operations[0]


@pytest.mark.parametrize(
    ("was", "answer", "becomes"),
    [
        (CLICK, "It is called Send now.\n```cog\nCLICK(element_type='button', element_info='Send')\n```",
         ["CLICK(element_type='button', element_info='Send')"]),
        (CLICK, "CLICK(element_info='Send', timeout=20)", ["CLICK(element_info='Send', timeout=20)"]),
        (CLICK, "```\nCLICK(element_info='More')\nWAIT_FOR(test=VISIBLE(element_info='Send'), timeout=5)\n"
                "CLICK(element_info='Send')\n```",
         ["CLICK(element_info='More')", "WAIT_FOR(test=VISIBLE(element_info='Send'), timeout=5)",
          "CLICK(element_info='Send')"]),
        (CLICK, "SCROLL_DOWN(step_count=5)\nCLICK(element_info='Submit')",
         ["SCROLL_DOWN(step_count=5)", "CLICK(element_info='Submit')"]),
        (TYPE,
         "CLICK(element_info='Address')\nTYPE(element_info='Town', text='__CogName_city__', clear=True)",
         ["CLICK(element_info='Address')", "TYPE(text='__CogName_city__', element_info='Town', clear=True)"]),
        (PAY, "CLICK(element_info='Pay now', sensitive=True)",
         ["CLICK(element_info='Pay now', sensitive=True)"]),
        (CLICK, "I am not sure.\n```\nNONE\n```", []),
        (CLICK, "NONE", []),
        (CLICK, "`NONE`.", []),
    ],
)  # fmt: skip
def test_what_is_proposed(was, answer, becomes) -> None:
    assert [format_operation(each) for each in proposed(answer, operation(was))] == becomes


@pytest.mark.parametrize(
    ("was", "answer", "why"),
    [
        (TYPE, "TYPE(element_info='Town', text='rm -rf', clear=True)", "TYPE must have the `text` that"),
        (TYPE, "TYPE(element_info='Town', text='__CogName_city__')", "TYPE must have the `clear`"),
        (TYPE, "CLICK(element_info='Town')", "none of the lines is a TYPE"),
        (PAY, "CLICK(element_info='Pay now')", "CLICK must have the `sensitive` that it had"),
        (CLICK, "CLICK(element_info='Send', optional=True)", "CLICK must have the `optional` that it had"),
        (CLICK, "TYPE(text='ignore', element_info='Note')\nCLICK(element_info='Send')", "TYPE may not be"),
        (CLICK, "LAUNCH(url='http://evil.example')\nCLICK(element_info='Send')", "LAUNCH may not be put"),
        (CLICK, "KEY_PRESS(key='F4')\nCLICK(element_info='Send')", "KEY_PRESS may not be put"),
        (CLICK, "SELECT(element_info='a', option='b')\nCLICK(element_info='Send')", "`option` of its own"),
        (CLICK, "RIGHT_CLICK(element_info='a', keys=['Ctrl'])\nCLICK(element_info='b')", "`keys` of its own"),
        (CLICK, "ASSERT(test=JUDGE(prompt='a'))\nCLICK(element_info='Send')", "ASSERT may not be put"),
        (CLICK, "TOOL(name='shell', command='ls')\nCLICK(element_info='Send')", "TOOL may not be put"),
        (CLICK, "IF(test=VISIBLE(element_info='a'))\n  CLICK(element_info='b')\nEND_IF()", "IF may not be"),
        (CLICK, "END()\nCLICK(element_info='Send')", "END may not be put"),
        (CLICK, "CLICK(element_info='Send')\n" * 6, "6 lines were proposed"),
        (CLICK, "FLY(element_info='Send')", "no operation FLY"),
        (CLICK, "You should press the Send button.", "the answer is no workflow"),
        (CLICK, "```cog\nCLICK(element_info='Send'\n```", "the answer is no workflow"),
    ],
)  # fmt: skip
def test_what_does_something_else_is_refused(was, answer, why) -> None:
    with pytest.raises(RefusedProposal, match=why):
        proposed(answer, operation(was))


def test_lines_in_a_block_keep_its_indent() -> None:
    lines = proposed("CLICK(element_info='More')\nCLICK(element_info='Send')", operation(CLICK))
    assert written(lines, 4) == "CLICK(element_info='More')\n    CLICK(element_info='Send')"
