"""What each pyautogui function becomes, and the few others that agents' code calls with it."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.core.builders import arguments, chord, click, key_named, scroll, typed
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.python_syntax import AskedNumber
from cogscript.dialects.scripts.pyautogui.called import SLOW, Called
from cogscript.dialects.scripts.step_wording import SECRET
from cogscript.language.model.tree import Operation

GAVE_UP = "the agent gave up"
SPECIAL = {"WAIT": Operation("WAIT", {"seconds": 2}), "DONE": Operation("END"),
           "FAIL": Operation("FAIL", {"reason": GAVE_UP})}  # fmt: skip
"""The words that OSWorld's agents write instead of code, in capitals. Its own loop waits two seconds."""

CLICKS = {"click": ("left", 1), "leftClick": ("left", 1), "rightClick": ("right", 1),
          "middleClick": ("middle", 1), "doubleClick": ("left", 2), "tripleClick": ("left", 3)}  # fmt: skip

AT = ("x", "y")
_MOVED = ("duration", "tween", "logScreenshot", "_pause")
_CLICK = (*AT, "clicks", "interval", "button", *_MOVED)
_ONCE = (*AT, "interval", *_MOVED)
_OFTEN = (*AT, "interval", "button", *_MOVED)
_BY = ("xOffset", "yOffset")
_DRAGGED = ("duration", "tween", "button", "logScreenshot", "_pause", "mouseDownUp")
SIGNATURES: dict[str, tuple[str, ...]] = {
    "click": _CLICK, "leftClick": _ONCE, "rightClick": _ONCE, "middleClick": _ONCE, "doubleClick": _OFTEN,
    "tripleClick": _OFTEN, "moveTo": (*AT, *_MOVED), "moveRel": (*_BY, *_MOVED), "move": (*_BY, *_MOVED),
    "dragTo": (*AT, *_DRAGGED), "dragRel": (*_BY, *_DRAGGED), "drag": (*_BY, *_DRAGGED),
    "mouseDown": (*AT, "button", *_MOVED), "mouseUp": (*AT, "button", *_MOVED),
    "scroll": ("clicks", *AT), "vscroll": ("clicks", *AT), "hscroll": ("clicks", *AT),
    "typewrite": ("message", "interval"), "write": ("message", "interval"),
    "press": ("keys", "presses", "interval"), "keyDown": ("key",), "keyUp": ("key",),
    "sleep": ("seconds",), "countdown": ("seconds",),
    "screenshot": ("imageFilename", "region"), "alert": ("text", "title", "button", "root", "timeout"),
    "confirm": ("text", "title", "buttons", "root", "timeout"),
    "prompt": ("text", "title", "default", "root", "timeout"),
    "password": ("text", "title", "default", "mask", "root", "timeout"),
}  # fmt: skip

QUERIES = frozenset(
    {"position", "size", "resolution", "onScreen", "pixel", "pixelMatchesColor", "getActiveWindowTitle",
     "failSafeCheck", "isValidKey", "displayMousePosition", "mouseInfo", "getAllTitles", "getAllWindows",
     "getInfo", "printInfo", "useImageNotFoundException"}
)  # fmt: skip
"""What only asks; the plan goes on as if it were not there."""
HARMLESS = ("time.time", "time.perf_counter", "datetime.", "random.", "math.", "logging.", "logger.",
            "os.path.", "os.getcwd", "platform.", "sys.stdout.", "sys.stderr.")  # fmt: skip
"""How calls begin that do nothing on the screen; what they give is not known."""
ASKING = ("pyautogui.prompt", "pyautogui.password", "pyautogui.confirm", "input", "getpass.getpass")
WINDOWS = frozenset({"activate", "minimize", "maximize", "restore", "close"})
CONSTANTS = {"LEFT": "left", "MIDDLE": "middle", "RIGHT": "right", "PRIMARY": "left", "SECONDARY": "right"}
OTHER_NAMES = {"text": "message", "string": "message", "key": "keys", "amount": "clicks", "times": "presses"}
"""What agents call an argument whose name is another: what is meant is plain."""


_MOST_SLOW = 100
_MANY_NOTCHES = 200
_MOST_WRITTEN = 10
"""Clicks that are written one by one; more are one that is repeated."""


