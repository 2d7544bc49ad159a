"""Reading back a field while it is typed into: an input method's text is in no event."""

from __future__ import annotations

from cogscript.language.model.box import Rect
from cogscript.surfaces.elements import Element

LONGEST = 4000
"""Characters of one run of typing; more is a paste, and no input method."""


class FieldReader:
    """Compares what a field says with what it said before the typing began."""

    def __init__(self) -> None:
        self._rect: Rect | None = None
        self._seen: dict[Rect, str] = {}
        self._before = ""
        self._said: str | None = None
        self.unread = False
        """Whether something was typed since the field was last read."""

    def see(self, *elements: Element | None) -> None:
        """Note what fields say while nobody types: fast fingers are ahead of a question asked then."""
        if self._rect is not None or self.unread:
            return
        for element in elements:
            if element is not None and element.value is not None:
                self._seen[element.rect] = element.value

    def begin(self, focus: Element | None) -> None:
        """A keystroke goes into that field."""
        self.unread = True
        if self._rect is None and focus is not None and focus.value is not None and not focus.secret:
            self._rect, self._said = focus.rect, None
            self._before = self._seen.get(focus.rect, focus.value)

    def read(self, focus: Element | None) -> str | None:
        """What the typing has put into the field so far; None where that cannot be told, or is not new."""
        if self._rect is None or focus is None or focus.rect != self._rect or focus.value is None:
            return None
        self.unread = False
        inserted = inserted_text(self._before, focus.value)
        if not inserted or len(inserted) > LONGEST or inserted == self._said:
            return None
        self._said = inserted
        return inserted

    def end(self) -> None:
        self._rect = None
        self._seen.clear()
        self.unread = False


def inserted_text(before: str, after: str) -> str:
    """What an edit put into a text: what is left of it without the common beginning and end."""
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return after[start : len(after) - end]
