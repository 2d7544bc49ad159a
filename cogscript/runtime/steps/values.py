"""Values: read from the screen, the clipboard, the model, a person; set, and given back.

What an operation reads is data. It becomes a variable's text and nothing else: it is not expanded
again, and whatever it says, it is not an operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Fault
from cogscript.runtime.arguments import as_text
from cogscript.runtime.program import is_complete
from cogscript.runtime.results import differs
from cogscript.runtime.scope import shown
from cogscript.runtime.steps.behaviour import Arguments, Behaviour

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.record import StepRecord
    from cogscript.runtime.step import Step


def _recorded(context: Context, arguments: Arguments) -> bool:
    """Whether the file's own `result` is the value."""
    return (context.options.results == "recorded" or context.dry) and is_complete(arguments["result"])


def _reads(context: Context, arguments: Arguments) -> bool:
    return not _recorded(context, arguments)


def _obtained(context: Context, step: Step, arguments: Arguments, value: str) -> None:
    """A value that was read: compared with the file's, kept for --save-results."""
    result = arguments["result"]
    if context.options.results == "check" and isinstance(result, str) and differs(result, value):
        context.run.differences += 1
        context.warn(
            "result-differs",
            f"the file says {shown(result, context.mask)}, what was read is {shown(value, context.mask)}",
            step.operation,
            step.operation.span_of("result"),
        )
    context.obtained[id(step.operation)] = (step.operation, context.frame, value)
    context.set(step, arguments["output"], value)


def _unknown(context: Context, arguments: Arguments) -> None:
    """In a dry run: what is left of an elided result is no value either."""
    context.set_unknown(arguments["output"])


def _nothing_to_obtain(context: Context, step: Step, arguments: Arguments) -> bool:
    """The file has the value already, or a dry run may not look for it."""
    if _recorded(context, arguments):
        context.set(step, arguments["output"], arguments["result"])
        return True
    if context.dry:
        _unknown(context, arguments)
    return context.dry


def _quote_text(context: Context, step: Step, arguments: Arguments) -> None:
    if _nothing_to_obtain(context, step, arguments):
        return
    from cogscript.reading import read_scrolling, read_still

    screen, area = context.screen, step.area
    assert area is not None
    assert step.point is not None
    if arguments["auto_scroll"]:
        screen.move(step.point)
        limit = context.options.max_scrolls
        reading = read_scrolling(
            screen.capture,
            lambda notches: screen.scroll("down", notches),
            context.reader,
            area=area,
            max_scrolls=context.settings.reading.max_scrolls if limit is None else limit,
            progress=lambda lines, notches: context.progress(f"{lines} lines, {notches} notches"),
        )
    else:
        reading = read_still(screen.capture(), context.reader, area)
    for warning in reading.warnings:
        context.warn("reading", warning, step.operation)
    _obtained(context, step, arguments, reading.text)


def _llm(context: Context, step: Step, arguments: Arguments) -> None:
    if _nothing_to_obtain(context, step, arguments):
        return
    from cogscript.models import ask

    answer = ask(arguments["prompt"], context.settings.model, notice=context.progress)
    _obtained(context, step, arguments, answer)


def _quote_clipboard(context: Context, step: Step, arguments: Arguments) -> None:
    """The clipboard is always read, whatever the file's result says; a dry run has only the file."""
    if context.dry:
        if _recorded(context, arguments):
            context.set(step, arguments["output"], arguments["result"])
        else:
            _unknown(context, arguments)
        return
    _obtained(context, step, arguments, context.screen.clipboard())


def _set_clipboard(context: Context, step: Step, arguments: Arguments) -> None:
    context.screen.set_clipboard(arguments["text"])


def _set(context: Context, step: Step, arguments: Arguments) -> None:
    name, given = arguments["output"], step.operation.arguments.get("value")
    known = context.scope.knows(given)
    context.set(step, name, as_text(arguments["value"]))
    if not known:  # only in a dry run: made of something unknown
        context.scope.unknown.add(name)


def _input(context: Context, step: Step, arguments: Arguments) -> None:
    """Given when the workflow started; the default otherwise. Secrets were marked before anything ran."""
    name = arguments["output"]
    given = context.frame.given
    if name in given:
        value = given[name]
    elif arguments["default"] is not None:
        value = as_text(arguments["default"])
    elif context.dry:
        context.set_unknown(name)
        return
    else:
        raise Fault("missing-input", f"the input `{name}` was not given")
    if arguments["secret"]:
        context.secrets.add(name, value)
    unknown = name in context.scope.unknown
    context.set(step, name, value)
    if unknown:
        context.scope.unknown.add(name)


def _answer(context: Context, step: Step, arguments: Arguments) -> None:
    text = arguments["text"]
    step.value = text
    context.frame.answers.append(text)
    if len(context.frames) == 1:
        context.listener.answered(text)


def _recall_answer(context: Context, record: StepRecord) -> None:
    context.frame.answers.append(context.secrets.unmask(as_text(record.value)))


def _ask_user(context: Context, step: Step, arguments: Arguments) -> None:
    name = arguments["output"]
    if context.dry:
        if name is not None and name in context.frame.given:
            context.set(step, name, context.frame.given[name])
        else:
            context.set_unknown(name)
        return
    context.set(step, name, context.person.ask(arguments["question"]))


STEPS = {
    "QUOTE_TEXT": Behaviour(_quote_text, touches=_reads),
    "LLM": Behaviour(_llm),
    "QUOTE_CLIPBOARD": Behaviour(_quote_clipboard),
    "SET_CLIPBOARD": Behaviour(_set_clipboard, effect=True),
    "SET": Behaviour(_set, instant=True, again=_set),
    "INPUT": Behaviour(_input, instant=True, again=_input),
    "ANSWER": Behaviour(_answer, effect=True, recall=_recall_answer),
    "ASK_USER": Behaviour(_ask_user),
}
