"""An Android phone as a surface: pictures, touches and keys through adb."""

from __future__ import annotations

import contextlib
import io
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import (
    Button,
    DeviceButtons,
    Direction,
    Keys,
    Method,
    Pixels,
    Pointer,
    Programs,
    TextEntry,
    Window,
)
from cogscript.surfaces.key_names import missing_key
from cogscript.surfaces.links import checked_link
from cogscript.surfaces.phone import typing_text
from cogscript.surfaces.phone.adb import Phone
from cogscript.surfaces.phone.apps import package_of
from cogscript.surfaces.phone.key_codes import BUTTONS, KEY_CODES
from cogscript.surfaces.phone.phone_elements import PhoneElements
from cogscript.surfaces.pointing import check_inside
from cogscript.surfaces.protocol import Surface

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements

_SIZE = re.compile(r"(Physical|Override) size: (\d+)x(\d+)")
_NOTCHES = 12
"""Notches of the wheel to a screen's height: a swipe scrolls as far as as many would."""
_SWIPE_MS = 300
_AWAKE_FOR = 5.0
"""Seconds for which a screen that was on counts as on."""
_TRIES = 3
_STATE = (
    "dumpsys power | grep -m1 mWakefulness=; "
    "dumpsys window | grep -m1 -i 'mDreamingLockscreen\\|isKeyguardShowing'"
)
"""Prints whether the screen is on, and whether it is locked."""


