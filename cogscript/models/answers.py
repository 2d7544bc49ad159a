"""What in a model's text is the answer: reasoning is cut off, a verdict is a yes or a no."""

from __future__ import annotations

import re
import unicodedata

from cogscript.language.model.diagnostic import Fault

_TAG = re.compile(r"(?<!`)<(/?)(?:think|thinking|reasoning)>(?!`)", re.IGNORECASE)

VERDICTS = {"yes": True, "no": False, "是": True, "否": False}

VERDICT_REQUEST = "Answer with exactly one word: yes or no. 只回答一个字：是或否。"


def without_reasoning(text: str) -> str:
    """The answer alone.

    Blocks may nest; a closing tag whose opening was in the prompt's template ends reasoning that began with
    the text; reasoning that opens the text and is never closed leaves no answer. Elsewhere a lone tag is
    something the model speaks about, and stays.
    """
    kept: list[str] = []
    depth = start = opened = 0
    for tag in _TAG.finditer(text):
        if not tag[1]:
            if depth == 0:
                kept.append(text[start : tag.start()])
                opened = tag.start()
            depth += 1
        elif depth:
            depth -= 1
            start = tag.end() if depth == 0 else start
        elif not "".join(kept).strip():
            start = tag.end()
    if depth and "".join(kept).strip():
        kept.append(text[opened:])
    elif not depth:
        kept.append(text[start:])
    return "".join(kept).strip()


def verdict(answer: str) -> bool:
    """Yes or no, whatever its case, quotation marks, emphasis and full stop; anything else is refused."""
    bare = answer.strip()
    while bare and unicodedata.category(bare[0])[0] in "PSZ":
        bare = bare[1:]
    while bare and unicodedata.category(bare[-1])[0] in "PSZ":
        bare = bare[:-1]
    found = VERDICTS.get(bare.casefold())
    if found is None:
        raise Fault(
            "model-verdict",
            f"the model was to answer yes or no, and said: {quoted(answer)}",
            "put a question that has only these two answers, or use a more capable model",
        )
    return found


def quoted(text: str, limit: int = 200) -> str:
    """Somebody else's text inside a sentence of ours: on one line, and not too long."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= limit else line[: limit - 1] + '…'}`"
