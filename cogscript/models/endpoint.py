"""Which model answers, where, with which key, and why: one function, `resolve`.

People point programs at a model in many ways, and several at a time: a key for one provider lies in the
environment while the settings file names another. The order is

    chosen by hand (`--model`, the Python API)  >  the environment  >  the settings file

and within the environment OPENAI_… > CHAT_MODEL, API_URL, API_KEY > DASHSCOPE_…. A key travels with its
address: where the source of the address also has a key, that key is used whatever else is set, so that one
provider's key never reaches another's server.

A server that speaks Anthropic's interface is another company's: of the environment only ANTHROPIC_… counts.

The model that is shown pictures is found in the same way under names of its own (VISION_…, and the VL_MODEL
of people who have two). What is said of it need only be its name: server and key are then the text model's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import urlsplit

from cogscript.language.model.diagnostic import Fault, nearest
from cogscript.settings import ModelSettings, Settings, VisionSettings, config_file

LOCAL = "local"
"""The name that selects the small model on this machine."""

NO_MODEL_ADVICE = (
    "there are three ways to get one: (1) an account: set OPENAI_API_KEY (with OPENAI_BASE_URL for another "
    "provider) and name the model with `--model NAME` or OPENAI_MODEL, or write base_url, api_key and name "
    "under [model] in the settings file; (2) a server of your own such as Ollama: "
    "OPENAI_BASE_URL=http://localhost:11434/v1 and `--model NAME`; (3) a small model with no account and no "
    "network: `cog model install`, then `--model local`"
)

NO_EYES_ADVICE = (
    "name a model that takes pictures with `--vision NAME`, VISION_MODEL, or `name` under [vision] in the "
    "settings file; if the model that answers LLM takes them, write `sees = true` under [model]"
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to ask, and where each part of that was learnt."""

    base_url: str
    name: str
    """Empty when nobody named a model: the server is asked what it offers."""
    api_key: str = field(repr=False)
    name_from: str = ""
    address_from: str = ""
    key_from: str = ""
    section: str = "model"
    """The part of the settings file that speaks of it."""
    api: str = "chat"
    """One of `APIS`."""
    computer_tool: str = ""
    """The maker's own tool to use a computer with, where the settings name one."""

    @property
    def is_local(self) -> bool:
        return self.name == LOCAL

    @property
    def shown(self) -> str:
        """The address without what must not be shown: a password or a key inside it."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


@dataclass(frozen=True, slots=True)
class _Family:
    """Variables that belong together because one provider's manual names them together."""

    names: tuple[str, ...]
    address: str
    key: str
    home: str = ""
    """The address when only the key is set."""


OPENAI_ADDRESS = "https://api.openai.com/v1"
ANTHROPIC_ADDRESS = "https://api.anthropic.com/v1"
APIS = ("chat", "responses", "messages")
"""What servers speak: chat completions, which nearly all do; OpenAI's newer interface; Anthropic's."""

FAMILIES = (
    _Family(("OPENAI_MODEL",), "OPENAI_BASE_URL", "OPENAI_API_KEY", OPENAI_ADDRESS),
    _Family(("CHAT_MODEL", "VL_MODEL"), "API_URL", "API_KEY"),
    _Family(
        (), "DASHSCOPE_API_URL", "DASHSCOPE_API_KEY", "https://dashscope.aliyuncs.com/compatible-mode/v1"
    ),
)


VISION_FAMILIES = (
    _Family(("VISION_MODEL",), "VISION_BASE_URL", "VISION_API_KEY"),
    _Family(("VL_MODEL",), "", ""),
)


ANTHROPIC_FAMILIES = (
    _Family(("ANTHROPIC_MODEL",), "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", ANTHROPIC_ADDRESS),
)


@dataclass(frozen=True, slots=True)
class _Layer:
    """What one source says; each value with the words for where it stands."""

    name: tuple[str, str] = ("", "")
    address: tuple[str, str] = ("", "")
    key: tuple[str, str] = ("", "")
    home: str = ""


S = TypeVar("S", bound=ModelSettings)


def choose(settings: S, name: str) -> S:
    """The settings with the model that `--model` or `--vision` names, which nothing overrides."""
    kept = {key: value for key, value in settings.from_file.items() if key != "name"}
    return replace(settings, name=name, from_file=kept)


_SHARED = ("timeout", "retries", "max_tokens", "context", "extra")


def eyes_of(settings: Settings, environ: Mapping[str, str]) -> VisionSettings:
    """The settings of the model that is shown pictures: of its own, or the other's where that one sees."""
    vision, model = settings.vision, settings.model
    if _is_named(_layers(vision, environ, VISION_FAMILIES)) or not model.sees:
        return replace(vision, beneath=model)
    shared = {each: getattr(model, each) for each in _SHARED}
    return replace(vision, beneath=model, **shared)


def _is_named(layers: Sequence[_Layer]) -> bool:
    return any(each.name[0] or each.address[0] for each in layers)