class PhoneSurface(Surface, Pixels, Pointer, Keys, TextEntry, Programs, DeviceButtons):
    name = "phone"
    methods = ("keys",)
    asks_guard = True

    def __init__(self, settings: Settings, serial: str) -> None:
        super().__init__(settings)
        self.serial = serial
        self._phone = Phone(serial)
        self._input_size = self._read_size()
        self._size = self._input_size
        self._turn_with(self._photograph())
        self._pointer = Point(self._size.width // 2, self._size.height // 2)
        self._elements = PhoneElements(self._phone, self.click, lambda: self._size.rect)
        self._held: list[str] = []
        self._fired = False
        self._pressed: tuple[Point, float] | None = None
        self._awake_until = 0.0

    @property
    def size(self) -> Size:
        return self._size

    @property
    def described(self) -> str:
        return f"the phone {self.serial}"

    @property
    def elements(self) -> Elements:
        return self._elements

    def _read_size(self) -> Size:
        """What touches are counted in: the size a person has set, else that of the display."""
        said = {
            kind: Size(int(width), int(height))
            for kind, width, height in _SIZE.findall(self._phone.shell("wm", "size"))
        }
        size = said.get("Override") or said.get("Physical")
        if size is None:
            raise Fault("phone-size", f"{self.described} does not tell the size of its screen (wm size)")
        return size

    # --- looking ------------------------------------------------------------------------------------

    def _photograph(self) -> Image:
        from PIL import Image

        for _ in range(_TRIES):
            data = self._phone.raw("screencap -p")
            try:
                picture = Image.open(io.BytesIO(data))
                picture.load()
                return picture.convert("RGB")
            except (OSError, SyntaxError, ValueError):
                time.sleep(0.1)
        said = "" if data.startswith(b"\x89PNG") else f": {data[:80].decode('utf-8', 'replace').strip()}"
        raise Fault(
            "capture",
            f"{self.described} gives no whole picture of its screen ({len(data)} bytes{said})",
            "an app that forbids pictures, or a cable that is loose, may be the reason",
        )

    def _turn_with(self, picture: Image) -> None:
        """The picture is as the phone is held; `wm size` is always upright."""
        size = self._input_size
        if (picture.width > picture.height) != (size.width > size.height):
            size = Size(size.height, size.width)
        self._size = size

    def capture(self, area: Rect | None = None) -> Image:
        picture = self._photograph()
        self._turn_with(picture)
        if picture.size != tuple(self._size):
            picture = picture.resize((self._size.width, self._size.height))
        area = (area or self._size.rect).overlap(self._size.rect)
        if not (area.width and area.height):
            raise Fault("off-screen", "the area to capture lies outside the phone's screen")
        return picture if area == self._size.rect else picture.crop(area)

    @contextlib.contextmanager
    def second_eye(self) -> Iterator[Callable[[], Image]]:
        """A line of its own to the phone, for the thread that looks."""
        phone, size = Phone(self.serial), self._size

        def take() -> Image:
            from PIL import Image

            picture = Image.open(io.BytesIO(phone.raw("screencap -p"))).convert("RGB")
            turned = (picture.width > picture.height) != (size.width > size.height)
            return picture.resize((size.height, size.width) if turned else (size.width, size.height))

        yield take

    def _must_be_awake(self) -> None:
        """A touch on a dark or locked screen does nothing, or the wrong thing."""
        if time.monotonic() < self._awake_until:
            return
        said = self._phone.script(_STATE)
        if "mWakefulness=" in said and "mWakefulness=Awake" not in said:
            raise Fault(
                "screen-off",
                f"the screen of {self.described} is off",
                "SYSTEM_BUTTON(button='power') switches it on",
            )
        if re.search(r"(mDreamingLockscreen|isKeyguardShowing)=true", said):
            raise Fault(
                "screen-locked", f"{self.described} is locked", "unlock it: a person's PIN is no workflow's"
            )
        self._awake_until = time.monotonic() + _AWAKE_FOR

    # --- touching -------------------------------------------------------------------------------------

    def owners(self, at: Point | None = None) -> Sequence[str]:
        """The app in front, and the phone as a whole."""
        front = re.search(r" ([\w.]+)/", self._front())
        return (front[1], "phone") if front else ("phone",)

    def _input(self, *words: object) -> None:
        self._must_be_awake()
        self.permit()
        said = self._phone.do("input", *(str(word) for word in words))
        if said and ("Error" in said or "Exception" in said or "not permitted" in said):
            raise Fault(
                "input",
                f"{self.described} refuses to be touched: {said.splitlines()[0][:200]}",
                "some phones want `USB debugging (Security settings)` switched on, too",
            )

    def pointer(self) -> Point:
        return self._pointer

    def move(self, to: Point) -> None:
        check_inside(to, self._size)
        self._pointer = to

    def await_pointer(self) -> None:
        """A finger that does not touch changes nothing."""

    def press(self, button: Button) -> None:
        _only_touch(button)
        self._pressed = (self._pointer, time.monotonic())

    def release(self, button: Button) -> None:
        """A touch is told to the phone as a whole, when it ends."""
        if self._pressed is not None:
            (start, began), self._pressed = self._pressed, None
            self._swipe(start, self._pointer, time.monotonic() - began)

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        _only_touch(button)
        check_inside(at, self._size)
        self._pointer = at
        for _ in range(count):
            self._input("tap", at.x, at.y)

    def long_press(self, at: Point, seconds: float, pause: Callable[[float], None]) -> None:
        check_inside(at, self._size)
        self._pointer = at
        self._swipe(at, at, seconds)

    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        _only_touch(button)
        check_inside(start, self._size)
        check_inside(end, self._size)
        self._pointer = end
        self._swipe(start, end, seconds)

    def _swipe(self, start: Point, end: Point, seconds: float) -> None:
        milliseconds = max(50, round(seconds * 1000))
        self._input("swipe", start.x, start.y, end.x, end.y, milliseconds)

    def scroll(self, direction: Direction, notches: int) -> None:
        """The wheel turned down moves the content up, as a finger that moves up does."""
        x, y = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}[direction]
        width, height = self._size
        left = notches * height // _NOTCHES
        at = self._pointer
        while left > 0:
            way = min(left, (height if y else width) // 2)
            begin = Point(_kept(at.x - x * way // 2, width), _kept(at.y - y * way // 2, height))
            finish = Point(_kept(begin.x + x * way, width), _kept(begin.y + y * way, height))
            self._input("swipe", begin.x, begin.y, finish.x, finish.y, _SWIPE_MS)
            left -= way

    # --- keys and text ----------------------------------------------------------------------------------

    def key_down(self, key: str) -> None:
        if key not in KEY_CODES:
            raise missing_key("Android", key)
        self._held.append(key)
        self._fired = False

    def key_up(self, key: str) -> None:
        """Keys are told to the phone when the first of them is let go: alone, or all that are down."""
        if key not in self._held:
            return
        codes = [KEY_CODES[each] for each in self._held]
        self._held.remove(key)
        if self._fired:
            return
        self._fired = True
        self._input("keycombination" if len(codes) > 1 else "keyevent", *codes)

    def type_text(
        self, text: str, method: Method = "keys", arrived: Callable[[], bool] | None = None
    ) -> None:
        self._must_be_awake()
        self.permit()
        typing_text.enter(self._phone, text)

    def release_all(self) -> None:
        self._held.clear()
        self._pressed = None

    # --- apps and buttons -------------------------------------------------------------------------------

    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        if arguments:
            raise Fault("launch", "an app on a phone takes no arguments")
        self._must_be_awake()
        package = self._package(name)
        said = self._phone.shell("monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1")
        if "No activities found" in said or "Error" in said:
            raise Fault(
                "launch", f"{shown(name)} ({package}) cannot be started: {said.splitlines()[-1][:200]}"
            )
        return self._await_app(package, f"{shown(name)} ({package})", timeout)

    def _package(self, name: str) -> str:
        listed = self._phone.shell("pm", "list", "packages")
        return package_of(name, {line.removeprefix("package:").strip() for line in listed.splitlines()})

    def launch_url(self, url: str, timeout: float) -> Window | None:
        link = checked_link(url, self.settings.launch.schemes)
        self._must_be_awake()
        said = self._phone.shell("am", "start", "-a", "android.intent.action.VIEW", "-d", link)
        if "Error" in said or "unable to resolve" in said:
            raise Fault("launch", f"the phone has no app that opens `{link}`: {said.splitlines()[-1][:200]}")
        return None

    def goes_by(self, app: str) -> Sequence[str]:
        try:
            return (app, self._package(app))
        except Fault:
            return (app,)

    def opened_by(self, url: str) -> Sequence[str]:
        return ("browser", "phone")

    def _front(self) -> str:
        """What the phone says of the app in front."""
        return self._phone.script("dumpsys window | grep -m2 'mCurrentFocus\\|mFocusedApp'")

    def _await_app(self, package: str, what: str, timeout: float) -> Window:
        end = time.monotonic() + timeout
        while True:
            # The app has the focus from its start on, its window when it is there to be used.
            focus = re.search(r"mCurrentFocus=(.*)", self._front())
            if focus is not None and f" {package}/" in focus[1]:
                return Window(package, what, self._size.rect, True, (package,))
            if time.monotonic() >= end:
                front = re.search(r" ([\w.]+)/", focus[1]) if focus is not None else None
                instead = f"; in front is {front[1]}" if front is not None else ""
                raise Fault(
                    "window-missing",
                    f"{what} was started and did not come to the front within {timeout:g} s{instead}",
                    "an app that asks for something first is answered by hand once, or by steps of its own",
                )
            time.sleep(0.2)

    def go_back(self) -> None:
        self.press_button("back")

    def press_button(self, button: str) -> None:
        if button not in BUTTONS:
            raise Fault(
                "no-such-button", f"a phone has no `{button}` button", f"there are: {', '.join(BUTTONS)}"
            )
        self.permit()
        self._awake_until = 0.0
        self._phone.shell("input", "keyevent", str(BUTTONS[button]))

    def close(self) -> None:
        """The phone stays as it is."""


def _only_touch(button: Button) -> None:
    if button != "left":
        raise Fault(
            "no-such-button",
            f"a phone's screen has no {button} button",
            "LONG_PRESS opens a menu on most phones",
        )


def _kept(value: int, limit: int) -> int:
    """Off the edges, where a swipe means something else."""
    margin = limit // 20
    return max(margin, min(limit - 1 - margin, value))