def _clicked(called: Called) -> list[Operation]:
    button, count = CLICKS[called.name]
    box, picture = called.target()
    if box is None and picture is None and called.pointer.place is not None:
        box = called.at(*called.pointer.place)
    number = called.times("clicks", count)
    button = str(called.get("button") or button)
    if isinstance(number, AskedNumber):
        return _repeated(number, click(box, button, 1, picture=picture), called.number("interval"))
    if number == 0:
        return []
    pause = called.number("interval") if number > 1 else None
    if number > _MOST_WRITTEN and (pause is None or pause < SLOW):
        return _repeated(number, click(box, button, 1, picture=picture), pause)
    if pause is None or pause < SLOW:
        made = click(box, button, number, picture=picture)
        if pause and (len(made) > 1 or (box is None and picture is None)):
            called.draft.repaired(called.span, f"{pause:g} seconds between one and the next are not kept")
        return made
    made = click(box, button, 1, picture=picture)
    if number > _MOST_SLOW:
        return _repeated(number, made, pause)
    for _ in range(number - 1):
        made += [Operation("WAIT", {"seconds": pause}), *click(box, button, 1, picture=picture)]
    return made


def _repeated(times: int | AskedNumber, made: list[Operation], pause: float | None) -> list[Operation]:
    waits = [Operation("WAIT", {"seconds": pause})] if pause else []
    often = str(times) if isinstance(times, AskedNumber) else times
    return [Operation("REPEAT", {"times": often}, body=[*made, *waits])]


def _dragged(called: Called) -> list[Operation]:
    if called.has("to_coord"):
        start, end = called.place_named("from_coord"), called.place_named("to_coord")
        return [Operation("DRAG", arguments(box=start, to=end, seconds=called.number("duration") or None))]
    end = called.moved() if called.has("xOffset") or called.has("yOffset") else called.box()
    if end is None:
        raise Untranslatable("the drag does not say where it ends")
    if called.get("mouseDownUp", True) is False:
        return [Operation("HOVER", {"box": end})]
    button = str(called.get("button") or "left")
    seconds = called.number("duration") or None
    # It starts where the pointer is, which the plan knows or the screen does.
    return [
        Operation("DRAG", arguments(to=end, seconds=seconds, button=None if button == "left" else button))
    ]


def _hovered(called: Called) -> list[Operation]:
    box, picture = called.target()
    return [Operation("HOVER", arguments(box=box, picture=picture))]


def _button(name: str) -> Callable[[Called], list[Operation]]:
    def made(called: Called) -> list[Operation]:
        button = str(called.get("button") or "left").casefold()
        box, picture = called.target()
        other = None if button == "left" else button
        return [Operation(name, arguments(box=box, picture=picture, button=other))]

    return made


def _scrolled(direction: str) -> Callable[[Called], list[Operation]]:
    def made(called: Called) -> list[Operation]:
        clicks = called.number("clicks")
        if clicks is None:
            raise Untranslatable(f"{called.name} does not say how far")
        if clicks % 1:
            called.draft.repaired(called.span, f"{clicks:g} notches are read as {round(clicks)}")
        if abs(clicks) >= _MANY_NOTCHES:
            called.draft.repaired(
                called.span,
                f"{abs(clicks):g} notches are kept as they stand; on Windows 120 of pyautogui's are one",
            )
        return [scroll(direction, clicks, called.box())]

    return made


def _written(called: Called) -> list[Operation]:
    message = called.get("message")
    if isinstance(message, list):
        names = called.keys("message")
        if all(len(name) == 1 for name in names):
            return [typed("".join(names))]
        return _apart([_stroke(name) for name in names], _pause(called))
    return [typed(called.text("message"))]


def _pause(called: Called) -> float | None:
    """The seconds between one key and the next, where they are long enough to matter."""
    interval = called.number("interval") if called.has("interval") else None
    if interval and interval < SLOW:
        called.draft.remark(f"interval={interval:g} is not kept")
    return interval if interval and interval >= SLOW else None


def _apart(made: list[Operation], pause: float | None) -> list[Operation]:
    if pause is None:
        return made
    between = [each for one in made for each in (Operation("WAIT", {"seconds": pause}), one)]
    return between[1:]


def _stroke(name: str) -> Operation:
    """One key; of a capital letter pyautogui makes that letter, with Shift."""
    return chord(["shift", name] if _is_capital(name) else [name])


