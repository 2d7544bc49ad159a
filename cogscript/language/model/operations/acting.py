"""Operations that act: with the pointer, on the keyboard, on the screen and its surfaces."""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.language.model.operations.columns import Kind, Need, Parameter, Spec, Target
from cogscript.language.model.operations.parameters import (
    ACTS,
    BOX,
    BUTTON,
    CHANGES,
    HELD_KEYS,
    ON_SCREEN,
    OPTIONAL,
    TIMEOUT,
    TO,
    WHAT,
    WHERE,
    block,
    required,
    seconds,
)


def pointer() -> Iterator[Spec]:
    yield from _clicks(
        {
            "CLICK": "Click the left button at the box's midpoint",
            "DOUBLE_CLICK": "Click the left button twice at the box's midpoint",
            "RIGHT_CLICK": "Click the right button at the box's midpoint",
            "HOVER": "Move the pointer to the box's midpoint",
        },
        seed=True,
    )
    yield from _clicks(
        {
            "MIDDLE_CLICK": "Click the middle button at the box's midpoint",
            "TRIPLE_CLICK": "Click the left button three times at the box's midpoint",
        },
        seed=False,
    )
    yield Spec(
        "LONG_PRESS", "pointer", "Hold the left button at the box's midpoint",
        (*WHERE, seconds("How long", 1), *ACTS),
        target=Target.NAMED, needs=ON_SCREEN, by_model=True,
    )  # fmt: skip
    yield Spec(
        "DRAG", "pointer", "Drag with a button held, from the box's midpoint to another's",
        (BOX, TO, *WHAT, seconds("How long it takes", 0.5), BUTTON, HELD_KEYS, CHANGES, *ACTS),
        target=Target.NAMED, needs=ON_SCREEN, by_model=True,
    )  # fmt: skip
    for name, doc in (
        ("MOUSE_DOWN", "Press a button and keep it down"),
        ("MOUSE_UP", "Release a button"),
    ):
        yield Spec(
            name, "pointer", doc, (*WHERE, BUTTON, *ACTS),
            target=Target.POINTER, needs=ON_SCREEN, by_model=True,
        )  # fmt: skip
    yield Spec(
        "SWIPE", "pointer", "Swipe a finger, or drag the content, from one place to another",
        (BOX, TO, *WHAT, seconds("How long it takes", 0.5), *ACTS),
        target=Target.NAMED, needs=ON_SCREEN, by_model=True,
    )  # fmt: skip
    yield from _scrolls()


def keyboard() -> Iterator[Spec]:
    yield Spec(
        "TYPE", "keyboard", "Click the box's midpoint, then enter the text, all of it, exactly",
        (
            BOX,
            Parameter("text", Kind.TEXT, "The text to enter", True, seed=True),
            *WHAT,
            Parameter("clear", Kind.BOOLEAN, "Empty the field first", default=False),
            Parameter("enter", Kind.BOOLEAN, "Press Return afterwards", default=False),
            Parameter(
                "method", Kind.CHOICE, "How to enter it; chosen for the field by default",
                choices=("keys", "paste"),
            ),
            *ACTS,
        ),
        seed=True, target=Target.FOCUS, needs=ON_SCREEN, by_model=True,
    )  # fmt: skip
    key = Parameter("key", Kind.KEY, "The key's name", True, seed=True)
    yield Spec(
        "KEY_PRESS", "keyboard", "Press and release a key",
        (
            key,
            Parameter("times", Kind.INTEGER, "How often", default=1, minimum=0),
            seconds("How long to hold it"),
            CHANGES, *ACTS,
        ),
        seed=True, needs=ON_SCREEN, by_model=True, key_action=True,
    )  # fmt: skip
    for name, doc in (("KEY_DOWN", "Press a key and keep it down"), ("KEY_UP", "Release a key")):
        yield Spec(name, "keyboard", doc, (key, *ACTS), needs=ON_SCREEN, by_model=True, key_action=True)
    yield Spec(
        "GESTURE", "keyboard", "Press several keys together",
        (
            Parameter("actions", Kind.ACTIONS, "What to press and release, in order", seed=True),
            Parameter("keys", Kind.CHORD, "The keys, in the place of actions"),
            CHANGES, *ACTS,
        ),
        seed=True, needs=ON_SCREEN, by_model=True, one_of=(("actions",), ("keys",)),
    )  # fmt: skip


