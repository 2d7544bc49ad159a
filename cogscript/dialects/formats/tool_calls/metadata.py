"""What a plan says around its calls: the task, the platform, sizes, the elements on the screen.

It stands in the person's messages, in the tools' definitions and in what the tools gave back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from cogscript.dialects.formats.argument_names import COORDINATE_SPACES
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.element_list import ElementList, elements_in_text, elements_of_json
from cogscript.dialects.formats.tool_calls.picture_size import picture_size
from cogscript.language.model.box import Rect, Size

TITLES = ("task", "instruction", "goal", "user_target", "task_description", "query", "high_level_instruction")
_PLATFORMS = {
    "windows": "windows", "win32": "windows", "win": "windows", "mac": "macos", "macos": "macos",
    "darwin": "macos", "linux": "linux", "ubuntu": "linux", "android": "android", "ios": "ios",
    "browser": "browser", "web": "browser", "chrome": "browser",
}  # fmt: skip
_SIZES = (
    "screen", "screen_size", "screen_resolution", "screenshot_size", "display", "display_size",
    "resolution", "viewport", "viewport_size", "image_size",
)  # fmt: skip
_INSTRUCTION = re.compile(
    r"^[ \t]*(?:instruction|task|user query|任务)[ \t]*[:：][ \t]*(\S[^\n]*)", re.M | re.I
)
_RESOLUTION = re.compile(r"resolution is (\d{2,5})\s*[x×]\s*(\d{2,5})")

# How computer-use tools describe windows in their answers.
_WINDOW = re.compile(
    r'hwnd=(?P<hwnd>\w+)(?:[ ,]+pid=(?P<pid>\d+))?[ ,]+"(?P<title>[^"\n]+)"(?:[ ,]+pid=(?P<after>\d+))?'
)
_RECT = re.compile(
    r"rect=\((-?\d{1,5}),[ ]?(-?\d{1,5})[ ](\d{1,5})x(\d{1,5})\)"
    r"|[Ww]indow rect: x=(-?\d{1,5}), y=(-?\d{1,5}), width=(\d{1,5}), height=(\d{1,5})"
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the plan had shown of the screen before a call."""

    elements: ElementList | None = None
    """Those of the last list."""
    picture: Size | None = None
    """The size of the last screenshot, where the plan carries it."""
    pictures: int = 0
    """How many there were so far."""
    window: Rect | None = None
    """Where the bound window stood, as the last answer of a tool says, in pixels of the display."""
    titles: dict[str, str] = field(default_factory=dict)
    """Titles of windows by the numbers, of a window or a process, under which tools listed them."""


@dataclass(slots=True)
class PlanMetadata:
    title: str = ""
    platform: str = ""
    screen: Size | None = None
    resolution: Size | None = None
    """The extent the model was told to point in: `The screen's resolution is 1000x1000`."""
    space: str = ""
    """What its numbers are, where the plan says so: `"coordinate_space": "normalized_1000"`."""
    seen: Seen = field(default_factory=Seen)

    def read_text(self, text: str, role: str) -> None:
        """What a text says that is no call: a person's task, a tool's answer, a system's prompt."""
        self.read_elements(text)
        if role == "tool":
            self._read_windows(text)
        if match := _RESOLUTION.search(text):
            self.resolution = Size(int(match[1]), int(match[2]))
        if role == "user" and not self.title and text.strip() and "<tool_response>" not in text:
            labelled = _INSTRUCTION.search(text)
            self.title = labelled[1] if labelled else text.strip().splitlines()[0]

    def read_elements(self, text: str) -> None:
        elements = elements_in_text(text)
        if elements:
            self.seen = replace(self.seen, elements=elements)

    def _read_windows(self, text: str) -> None:
        titles = {
            number: match["title"]
            for match in _WINDOW.finditer(text)
            for number in (match["hwnd"], match["pid"] or match["after"])
            if number
        }
        if titles:
            self.seen = replace(self.seen, titles={**self.seen.titles, **titles})
        for match in _RECT.finditer(text):
            left, top, width, height = (int(side) for side in match.groups() if side is not None)
            self.seen = replace(self.seen, window=Rect(left, top, left + width, top + height))

    def read_objects(self, value: JsonValue) -> None:
        for item in value if isinstance(value, JsonArray) else [value]:
            if isinstance(item, JsonObject):
                self.read_object(item)

    def read_object(self, value: JsonObject) -> None:
        """What an object says about the task and the screen."""
        for key in TITLES:
            title = value.get(key)
            if isinstance(title, str) and not self.title:
                self.title = title
        for key in COORDINATE_SPACES:
            named = value.get(key)
            if isinstance(named, str) and not self.space:
                self.space = named
        for key in ("platform", "os", "environment"):
            name = value.get(key)
            if isinstance(name, str) and not self.platform:
                self.platform = _PLATFORMS.get(name.casefold(), "")
        size = _size(value.get("display_width_px"), value.get("display_height_px")) or _size(
            value.get("display_width"), value.get("display_height")
        )
        for key in _SIZES:
            size = size or _size_of(value.get(key))
        self.screen = self.screen or size
        function = value.get("function")
        described = (function if isinstance(function, JsonObject) else value).get("description")
        if isinstance(described, str) and (match := _RESOLUTION.search(described)):
            self.resolution = Size(int(match[1]), int(match[2]))
        elements = elements_of_json(value)
        if elements:
            self.seen = replace(self.seen, elements=elements)
        picture = picture_size(value)
        if picture:
            self.seen = replace(self.seen, picture=picture, pictures=self.seen.pictures + 1)


def _size(width: JsonValue, height: JsonValue) -> Size | None:
    for side in (width, height):
        if not isinstance(side, int | float) or isinstance(side, bool) or not 1 <= side <= 100_000:
            return None
    return Size(round(float(str(width))), round(float(str(height))))


def _size_of(value: JsonValue) -> Size | None:
    if isinstance(value, JsonArray) and len(value) == 2:
        return _size(value[0], value[1])
    if isinstance(value, JsonObject):
        return _size(value.get("width"), value.get("height"))
    if isinstance(value, str) and len(sides := value.casefold().replace("×", "x").split("x")) == 2:
        return _size(*(int(side) if side.strip().isdecimal() else None for side in sides))
    return None
