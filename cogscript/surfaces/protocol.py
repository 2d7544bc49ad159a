"""What a workflow acts on: a desktop, a window, a page, a phone. One small protocol for all of them.

A surface is something with a size that boxes lie on. What can be done with it is a set of capabilities, each
a small class below: a phone has no windows, a dry run no pixels. Whoever needs one asks for it
(`surface.need(Pointer).click(…)`) and gets it, or a sentence that says what this surface lacks.

Places are logical pixels of the `root` surface: those the pointer moves in, top left (0, 0). On a desktop
that is the primary monitor, as in a plan's screenshot on every system. A view (a window) is a part of its
root: its `frame` says which, boxes are thousandths of it, and what it can do is what its root can do. Keys
are the canonical names of `language.model.keys`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, TypeVar

from cogscript.language.model.box import Box, Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.pointing import LastClick

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from cogscript.reading.lines import Reader
    from cogscript.reading.patches import Patches
    from cogscript.reading.rereading import Memory
    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Element, Elements
    from cogscript.surfaces.placed_window import WindowOrder

Button = Literal["left", "right", "middle"]
Direction = Literal["up", "down", "left", "right"]
Method = Literal["keys", "paste"]
"""How a text is entered: by key strokes, or by pasting it."""

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


@dataclass(frozen=True, slots=True)
class Window:
    """A window a person can see or bring back: `handle` is the system's own name for it."""

    handle: int | str
    title: str
    rect: Rect
    active: bool = False
    apps: tuple[str, ...] = ()
    """What its program goes by: the window's class, the process's name."""
    process: int | None = None
    over: int | str | None = None
    """For a dialog: the window it belongs to."""
    loading: bool = False
    """For a window that was launched: its page shows, and was still loading when the time was up."""


# --- capabilities ---------------------------------------------------------------------------------


class Capability(ABC):
    """Something a surface may be able to do."""

    noun: ClassVar[str]
    """What is missing where it cannot: `there is no {noun} on …`."""


class Pixels(Capability):
    noun = "picture"

    @abstractmethod
    def capture(self, area: Rect | None = None) -> Image:
        """A picture of the surface or of a part of it, scaled to logical pixels, RGB."""

    def second_eye(self) -> AbstractContextManager[Callable[[], Image]] | None:
        """Takes pictures of the whole surface beside the run, in one other thread; None where none can."""
        return None


class Pointer(Capability):
    noun = "pointer"

    @abstractmethod
    def pointer(self) -> Point: ...
    @abstractmethod
    def move(self, to: Point) -> None: ...
    @abstractmethod
    def press(self, button: Button) -> None: ...
    @abstractmethod
    def release(self, button: Button) -> None: ...
    @abstractmethod
    def click(self, at: Point, button: Button = "left", count: int = 1) -> None: ...
    @abstractmethod
    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None: ...
    @abstractmethod
    def scroll(self, direction: Direction, notches: int) -> None:
        """Turn the wheel where the pointer is."""

    def long_press(self, at: Point, seconds: float, pause: Callable[[float], None]) -> None:
        """Hold the left button; `pause` waits and lets a person stop the run meanwhile."""
        self.move(at)
        self.press("left")
        try:
            pause(seconds)
        finally:
            self.release("left")


class Keys(Capability):
    noun = "keyboard"

    shortcut_key: str = "left_ctrl"
    """The key that shortcuts hold here."""

    @abstractmethod
    def key_down(self, key: str) -> None: ...
    @abstractmethod
    def key_up(self, key: str) -> None: ...

    def press_together(self, *keys: str) -> None:
        """Press keys, the last one last, and let them go, whatever happens."""
        pressed: list[str] = []
        try:
            for key in keys:
                pressed.append(key)
                self.key_down(key)
        finally:
            for key in reversed(pressed):
                self.key_up(key)


class TextEntry(Capability):
    noun = "way to enter text"

    methods: ClassVar[tuple[Method, ...]] = ("keys", "paste")
    """The ways there are to do it here."""

    @abstractmethod
    def type_text(
        self, text: str, method: Method = "paste", arrived: Callable[[], bool] | None = None
    ) -> None:
        """Enter the text into what has the focus, exactly and once; the clipboard is left as it was.

        Whoever can see that the text is there gives `arrived`: then it is not waited for any longer.
        """

    replaces: ClassVar[bool] = False
    """Whether a text can be entered in the place of all that a field holds, in one go."""

    def replace_text(self, text: str) -> None:
        """Where it `replaces`: enter the text in the place of all that the field with the focus holds."""
        raise NotImplementedError

    def fill(self, field: Element, at: Point, text: str) -> bool:
        """Where it `replaces`: the same for a field that is open at a place and need not have the focus
        yet, in one go. False where it takes a click and what follows, whatever the field holds now."""
        return False

    def in_terminal(self) -> bool:
        """Whether what has the focus is a terminal, which need not show what is typed."""
        return False


class Clipboard(Capability):
    noun = "clipboard"

    @abstractmethod
    def clipboard(self) -> str:
        """The clipboard's text; a Fault says when it is empty or holds something else."""

    @abstractmethod
    def set_clipboard(self, text: str) -> None: ...


