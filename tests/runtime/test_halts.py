"""The line that an error offers: only what a line can say."""

from __future__ import annotations

import pytest

import cogscript
from cogscript.language.model.box import Rect
from cogscript.runtime.halts import line_for
from cogscript.surfaces.finding.wanted import Candidate, Wanted
from tests.surfaces.finding.looks import Told

LINE = "CLICK(element_type='button', element_info='Submit')"
SEND = LINE.replace("Submit", "Send")
THERE = Rect(0, 0, 9, 9)


@pytest.mark.parametrize(
    ("there", "line"),
    [
        (Candidate(THERE, "Send", "button"), SEND),
        (Candidate(THERE, "Send", "link"), SEND.replace("button", "link")),
        (Candidate(THERE, "", "place"), ""),  # bare ground is no kind of thing
        (Candidate(THERE, "Send", "place"), SEND),
    ],
)
def test_a_candidates_line(there, line):
    workflow = cogscript.parse(LINE)
    (operation,) = workflow.operations
    assert line_for(operation, workflow.source, Wanted("Submit", "button"), there, Told([])) == line
