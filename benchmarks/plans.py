"""How well real plans import: `python benchmarks/plans.py [FOLDER] [--detect]` prints a table, a line a file.

The plans are no part of the project: without a folder they are looked for in ../shared/plans, beside the
checkout, and the benchmark is passed over where there are none.

The folder holds one file an agent, named after it (cogagent_…, uitars_…, glm_…), one row a line: the text, a
tab, a note. What a row should become is told here a second time, by other and simpler means than the
importers': the words of its actions are looked up in a table, its numbers found by themselves, its texts
taken between quotes. A row that says an action must give the same operations, each at the same place and
with the same text; one that says none (a template with letters for numbers, prose, a negative) must be
refused. Rows are imported literally, so that an action is an operation.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogscript.dialects import import_text
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.tree import Operation, Workflow

PLANS = Path(__file__).resolve().parents[2] / "shared" / "plans"

FILES = {
    "cogagent": "cogagent", "glm": "glm", "osworld": "osworld", "anthropic": "computer-use",
    "openai": "openai", "guiplus": "gui-plus", "uitars": "ui-tars", "desktopvisualagent": "visual-agent",
}  # fmt: skip

SCREENS = {"computer-use": Size(1280, 800), "openai": Size(1280, 800), "gui-plus": Size(2560, 2560),
           "visual-agent": Size(1280, 960)}  # fmt: skip
"""The display of plans that count pixels and do not name it: any that holds all their places."""

_CHORD = "KEY_PRESS GESTURE"
_CLICK = "CLICK MOUSE_DOWN"  # without a place: the button goes down where the pointer is
_SEED = (
    "CLICK", "DOUBLE_CLICK", "RIGHT_CLICK", "HOVER", "TYPE", "SCROLL_UP", "SCROLL_DOWN", "SCROLL_LEFT",
    "SCROLL_RIGHT", "KEY_PRESS", "GESTURE", "LAUNCH", "QUOTE_TEXT", "LLM", "QUOTE_CLIPBOARD", "ANSWER", "END",
)  # fmt: skip
WORDS: dict[str, dict[str, str]] = {
    "cogagent": {
        **{word: word for word in _SEED},
        "QUOTE_CLIPBORAD": "QUOTE_CLIPBOARD", "tap": "CLICK", "-> CLICK": "CLICK", "-> TYPE:": "TYPE",
        "press home": "SYSTEM_BUTTON", "press back": "GO_BACK", "press enter": "KEY_PRESS",
        "task complete": "END", "finished": "END",
    },
    "glm": {
        "left_click": "CLICK", "right_click": "RIGHT_CLICK", "middle_click": "MIDDLE_CLICK", "hover": "HOVER",
        "left_double_click": "DOUBLE_CLICK", "left_drag": "DRAG", "key": _CHORD, "type": "TYPE",
        "scroll": "SCROLL_UP SCROLL_DOWN", "WAIT": "WAIT", "DONE": "END", "FAIL": "FAIL",
        "click": "CLICK", "input_text": "TYPE", "wait": "WAIT",
    },
    "ui-tars": {
        "click": "CLICK", "left_double": "DOUBLE_CLICK", "right_single": "RIGHT_CLICK", "drag": "DRAG",
        "hotkey": _CHORD, "type": "TYPE", "scroll": "SCROLL_UP SCROLL_DOWN SCROLL_LEFT SCROLL_RIGHT SWIPE",
        "wait": "WAIT", "finished": "END", "call_user": "ASK_USER", "long_press": "LONG_PRESS",
        "open_app": "LAUNCH", "press_home": "SYSTEM_BUTTON", "press_back": "GO_BACK", "open_computer": "TOOL",
    },
    "osworld": {
        "moveTo": "HOVER", "dragTo": "DRAG", "click": "CLICK", "rightClick": "RIGHT_CLICK", "write": "TYPE",
        "press": "KEY_PRESS", "hotkey": "GESTURE", "scroll": "SCROLL_DOWN SCROLL_UP", "terminate": "END",
        "MOVE_TO": "HOVER", "MOUSE_MOVE": "HOVER", "CLICK": f"{_CLICK} RIGHT_CLICK DOUBLE_CLICK",
        "DRAG_TO": "DRAG MOUSE_DOWN", "SCROLL": "SCROLL_DOWN SCROLL_UP", "TYPING": "TYPE", "TYPE": "TYPE",
        "PRESS": "KEY_PRESS", "HOTKEY": "GESTURE", "KEY": _CHORD, "WAIT": "WAIT", "DONE": "END",
        "FAIL": "FAIL",
    },
    "computer-use": {
        "click": "CLICK", "left_click": "CLICK", "double_click": "DOUBLE_CLICK", "type": "TYPE",
        "key": _CHORD,
        "mouse_move": "HOVER", "scroll": "SCROLL_DOWN SCROLL_UP", "left_click_drag": "DRAG", "wait": "WAIT",
        "screenshot": "SCREENSHOT", "right_click": "RIGHT_CLICK", "middle_click": "MIDDLE_CLICK",
        "triple_click": "TRIPLE_CLICK", "left_mouse_down": "MOUSE_DOWN", "left_mouse_up": "MOUSE_UP",
        "hold_key": "KEY_PRESS KEY_DOWN", "open_application": "LAUNCH", "click_element": "CLICK",
        "type_into_element": "TYPE", "prompt_respond": "TYPE KEY_PRESS",
        "mouse_wheel": "SCROLL_DOWN SCROLL_UP SCROLL_RIGHT", "virtual_mouse": "CLICK",
        "virtual_keyboard": f"TYPE {_CHORD}", "zoom": "SCREENSHOT",
    },
    "openai": {
        "click": "CLICK RIGHT_CLICK MIDDLE_CLICK", "double_click": "DOUBLE_CLICK", "type": "TYPE",
        "keypress": _CHORD, "move": "HOVER", "mouse_move": "HOVER", "scroll": "SCROLL_DOWN SCROLL_UP",
        "drag": "DRAG", "wait": "WAIT", "screenshot": "SCREENSHOT", "triple_click": "TRIPLE_CLICK",
        "mouse_down": "MOUSE_DOWN", "mouse_up": "MOUSE_UP", "key_hold": "KEY_PRESS KEY_DOWN",
    },
    "gui-plus": {
        "click": "CLICK", "left_click": "CLICK", "type": "TYPE", "open": "LAUNCH", "terminate": "FAIL END",
        "answer": "ANSWER",
    },
    "visual-agent": {"CLICK": "CLICK", "TYPE": "TYPE", "SCROLL": "SCROLL_DOWN", "box": "CLICK"},
}  # fmt: skip

POINTING = frozenset({"CLICK", "DOUBLE_CLICK", "RIGHT_CLICK", "HOVER", "MIDDLE_CLICK", "DRAG", "LONG_PRESS"})
_PLACES = ("coordinate", "start_coordinate", "box_2d", "box", "x", "path")
_KEYS = ("action_type", "action", "type")
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")
_TEXT = re.compile(r"(?:text|content|message)\s*=\s*(['\"])(.*?)\1\s*(?:[,)]|$)", re.S)
# A letter where a number should be, an empty value, a call for a value.
_BLANK = re.compile(
    r"\(['\"]?[xy]\d?\b(?!=)|\[x|<point>x|\b[a-z]\d? [a-z]\d?<|=''|='\[\]'|=\\'\\'|[(=]\w*_payload"
)


@dataclass(frozen=True)
class Expected:
    operations: tuple[str, ...]
    """The operations it may become, one of them."""
    numbers: tuple[float, ...] = ()
    text: str | None = None
    parameter: str = "box"
    """Where the numbers should be."""


# --- the second opinion -----------------------------------------------------------------------------


def expectations(text: str, dialect: str) -> list[Expected]:
    """What a row should become; nothing for one that says no action."""
    words = WORDS[dialect]
    found = list(_from_json(text, words)) or list(_from_calls(text, words, dialect))
    incomplete = any(
        not each.numbers and POINTING.issuperset(each.operations) and not re.search('element|"target"', text)
        for each in found
    )
    return [] if incomplete else found


def _from_json(text: str, words: dict[str, str]) -> Iterator[Expected]:
    values = list(_values(text))
    aside: dict[str, Any] = next((value for value in values if value.keys() == {"box"}), {})
    for value in values:
        for action in _objects(value):
            word = next((action[key] for key in _KEYS if str(action.get(key)) in words), None)
            if word is not None and not _unfinished(str(word), action):
                yield Expected(tuple(words[word].split()), _place(action) or _place(aside), _written(action))
            elif "box" in action and "screen" in action:
                yield Expected(("CLICK",), _place(action))


def _unfinished(word: str, action: dict[str, Any]) -> bool:
    """What its agent's own tests call wrong: a text or a place that is not given."""
    wants = {"type": "text", "mouse_move": "coordinate x", "click": "coordinate x box_2d target box"}.get(
        word
    )
    return wants is not None and not any(name in action for name in wants.split())


