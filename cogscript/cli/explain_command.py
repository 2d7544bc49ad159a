"""`cog explain CODE`: what an error means, why it is one, and how a right line looks."""

from __future__ import annotations

import argparse
import sys
import textwrap
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from cogscript.cli.main import WRONG_USE, columns, fail
from cogscript.language.model.diagnostic import Diagnostic, nearest

SUBJECTS = {
    "writing": "How a file is written",
    "values": "Values, variables and tables",
    "blocks": "Blocks and calls",
    "targets": "Targets, and what a step does to them",
    "windows": "Screens, windows and programs",
    "pages": "Pages in a browser",
    "phones": "Phones",
    "models": "Models, agents and tools",
    "recording": "Recording",
    "runs": "Runs and their records",
    "plans": "Other agents' plans",
    "editor": "Editors, the studio and tools for models",
    "setup": "The command line, the settings and this machine",
}
"""The files of explanations, in the order of the list, and their headings in it."""
_EXAMPLES = {"wrong": "Wrong:", "right": "Right:", "example": "Example:"}
_WIDEST = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help="what stands in the brackets of error[…]; all of them by default",
    )


def main(arguments: argparse.Namespace) -> int:
    if arguments.code is None:
        sys.stdout.write("\n".join(_listed(heading, subject) for subject, heading in SUBJECTS.items()))
        return 0
    known = explanations()
    code = arguments.code.strip().removeprefix("error").removeprefix("warning").strip("[]:")
    found = known.get(code)
    if found is None:
        guess = nearest(code, known)
        advice = f"did you mean `{guess}`?" if guess else "`cog explain` lists the codes that are explained"
        fail(Diagnostic("usage", f"there is no explanation of `{code}`", advice=advice))
        return WRONG_USE
    sys.stdout.write(_page(code, found))
    return 0


def explanations() -> dict[str, dict[str, Any]]:
    """Every code: `about`, and where an example helps `wrong` and `right`, or `example`."""
    return {code: each for subject in SUBJECTS for code, each in explained(subject).items()}


@cache
def explained(subject: str) -> dict[str, dict[str, Any]]:
    """The codes of one subject."""
    file = files("cogscript.cli").joinpath("explanations", f"{subject}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _listed(heading: str, subject: str) -> str:
    """A subject's codes, each with the first sentence of what is said about it."""
    width = max(len(code) for each in SUBJECTS for code in explained(each))
    return f"{heading}:\n" + "".join(
        _wrapped(f"  {code:<{width}}  ", each["about"].split(". ")[0].rstrip(".")) + "\n"
        for code, each in explained(subject).items()
    )


def _page(code: str, found: dict[str, Any]) -> str:
    parts = [code, "", _wrapped("", found["about"])]
    for name, heading in _EXAMPLES.items():
        if name in found:
            parts += ["", heading, *(f"  {line}" for line in found[name].strip("\n").split("\n"))]
    return "\n".join(parts) + "\n"


def _wrapped(before: str, text: str) -> str:
    """The text after `before`, and under its own beginning where it needs more lines."""
    return textwrap.fill(
        text,
        min(columns(), _WIDEST),
        initial_indent=before,
        subsequent_indent=" " * len(before),
        break_long_words=False,
        break_on_hyphens=False,
    )
