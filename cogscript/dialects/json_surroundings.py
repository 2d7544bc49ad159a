"""What a plan's surroundings know: the task, the platform, the display's size, the elements on it.

They stand in the person's messages, in the tools' definitions and in what the tools gave back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cogscript.dialects.element_list import ElementList, elements_in_text, elements_of_json
from cogscript.dialects.json_text import JsonArray, JsonObject, JsonValue
from cogscript.language.box import Size

TITLES = ("task", "instruction", "goal", "user_target", "task_description", "query", "high_level_instruction")
_PLATFORMS = {
    "windows": "windows", "win32": "windows", "win": "windows", "mac": "macos", "macos": "macos",
    "darwin": "macos", "linux": "linux", "ubuntu": "linux", "android": "android", "ios": "ios",
    "browser": "browser", "web": "browser", "chrome": "browser",
}  # fmt: skip
_SIZES = ("screen", "screen_size", "screenshot_size", "display", "resolution", "viewport", "image_size")
_INSTRUCTION = re.compile(
    r"^[ \t]*(?:instruction|task|user query|任务)[ \t]*[:：][ \t]*(\S[^\n]*)", re.M | re.I
)
_RESOLUTION = re.compile(r"resolution is (\d{2,5})\s*[x×]\s*(\d{2,5})")


@dataclass(slots=True)
class Surroundings:
    title: str = ""
    platform: str = ""
    screen: Size | None = None
    resolution: Size | None = None
    """The frame the model was told to point in: `The screen's resolution is 1000x1000`."""
    elements: ElementList | None = None
    """Those of the last list."""

    def overhear(self, text: str, role: str) -> None:
        """What a text says that is no call: a person's task, a tool's answer, a system's prompt."""
        self.elements = elements_in_text(text) or self.elements
        if match := _RESOLUTION.search(text):
            self.resolution = Size(int(match[1]), int(match[2]))
        if role == "user" and not self.title and text.strip() and "<tool_response>" not in text:
            labelled = _INSTRUCTION.search(text)
            self.title = labelled[1] if labelled else text.strip().splitlines()[0]

    def learn_all(self, value: JsonValue) -> None:
        for item in value if isinstance(value, JsonArray) else [value]:
            if isinstance(item, JsonObject):
                self.learn(item)

    def learn(self, value: JsonObject) -> None:
        """What an object says about the task and the screen."""
        for key in TITLES:
            title = value.get(key)
            if isinstance(title, str) and not self.title:
                self.title = title
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
        told = (function if isinstance(function, JsonObject) else value).get("description")
        if isinstance(told, str) and (match := _RESOLUTION.search(told)):
            self.resolution = Size(int(match[1]), int(match[2]))
        self.elements = elements_of_json(value) or self.elements


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
