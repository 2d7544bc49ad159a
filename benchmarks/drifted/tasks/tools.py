"""Things that are no form: icons without names, a calculator, a search, a page to scroll."""

from __future__ import annotations

from drifted.spec import (
    button,
    buttons,
    check,
    combo,
    display,
    field,
    grid,
    group,
    heading,
    icon,
    program,
    section,
    text,
)
from drifted.steps import Choose, Fill, Press, Scroll, Tick
from drifted.task import Task

_ICONS = Task(
    name="icons",
    toolkit="qt",
    spec=program(
        "Planner",
        [heading("Monday"), text("Two meetings, one flight"), text("Nothing in the evening")],
        toolbar=[icon(shape, shape) for shape in ("star", "bars", "flag", "bin", "ring", "cross")],
    ),
    steps=(Press("flag"), Press("ring")),
    target="ring",
    renames={},
    insert=("flag", (icon("moon", "moon"),)),
    delete="star",
    reverse="flag",
    decoy=icon("other", "flag"),
    twin=True,
    late=("ring", "press flag"),
    nameless=True,
)

_KEYS = ("C", "±", "%", "÷", "7", "8", "9", "×", "4", "5", "6", "−", "1", "2", "3", "+", "0", ".", "√", "=")

_CALCULATOR = Task(
    name="calculator",
    toolkit="tk",
    spec=program(
        "Calculator",
        [
            display("display"),
            grid(4, *(button(f"key-{key}", key, f"calculate:{key}") for key in _KEYS)),
        ],
        size=[300, 330],
    ),
    steps=(
        Press("key-7", gives=("display", "7")),
        Press("key-8", gives=("display", "78")),
        Press("key-+", gives=("display", "78+")),
        Press("key-6", gives=("display", "78+6")),
        Press("key-=", gives=("display", "84")),
    ),
    target="key-6",
    renames={},
    insert=(
        "key-7",
        tuple(button(f"key-{key}", key, f"calculate:{key}") for key in ("sin", "cos", "tan", "ln")),
    ),
    delete="key-±",
    reverse="key-7",
    decoy=text("7"),
    late=("key-=", "press key-6"),
)

_SEARCH = Task(
    name="search",
    toolkit="web",
    spec=program(
        "Warehouse",
        [
            field("query", "Search for", enter="find"),
            buttons(button("find", "Search", "search:results")),
            section(
                "results",
                heading("Found"),
                button("open-red", "Red kettle"),
                button("open-blue", "Blue kettle"),
                button("open-steel", "Steel kettle"),
            ),
        ],
        search_takes=2.0,
    ),
    steps=(Fill("query", "kettle", enter="find"), Press("open-blue")),
    target="open-blue",
    renames={"Blue kettle": "Blue kettle, 1.7 l"},
    insert=("open-blue", (button("open-green", "Green kettle"),)),
    delete="open-red",
    reverse="open-blue",
    decoy=text("Blue kettle"),
    late=("open-blue", "show results"),
)

_SETTINGS = Task(
    name="settings",
    toolkit="web",
    spec=program(
        "Settings",
        [
            heading("Settings"),
            group("Account", field("shown", "Display name"), field("reply", "Reply address")),
            group(
                "Notifications",
                *(
                    check(f"notify-{word.lower()}", f"{word} notifications")
                    for word in ("Desktop", "Sound", "Phone")
                ),
            ),
            group(
                "Privacy",
                *(
                    check(f"share-{word.lower()}", f"Share {word.lower()}")
                    for word in ("Location", "Status", "Photos")
                ),
            ),
            group(
                "Reports",
                check("daily", "Daily report"),
                check("weekly", "Weekly report"),
                check("monthly", "Monthly report"),
                combo("language", "Language", "English", "French", "Norwegian"),
            ),
            buttons(button("save", "Save changes"), button("undo", "Undo")),
        ],
        scroll=True,
    ),
    steps=(Scroll(16), Tick("weekly"), Choose("language", "French"), Press("save")),
    target="weekly",
    renames={"Save changes": "Save settings"},
    insert=("weekly", (check("hourly", "Hourly report"),)),
    delete="daily",
    reverse="daily",
    decoy=text("Weekly report"),
    late=("save", "choose language=French"),
    without=frozenset({"tk"}),
)

TOOLS = (_ICONS, _CALCULATOR, _SEARCH, _SETTINGS)
