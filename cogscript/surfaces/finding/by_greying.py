"""Whether a thing that no program tells of is drawn as disabled."""

from __future__ import annotations

from cogscript.language.model.box import Rect
from cogscript.reading.signs import sign_of
from cogscript.surfaces import roles
from cogscript.surfaces.finding.wanted import Candidate, Sight, Wanted, wants_field

_LOOKS = frozenset({"text field", "combo box"})


def is_greyed(look: Sight, wanted: Wanted, found: Candidate) -> bool:
    """Only where a control is meant: a pale text that is merely clicked or read may be pale for ever."""
    from cogscript.reading.greyed import state_of_field, state_of_text

    if found.element is not None or found.guess or wanted.purpose == "read":
        return False
    texts = [line.rect for line in look.lines()]
    if wants_field(wanted):
        fields = [each.rect for each in look.controls if each.kind in _LOOKS]
        return state_of_field(look.picture, found.rect, fields, texts) == "disabled"
    if roles.word(wanted.kind or "") not in roles.ACTED_ON and wanted.purpose != "check":
        return False
    rows = {"rows": 1} if sign_of(found.text) else {}
    return state_of_text(look.picture, _text_of(found, texts), texts, **rows) == "disabled"


def _text_of(found: Candidate, texts: list[Rect]) -> Rect:
    """The text itself: of a mark, what stands beside it on its line."""
    if found.kind == "button":  # without its border
        aside, above = found.rect.width // 5, found.rect.height // 5
        left, top, right, bottom = found.rect
        return Rect(left + aside, top + above, right - aside, bottom - above)
    if found.kind not in ("checkbox", "radio button"):
        return found.rect
    on_line = [
        text for text in texts
        if text.top < found.rect.middle.y < text.bottom and text.right > found.rect.right
    ]  # fmt: skip
    return min(on_line, key=lambda text: abs(text.left - found.rect.right), default=found.rect)
