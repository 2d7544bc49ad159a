"""What JSON was that broke in the middle of a text: an action, a form to fill in, code, or a log's time."""

from __future__ import annotations

import re

from cogscript.dialects.formats.json_values import NotJson

_ACTION_KEY = re.compile(
    r"""["'](?:action|action_type|arguments|coordinate|name)\\?["']\s*:"""
    r"""|["']type["']\s*:\s*["'](?!text|image|function|string|object|array|integer|number|boolean)\w"""
)
_TEMPLATE = re.compile(r"<[a-z][a-z _-]*>|(?:str|int|float|bool|list|dict)\b")
_TIME = re.compile(r"\[\d[\d:.,/ TZ+-]*\]")
"""What a program logs before an action."""
_CODE = re.compile(r"[A-Za-z_+:;,}\[]|\"")
"""Where JSON breaks that was code: at a name, an operator, a bracket that Python or a shell would take."""
_AFTER_THE_BREAK = 60


def is_template(text: str, broken: NotJson) -> bool:
    """Whether JSON broke at a word in angle brackets, or at the type of a value: a prompt shows the form."""
    written = text[broken.begin : broken.span.start]
    return bool(_TEMPLATE.match(text, broken.span.start)) and bool(_ACTION_KEY.search(written))


def was_an_action(text: str, broken: NotJson) -> bool:
    """Whether JSON that broke in the middle of a text was somebody's action; code has braces too."""
    written = text[broken.begin : broken.span.end + _AFTER_THE_BREAK]
    if _TEMPLATE.match(text, broken.span.start) or _TIME.match(text, broken.begin):
        return False
    return bool(_ACTION_KEY.search(written)) or not _CODE.match(text, broken.span.start)
