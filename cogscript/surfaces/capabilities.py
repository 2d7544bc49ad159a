"""What can be done with a surface, each a small class: a phone has no windows, a dry run no pixels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.pointing import NotReached

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.placed_window import InputHistory, WindowOrder
    from cogscript.surfaces.title_bars import TitleBar

Button = Literal["left", "right", "middle"]
Direction = Literal["up", "down", "left", "right"]
Method = Literal["keys", "paste"]
"""How a text is entered: by key strokes, or by pasting it."""


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


class ClickTarget(NamedTuple):
    """What a click is for, as it was seen a moment before."""

    element: Element | None = None
    beneath: int | None = None


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

    def beneath(self, at: Point) -> int | None:
        """What a click there would reach, as a number that is another one for anything else; None where
        nobody can tell."""
        return None

    def click_on(self, target: ClickTarget, at: Point, button: Button = "left", count: int = 1) -> None:
        """A click for that target alone, where a surface can see to it: NotReached, and nothing is done,
        when something else would take it."""
        if target.beneath not in (None, self.beneath(at)):
            raise NotReached.by("another window")
        self.click(at, button, count)

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
    rect: Rect
    """Where it stands, with its frame."""


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

    def open_history(self) -> InputHistory | None:
        """What happens from now on in which order; None where the system does not tell it."""
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

    def focus_anew(self, point: Point) -> None:
        """Take the keyboard from the window at that place and give it back, where that may be needed."""

    def layers(self) -> Sequence[Rect]:
        """Where windows and menus lie, the topmost first; nothing where nobody can tell."""
        return ()

    def title_bars(self) -> Sequence[TitleBar]:
        """The frames that show titles, the topmost first; nothing where nobody can tell."""
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