def _is_capital(name: str) -> bool:
    return len(name) == 1 and name.isupper()


def _pressed(called: Called) -> list[Operation]:
    times = called.times("presses", 1)
    names = called.keys("keys")
    pause = _pause(called) if times != 1 else None
    made = [_stroke(name) for name in names]
    if not isinstance(times, AskedNumber) and times <= 0:
        return []
    if pause is None and len(made) == 1 and made[0].name == "KEY_PRESS" and times != 1:
        return [Operation("KEY_PRESS", {**made[0].arguments, "times": times})]
    if isinstance(times, AskedNumber) or times > _MOST_WRITTEN:
        return _repeated(times, made, pause)
    waits = [Operation("WAIT", {"seconds": pause})] if pause else []
    rounds = [[_stroke(name) for name in names] for _ in range(times)]
    return [each for at, one in enumerate(rounds) for each in ([*(waits if at else ()), *one])]


def _key(name: str) -> Callable[[Called], list[Operation]]:
    def made(called: Called) -> list[Operation]:
        keys = called.keys("key")
        _say_capital(called, keys)
        return [Operation(name, {"key": key_named(keys[0])})]

    return made


def _together(called: Called) -> list[Operation]:
    keys = called.keys("keys")
    _say_capital(called, keys)
    return [chord(keys)]


def _say_capital(called: Called, keys: list[str]) -> None:
    for key in keys:
        if _is_capital(key) and called.name != "keyUp":
            called.draft.repaired(
                called.span, f"the key {key} is meant: that pyautogui adds Shift is not kept"
            )


def slept(called: Called) -> list[Operation]:
    given = called.get("seconds")
    if isinstance(given, AskedNumber):
        return [Operation("WAIT", {"seconds": str(given)})]
    seconds = called.number("seconds")
    if seconds is None or seconds < 0:
        raise Untranslatable("sleep does not say how long")
    return [Operation("WAIT", {"seconds": seconds})]


def _pictured(called: Called) -> list[Operation]:
    file = called.get("imageFilename")
    region = called.get("region")
    box = None
    if isinstance(region, list) and len(region) == 4 and all(isinstance(each, int) for each in region):
        left, top, width, height = region
        called.pointer.seen += [left + width, top + height]
        space = called.draft.space(called.pointer.system)
        box = called.draft.box(space, (left, top, left + width, top + height), called.span)
    return [Operation("SCREENSHOT", arguments(file=file if isinstance(file, str) else None, box=box))]


def asked(called: Called) -> list[Operation]:
    for name in ("button", "buttons", "default"):
        if (given := called.get(name)) and given != "OK":
            called.draft.repaired(called.span, f"{name} of {called.name}, {str(given)[:40]}, is not kept")
    return [Operation("ASK_USER", {"question": str(called.get("text") or called.get("prompt") or "Go on?")})]


def asked_secretly(called: Called) -> list[Operation]:
    """A password: what a person answers to ASK_USER may be shown, what INPUT is given never is."""
    (question,) = asked(called)
    if not called.is_kept:
        return [question]
    called.draft.repaired(called.span, SECRET)
    return [Operation("INPUT", {"secret": True, "prompt": question.arguments["question"]})]


PYAUTOGUI: dict[str, Callable[[Called], list[Operation]]] = {
    **dict.fromkeys(CLICKS, _clicked),
    "moveTo": _hovered,
    "moveRel": lambda called: [Operation("HOVER", {"box": called.moved()})],
    "move": lambda called: [Operation("HOVER", {"box": called.moved()})],
    "dragTo": _dragged, "dragRel": _dragged, "drag": _dragged,
    "mouseDown": _button("MOUSE_DOWN"), "mouseUp": _button("MOUSE_UP"),
    "scroll": _scrolled("up"), "vscroll": _scrolled("up"), "hscroll": _scrolled("right"),
    "typewrite": _written, "write": _written, "press": _pressed,
    "keyDown": _key("KEY_DOWN"), "keyUp": _key("KEY_UP"),
    "hotkey": _together, "shortcut": _together, "sleep": slept, "countdown": slept,
    "screenshot": _pictured,
    "alert": asked, "confirm": asked, "prompt": asked, "password": asked_secretly,
}  # fmt: skip
