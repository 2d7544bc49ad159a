"""The window that a computer-use plan is bound to: its steps become an IN block.

Once a window is bound, screenshots show only that window and places are pixels of its picture. How large the
picture is, is known from a screenshot that the transcript carries, from what a tool answered, or from a
size the plan gave the window; otherwise the window is assumed to fill the display, and that is reported.
"""

from __future__ import annotations

from dataclasses import dataclass

from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import Draft, DraftBlock, Untranslatable
from cogscript.dialects.formats.tool_calls.metadata import Seen
from cogscript.dialects.formats.tool_calls.plan import ToolCall
from cogscript.dialects.formats.tool_calls.plan_places import PlanPlaces, has_places
from cogscript.language.model.box import Rect, Size, from_pixels
from cogscript.language.model.tree import Operation, Value


@dataclass(slots=True)
class BoundWindow:
    draft: Draft
    title: str | None = None
    unknown: bool = False
    """Whether a window is bound of which the plan gives only a number."""
    used: bool = False
    """Whether anything was done with the window since it was bound."""
    _bound: DraftBlock | None = None
    _size: Size | None = None
    _pictures: int = 0
    """Pictures that were taken before the window had its present size."""
    _old_rect: Rect | None = None
    _reported: bool = False

    def bind(self, call: ToolCall, *, title: str | None = None, app: str | None = None) -> None:
        """What follows is done in this window."""
        self.release()
        self.title = title
        self.unknown = title is None and app is None
        if not self.unknown:
            given: dict[str, Value] = {"window": title} if title is not None else {"app": app}
            self.draft.block = self._bound = DraftBlock(given, call.span, call.description)
        self.used = self._reported = False
        self.resize(call.seen, None)

    def release(self) -> None:
        """What follows is done on the screen again. A window that was bound and not used is brought to
        the front, which is what binding it does."""
        self.draft.block = None
        if not self.used and self.title is not None and self._bound is not None:
            activate = Operation("WINDOW", {"action": "activate", "title": self.title})
            self.draft.add(activate, self._bound.span, self._bound.description)
        self.title, self.unknown = None, False

    def resize(self, seen: Seen, size: Size | None) -> None:
        """The window has this size now; None when nobody knows."""
        self._size, self._pictures, self._old_rect = size, seen.pictures, seen.window

    def enter(self, call: ToolCall, places: PlanPlaces) -> None:
        """Before a call is translated: let its places be those of the window, if one is bound."""
        places.window = None
        if self.unknown and has_places(call):
            raise Untranslatable(
                "the place lies in a window of which the plan gives only a number", "bind it by its title"
            )
        if self.draft.block is None or self.draft.block is not self._bound:
            return
        seen = call.seen
        rect = seen.window if seen.window is not self._old_rect else None
        if rect and self.draft.screen and "box" not in self.draft.block.arguments:
            self.draft.block.arguments["box"] = from_pixels(rect, self.draft.screen)
        size = seen.picture if seen.pictures > self._pictures else None
        size = size or (Size(rect.width, rect.height) if rect else None) or self._size
        if size is not None:
            places.window = CoordinateSpace(*size)
        elif has_places(call) and not self._reported:
            self._reported = True
            self.draft.repaired(
                call.span, "the bound window's size is not known: it is assumed to fill the display"
            )