def _values(text: str) -> Iterator[Any]:
    """Every object that Python or JSON can read, from each opening brace on."""
    at = text.find("{")
    while at >= 0:
        for end in [match.end() for match in re.finditer("}", text) if match.end() > at][::-1]:
            try:
                value = json.loads(text[at:end])
            except ValueError:
                try:
                    value = ast.literal_eval(text[at:end].replace("true", "True"))
                except (ValueError, SyntaxError, TypeError):
                    continue
            if isinstance(value, dict):
                yield value
                at = end
                break
        at = text.find("{", at + 1)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        inner = [value[key] for key in ("arguments", "params") if isinstance(value.get(key), dict)]
        yield {**value, **inner[0]} if inner else value


def _place(action: dict[str, Any]) -> tuple[float, ...]:
    if "x" in action:
        return (action["x"], action["y"])
    found = next((action[key] for key in _PLACES if key in action), None)
    return tuple(map(float, _NUMBERS.findall(json.dumps(found))))[: 2 if "path" in action else 4]


def _written(action: dict[str, Any]) -> str | None:
    text = action.get("text")
    if isinstance(text, list):
        return "".join(text)
    return text if isinstance(text, str) and action.get("action") != "key" else None


def _from_calls(text: str, words: dict[str, str], dialect: str) -> Iterator[Expected]:
    if dialect == "osworld":
        text = re.sub(r"^#.*\n", "", text)
    said = re.split(r"(?:Action|Grounded Operation)\s*[:：]", text, maxsplit=1)[-1]
    names = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    if dialect == "ui-tars" and "<function=" in text:
        said = re.sub(r"<function=(\w+)>", r"\1(", text).replace("</function>", ")")
        said = re.sub(r"<parameter=content>([^<]*)</parameter>", r'content="\1"', said)
        said = re.sub(
            r"\s*<parameter=(\w+)>|</parameter>\s*", lambda tag: f", {tag[1]}=" if tag[1] else "", said
        )
    if re.search(r"[{}]|\bfunction_name\b", said):
        return
    # A call at the beginning of a line, or a word that stands for one.
    pattern = rf"^[\s`#]*(?:\d+\.\s)?(?:pyautogui\.|computer\.)?(?P<word>{names})\s*(?P<open>\()?(?P<rest>.*)"
    legacy = r"^.*(?P<word>-> CLICK|-> TYPE:|\btap)\s*(?P<open>(?=.))(?P<rest>.*)"
    joined = re.sub(r"\(\n|,\n|\n\)", lambda match: match.group().replace("\n", " "), said)
    for line in joined.splitlines():
        match = re.match(legacy, line) or re.match(pattern, line.strip())
        if match is None or (
            match["open"] is None and match["rest"].strip("` ←") and "←" not in match["rest"]
        ):
            continue
        rest = match["rest"].split("#")[0].split("←")[0]
        if match["word"] != "finished" and _BLANK.search("(" + rest):
            return
        where = "to" if match["word"] == "dragTo" else "box"
        yield Expected(
            tuple(words[match["word"]].split()), _call_place(rest), _call_text(match["word"], rest), where
        )


