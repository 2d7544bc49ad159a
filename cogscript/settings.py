"""The settings file and the folders, where each platform's conventions put them."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from cogscript.language.diagnostic import Fault, nearest

APPLICATION = "cogscript"


@dataclass(slots=True)
class ModelSettings:
    """[model]: which language model answers LLM and JUDGE."""

    name: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    timeout: float = 120.0
    retries: int = 4
    max_tokens: int = 0
    context: int = 0
    """Tokens the model can take; 0 when unknown."""
    from_file: dict[str, Any] = field(
        default_factory=dict, repr=False, compare=False, metadata={"setting": False}
    )
    """What the settings file said: the environment overrides that, but nothing chosen since."""


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
    pictures: bool = True
    keep: int = 200
    """How many runs' records to keep; 0 keeps them all."""


@dataclass(slots=True)
class ToolSettings:
    """[tools]: Python functions that TOOL may call."""

    allowed: list[str] = field(default_factory=list)
    functions: dict[str, str] = field(default_factory=dict)
    """A tool's name → `package.module:function`."""


@dataclass(slots=True)
class Settings:
    model: ModelSettings = field(default_factory=ModelSettings)
    reading: ReadingSettings = field(default_factory=ReadingSettings)
    launch: LaunchSettings = field(default_factory=LaunchSettings)
    run: RunSettings = field(default_factory=RunSettings)
    tools: ToolSettings = field(default_factory=ToolSettings)


def config_file() -> Path:
    from platformdirs import user_config_path

    chosen = os.environ.get("COGSCRIPT_SETTINGS")
    return Path(chosen) if chosen else user_config_path(APPLICATION) / "settings.toml"


def data_folder() -> Path:
    """Where downloaded things are kept: model weights."""
    from platformdirs import user_data_path

    return user_data_path(APPLICATION)


def state_folder() -> Path:
    """Where runs are recorded, and the details of faults of ours."""
    from platformdirs import user_state_path

    return user_state_path(APPLICATION)


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
    settings.model.from_file = dict(table.get("model", {}))
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
