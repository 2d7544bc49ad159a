"""A text that is JSON as a whole: one value, one on each line, or a part copied out of a larger one."""

from __future__ import annotations

import re

from cogscript.dialects.formats.json_text import find, parse
from cogscript.dialects.formats.json_values import Node, NotJson

_MEMBER = re.compile(r"\"[\w-]{1,40}\"\s*:\s*[\[{]")
_BETWEEN = re.compile(r"\s*,?\s*(?:\"[\w-]{1,40}\"\s*:\s*)?")


def nodes_of(text: str, begin: int) -> list[Node]:
    """The values of a text that is JSON as a whole; none where it is anything else."""
    if text[begin : begin + 1] not in ("{", "[") and not _MEMBER.match(text, begin):
        return []
    try:
        return [parse(text, begin)]
    except NotJson:
        pass
    nodes: list[Node] = []
    if listed := _parted_by_commas(text, begin):
        return listed
    at = begin
    for line in text[begin:].split("\n"):
        if line.strip():
            if not line.lstrip().startswith(("{", "[")):
                return []
            try:
                nodes.append(parse(text, at, at + len(line)))
            except NotJson:
                return []
        at += len(line) + 1
    return nodes


def _parted_by_commas(text: str, begin: int) -> list[Node]:
    """Values of a list, or members of an object, that were copied without the brackets around them; none
    where anything else stands among them."""
    nodes: list[Node] = []
    at = begin
    for value in find(text, begin):
        if isinstance(value, NotJson) or not _BETWEEN.fullmatch(text, at, value.span.start):
            return []
        nodes.append(Node(value.value, value.span))
        at = value.span.end
    alone = len(nodes) == 1 and nodes[0].span.start == begin
    return nodes if not alone and text[at:].strip() in ("", ",") else []