def screen() -> Iterator[Spec]:
    yield Spec(
        "LAUNCH", "screen", "Open an application, or a link in the browser; the link wins",
        (
            Parameter("app", Kind.TEXT, "The application's name", seed=True, absent=("None", "")),
            Parameter("url", Kind.LINK, "The link", seed=True, absent=("None", "")),
            Parameter(
                "arguments", Kind.TEXTS, "What the program is started with: files to open, options",
                only_with=("app",),
            ),
            *ACTS,
        ),
        seed=True, needs=ON_SCREEN, by_model=True, one_of=(("app", "url"),),
    )  # fmt: skip
    yield Spec(
        "SCREENSHOT", "screen", "Save a picture of the screen, or of the box",
        (
            Parameter("file", Kind.FILE, "Where to save it; in the run's folder by default"),
            BOX,
        ),
        needs=ON_SCREEN,
    )  # fmt: skip
    yield Spec(
        "WINDOW", "screen", "Bring a window to the front, move, size or close it, or hide it off the screen",
        (
            Parameter(
                "action", Kind.CHOICE, "What to do with it", True,
                choices=(
                    "activate", "maximize", "minimize", "restore", "close", "move", "resize", "hide", "show",
                ),
            ),
            Parameter("title", Kind.TEXT, "Part of its title; the active window by default"),
            Parameter(
                "app", Kind.TEXT, "The program it belongs to: its name, or words of it, or its process number"
            ),
            Parameter(
                "box", Kind.BOX, "Where to put it, for move and resize",
                needed_for=("action", ("move", "resize")),
            ),
            *ACTS,
        ),
        needs=ON_SCREEN, by_model=True,
    )  # fmt: skip
    yield Spec(
        "SELECT", "screen", "Choose an option of a list or a drop-down menu",
        (*WHERE, required("option", Kind.TEXT, "The option's text"), *ACTS),
        target=Target.NAMED, needs=ON_SCREEN | {Need.READER}, by_model=True,
    )  # fmt: skip
    yield Spec(
        "CHECK", "screen", "Bring a box, switch or radio button into a state, and leave it if it is there",
        (*WHERE, Parameter("on", Kind.BOOLEAN, "Whether it is to be on", default=True), *ACTS),
        target=Target.NAMED, needs=ON_SCREEN, by_model=True,
    )  # fmt: skip
    yield Spec("GO_BACK", "screen", "Go back, as the Back button does", ACTS, needs=ON_SCREEN, by_model=True)
    yield Spec(
        "SYSTEM_BUTTON", "screen", "Press a button of the device",
        (
            Parameter(
                "button", Kind.CHOICE, "Which one", True,
                choices=("back", "home", "menu", "enter", "recent", "power", "volume_up", "volume_down"),
            ),
            *ACTS,
        ),
        needs=ON_SCREEN, by_model=True,
    )  # fmt: skip


def surfaces() -> Iterator[Spec]:
    yield from block(
        Spec(
            "IN", "surfaces", "Do what follows in a window, on a page, a phone or another monitor",
            (
                Parameter(
                    "window", Kind.TEXT,
                    "Part of the window's title, or its handle (0x…); exactly one window has it",
                ),
                Parameter(
                    "app", Kind.TEXT,
                    "The program the window belongs to: its name, or words of it, or its process number",
                ),
                Parameter("browser", Kind.TEXT, "A page: its address, or the name of one that is open"),
                Parameter("phone", Kind.TEXT, "A phone: its serial number, or '' for the only one"),
                Parameter("monitor", Kind.INTEGER, "Which monitor: 1, 2, …", minimum=1),
                Parameter(
                    "background", Kind.BOOLEAN,
                    "Leave the pointer, the focus and the order of the windows alone",
                    default=False, only_with=("window", "app"),
                ),
                Parameter(
                    "box", Kind.BOX, "Where the window stood when it was recorded",
                    only_with=("window", "app"),
                ),
                TIMEOUT._replace(doc="Seconds to wait for it"),
            ),
            needs=ON_SCREEN, one_of=(("window", "app"), ("browser",), ("phone",), ("monitor",)),
        )
    )  # fmt: skip


def people() -> Iterator[Spec]:
    yield Spec(
        "ALLOW", "people", "From here on, press and type in these programs only; the run stops elsewhere",
        (
            Parameter("apps", Kind.TEXTS, "The programs that may be used"),
            Parameter(
                "clipboard", Kind.CHOICE, "What may be done with the clipboard; nothing by default",
                choices=("read", "write", "both"),
            ),
            Parameter(
                "system_keys", Kind.BOOLEAN, "Whether keys of the system (Alt+Tab, Super, …) may be pressed",
                default=False,
            ),
            Parameter("reason", Kind.PROSE, "What for, where a person is asked"),
        ),
        needs=ON_SCREEN,
    )  # fmt: skip
    yield Spec(
        "SHOW", "people", "Show a person a note, beside a place where one is given; an empty text ends it",
        (
            required("text", Kind.PROSE, "What the note says"),
            *WHERE,
            Parameter("wait", Kind.BOOLEAN, "Wait until the person presses Next", default=False),
            TIMEOUT, OPTIONAL,
        ),
        target=Target.SURFACE, needs=ON_SCREEN,
    )  # fmt: skip
    yield Spec(
        "STATUS", "people", "Say in a corner of the screen what goes on; an empty text ends it",
        (required("text", Kind.TEXT, "What it says"),), needs=ON_SCREEN,
    )  # fmt: skip


def _clicks(names: dict[str, str], *, seed: bool) -> Iterator[Spec]:
    for name, doc in names.items():
        yield Spec(
            name, "pointer", doc, (*WHERE, HELD_KEYS, CHANGES, *ACTS),
            seed=seed, target=Target.NAMED, needs=ON_SCREEN, by_model=True,
        )  # fmt: skip


def _scrolls() -> Iterator[Spec]:
    count = Parameter("step_count", Kind.INTEGER, "Notches of the wheel", True, seed=True, minimum=0)
    for direction in ("up", "down", "left", "right"):
        yield Spec(
            f"SCROLL_{direction.upper()}", "pointer", f"Turn the wheel {direction} at the box's midpoint",
            (*WHERE, count, HELD_KEYS, *ACTS),
            seed=True, target=Target.POINTER, needs=ON_SCREEN, by_model=True,
        )  # fmt: skip
