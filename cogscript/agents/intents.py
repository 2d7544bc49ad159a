"""A model's reply → operations, by the importer of its dialect; or what is wrong with it, in a sentence.

The sentence goes back to the model where its protocol has a turn for that, and to the person otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from cogscript.agents.exchange import Intent, Scene
from cogscript.dialects.core.detection import CERTAIN, claims
from cogscript.dialects.core.draft import UNTRANSLATABLE, DialectOptions, Draft, DraftStep
from cogscript.dialects.core.merging import place_pointer
from cogscript.dialects.core.registry import reader_named
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import CogError, Source, Span
from cogscript.language.model.tree import Operation
from cogscript.models.replies import Reply

NAME = "<reply>"


class BadReply(Exception):
    """A reply that is no intent; `reason` is a sentence without its full stop."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def reader(
    dialect: str, coordinates: str | None = None, *, several: bool = False
) -> Callable[[Reply, Scene], Intent]:
    """The reading of replies that are a text of this dialect."""

    def read(reply: Reply, scene: Scene) -> Intent:
        return intent_of(reply.answer, dialect, scene, coordinates, several=several)

    return read


def intent_of(
    text: str, dialect: str, scene: Scene, coordinates: str | None = None, *, several: bool = False
) -> Intent:
    """What a text of a dialect wants done. Places are those of the picture that was shown."""
    draft = _draft(text, dialect, scene.shown, coordinates)
    wanted = [step for step in draft.steps if step.operation is not None]
    lost = [each for each in draft.diagnostics if each.code == UNTRANSLATABLE]
    if lost:
        advice = f" ({lost[0].advice})" if lost[0].advice and "--" not in lost[0].advice else ""
        raise BadReply(f"{lost[0].message}{advice}{_other(draft.source, dialect)}")
    if not wanted:
        raise BadReply(f"there is no action in it{_other(draft.source, dialect)}")
    actions = dict.fromkeys(step.span for step in wanted)
    if len(actions) > 1 and not several:
        raise BadReply(f"it holds {len(actions)} actions, and each step is one")
    thought = "\n".join(dict.fromkeys(step.description for step in wanted if step.description))
    return Intent([_operation(step) for step in _placed(wanted, scene)], one_line(thought))


def _draft(text: str, dialect: str, shown: Size, coordinates: str | None) -> Draft:
    try:
        return reader_named(dialect).read(Source(text, NAME), DialectOptions(shown, True, coordinates))
    except CogError as error:
        raise BadReply(error.diagnostics[0].message) from None


def _other(source: Source, dialect: str) -> str:
    """Which other dialect a text is in that is none of this one."""
    sure = {name: score for score, name in claims(source) if score >= CERTAIN}
    others = [name for name in sure if name != dialect]
    return f"; it reads like {others[0]}" if others and dialect not in sure else ""


def _placed(steps: list[DraftStep], scene: Scene) -> list[DraftStep]:
    """A click without a place is where the pointer is now."""
    if scene.pointer is None:
        return place_pointer(steps, everywhere=False)
    here = DraftStep(Operation("HOVER", {"box": scene.pointer}), Span(0, 0), block=steps[0].block)
    return place_pointer([here, *steps], everywhere=False)[1:]


def _operation(step: DraftStep) -> Operation:
    assert step.operation is not None
    return step.operation


def one_line(text: str) -> str:
    return " ".join(text.split())
