"""The line that an error offers: only what a line can say."""

from __future__ import annotations

import pytest

import cogscript
from cogscript.language.model.box import Rect
from cogscript.runtime.halts import line_for
from cogscript.surfaces.finding.wanted import Candidate, Wanted
from tests.surfaces.finding.looks import Told

LINE = "CLICK(element_type='button', element_info='Submit')"


@pytest.mark.parametrize(
    ("there", "line"),
    [
        (Candidate(Rect(0, 0, 9, 9), "Send", "button"), LINE.replace("Submit", "Send")),
        (Candidate(Rect(0, 0, 9, 9), "Send", "link"), LINE.replace("Submit", "Send").replace("button", "link")),
        (Candidate(Rect(0, 0, 9, 9), "", "place"), ""),  # bare ground is no kind of thing
        (Candidate(Rect(0, 0, 9, 9), "Send", "place"), LINE.replace("Submit", "Send")),
    ],
)  # fmt: skip
def test_a_candidates_line(there, line):
    workflow = cogscript.parse(LINE)
    (operation,) = workflow.operations
    assert line_for(operation, workflow.source, Wanted("Submit", "button"), there, Told([])) == line
