"""OSWorld: computer_13 actions as JSON, pyautogui code, and the words WAIT, DONE and FAIL.

Places are pixels of a 1920×1080 display, as its prompt says, or, in the code of OpenCUA, fractions: a plan
whose every place lies between 0 and 1, some with decimals, is read so.
"""

from __future__ import annotations

import re

from cogscript.dialects import computer_13, pyautogui_code
from cogscript.dialects.containers import Piece, pieces
from cogscript.dialects.json_text import Node
from cogscript.dialects.merging import ALL_RULES
from cogscript.dialects.plan import Action, Context, Plan, Step
from cogscript.dialects.pyautogui_calls import Pointer
from cogscript.dialects.pyautogui_writing import write_code
from cogscript.language.box import Box, Size
from cogscript.language.diagnostic import Source

MERGES = ALL_RULES
write = write_code
SCREEN = Size(1920, 1080)
"""The display of OSWorld's machines, which its prompt names."""

ACTIONS: dict[str, Action] = {**computer_13.ACTIONS, **pyautogui_code.ACTIONS}

_CAPITALS = re.compile(r"""["']action_type["']\s*:\s*["'][A-Z]""")
_CODE_KEYS = ("code", "action", "actions", "pyautogui_code", "response", "output")
_LONGEST_DESCRIPTION = 2000


def detect(source: Source) -> float:
    if pyautogui_code.claims(source.text):
        return 0.95
    if source.text.strip().strip("`").strip() in pyautogui_code.SPECIAL:
        return 0.9
    if not computer_13.detect(source):
        return 0.0
    return 0.9 if _CAPITALS.search(source.text) else 0.6  # GLM-V writes the same key, in small letters


def read(source: Source, context: Context) -> Plan:
    plan, pointer = _read(source, context, "pixels")
    if context.coordinates is None and _are_fractions(pointer.seen):
        plan, _ = _read(source, context, "fractions")
    if not any(_points(step) for step in plan.steps):
        plan.screen = context.screen  # no place in it lies on a display
    return plan


def _points(step: Step) -> bool:
    return step.operation is not None and any(
        isinstance(value, Box) for value in step.operation.arguments.values()
    )


def _are_fractions(seen: list[float]) -> bool:
    return bool(seen) and all(0 <= each <= 1 for each in seen) and any(each % 1 for each in seen)


def _read(source: Source, context: Context, system: str) -> tuple[Plan, Pointer]:
    plan = Plan(source, context, SCREEN if system == "pixels" else None)
    pointer = Pointer(context.coordinates or system)
    description = ""
    for piece in pieces(source):
        if piece.role in ("user", "system", "tool"):
            if piece.role == "user" and not plan.title and len(piece.text) <= 300 and piece.kind == "text":
                plan.title = piece.text.strip()
            continue
        if piece.kind == "json":
            if not computer_13.read_piece(piece, plan):
                _read_json(piece, plan, pointer)
        elif pyautogui_code.read_piece(piece, plan, pointer, description):
            description = ""
        elif not computer_13.read_piece(piece, plan):
            description = piece.text.strip()[:_LONGEST_DESCRIPTION]
    return plan, pointer


def _read_json(piece: Piece, plan: Plan, pointer: Pointer) -> None:
    """Code in the strings of a JSON transcript, with the thought beside it."""
    waiting: list[Node] = [piece.node] if piece.node else []
    while waiting:
        node = waiting.pop()
        members = node.members or {}
        for name in ("instruction", "task", "goal"):
            if name in members and isinstance(members[name].value, str) and not plan.title:
                plan.title = str(members[name].value)
        said = next(
            (
                str(members[name].value)
                for name in ("thought", "action", "reason")
                if _says(members.get(name))
            ),
            "",
        )
        for name in _CODE_KEYS:
            inner = members.get(name)
            if inner is not None and isinstance(inner.value, str):
                code = Piece("text", piece.source, inner.span, text=inner.value)
                if pyautogui_code.read_piece(code, plan, pointer, said):
                    break
        waiting += reversed([*(node.items or ()), *members.values()])


def _says(node: Node | None) -> bool:
    return node is not None and isinstance(node.value, str) and not pyautogui_code.claims(node.value)
