"""What a script is told only when it runs: by the person at the keyboard, or by whoever calls it."""

from __future__ import annotations

import re

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, DraftStep, Untranslatable, every
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_VARIABLE = re.compile(rf"{ASKED}(.+?)__")
_SECRET = re.compile(r"pass|secret|token|pin(?![a-z])|credential", re.I)
_OPTION = re.compile(r"-([a-z]*?)([pntdNu]?)(\d*)")


def question(words: list[str]) -> Operation:
    """`read -p 'How many?' number`: a person is asked; what `-s` does not show is a secret."""
    asked, names, rest, is_secret = "", [], list(words), False
    while rest:
        word = rest.pop(0)
        option = _OPTION.fullmatch(word)
        is_secret |= option is not None and "s" in option[1]
        if option is None:
            names.append(word)
        elif option[2] in ("t", "u", "d"):
            raise Untranslatable("what it reads is known only when it runs")
        elif option[2] and not option[3] and rest:
            value = rest.pop(0)
            asked = value if option[2] == "p" else asked
    if len(names) > 1:
        raise Untranslatable("what it reads is known only when it runs")
    prompt = asked.strip() or (f"{names[0]}?" if names else "Go on?")
    output = f"{ASKED}{names[0]}__" if names else None
    if is_secret and output:
        return Operation("INPUT", {"output": output, "secret": True, "prompt": prompt})
    return Operation("ASK_USER", builders.arguments(question=prompt, output=output))


def ask_for_values(draft: Draft) -> None:
    """Before the first step, ask for each value that the steps use and none of them sets."""
    steps = [step for step in every(draft.steps) if step.operation is not None]
    made = {
        str(step.operation.arguments["output"])
        for step in steps
        if step.operation is not None and "output" in step.operation.arguments
    }
    wanted: dict[str, Span] = {}
    for step in steps:
        for text in step.operation.texts() if step.operation else ():
            for found in _VARIABLE.findall(text.text) if text.parameter != "output" else ():
                wanted.setdefault(found, step.span)
    inputs: list[DraftStep] = []
    for name, span in wanted.items():
        if f"{ASKED}{name}__" in made:
            continue
        secret = True if _SECRET.search(name) else None
        said = f"`${name.removeprefix('argument')}` is given from outside: it is asked for"
        operation = Operation("INPUT", builders.arguments(output=f"{ASKED}{name}__", secret=secret))
        draft.repaired(span, said)
        inputs.append(DraftStep(operation, span))
    draft.steps[:0] = inputs
