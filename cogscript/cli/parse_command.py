"""`cog parse FILE`: the tree as JSON, for editors and other tools."""

from __future__ import annotations

import argparse
import json

import cogscript


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the .cog file")


def main(arguments: argparse.Namespace) -> int:
    tree = cogscript.load(arguments.file).to_json()
    print(json.dumps(tree, ensure_ascii=False, indent=2))
    return 0
