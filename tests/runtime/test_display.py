"""What a person reads of a run in the terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path

import cogscript
from cogscript.runtime.console.display import Plain


def log_of(text: str, tmp_path: Path, screen: str = "") -> list[str]:
    """The lines of a log, without its heading and its closing line, without counts and times."""
    said = io.StringIO()
    workflow = cogscript.parse(text)
    cogscript.run(workflow, screen=screen, listener=Plain(said, lambda each: each), runs=tmp_path)
    return [
        re.sub(r"\[[\d/]+\] |(?<=took|: ok|iled) \d+\.\d\d s", "", line)
        for line in said.getvalue().splitlines()[1:-1]
    ]


def test_a_dry_run_says_what_would_be_done_and_where(tmp_path: Path) -> None:
    text = """
LAUNCH(app='None', url='https://example.org')
LAUNCH(app='mousepad', url=None)
DRAG(box=[[100,100,200,200]], to=[[500,500,600,600]])
SWIPE(box=[[100,100,200,200]], to=[[500,900]])
REPEAT(times=2)
  HOVER(box=[[0,0,100,100]])
END_REPEAT()
"""
    assert log_of(text, tmp_path, "dry") == [
        "  line 2: LAUNCH https://example.org: would",
        "  line 3: LAUNCH mousepad: would",
        "  line 4: DRAG at 192,120 to 704,440: would",
        "  line 5: SWIPE at 192,120 to 640,720: would",
        "  line 7:   HOVER at 64,40: would",
        "  line 7:   HOVER at 64,40: would",
    ]


def test_blocks_tell_how_long_they_took(tmp_path: Path) -> None:
    text = """
SET(output='__CogName_x__', value='1')
WHILE(test=EQUALS(left='__CogName_x__', right='1'))
  WAIT(seconds=0.02)
  SET(output='__CogName_x__', value='2')
END_WHILE()
REPEAT(times=2)
  TRY()
    WAIT(seconds=0.02)
    FAIL(reason='no')
  CATCH()
    WAIT(seconds=0.02)
  END_TRY()
END_REPEAT()
"""
    said = log_of(text, tmp_path)
    once = [
        "  line 9:     WAIT: ok",
        "  line 10:     FAIL: failed",
        "  line 12:     WAIT: ok",
        "  line 8:   TRY took",
    ]
    assert said == [
        "  line 2: SET x: ok",
        "  line 4:   WAIT: ok",
        "  line 5:   SET x: ok",
        "  line 3: WHILE took",
        *once,
        *once,
        "  line 7: REPEAT took",
    ]
