"""Values: read from the screen, the clipboard, the model, a person; set, and given back.

What an operation reads is data. It becomes a variable's text and nothing else: it is not expanded
again, and whatever it says, it is not an operation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.language.model.elision import is_complete
from cogscript.records import seen
from cogscript.runtime.bindings import BadArgument, as_text
from cogscript.runtime.growing_pages import to_the_last_part
from cogscript.runtime.saved_results import differs
from cogscript.runtime.scope import UNKNOWN, Unknown
from cogscript.runtime.sight import eyes, picture_of
from cogscript.runtime.signals import TargetMissing
from cogscript.runtime.steps.behaviour import Behaviour
from cogscript.surfaces.capabilities import Clipboard, Pixels, Pointer

if TYPE_CHECKING:
    from cogscript.models.pictures import Picture
    from cogscript.reading import Reading
    from cogscript.records.schema import StepRecord
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        AnswerArguments,
        AskUserArguments,
        ExtractArguments,
        InputArguments,
        LlmArguments,
        LookArguments,
        QuoteClipboardArguments,
        QuoteTextArguments,
        SetArguments,
        SetClipboardArguments,
    )
    from cogscript.settings import ModelSettings

    Obtained = QuoteTextArguments | LlmArguments | LookArguments | QuoteClipboardArguments


def _written(state: RunState, arguments: Obtained) -> bool:
    """Whether the file's own `result` is the value."""
    recorded = state.options.results == "recorded" or not state.outside.is_real
    return recorded and is_complete(arguments["result"])


def _reads(state: RunState, arguments: QuoteTextArguments | LookArguments) -> bool:
    return not _written(state, arguments)


def _obtain(state: RunState, step: Step, arguments: Obtained, read: Callable[[], str]) -> None:
    """Read a value: compared with the file's, kept for --save-results."""
    result, operation = arguments["result"], step.operation
    value = state.outside.obtain(read)
    if not isinstance(value, Unknown):
        if state.options.results == "check" and isinstance(result, str) and differs(result, value):
            state.run.differences += 1
            state.voice.warn(
                "result-differs",
                f"the file says {shown(result, state.mask)}, what was read is {shown(value, state.mask)}",
                state.frame.source,
                operation.span_of("result"),
            )
        state.obtained[id(operation)] = (operation, state.frame, value)
    state.set(step, arguments["output"], value)


def _take_or_obtain(state: RunState, step: Step, arguments: Obtained, read: Callable[[], str]) -> None:
    if _written(state, arguments):
        state.set(step, arguments["output"], arguments["result"] or "")
    else:
        _obtain(state, step, arguments, read)


def _quote_text(state: RunState, step: Step, arguments: QuoteTextArguments) -> None:
    def read() -> str:
        own = _own_text(state, step, arguments["auto_scroll"])
        if own is not None:
            step.evidence.append({"what": "text", "is": "the program's own"})
            state.voice.progress("the program's own text")
            return _like_result(own, arguments)
        step.evidence.append({"what": "text", "is": "read from the pixels"})
        reading = _read_box(state, step, arguments["auto_scroll"])
        for warning in reading.warnings:
            state.voice.warn("reading", warning, state.frame.source, step.operation.span)
        return _like_result(reading.text, arguments)

    _take_or_obtain(state, step, arguments, read)


def _like_result(text: str, arguments: QuoteTextArguments) -> str:
    """The part of a text that the file's result is of its element_info: of `Price: 18.50` the `18.50`, where
    the file says `Price: 17.00` and `17.00`. The whole text where the file says nothing of the kind."""
    named, result = arguments["element_info"] or "", arguments["result"] or ""
    before, found, after = named.partition(result) if result and is_complete(result) else ("", "", "")
    if not found or named.count(result) != 1 or not (before + after):
        return text
    if text.startswith(before) and text.endswith(after) and len(text) > len(before + after):
        return text[len(before) : len(text) - len(after)].strip()
    return text


def _own_text(state: RunState, step: Step, auto_scroll: bool) -> str | None:
    """What the program itself says stands there; None where it does not tell, or is not to be asked."""
    service = state.surface.elements
    if state.options.read == "ocr" or service is None or step.area is None:
        return None
    said = service.own_text(step.area, to_the_end=auto_scroll)
    return to_the_last_part(state, step, service, said) if said is not None and auto_scroll else said


def _read_box(state: RunState, step: Step, auto_scroll: bool) -> Reading:
    from cogscript.reading import read_scrolling, read_still

    surface, area = state.surface, step.area
    assert area is not None
    assert step.point is not None
    pixels = surface.need(Pixels)
    if not auto_scroll:
        return read_still(pixels.capture(), surface.reader, area)
    pointer = surface.need(Pointer)
    pointer.move(step.point)
    limit = state.options.max_scrolls
    return read_scrolling(
        pixels.capture,
        lambda notches: pointer.scroll("down", notches),
        surface.reader,
        area=area,
        max_scrolls=state.settings.reading.max_scrolls if limit is None else limit,
        progress=lambda lines, notches: state.voice.progress(f"{lines} lines, {notches} notches"),
    )


def _llm(state: RunState, step: Step, arguments: LlmArguments) -> None:
    _take_or_obtain(
        state, step, arguments, lambda: _asked(state, step, arguments["prompt"], state.settings.model)
    )


