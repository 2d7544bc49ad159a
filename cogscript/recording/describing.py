"""What accessibility did not tell of a recording, read from its pictures afterwards.

OCR takes longer than a person between two clicks, so it waits until the recording has ended: the line
of text under a click that hit no known element, and the text that an input method entered into a
program that does not say what its fields hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.reading.lines import Line, Reader
from cogscript.recording.field import inserted_text
from cogscript.recording.input_events import Event, Hit, Recording, elsewhere
from cogscript.recording.picture_sight import LONGEST, NEAR, PictureSight, hit_on, text_on
from cogscript.recording.screen_pictures import changed_area

if TYPE_CHECKING:
    from PIL.Image import Image

AROUND = (240, 40)
"""Pixels to each side of a click that are read."""
MARGIN = 12
_NOTHING = ("", "window", "area", "page")


def is_incomplete(recording: Recording) -> bool:
    """Whether there is anything to read: an engine takes its time to load."""
    return any(_is_unknown(event) or _is_unheard(event) for event in recording.events)


def describe(
    recording: Recording, folder: Path, reader: Reader, progress: Callable[[int, int], None]
) -> Recording:
    """The recording with what its pictures say of it."""
    unknown = [index for index, event in enumerate(recording.events) if _is_unknown(event)]
    events = list(recording.events)
    sights: dict[tuple[str, Rect], PictureSight] = {}
    for done, index in enumerate(unknown, 1):
        progress(done, len(unknown))
        event = events[index]
        field = _typed_field(event, events[index + 1 :])
        if field is not None:  # its program has told it, if only to the keys
            events[index] = replace(event, target=field, late=False)
            continue
        picture = _open(folder, event.picture)
        if picture is not None and event.at is not None:
            if event.window is not None and event.window.rect.holds(event.at):
                sight = sights.get((event.picture, event.window.rect))
                sight = sight or PictureSight(picture, event.window.rect, reader)
                sights = {(event.picture, event.window.rect): sight}
                icon = event.target.icon if event.target else ""
                typed = _is_typed_into(event, events[index + 1 :])
                hit = hit_on(sight, event.at, text_on(sight, event.at), icon, typed=typed)
            else:
                hit = _text_at(picture, event.at, reader)
            # A picture from before the press is in time, whatever else was not.
            late = event.late and hit is None
            events[index] = replace(event, target=hit or event.target, late=late)
    return replace(recording, events=tuple(_with_read_text(events, folder, reader)))


def _is_unknown(event: Event) -> bool:
    """Whether nothing tells what was hit, or only that it is in a window."""
    hit = event.target
    nothing = hit is None or (not hit.name and not hit.id and hit.role in _NOTHING)
    return event.kind == "press" and nothing and bool(event.picture)


def _is_unheard(event: Event) -> bool:
    return event.kind == "down" and event.text is None and not event.key


def _is_typed_into(press: Event, following: Sequence[Event]) -> bool:
    """Whether the next thing that was done is typing, and not into a window that the click opened."""
    return _typing_after(press, following) is not None


def _typing_after(press: Event, following: Sequence[Event]) -> Event | None:
    act = next((each for each in following if each.kind not in ("release", "up", "move", "appeared")), None)
    if act is None or elsewhere(press.window, act.window):
        return None
    return act if act.kind == "secret" or (act.kind == "down" and act.text != "") else None


def _typed_field(press: Event, following: Sequence[Event]) -> Hit | None:
    """The field that was typed into next, where the click went into it."""
    act = _typing_after(press, following)
    field = act.target if act is not None else None
    if field is None or not field.name or press.at is None or not field.rect.holds(press.at) or press.over:
        return None
    return field


def _open(folder: Path, name: str) -> Image | None:
    from PIL import Image

    try:
        with Image.open(folder / name) as picture:
            return picture.convert("RGB")
    except OSError:
        return None


def _text_at(picture: Image, at: Point, reader: Reader) -> Hit | None:
    """The text under a place, as a target; None where there is none."""
    reach_x, reach_y = AROUND
    around = Rect(at.x - reach_x, at.y - reach_y, at.x + reach_x, at.y + reach_y)
    area = around.overlap(Rect(0, 0, picture.width, picture.height))
    if not area.width or not area.height:
        return None
    for line in reader.lines(picture.crop((area.left, area.top, area.right, area.bottom))):
        rect = Rect(
            line.rect.left + area.left, line.rect.top + area.top,
            line.rect.right + area.left, line.rect.bottom + area.top,
        )  # fmt: skip
        grown = Rect(rect.left - NEAR, rect.top - NEAR, rect.right + NEAR, rect.bottom + NEAR)
        if grown.holds(at):
            text, place = _piece(Line(line.text, rect, line.confidence), at)
            # What touches the edge of what was read goes on beyond it, and its middle is elsewhere.
            cut = place.left <= area.left or place.right >= area.right
            return None if cut or not text or len(text) > LONGEST else Hit(place, name=text)
    return None


def _piece(line: Line, at: Point) -> tuple[str, Rect]:
    """The part of a line that stands at a place: `File  Edit  View` are three things, not one."""
    width = line.rect.width / max(len(line.text), 1)
    start = 0
    for piece in line.text.split("  "):
        left = line.rect.left + round(start * width)
        right = line.rect.left + round((start + len(piece)) * width)
        if left - NEAR <= at.x < right + NEAR and piece.strip():
            return piece.strip(), Rect(left, line.rect.top, right, line.rect.bottom)
        start += len(piece) + 2
    return line.text.strip(), line.rect


def _with_read_text(events: list[Event], folder: Path, reader: Reader) -> Iterator[Event]:
    """The events, with the text that was read where an input method entered some nobody knows."""
    begun = latest = ""
    for index, event in enumerate(events):
        yield event
        if event.kind == "field":  # the field itself has said it
            begun = ""
            continue
        if event.kind == "down":
            latest = event.picture or latest
        if _is_unheard(event):
            begun = begun or latest
        following = next((each for each in events[index + 1 :] if each.kind not in ("up", "move")), None)
        ends = following is None or following.kind not in ("down", "field") or following.text == ""
        if begun and ends:
            later = (each.picture for each in events[index + 1 :] if each.picture and each.picture != begun)
            text = _entered(folder, begun, next(later, ""), reader)
            if text:
                yield Event(event.time, "field", text=text)
            begun = ""


def _entered(folder: Path, before: str, after: str, reader: Reader) -> str:
    """What stands on the second picture and not on the first."""
    old, new = _open(folder, before), _open(folder, after)
    area = changed_area(old, new) if old and new else None
    if old is None or new is None or area is None:
        return ""
    box = (0, max(0, area.top - MARGIN), new.width, min(new.height, area.bottom + MARGIN))
    was, lines = reader.lines(old.crop(box)), reader.lines(new.crop(box))
    # Other things change with the text (a title gets its star); an input method is there for what the
    # keyboard has no keys for.
    fresh = [
        line for line in lines if line.text not in {each.text for each in was} and not line.text.isascii()
    ]
    return "\n".join(inserted_text(_beside(line, was), line.text) for line in fresh).strip()


def _beside(line: Line, others: Sequence[Line]) -> str:
    """The text of that line which stood at the same height; empty for none."""
    middle = line.rect.middle.y
    return next((each.text for each in others if each.rect.top <= middle < each.rect.bottom), "")
