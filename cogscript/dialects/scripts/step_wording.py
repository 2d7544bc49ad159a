"""Options that only word a message, or name or describe a step: none of them changes what is done."""

from __future__ import annotations

import re

from cogscript.dialects.core.draft import Untranslatable

ERROR_MESSAGES = ("errorMessage", "errorMsg", "message", "msg")
"""What is said when a check does not hold: ASSERT's `message`, where the step is one."""
WORDING = frozenset(
    {*ERROR_MESSAGES, "name", "label", "title", "description", "desc", "comment", "comments", "note", "notes"}
)
SECRET = "it is a secret INPUT, given when the workflow starts, and is not asked for here"
"""Said of a password that a script asks a person for."""
_FILL_IN = r"(?P<place><[^\W_][^<>/=\"'\n]{0,40}>)"
_FORM = re.compile(rf"\s*{_FILL_IN}\s*")
_ADDRESS = re.compile(rf"://[^\s<>]*{_FILL_IN}")


def refuse_form(text: str) -> None:
    """`aiTap: <prompt>`: a place to fill in says only what would stand there; an address has none either."""
    if found := _FORM.fullmatch(text) or _ADDRESS.search(text):
        raise Untranslatable(f"`{found['place']}` is a place to fill in, and nothing that can be done")