def _look(state: RunState, step: Step, arguments: LookArguments) -> None:
    def ask() -> str:
        picture = picture_of(state, arguments["box"], mask=arguments["mask"] or ())
        step.area = picture.area
        return _asked(state, step, arguments["prompt"], eyes(state), [picture])

    _take_or_obtain(state, step, arguments, ask)


def _asked(
    state: RunState, step: Step, prompt: str, settings: ModelSettings, pictures: Sequence[Picture] = ()
) -> str:
    """A model's answer: names stand in for secrets on the way out, and are put back in what comes."""
    from cogscript.models import ask

    with step.spending("model"):
        answer = ask(
            prompt,
            settings,
            pictures=pictures,
            hide=state.mask,
            notice=state.voice.progress,
            warn=lambda text: state.voice.warn("model", text, state.frame.source, step.operation.span),
        )
    return state.voice.secrets.unmask(answer)


def _quote_clipboard(state: RunState, step: Step, arguments: QuoteClipboardArguments) -> None:
    """The clipboard is always read, whatever the file's result says; a dry run has only the file."""

    def read() -> str:
        state.permissions.use_clipboard("read")
        return state.surface.need(Clipboard).clipboard()

    if state.outside.is_real:
        _obtain(state, step, arguments, read)
    else:
        _take_or_obtain(state, step, arguments, read)


def _set_clipboard(state: RunState, step: Step, arguments: SetClipboardArguments) -> None:
    clipboard, text = state.surface.need(Clipboard), arguments["text"]
    state.permissions.use_clipboard("write")
    clipboard.set_clipboard(text)
    if state.outside.is_real and text:
        if _same_lines(clipboard.clipboard()) != _same_lines(text):
            raise Fault("not-seen", "the text was put on the clipboard, and the clipboard holds another one")
        step.seen = seen.YES


def _same_lines(text: str) -> str:
    """However the system ends its lines."""
    return text.replace("\r\n", "\n")


def _extract(state: RunState, step: Step, arguments: ExtractArguments) -> None:
    text = as_text(arguments["text"])
    if not state.scope.knows(step.operation.arguments.get("text")):
        state.set(step, arguments["output"], UNKNOWN)
        return
    try:
        found = re.search(arguments["pattern"], text)
    except re.error as error:
        said = f"{shown(arguments['pattern'])} is no regular expression: {error}"
        raise BadArgument("pattern", "bad-pattern", said) from None
    if found is None:
        said = f"the pattern {shown(arguments['pattern'])} finds nothing in {shown(text, state.mask)}"
        raise TargetMissing("no-match", said)
    state.set(step, arguments["output"], found.group(1 if found.re.groups else 0) or "")


def _set(state: RunState, step: Step, arguments: SetArguments) -> None:
    name, given = arguments["output"], step.operation.arguments.get("value")
    known = state.scope.knows(given)
    state.set(step, name, as_text(arguments["value"]))
    if not known:  # only in a dry run: made of something unknown
        state.scope.unknown.add(name)


def _input(state: RunState, step: Step, arguments: InputArguments) -> None:
    """Given when the workflow started; the default otherwise. Secrets were marked before anything ran."""
    name = arguments["output"]
    given = state.frame.given
    if name in given:
        value = given[name]
    elif arguments["default"] is not None:
        value = as_text(arguments["default"])
    elif state.outside.is_real:
        raise Fault("missing-input", f"the input `{name}` was not given")
    else:
        state.set(step, name, UNKNOWN)
        return
    if arguments["secret"]:
        state.voice.secrets.add(name, value)
    unknown = name in state.scope.unknown
    state.set(step, name, value)
    if unknown:
        state.scope.unknown.add(name)


def _answer(state: RunState, step: Step, arguments: AnswerArguments) -> None:
    step.value = arguments["text"]
    give_answer(state, arguments["text"])


def give_answer(state: RunState, text: str) -> None:
    """An answer of the workflow that is being run: to the person, or to whoever called it."""
    state.frame.answers.append(text)
    if len(state.frames) == 1:
        state.voice.listener.answered(text)


def _recall_answer(state: RunState, record: StepRecord) -> None:
    state.frame.answers.append(state.voice.secrets.unmask(as_text(record.value)))


def _ask_user(state: RunState, step: Step, arguments: AskUserArguments) -> None:
    name = arguments["output"]
    with step.spending("person"):
        answer = state.outside.obtain(lambda: state.person.ask(arguments["question"]))
    if name is None and not isinstance(answer, Unknown):
        step.value = answer  # for whoever asked without a variable
    if isinstance(answer, Unknown) and name is not None:
        answer = state.frame.given.get(name, UNKNOWN)
    state.set(step, name, answer)


STEPS = {
    "QUOTE_TEXT": Behaviour(_quote_text, touches=_reads),
    "LLM": Behaviour(_llm),
    "LOOK": Behaviour(_look, looks=True, touches=_reads),
    "QUOTE_CLIPBOARD": Behaviour(_quote_clipboard),
    "SET_CLIPBOARD": Behaviour(_set_clipboard, effect=True),
    "EXTRACT": Behaviour(_extract),
    "SET": Behaviour(_set, instant=True, again=_set),
    "INPUT": Behaviour(_input, instant=True, again=_input),
    "ANSWER": Behaviour(_answer, effect=True, recall=_recall_answer),
    "ASK_USER": Behaviour(_ask_user),
}
