"""What a workflow acts on: a desktop, a window, a page, a phone. One small protocol for all of them.

A surface is something with a size that boxes lie on. What can be done with it is a set of capabilities
(`capabilities.py`): a phone has no windows, a dry run no pixels. Whoever needs one asks for it
(`surface.need(Pointer).click(…)`) and gets it, or a sentence that says what this surface lacks.

Places are logical pixels of the `root` surface: those the pointer moves in, top left (0, 0). On a desktop
that is the primary monitor, as in a plan's screenshot on every system. A view (a window) is a part of its
root: its `frame` says which, boxes are thousandths of it, and what it can do is what its root can do. Keys
are the canonical names of `language.model.keys`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from cogscript.language.model.box import Box, Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Capability, Pixels, Window
from cogscript.surfaces.pointing import LastClick

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from cogscript.reading.lines import Reader
    from cogscript.reading.patches import Patches
    from cogscript.reading.rereading import Memory
    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements

READY_LIMIT = 10.0
"""Seconds for a window to be painted, a page to load, a program to answer, before a step goes on without."""
SETTLE_LIMIT = 5.0
"""Seconds: a surface that never comes to rest (a video) must not hold the run up for ever."""
_POINTER_SHOWS = 1.0
"""The same for what only lights up under the pointer."""
_QUIET = 0.025
"""Seconds without movement that count as still: every pointing step pays them on a still surface."""
_ONSET = 0.25
"""Seconds a program may take to begin to move after the wheel (smooth scrolling): only then waited for."""
_QUIET_AFTER_SCROLL = 0.2
"""Smooth scrolling on a busy machine draws a frame now and then, and a click would end it half way."""

C = TypeVar("C", bound=Capability)


class Guard(Protocol):
    """Who says what may be used: asked right before something is pressed or typed, and raises if not."""

    def program(self, names: Callable[[], Sequence[str]]) -> None:
        """The program that gets it, by all it goes by; () where there is none."""

    def keys(self, held: Sequence[str]) -> None:
        """The keys that would be down together."""


# --- the surface ----------------------------------------------------------------------------------


class Surface(ABC):
    """Everything a run looks at or acts on goes through here."""

    name: str
    """What people call this kind of surface: `desktop`, `virtual`, `window`."""
    personal = False
    """Whether a person uses it, too."""
    through_elements = False
    """Whether things are done by the elements themselves: there is no pointer and no keyboard."""
    asks_guard = False
    """Whether it asks `permit` before everything that it does, so that ALLOW can be kept."""
    fields_tell_all = False
    """Whether every field tells all that it holds: then no picture is needed to see what arrived."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.last_click = LastClick()
        self.read_before: Memory | None = None
        """What OCR last read: pixels that have not changed are not read again."""
        self._patches: Patches | None = None
        self.guard: Guard | None = None
        self.files: Path | None = None
        """The run's folder, where a surface keeps files that come of the run: downloads."""
        self._reader: Reader | None = None
        self._moved_from: Image | None = None

    # --- what and where it is ---------------------------------------------------------------------

    @property
    @abstractmethod
    def size(self) -> Size: ...

    @property
    def frame(self) -> Rect:
        """The part of the root that this surface is."""
        return self.size.rect

    @property
    def frames(self) -> Sequence[Rect]:
        """Where its own things are: its frame, and for a window the menus that stand out of it."""
        return [self.frame]

    @property
    def root(self) -> Surface:
        return self

    @property
    def host(self) -> Surface:
        """The surface that windows and monitors are parts of."""
        return self.root

    @property
    def described(self) -> str:
        """In a few words, for messages and the record."""
        return self.name

    def rect_of(self, box: Box) -> Rect:
        """The pixels of the root that a box on this surface covers."""
        frame = self.frame
        left, top, right, bottom = box.rect(Size(frame.width, frame.height))
        return Rect(left + frame.left, top + frame.top, right + frame.left, bottom + frame.top)

    def middle_of(self, box: Box) -> Point:
        """The pixel of the root acted on when a box is all that is known."""
        frame = self.frame
        x, y = box.middle(Size(frame.width, frame.height))
        return Point(x + frame.left, y + frame.top)

    # --- what it can do ---------------------------------------------------------------------------

    def capability(self, kind: type[C]) -> C | None:
        """The capability, where this surface has it."""
        return self if isinstance(self, kind) else None

    def need(self, kind: type[C]) -> C:
        """The capability, or a Fault that says what is missing here."""
        found = self.capability(kind)
        if found is None:
            raise Fault("surface", f"there is no {kind.noun} on {self.described}")
        return found

    @property
    def elements(self) -> Elements | None:
        """What the programs here say of themselves; None where nothing tells."""
        return None

    @property
    def can_be_seen(self) -> bool:
        """Whether there is anything to look at."""
        return self.capability(Pixels) is not None

    @property
    def reader(self) -> Reader:
        """The OCR engine, loaded when something is first read."""
        if self._reader is None:
            from cogscript.reading import open_reader

            self._reader = open_reader(self.settings.reading)
        return self._reader

    @property
    def patches(self) -> Patches:
        """What was read in the pictures of a surface that tells all other text."""
        if self._patches is None:
            from cogscript.reading.patches import Patches

            self._patches = Patches(lambda: self.reader)
        return self._patches

    def owners(self, at: Point | None = None) -> Sequence[str]:
        """What the program goes by that a press at a place reaches, or that keys go to; () for none."""
        return ()

    def permit(self, at: Point | None = None) -> None:
        """Right before something is pressed or typed: raises where the run may not use that program."""
        if self.guard is not None:
            self.guard.program(lambda: self.owners(at))

    def news(self) -> Sequence[str]:
        """What has happened since it was last asked and a person should know: a new tab, a download."""
        return ()

    # --- waiting for it ---------------------------------------------------------------------------

    def prepare(self) -> None:
        """Before a step looks or acts: a view sees to it that its window is in front."""

    def expect_motion(self) -> None:
        """Remember the picture as it is: something is about to be done that makes it move."""
        pixels = self.capability(Pixels)
        self._moved_from = pixels.capture() if pixels is not None else None

    def settle(self, limit: float = SETTLE_LIMIT, *, pointing: bool = True) -> float:
        """Wait until the surface is ready for a step; the seconds waited.

        What the last steps set going is waited for where it can be known of: windows to be painted, pages to
        load. For a step that looks or points, the pixels must be still; `limit` is for that.
        """
        if not pointing:
            return 0.0
        pixels = self.capability(Pixels)
        if pixels is None:
            return 0.0
        from cogscript.reading import wait_still

        before, self._moved_from = self._moved_from, None
        if before is None:
            return wait_still(pixels.capture, limit=limit, quiet=_QUIET)
        return wait_still(pixels.capture, limit=limit, quiet=_QUIET_AFTER_SCROLL, onset=_ONSET, before=before)

    # --- its end ----------------------------------------------------------------------------------

    def await_pointer(self) -> None:
        """After the pointer was moved: wait for what that alone changes, things that light up under it."""
        self.settle(_POINTER_SHOWS)

    def await_effect(self, limit: float = SETTLE_LIMIT) -> None:
        """After the last step: wait until what it set going is done, a file written."""

    def left_open(self) -> Sequence[Window]:
        """Dialogs that came after the last step and wait for an answer, once its effect was waited for."""
        return ()

    def unfinished(self) -> Fault | None:
        """What was set going and is lost now that the run ends: a download that never came to its end."""
        return None

    def dismiss(self) -> None:
        """Ask the programs that were started here to close; only where they end with the surface anyway."""

    def release_all(self) -> None:
        """Let go of every key and button this run has pressed.

        Safe at any time, also after a signal's exception cut another call short, and on a display that
        has gone. Call it from a `finally`, not inside a signal handler.
        """

    def close(self) -> None:
        """End whatever the surface itself started; safe to call twice."""


class Monitors(Capability):
    noun = "monitor"

    @abstractmethod
    def monitor_count(self) -> int: ...
    @abstractmethod
    def monitor(self, number: int) -> Surface:
        """The surface of one monitor, from 1, the primary first; whoever asked for it closes it."""