class Programs(Capability):
    noun = "way to start programs"

    @abstractmethod
    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        """Start an application by the name people know it by, and wait until its window can be acted on.

        The arguments are passed as they are; `folder` is where those that are relative paths begin. None
        where it cannot be known which window it is.
        """

    def goes_by(self, app: str) -> Sequence[str]:
        """What the program goes by that people call so: `Text Editor` → `mousepad`."""
        return (app,)

    def opened_by(self, url: str) -> Sequence[str]:
        """What the program goes by that opens a link."""
        return ("browser",)

    @abstractmethod
    def launch_url(self, url: str, timeout: float) -> Window | None:
        """Open a link in the browser, and wait until its page has loaded."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """A window that another one has opened and that stands before it."""

    title: str
    modal: bool
    """Whether it says that it keeps the other from taking clicks; some toolkits keep that to themselves."""
    behind: Rect
    """What the window that opened it draws itself."""


class Windows(Capability):
    noun = "window"

    @abstractmethod
    def windows(self) -> Sequence[Window]: ...
    @abstractmethod
    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> bool | None:
        """Whether the window is then as it should be; None where that is not known."""

    def open_order(self) -> WindowOrder | None:
        """Which window lies on top of which, for a thread of its own; None where nobody can tell."""
        return None

    def describe(self, handle: int | str) -> Window | None:
        """The window as it is now; None when it has gone."""
        return next((each for each in self.windows() if each.handle == handle), None)

    def top_at(self, point: Point) -> int | str | None:
        """The handle of the window that a click there would reach."""
        return next((each.handle for each in self.windows() if each.rect.holds(point)), None)

    def dialog_before(self, point: Point) -> Dialog | None:
        """The dialog that must perhaps be answered before the window at that place takes clicks again."""
        return None

    def layers(self) -> Sequence[Rect]:
        """Where windows and menus lie, the topmost first; nothing where nobody can tell."""
        return ()

    def popups(self, window: Window) -> Sequence[Rect]:
        """Where menus and lists that the window opened lie: they may stand out of its frame."""
        return ()


class WindowPictures(Capability):
    noun = "picture of covered windows"

    @abstractmethod
    def watch_window(self, window: Window) -> None:
        """From now on the system keeps what a window shows, also where something lies over it."""

    @abstractmethod
    def forget_window(self, window: Window) -> None: ...
    @abstractmethod
    def window_picture(self, window: Window) -> Image:
        """The whole window with its frame, whatever lies over it."""


class PointerBeside(Capability):
    """A pointer besides the person's, for windows in the background: where that lies, what is in front and
    what has the keyboard stay as they are. A Fault where something lies over the place."""

    noun = "second pointer"

    @abstractmethod
    def click_beside(self, window: Window, at: Point, count: int = 1, button: Button = "left") -> None: ...
    @abstractmethod
    def hover_beside(self, window: Window, at: Point) -> None: ...
    @abstractmethod
    def drag_beside(self, window: Window, start: Point, end: Point, seconds: float) -> None: ...
    @abstractmethod
    def scroll_beside(self, window: Window, at: Point, direction: Direction, notches: int) -> None: ...


Answered = Literal["next", "stop"]


class Notes(Capability):
    """Notes for the person, above everything, and never in a picture that this surface takes."""

    noun = "way to show notes"

    @abstractmethod
    def show_note(self, text: str, place: Rect | None, *, buttons: bool = False) -> None:
        """A note beside a place, framed, or in the middle; it takes the place of the one before."""

    @abstractmethod
    def note_answer(self) -> Answered | None:
        """Which of a note's buttons was pressed since it was shown."""

    @abstractmethod
    def hide_note(self) -> None: ...
    @abstractmethod
    def show_status(self, text: str) -> None:
        """A line in a corner; an empty text takes it away."""

    @abstractmethod
    def mark_window(self, window: Window | None) -> None:
        """A border around the window that a run works in."""

    @abstractmethod
    def clear_notes(self) -> None:
        """Take all of them away."""


class Monitors(Capability):
    noun = "monitor"

    @abstractmethod
    def monitor_count(self) -> int: ...
    @abstractmethod
    def monitor(self, number: int) -> Surface:
        """The surface of one monitor, from 1, the primary first; whoever asked for it closes it."""


class DeviceButtons(Capability):
    noun = "buttons"

    @abstractmethod
    def go_back(self) -> None: ...
    @abstractmethod
    def press_button(self, button: str) -> None:
        """One of SYSTEM_BUTTON's buttons; a Fault says which ones there are."""


class PersonsHand(Capability):
    noun = "person at the pointer"

    @abstractmethod
    def moved_by_person(self) -> bool:
        """Whether somebody else moved the pointer since the run last put it somewhere or asked this.

        A few pixels do not count. Raises Stopped when it lies in a corner, as every action does that
        presses, moves or types: a person's way to stop a run (unless the run itself went there).
        """

    @abstractmethod
    def is_pressing(self) -> bool:
        """Whether the left button is down now."""

    def caps_lock_is_on(self) -> bool:
        """Whether capitals come without Shift now; where it cannot be told, they mostly do not."""
        return False

    def is_key_down(self, key: str) -> bool:
        """Whether a key is down now, as far as that can be known."""
        return False


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
