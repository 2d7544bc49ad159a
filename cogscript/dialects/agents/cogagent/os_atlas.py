"""What OS-Atlas and models trained after it write, with CogAgent's boxes: `CLICK <point>[[x,y]]</point>`.

A line is an action. Places are thousandths. Words that stand alone (`WAIT`, `ENTER`) are anybody's: they are
read beside a line with a place or with a value in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core.builders import scroll
from cogscript.dialects.core.draft import Draft
from cogscript.dialects.formats.replies.call_arguments import USUAL_NOTCHES
from cogscript.dialects.formats.replies.places import numbers_of
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_POINT = r"<point>\s*\[\[(?P<place>[^\[\]]{1,60})\]\]\s*</point>"
_LINE = re.compile(
    rf"(?P<at>CLICK|LONG_PRESS|DOUBLE_CLICK|RIGHT_CLICK|MOVETO|HOVER)[ \t]*{_POINT}"
    r"|(?P<with>TYPE|SCROLL|OPEN_APP)[ \t]*\[(?P<value>[^\n]*)\]"
    r"|(?P<alone>PRESS_BACK|PRESS_HOME|PRESS_RECENT|ENTER|WAIT|COMPLETE)"
)
_AT = {"MOVETO": "HOVER"}
_WAIT = 2
_WITH: dict[str, Callable[[str], Operation]] = {
    "TYPE": lambda value: Operation("TYPE", {"text": value}),
    "SCROLL": lambda value: scroll(value.strip(), USUAL_NOTCHES, None),
    "OPEN_APP": lambda value: Operation("LAUNCH", {"app": value.strip()}),
}
_ALONE = {
    "PRESS_BACK": Operation("GO_BACK"),
    "PRESS_HOME": Operation("SYSTEM_BUTTON", {"button": "home"}),
    "PRESS_RECENT": Operation("SYSTEM_BUTTON", {"button": "menu"}),
    "ENTER": Operation("KEY_PRESS", {"key": "Return"}),
    "WAIT": Operation("WAIT", {"seconds": _WAIT}),
    "COMPLETE": Operation("END"),
}


def translate_line(line: str, draft: Draft, span: Span) -> list[Operation] | None:
    """The operation of a line; None when it is no action of this family."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    if found["at"]:
        box = draft.box(draft.space("thousandths"), numbers_of(found["place"], span), span)
        return [Operation(_AT.get(found["at"], found["at"]), {"box": box})]
    if found["with"]:
        return [_WITH[found["with"]](found["value"])]
    if not _LINE.search(draft.source.text.replace(line, "", 1)) and found["alone"] != "COMPLETE":
        return None
    own = _ALONE[found["alone"]]
    return [Operation(own.name, dict(own.arguments))]