def _call_place(rest: str) -> tuple[float, ...]:
    """The numbers of the first place: before the next named argument, without those of other arguments."""
    named = re.search(r"(?:point|start_box|start_point|box|x|coordinate|end_box)\s*=(?!=)(.*)", rest)
    part = named[1] if named else rest if re.match(r"\s*[\[(\d]", rest) or "at the box" in rest else ""
    if not named and "at the box" not in rest and not re.match(r"\s*\[\[\d+,\d+(?:,\d+,\d+)?\]\]", rest):
        return tuple(map(float, _NUMBERS.findall(part)))[:2]  # given by place: x and y come first
    if "at the box" in part:
        part = part.rpartition("at the box")[2]
    part = re.sub(r",\s*y\s*=", ",", part)
    part = re.split(r",\s*\w+\s*=|->|\)\s*$", re.sub(r"<\|?\w+\|?>|</\w+>", " ", part))[0]
    numbers = tuple(map(float, _NUMBERS.findall(part)))
    return numbers if len(numbers) in (2, 4) else ()


def _call_text(word: str, rest: str) -> str | None:
    if word == "-> TYPE:":
        return rest.partition(" at the box")[0].strip()
    match = _TEXT.search(rest)
    return match[2].replace("\\n", "\n").replace("\\t", "\t") if match else None


