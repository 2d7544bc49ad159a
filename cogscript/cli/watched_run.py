"""`cog run --watch` and `--keep-open`: a person looks at the private screen."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator

from cogscript.language.model.diagnostic import CogError, Diagnostic
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.options import Options
from cogscript.settings import Settings
from cogscript.surfaces import surface_kind


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("watching a private screen").add_argument
    add("--watch", action="store_true", help="show the private screen in a page while the run goes on")
    add(
        "--keep-open",
        action="store_true",
        help="after a failure, leave the private screen until you are done",
    )


def check(arguments: argparse.Namespace, options: Options) -> None:
    """What of it does not go together."""
    given = [name for name in ("watch", "keep_open") if getattr(arguments, name)]
    if not given:
        return
    name = f"--{given[0].replace('_', '-')}"
    if arguments.rows is not None:
        raise _wrong(f"`{name}` is for one run: leave `--rows` out, and give the row's values with `--var`")
    if arguments.check_targets:
        raise _wrong(f"`--check-targets` does nothing but look: leave `{name}` out")
    chosen = options.surface(options.settings or Settings())
    kind = surface_kind(chosen) if isinstance(chosen, str) else None
    if kind is None or kind.personal or not kind.acts or kind.world != "desktop":
        raise _wrong(f"`{name}` is for a private screen", "add `--screen virtual`")


@contextlib.contextmanager
def watched(arguments: argparse.Namespace, options: Options) -> Iterator[None]:
    """What the run tells goes to the page, too."""
    if not (arguments.watch or arguments.keep_open):
        yield
        return
    from cogscript.watch.watcher import Watcher

    shown = options.listener or Listener()

    def say(text: str) -> None:
        """By whoever owns the terminal; where that one is silent, an address still has to be told."""
        if arguments.quiet or arguments.json:
            print(text, file=sys.stderr, flush=True)
        else:
            shown.message("note", text)

    watcher = Watcher(
        options.secrets.mask, say, from_the_start=arguments.watch, keep_open=arguments.keep_open
    )
    options.listener = Fan([shown, watcher])
    try:
        yield
    finally:
        watcher.close()


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])
