"""The settings file and the folders, where each platform's conventions put them."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar

from cogscript.language.model.diagnostic import Fault, nearest

APPLICATION = "cogscript"
PROFILES = ("private", "own")
"""Whose settings, caches and browser profiles programs use on a private screen: the run's, the person's."""


@dataclass(slots=True)
class ModelSettings:
    """[model]: which language model answers LLM and JUDGE."""

    section: ClassVar[str] = "model"
    name: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    api: str = ""
    """What the server speaks: `chat` (unless said), OpenAI's `responses`, or Anthropic's `messages`."""
    timeout: float = 120.0
    retries: int = 4
    max_tokens: int = 0
    context: int = 0
    """Tokens the model can take; 0 when unknown."""
    sees: bool = False
    """Whether it takes pictures: then it is also the model that looks, where [vision] names none."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Further fields of each request's body, as the server's manual names them."""
    from_file: dict[str, Any] = field(
        default_factory=dict, repr=False, compare=False, metadata={"setting": False}
    )
    """What the settings file said: the environment overrides that, but nothing chosen since."""


@dataclass(slots=True)
class VisionSettings(ModelSettings):
    """[vision]: which model is shown pictures. What it does not say of server and key, [model] says."""

    section: ClassVar[str] = "vision"
    sees: bool = True
    pictures: int = 0
    """How many of a conversation's pictures are sent at most, the newest; 0 for what its protocol has."""
    longest_side: int = 0
    """Pixels; a larger picture is scaled down. 0 for no limit."""
    least_pixels: int = 0
    most_pixels: int = 0
    """A picture's width times its height; 0 for no limit."""
    factor: int = 1
    """The sides of a picture that is sent are multiples of this."""
    coordinates: str = "thousandths"
    """How it counts places in a picture: `thousandths`, or `pixels` of the picture as it was sent."""
    computer_tool: str = ""
    """Which of its maker's own tools it is given to use a computer with; empty for what its name says."""
    beneath: ModelSettings | None = field(
        default=None, repr=False, compare=False, metadata={"setting": False}
    )
    """The text model's settings, for the server and the key."""


@dataclass(slots=True)
class ReadingSettings:
    """[reading]: which OCR engine reads the screen."""

    engine: str = "rapidocr"
    max_scrolls: int = 500


@dataclass(slots=True)
class LaunchSettings:
    """[launch]: how links and applications are opened."""

    browser: list[str] = field(default_factory=list)
    """The browser's command line; the link is added at its end."""
    schemes: list[str] = field(default_factory=lambda: ["http", "https"])
    timeout: float = 20.0


@dataclass(slots=True)
class RunSettings:
    """[run]: how a run behaves and what it keeps."""

    screen: str = ""
    size: str = "1280x800"
    profile: str = "private"
    """One of PROFILES."""
    timeout: float = 10.0
    """Seconds to wait for a target."""
    pictures: bool = True
    mark_windows: bool = True
    """Whether a border shows the person which window is bound."""
    second_pointer: bool = False
    """Whether a second pointer is used in the background where an element has no action of its own."""
    keep: int = 200
    """How many runs' records to keep; 0 keeps them all."""


@dataclass(slots=True)
class BrowserSettings:
    """[browser]: the browser of `--screen browser` and IN(browser=…)."""

    program: str = ""
    """Its path; empty for a Chromium, Chrome or Edge that is installed, or Playwright's own."""
    attach: str = ""
    """The address of a browser that runs already, to be driven in the place of one of the run's own."""
    visible: bool = False
    """Whether it shows a window."""
    scale: float = 1.0
    """Pixels of the device to a pixel of the page."""
    downloads: str = ""
    """Where downloads go; empty for the run's own folder."""
    accept_certificates: bool = False
    """Whether servers are trusted whose certificate is not valid."""


@dataclass(slots=True)
class PhoneSettings:
    """[phone]: the phone of `--screen phone` and IN(phone=…)."""

    serial: str = ""
    """Which one, where there are several."""