# --- the comparison -----------------------------------------------------------------------------------


def compare(expected: list[Expected], workflow: Workflow, own: list[str]) -> str:
    """Why a workflow is not what was expected; empty when it is."""
    steps = [each for each in workflow.walk() if each.name not in ("WORKFLOW", "INPUT")]
    header = workflow.operations[0] if workflow.operations[0].name == "WORKFLOW" else None
    at = 0
    for each in expected:
        while at < len(steps) and steps[at].name not in each.operations:
            at += 1
        if at == len(steps):
            return f"no {' or '.join(each.operations)} in {[step.name for step in steps]}"
        wrong = _differs(each, steps[at], header, own)
        if wrong:
            return wrong
        at += 1
    return ""


def _differs(expected: Expected, step: Operation, header: Operation | None, own: list[str]) -> str:
    box = step.arguments.get(expected.parameter)
    if expected.numbers and isinstance(box, Box):
        numbers = expected.numbers * 2 if len(expected.numbers) == 2 else expected.numbers
        for side in (0, 1):
            said = (numbers[side] + numbers[side + 2]) / 2
            meant = (box.corners[side] + box.corners[side + 2]) / 2000
            if not any(
                abs(meant * extent - said) <= extent / 900 + 1e-3 for extent in _extents(header, side, own)
            ):
                return f"{step.name} lies at {box}, not at {expected.numbers}"
    elif expected.numbers and step.name not in ("WAIT", "KEY_PRESS", "MOUSE_DOWN"):
        return f"{step.name} has no place, and should lie at {expected.numbers}"
    text = step.arguments.get("text", step.arguments.get("app"))
    if expected.text is not None and isinstance(text, str) and text != expected.text.rstrip("\n"):
        return f"the text is {text!r}, not {expected.text!r}"
    return ""


def _extents(header: Operation | None, side: int, own: list[str]) -> list[float]:
    """What may stand for the whole screen: the display that the workflow or the row names, the picture as
    it was resized for the model, thousandths, or 1."""
    screen = header.arguments.get("screen") if header else None
    sizes = [float(str(screen[side]))] if isinstance(screen, list) else []
    sizes += [float(own[side])] if own else []
    resized = [round(size / factor) * factor for size in sizes for factor in (28, 32)]
    return [*sizes, *resized, 1000.0, 1.0]


