"""The dialects by name: those built in, and those that installed packages add.

A dialect is read by an object with ACTIONS, MERGES, detect and read (DialectReader), and written by one
with write (DialectWriter). A built-in dialect is a folder with read.py and write.py, each imported when it
is asked for. A package adds one with an entry point in the group `cogscript.dialects`, named after the
dialect, that stands for a module or an object with what it offers of the same attributes. Packages are
asked only when a name is not built in, or when all dialects are wanted.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

from cogscript import plugins
from cogscript.dialects.core.draft import Action, DialectOptions, Draft
from cogscript.language.model.diagnostic import Diagnostic, Fault, Source, nearest
from cogscript.language.model.tree import Workflow

GROUP = "cogscript.dialects"
"""The entry points that offer dialects."""


class DialectReader(Protocol):
    @property
    def ACTIONS(self) -> Mapping[str, Action]:
        """Every action of the dialect by name; docs/dialects.md and a test are made from it."""

    @property
    def MERGES(self) -> tuple[str, ...]:
        """The rules of merging.py that its plans need."""

    def detect(self, source: Source) -> float:
        """How sure it is that a text is its own, from 0 to 1."""

    def read(self, source: Source, options: DialectOptions) -> Draft: ...


class DialectWriter(Protocol):
    def write(self, workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]: ...


class BuiltIn(NamedTuple):
    folder: str
    """In agents/ or scripts/."""
    doc: str
    """What it reads or writes, in a few words."""
    other_names: tuple[str, ...] = ()
    """What people also call it, in the form of `_plain`."""
    verbs: tuple[str, ...] = ("read", "write")
    """What can be done with it: its folder has a module for each."""
    sign: str = ""
    """The pattern that a text in a dialect that is only written has, so that it is refused by name."""
    title: str = ""
    """The name of that dialect as people write it."""

    @property
    def limits(self) -> str:
        """What cannot be done with it, in two words; empty where it is read and written."""
        return "" if len(self.verbs) > 1 else "only read" if "read" in self.verbs else "only written"


_PLAYWRIGHT = (
    r"^[ \t]*(?:from|import)[ \t]+playwright\b|\b(?:from|require\()[ \t]*['\"]@?playwright\b"
    r"|\ba?sync_playwright\(|^[ \t]*(?:await[ \t]+)?page\.goto\("
)
BUILT_IN = {
    "cogagent": BuiltIn("agents.cogagent", "CogAgent replies and prompts, and the forms of 2023"),
    "glm": BuiltIn(
        "agents.glm", "GLM-4.1V and 4.5V, CogAgent's successors", ("glm-v", "glm-4.1v", "glm-4.5v")
    ),
    "autoglm": BuiltIn(
        "agents.autoglm", "AutoGLM and Open-AutoGLM on a phone", ("open-autoglm", "phone-agent")
    ),
    "android-world": BuiltIn(
        "agents.android_world", "AndroidWorld's JSON actions of a phone", ("androidworld",), ("read",)
    ),
    "osworld": BuiltIn("agents.osworld", "OSWorld: computer_13 actions and pyautogui code"),
    "computer-13": BuiltIn("agents.computer_13", "OSWorld's computer_13 actions as JSON", ("computer13",)),
    "computer-use": BuiltIn(
        "agents.computer_use", "Anthropic's computer-use tool calls", ("anthropic", "claude")
    ),
    "openai": BuiltIn(
        "agents.openai_cua", "OpenAI computer_call actions", ("openai-cua", "cua", "operator", "chatgpt")
    ),
    "gemini": BuiltIn(
        "agents.gemini", "Gemini computer use function calls", ("google", "gemini-computer-use"), ("read",)
    ),
    "gui-plus": BuiltIn(
        "agents.gui_plus", "GUI-Plus and Qwen-VL tool calls", ("qwen", "qwen-vl", "qwen2.5-vl", "qwen3-vl")
    ),
    "playwright": BuiltIn(
        "scripts.playwright", "Python scripts with Playwright", (), ("write",), _PLAYWRIGHT, "Playwright"
    ),
    "pyautogui": BuiltIn("scripts.pyautogui", "Python scripts with pyautogui"),
    "step-gui": BuiltIn(
        "agents.step_gui", "Step-GUI and GELab-Zero on a phone", ("gelab", "gelab-zero", "stepfun"), ("read",)
    ),
    "selenium-ide": BuiltIn(
        "scripts.selenium", "Selenium IDE projects (.side)", ("selenium", "side"), ("read",)
    ),
    "ui-vision": BuiltIn(
        "scripts.ui_vision", "UI.Vision macros (JSON)", ("uivision", "ui.vision", "kantu"), ("read",)
    ),
    "maestro": BuiltIn("scripts.maestro", "Maestro flows (YAML)"),
    "midscene": BuiltIn("scripts.midscene", "Midscene scripts (YAML)", (), ("read",)),
    "xdotool": BuiltIn("scripts.xdotool", "shell scripts with xdotool", (), ("read",)),
    "ui-tars": BuiltIn(
        "agents.ui_tars", "UI-TARS and Doubao replies", ("uitars", "doubao", "seed", "agent-tars")
    ),
    "visual-agent": BuiltIn("agents.visual_agent", "DesktopVisualAgent decisions and grounding"),
}


_DONE = {"read": "imported", "write": "exported"}


def _plain(name: str) -> str:
    """A name as it is compared: `Qwen VL`, `qwen_vl` and `qwen-vl` are the same."""
    return re.sub(r"[\s_]+", "-", name.strip().casefold())


def built_in(verb: str) -> list[str]:
    """The built-in dialects that can be read, or written."""
    return [name for name, dialect in BUILT_IN.items() if verb in dialect.verbs]


def is_script(name: str) -> bool:
    """Whether people and their tools write it, and not a model."""
    return name in BUILT_IN and BUILT_IN[name].folder.startswith("scripts.")


def only_written(text: str) -> BuiltIn | None:
    """The dialect of a text that is written here, and never read."""
    return next((each for each in BUILT_IN.values() if each.sign and re.search(each.sign, text, re.M)), None)


def listed(verb: str) -> str:
    """The built-in dialects that can be read, or written, each with the names people also know it by."""
    rows = [(name, BUILT_IN[name].other_names) for name in built_in(verb)]
    return ", ".join(f"{name} ({', '.join(others)})" if others else name for name, others in rows)


def dialect_names() -> list[str]:
    """All dialects, those of installed packages too; a built-in one wins over one of the same name."""
    return [*BUILT_IN, *(name for name in plugins.offered(GROUP) if name not in BUILT_IN)]


def full_name(name: str) -> str:
    """The dialect that a person calls by this name; Fault when there is none."""
    plain = _plain(name)
    if plain in BUILT_IN:
        return plain
    for own, dialect in BUILT_IN.items():
        if plain in dialect.other_names:
            return own
    offered = plugins.offered(GROUP)
    if name in offered:
        return name
    known = {*BUILT_IN, *offered, *(other for each in BUILT_IN.values() for other in each.other_names)}
    near = nearest(plain, known)
    raise Fault(
        "unknown-dialect",
        f"there is no dialect `{name[:40]}`",
        f"did you mean {near}?" if near else f"the dialects are {', '.join(dialect_names())}",
    )


def reader_named(name: str) -> DialectReader:
    return cast(DialectReader, _part(full_name(name), "read", ("ACTIONS", "MERGES", "detect", "read")))


def writer_named(name: str) -> DialectWriter:
    return cast(DialectWriter, _part(full_name(name), "write", ("write",)))


def _part(name: str, verb: str, needed: tuple[str, ...]) -> Any:
    """The object that reads or writes a dialect; Fault when the dialect has none."""
    if name in BUILT_IN:
        if verb not in BUILT_IN[name].verbs:
            others = ", ".join(built_in(verb))
            raise Fault("unknown-dialect", f"`{name}` cannot be {_DONE[verb]}", f"these can: {others}")
        return importlib.import_module(f"cogscript.dialects.{BUILT_IN[name].folder}.{verb}")
    found = _plugin(name)
    missing = [attribute for attribute in needed if not hasattr(found, attribute)]
    if verb in missing:
        raise Fault("unknown-dialect", f"the installed dialect `{name}` cannot be {_DONE[verb]}")
    if missing:
        lacking = ", ".join(missing)
        raise Fault("plugin", f"the installed dialect `{name}` offers `{verb}` without {lacking}")
    return found


@cache
def _plugin(name: str) -> Any:
    return plugins.load_offered(GROUP, name)


def all_readers() -> tuple[dict[str, DialectReader], list[Fault]]:
    """Every dialect that can be read, and why installed ones cannot: one broken package must not keep
    the others from being recognised."""
    readers: dict[str, DialectReader] = {}
    broken: list[Fault] = []
    for name in dialect_names():
        try:
            readers[name] = reader_named(name)
        except Fault as fault:
            if fault.code == "plugin":
                broken.append(fault)
    return readers, broken
