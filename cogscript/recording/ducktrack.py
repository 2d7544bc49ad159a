"""Recordings of DuckTrack, and of OpenCUA's tool, which writes the same lines with more on them.

`events.jsonl` holds pynput's events; `metadata.json` beside it the screen and the system. The wheel's
direction there (`scroll_direction`, -1 for natural scrolling) says how the hand moved, and both tools
write dy as the programs saw it: a negative dy moves the page down under either setting, which OpenCUA's
own reduction of such a recording confirms. So it must not be applied a second time.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogscript.language.document import read_text
from cogscript.language.model import keys
from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Diagnostic, Fault, Source, Span
from cogscript.recording.input_events import Event, Recording
from cogscript.recording.pynput_keys import read_name

_PLATFORMS = {"Windows": "windows", "Darwin": "macos", "Linux": "linux"}


@dataclass(slots=True)
class _Reader:
    source: Source
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def warn(self, number: int, message: str) -> None:
        starts = self.source.starts()
        start = starts[number - 1]
        end = start + len(self.source.line(number))
        self.diagnostics.append(Diagnostic("repaired", message, "warning", Span(start, end), self.source))

    def events(self) -> Iterator[tuple[int, Event]]:
        """The events with the lines they stand on."""
        first: float | None = None
        for number in range(1, len(self.source.starts()) + 1):
            line = self.source.line(number).strip()
            if not line:
                continue
            try:
                entry = json.loads(line)
                time = float(entry["time_stamp"])
                event = _event(entry, time - (time if first is None else first))
                first = time if first is None else first
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
                self.warn(number, "this line is no event and is left out")
                continue
            if event is None:
                self.warn(number, f"the action `{entry.get('action')}` is not known and is left out")
            else:
                yield number, event


def looks_like_ducktrack(text: str) -> bool:
    """Whether a text's first line is such an event."""
    try:
        first = json.loads(text.lstrip("\ufeff").split("\n", 1)[0])
    except (ValueError, RecursionError):  # no JSON, or brackets nested without end
        return False
    return isinstance(first, dict) and {"time_stamp", "action"} <= first.keys()


def read_ducktrack(text: str, path: str, screen: Size | None = None) -> tuple[Recording, list[Diagnostic]]:
    """A recording from its events; the screen from the metadata beside the file, unless it is told."""
    reader = _Reader(Source(text.removeprefix("\ufeff"), path))
    numbered = _without_stop(list(reader.events()), reader)
    if not numbered:
        raise Fault("recording", f"{path} holds no events", "is it a DuckTrack events.jsonl?")
    metadata = _metadata(Path(path))
    size = screen or _declared(metadata)
    if size is None:
        raise Fault(
            "screen",
            f"the screen that {path} was recorded on is not known",
            "put its metadata.json beside it, or say the size: --screen 1920x1080",
        )
    said: set[Point] = set()
    for number, event in numbered:
        if event.kind not in ("press", "scroll") or event.at is None or event.at in said:
            continue
        if not size.rect.holds(event.at):
            said.add(event.at)
            reader.warn(
                number,
                f"({event.at.x}, {event.at.y}) lies outside of the {size.width}×{size.height} screen",
            )
    reader.diagnostics.sort(key=lambda diagnostic: diagnostic.span or Span(0, 0))
    recording = Recording(
        size, tuple(event for _, event in numbered), _PLATFORMS.get(str(metadata.get("system")), "")
    )
    return recording, reader.diagnostics


def _event(entry: dict[str, Any], time: float) -> Event | None:
    if not math.isfinite(time):
        raise ValueError("not a time")
    action = entry["action"]
    if action == "move":
        return Event(time, "move", _point(entry))
    if action == "click":
        pressed = bool(entry["pressed"])
        return Event(time, "press" if pressed else "release", _point(entry), str(entry["button"]))
    if action == "scroll":
        dx, dy = float(entry["dx"]), float(entry["dy"])
        if not (math.isfinite(dx) and math.isfinite(dy)):
            raise ValueError("not a number of notches")
        return Event(time, "scroll", _point(entry), dx=dx, dy=dy)
    if action in ("press", "release"):
        key, text = read_name(entry["name"])
        return Event(time, "down" if action == "press" else "up", key=key, text=text)
    if action in ("pause", "resume"):
        return Event(time, "gap")
    return None


def _point(entry: dict[str, Any]) -> Point:
    return Point(round(float(entry["x"])), round(float(entry["y"])))


def _without_stop(numbered: list[tuple[int, Event]], reader: _Reader) -> list[tuple[int, Event]]:
    """The events without the shortcut that stopped the recorder: its modifiers never come up again."""
    down: list[str] = []
    begun = len(numbered)
    for index, (_, event) in enumerate(numbered):
        if event.key in keys.MODIFIERS:
            if event.kind == "down" and event.key not in down:
                begun = index if not down else begun
                down.append(event.key)
            elif event.kind == "up" and event.key in down:
                down.remove(event.key)
    tail = [event for _, event in numbered[begun:]]
    pressed = [event.key for event in tail if event.kind == "down" and event.key not in keys.MODIFIERS]
    if not down or len(pressed) > 1 or any(event.kind in ("press", "scroll") for event in tail):
        return numbered
    said = "+".join(keys.label(key) for key in (*down, *pressed))
    reader.warn(numbered[begun][0], f"{said} is taken as what stopped the recorder, and is left out")
    return numbered[:begun]


def _metadata(path: Path) -> dict[str, Any]:
    """The metadata beside an events file: metadata.json, or of the same name."""
    for name in (re.sub("events", "metadata", path.stem) + ".json", "metadata.json"):
        beside = path.with_name(name)
        if beside == path or not beside.is_file():
            continue
        try:
            found = json.loads(read_text(beside))
        except ValueError as error:
            raise Fault("recording", f"{beside} is not JSON: {error}") from None
        return found if isinstance(found, dict) else {}
    return {}


def _declared(metadata: dict[str, Any]) -> Size | None:
    width, height = metadata.get("screen_width"), metadata.get("screen_height")
    if not isinstance(width, (int, float)) or not isinstance(height, (int, float)):
        return None
    return Size(int(width), int(height)) if width >= 1 and height >= 1 else None