@dataclass(slots=True)
class AgentSettings:
    """[agent]: how a model is asked that does the tasks of DO and `cog agent`."""

    protocol: str = "cog"
    """What the model speaks: see docs/agents.md."""
    tokens: int = 0
    """How many it may use for all the tasks of a run; 0 for no limit."""
    minutes: float = 0.0
    """How long it may think in all; 0 for no limit."""


@dataclass(slots=True)
class ToolSettings:
    """[tools]: Python functions that TOOL may call."""

    allowed: list[str] = field(default_factory=list)
    functions: dict[str, str] = field(default_factory=dict)
    """A tool's name → `package.module:function`."""


@dataclass(slots=True)
class PermissionSettings:
    """[permissions]: what runs may use; without a list of programs, all that a file does not rule out."""

    apps: list[str] = field(default_factory=list)
    clipboard: str = ""
    """`read`, `write` or `both`, where there is a list."""
    system_keys: bool = False


@dataclass(slots=True)
class Settings:
    model: ModelSettings = field(default_factory=ModelSettings)
    vision: VisionSettings = field(default_factory=VisionSettings)
    reading: ReadingSettings = field(default_factory=ReadingSettings)
    launch: LaunchSettings = field(default_factory=LaunchSettings)
    run: RunSettings = field(default_factory=RunSettings)
    browser: BrowserSettings = field(default_factory=BrowserSettings)
    phone: PhoneSettings = field(default_factory=PhoneSettings)
    tools: ToolSettings = field(default_factory=ToolSettings)
    agent: AgentSettings = field(default_factory=AgentSettings)
    permissions: PermissionSettings = field(default_factory=PermissionSettings)


HOME = "COGSCRIPT_HOME"
"""A variable that names one folder for everything of ours, in the place of the platform's."""


def config_file() -> Path:
    from platformdirs import user_config_path

    chosen = os.environ.get("COGSCRIPT_SETTINGS")
    if chosen:
        return Path(chosen)
    return (_home() or user_config_path(APPLICATION, appauthor=False)) / "settings.toml"


def _home() -> Path | None:
    home = os.environ.get(HOME)
    return Path(home) if home else None


def data_folder() -> Path:
    """Where downloaded things are kept: model weights."""
    from platformdirs import user_data_path

    return _home() or user_data_path(APPLICATION, appauthor=False)


def state_folder() -> Path:
    """Where runs are recorded, and the details of faults of ours."""
    from platformdirs import user_state_path

    return _home() or user_state_path(APPLICATION, appauthor=False)


def runs_folder() -> Path:
    """Where each run has a folder with its record."""
    return state_folder() / "runs"


def load_settings(path: Path | None = None) -> Settings:
    """The settings file's settings; the defaults where there is none."""
    path = path or config_file()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Fault("settings", f"the settings file {path} cannot be read: {error}") from error
    settings = Settings()
    _fill(settings, table, path, "")
    for section in (settings.model, settings.vision):
        section.from_file = dict(table.get(section.section, {}))
    return settings


def _fill(target: Any, table: dict[str, Any], path: Path, section: str) -> None:
    known = {each.name: each for each in fields(target) if each.metadata.get("setting", True)}
    for name, value in table.items():
        if name not in known:
            guess = nearest(name, known)
            raise Fault(
                "settings",
                f"the settings file {path} has an unknown setting `{section}{name}`",
                f"did you mean `{section}{guess}`?" if guess else f"known: {', '.join(sorted(known))}",
            )
        current = getattr(target, name)
        if hasattr(current, "__dataclass_fields__"):
            if not isinstance(value, dict):
                raise Fault("settings", f"in {path}, `{section}{name}` must be a table: [{name}]")
            _fill(current, value, path, f"{section}{name}.")
            continue
        if isinstance(current, float) and type(value) is int:
            value = float(value)
        if type(value) is not type(current):
            wanted = type(current).__name__
            given = repr(value) if known[name].repr else type(value).__name__  # a key is never shown
            raise Fault("settings", f"in {path}, `{section}{name}` must be {wanted}, not {given}")
        setattr(target, name, value)