# --- files ----------------------------------------------------------------------------------------------


def rows(path: Path) -> Iterator[tuple[str, str]]:
    """The rows of a file with their notes; whole replies between `=====` lines are rows too."""
    text = path.read_text(encoding="utf-8")
    if re.search(r"^===== ", text, re.M):
        for block in re.split(r"^===== ", text, flags=re.M)[1:]:
            note, _, body = block.partition("\n")
            yield body.split("#PROMPTS")[0], note
        return
    for line in text.splitlines():
        row, tab, note = line.rpartition("\t# ")
        if tab:
            broken = (
                row
                if dialect_of(path) == "cogagent" and "real newline" not in note
                else row.replace("\\n", "\n")
            )
            yield broken, note


def dialect_of(path: Path) -> str | None:
    return next((dialect for start, dialect in FILES.items() if path.name.startswith(start)), None)


def blocks_expected(text: str) -> list[Expected]:
    """What a whole reply or prompt of CogAgent should become: its history, then its operation."""
    lines = [line for line in text.splitlines() if re.match(r"(?:\d+\.\s|Grounded Operation:)", line)]
    found = []
    for line in lines:
        call = re.sub(r"^(?:\d+\.\s|Grounded Operation:)\s*", "", line).split("\t")[0]
        found += expectations(call, "cogagent")
    return [*found, Expected(("END",))] if "<<END>>" in text and "END()" not in text else found


def judge(path: Path, dialect: str, told: bool) -> tuple[list[int], list[str]]:
    """The figures of a file: rows, actions, right, to refuse, refused; and each miss explained."""
    figures = [0, 0, 0, 0, 0]
    misses = []
    for text, note in rows(path):
        figures[0] += 1
        expected = blocks_expected(text) if "responses" in path.name else expectations(text, dialect)
        if "negative" in note.split("source=")[0]:
            expected = []
        own = re.findall(r"\d+", (re.findall(r'"screen": \[[^\]]*\]', text) or [""])[0])
        try:
            workflow = import_text(
                text, dialect if told else None, SCREENS.get(dialect), literal=True
            ).workflow
            wrong = (
                compare(expected, workflow, own) if expected else f"became {workflow.operations[-1]!r:.90}"
            )
            refused = False
        except CogError as error:
            wrong = f"refused: {error.diagnostics[0].message}" if expected else ""
            refused = True
        figures[1] += bool(expected)
        figures[2] += bool(expected) and not wrong
        figures[3] += not expected
        figures[4] += not expected and refused
        if wrong:
            misses.append(f"  {' '.join(text.split())[-70:]!r} ({note.split(' source')[0]}): {wrong}")
    return figures, misses


def main(words: list[str]) -> int:
    folder = next((Path(word) for word in words if word != "--detect"), None)
    files = [path for path in sorted((folder or PLANS).glob("*.txt")) if dialect_of(path)]
    if files:
        return judge_all(files, "--detect" not in words)
    if folder:
        print(f"error: there are no plans in {folder}", file=sys.stderr)
        return 2
    print(f"passed over: there are no plans in {PLANS}; name their folder: python benchmarks/plans.py FOLDER")
    return 0


def judge_all(files: list[Path], told: bool) -> int:
    print("| file | rows | actions | right | to refuse | refused |\n|---|---|---|---|---|---|")
    explained: list[str] = []
    whole = True
    for path in files:
        dialect = dialect_of(path)
        assert dialect
        figures, misses = judge(path, dialect, told)
        print(f"| {path.stem} | " + " | ".join(map(str, figures)) + " |")
        explained += [f"{path.stem}:", *misses] if misses else []
        limit = 1.0 if dialect == "cogagent" else 0.98
        whole = whole and figures[2] >= limit * figures[1] and figures[3] == figures[4]
    print("\n".join(["", "every miss:", *explained] if explained else ["", "no misses"]))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
