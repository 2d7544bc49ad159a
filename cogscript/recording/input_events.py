"""What a recorder saw: input events with times, and the journal on disk that keeps them.

The journal is JSON lines, each flushed as it comes, so that whatever ends the recorder loses nothing of
what was recorded. The same events come from other tools' recordings: the reducer knows only these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault

Kind = Literal[
    "move",
    "press",  # a mouse button goes down: button, at, target
    "release",
    "scroll",  # dx, dy in notches, up and right positive
    "down",  # a key goes down: key, text
    "up",
    "appeared",  # something came up while the pointer rested: target is what it rested on, area what came
    "field",  # the text of the field that has the focus: text
    "gap",  # a pause in the recording: what follows has nothing to do with what was before
    "secret",  # something was typed that is kept secret: why, target. One event, whatever was typed
    "hidden",  # clicks and keys in the midst of a secret: that there were some is all that is recorded
]

Why = Literal[
    "marked",  # between two secret hotkeys
    "password field",  # the program says so
    "dots",  # the screen showed a row of equal signs
    "unseen",  # the screen did not show it
    "late",  # it was not seen in time what it was typed into
]

VERSION = 2
"""Of the journal. The first wrote an event for each key of a secret."""


@dataclass(frozen=True, slots=True)
class Hit:
    """What was hit: an element, a line of text that was read there, or only a place."""

    rect: Rect
    role: str = ""
    name: str = ""
    secret: bool = False
    window: str = ""
    container: str = ""
    """The kind of thing it is part of: a toolbar, a menu."""
    filled: bool = False
    """Whether it held text: then it matters where in it a click goes."""
    id: str = ""
    near: str = ""
    """Text that stands beside it and tells it from others of its name."""
    icon: str = ""
    """The file, beside the journal, of what it looks like, where it has no name."""


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """A window in which something was done, as it was then."""

    handle: int | str
    title: str
    app: str
    """What its program goes by; empty where nothing tells."""
    rect: Rect
    alone: bool = True
    """Whether its program had no other window open."""
    turn: int = 0
    """How many windows had this handle before: one that has gone leaves it to another, also to one of the
    same program."""

    @property
    def identity(self) -> tuple[int | str, str, int]:
        return (self.handle, self.app, self.turn)


def elsewhere(one: WindowPlace | None, other: WindowPlace | None) -> bool:
    """Whether two acts are known to have gone to different windows."""
    return one is not None and other is not None and one.identity != other.identity


def plain_title(title: str) -> str:
    """A window's title without the mark of changes that are not saved."""
    return title.lstrip("*•● ")


@dataclass(frozen=True, slots=True)
class Event:
    time: float
    """Seconds since the recording began."""
    kind: Kind
    at: Point | None = None
    button: str = ""
    dx: float = 0
    dy: float = 0
    key: str = ""
    """The key's canonical name; empty when it has none."""
    text: str | None = None
    """What a key enters; None when the keyboard does not know (an input method), "" for nothing."""
    target: Hit | None = None
    area: Rect | None = None
    why: Why | None = None
    """Of a secret: what it was recognised by."""
    picture: str = ""
    """The file, beside the journal, of the screen before the event."""
    window: WindowPlace | None = None
    """The window it happened in."""
    late: bool = False
    """Whether it was not seen in time what was there …"""
    over: bool = False
    """… but that it lay over the window: a menu, a list."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole recording as the reducer takes it."""

    size: Size
    events: tuple[Event, ...]
    platform: str = ""
    caps_lock: bool = False
    """Whether it was on when the recording began."""


def to_json(event: Event) -> dict[str, Any]:
    """The event without what it does not say."""
    line: dict[str, Any] = {"time": round(event.time, 4), "kind": event.kind}
    if event.at is not None:
        line["at"] = list(event.at)
    for name in ("button", "dx", "dy", "key", "why", "picture", "late", "over"):
        if getattr(event, name):
            line[name] = getattr(event, name)
    if event.text is not None:
        line["text"] = event.text
    if event.area is not None:
        line["area"] = list(event.area)
    if event.target is not None:
        target = event.target
        line["target"] = {"rect": list(target.rect)} | {
            name: value
            for name in ("role", "name", "secret", "window", "container", "filled", "id", "near", "icon")
            if (value := getattr(target, name))
        }
    if event.window is not None:
        window = event.window
        line["window"] = {
            "handle": window.handle, "title": window.title, "app": window.app,
            "rect": list(window.rect), "alone": window.alone,
        }  # fmt: skip
        if window.turn:
            line["window"]["turn"] = window.turn
    return line


def from_json(line: dict[str, Any]) -> Event:
    values = dict(line)
    if values.get("kind") not in get_args(Kind):
        raise ValueError(f"unknown kind of event {values.get('kind')!r}")
    if values.pop("secret", False):  # a key of a secret, as the first version wrote it
        values = {name: values[name] for name in ("time", "target") if name in values} | {"kind": "secret"}
    if "at" in values:
        values["at"] = Point(*values["at"])
    if "area" in values:
        values["area"] = Rect(*values["area"])
    if "target" in values:
        target = dict(values["target"])
        values["target"] = Hit(**{**target, "rect": Rect(*target["rect"])})
    if "window" in values:
        window = dict(values["window"])
        values["window"] = WindowPlace(**{**window, "rect": Rect(*window["rect"])})
    return Event(**values)


class Journal:
    """The recording on disk while it grows: `events.jsonl` and the pictures, in a folder of its own."""

    def __init__(self, folder: Path, size: Size, platform: str, caps_lock: bool = False) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)  # it holds what a person typed
        self._file = (folder / "events.jsonl").open("w", encoding="utf-8")
        header = {"recording": VERSION, "screen": list(size), "platform": platform, "caps_lock": caps_lock}
        self._write(header)

    def add(self, event: Event) -> None:
        self._write(to_json(event))

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def read_journal(folder: Path) -> Recording:
    """A recording from its folder; a last line cut short by a crash is left out."""
    path = folder / "events.jsonl" if folder.is_dir() else folder
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Fault("recording", f"the recording {path} cannot be read: {error}") from error
    entries = list(_parse(lines, path))
    if not entries or "recording" not in entries[0]:
        raise Fault("recording", f"{path} is not a recording of ours", "it should begin with its screen")
    header = entries[0]
    try:
        events = tuple(from_json(entry) for entry in entries[1:])
        size = Size(*header["screen"])
    except (TypeError, ValueError, KeyError) as error:
        raise Fault("recording", f"{path} is damaged: {error}") from error
    return Recording(size, events, header.get("platform", ""), bool(header.get("caps_lock")))


def _parse(lines: list[str], path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError:
            if number == len(lines):
                return
            raise Fault("recording", f"line {number} of {path} is not JSON") from None
        if not isinstance(entry, dict):
            raise Fault("recording", f"line {number} of {path} is not an event")
        yield entry
