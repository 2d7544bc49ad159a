"""`cog explain CODE`: what an error means, why it is one, and how a right line looks."""

from __future__ import annotations

import argparse
import sys
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from cogscript.cli.main import WRONG_USE, fail
from cogscript.language.model.diagnostic import Diagnostic, nearest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help="what stands in the brackets of error[…]; all of them by default",
    )


def main(arguments: argparse.Namespace) -> int:
    known = explanations()
    if arguments.code is None:
        width = max(map(len, known))
        sys.stdout.write(
            "".join(
                f"{code:<{width}}  {each['about'].split('. ')[0].rstrip('.')}\n"
                for code, each in known.items()
            )
        )
        return 0
    code = arguments.code.strip().removeprefix("error").removeprefix("warning").strip("[]:")
    found = known.get(code)
    if found is None:
        guess = nearest(code, known)
        advice = f"did you mean `{guess}`?" if guess else "`cog explain` lists the codes that are explained"
        fail(Diagnostic("usage", f"there is no explanation of `{code}`", advice=advice))
        return WRONG_USE
    sys.stdout.write(_page(code, found))
    return 0


@cache
def explanations() -> dict[str, dict[str, Any]]:
    """Every code that is explained: `about`, and where an example helps `wrong` and `right`."""
    return tomllib.loads(files("cogscript.cli").joinpath("explanations.toml").read_text(encoding="utf-8"))


def _page(code: str, found: dict[str, Any]) -> str:
    parts = [code, "", found["about"].strip()]
    for name, heading in (("wrong", "Wrong:"), ("right", "Right:")):
        if name in found:
            parts += ["", heading, *(f"  {line}" for line in found[name].rstrip("\n").split("\n"))]
    return "\n".join(parts) + "\n"