def resolve(settings: ModelSettings, environ: Mapping[str, str]) -> Endpoint:
    """The endpoint the settings and the environment describe; a Fault that says how to get one if none."""
    if not isinstance(settings, VisionSettings):
        api = _api(settings)
        return _endpoint(settings, _layers(settings, environ, _families(api), api), api)
    own, beneath = _layers(settings, environ, VISION_FAMILIES), settings.beneath
    if _is_named(own):
        api = _api_of_eyes(settings, any(each.address[0] for each in own))
        layers = [*_layers(settings, environ, VISION_FAMILIES, api), *_beneath(settings, environ, api)]
        return _endpoint(settings, layers, api)
    if beneath is None or not beneath.sees:
        raise Fault("model-blind", "no model that can look at pictures is configured", NO_EYES_ADVICE)
    return resolve(beneath, environ)


def _api_of_eyes(settings: VisionSettings, has_server: bool) -> str:
    """With a server of its own, what that speaks; else what the other model's server speaks."""
    beneath = settings.beneath
    return _api(settings) if settings.api or has_server or beneath is None else _api(beneath)


def _beneath(settings: VisionSettings, environ: Mapping[str, str], api: str) -> list[_Layer]:
    """The text model's server and key, unless the two speak the interfaces of different companies."""
    below = settings.beneath
    if below is None:
        return []
    if (api == "messages") != (_api(below) == "messages"):
        below = ModelSettings()
    return [replace(each, name=("", "")) for each in _layers(below, environ, _families(api), api)]


def _families(api: str) -> Sequence[_Family]:
    return ANTHROPIC_FAMILIES if api == "messages" else FAMILIES


def _api(settings: ModelSettings) -> str:
    said = settings.api.strip().casefold() or APIS[0]
    if said not in APIS:
        near = nearest(said, APIS)
        raise Fault(
            "model-api",
            f"`api` under [{settings.section}] is one of {', '.join(APIS)}, not `{settings.api}`",
            f"did you mean `{near}`?" if near else "chat is what OpenAI-compatible servers speak",
        )
    return said


def _endpoint(settings: ModelSettings, layers: Sequence[_Layer], api: str) -> Endpoint:
    section = settings.section
    name, name_from = next((each.name for each in layers if each.name[0]), ("", ""))
    if name == LOCAL:
        return Endpoint("", LOCAL, "", name_from=name_from, section=section)
    home = next((each for each in layers if each.address[0]), None)
    if home is None:
        home = next((each for each in layers if each.key[0] and each.home), None)
    if home is None:
        said = f"no server is configured for the model `{name}`" if name else "no model is configured"
        raise Fault("model-none", said, NO_MODEL_ADVICE)
    address, address_from = home.address if home.address[0] else (home.home, f"{home.key[1]}'s own provider")
    key, key_from = next((each.key for each in (home, *layers) if each.key[0]), ("", ""))
    _check_key(key, key_from)
    tool = settings.computer_tool if isinstance(settings, VisionSettings) else ""
    base = _normal(address, address_from, api)
    return Endpoint(base, name, key, name_from, address_from, key_from, section, api, tool)


def _layers(
    settings: ModelSettings, environ: Mapping[str, str], families: Sequence[_Family], api: str = "chat"
) -> list[_Layer]:
    said = settings.from_file

    def chosen(setting: str) -> tuple[str, str]:
        value = str(getattr(settings, setting)).strip()
        return ("", "") if value == str(said.get(setting, "")).strip() else (value, "chosen for this run")

    def written(setting: str) -> tuple[str, str]:
        return (
            str(said.get(setting, "")).strip(),
            f"{setting} under [{settings.section}] in {config_file()}" if setting in said else "",
        )

    def variable(*names: str) -> tuple[str, str]:
        found = next((name for name in names if environ.get(name, "").strip()), "")
        return (environ[found].strip(), found) if found else ("", "")

    home = ANTHROPIC_ADDRESS if api == "messages" else OPENAI_ADDRESS
    return [
        _Layer(chosen("name"), chosen("base_url"), chosen("api_key"), home),
        *(
            _Layer(variable(*each.names), variable(each.address), variable(each.key), each.home)
            for each in families
        ),
        _Layer(written("name"), written("base_url"), written("api_key"), home),
    ]


def _normal(address: str, source: str, api: str) -> str:
    """The address the client wants: people also paste the whole path of the call."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        good = False
    if not good or not address.isprintable() or " " in address:
        shown = address.rpartition("@")[2]
        raise Fault(
            "model-address",
            f"`{shown}` ({source}) is not the address of a server",
            "it looks like https://api.example.com/v1 or http://localhost:11434/v1",
        )
    base = address.rstrip("/")
    for path in ("/chat/completions", "/responses", "/messages"):
        base = base.removesuffix(path)
    # Anthropic's own programs are given the address without the version.
    return f"{base}/v1" if api == "messages" and not parts.path.strip("/") else base


def _check_key(key: str, source: str) -> None:
    """A key a header cannot carry would fail deep inside, in words that quote it."""
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise Fault(
            "model-key",
            f"the key ({source}) holds characters no key has, such as a space or a line break",
            "copy the key again, alone",
        )
