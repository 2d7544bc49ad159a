"""Calling: another workflow, or a Python function that was registered for it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cogscript.language.check.symbols import inputs
from cogscript.language.model.diagnostic import Diagnostic, Fault, nearest, shown
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.variables import PREFIX
from cogscript.plugins import load_offered, offered
from cogscript.runtime.bindings import BadArgument, as_text
from cogscript.runtime.frames import CallFrame
from cogscript.runtime.inputs import secret_inputs
from cogscript.runtime.scope import UNKNOWN, Scope
from cogscript.runtime.steps.behaviour import Behaviour
from cogscript.runtime.steps.values import give_answer

if TYPE_CHECKING:
    from cogscript.language.model.tree import Workflow
    from cogscript.records.schema import StepRecord
    from cogscript.records.step import Step
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState
    from cogscript.settings import ToolSettings

DEEPEST = 50
"""How many workflows may be open in one another."""
GROUP = "cogscript.tools"
"""The entry points that offer tools."""


def _further(arguments: Mapping[str, Any], operation: str) -> dict[str, Any]:
    """The keywords beyond the operation's own: a workflow's inputs, a tool's arguments."""
    own = {parameter.name for parameter in OPERATIONS[operation].parameters}
    return {name: value for name, value in arguments.items() if name not in own}


# --- CALL ----------------------------------------------------------------------------------------


def _called(state: RunState, arguments: Mapping[str, Any]) -> Workflow:
    try:
        return state.program.called(state.frame.path(arguments["workflow"]))
    except Fault as fault:
        raise BadArgument("workflow", fault.code, fault.reason, fault.advice) from fault


def _reveal_inputs(state: RunState, arguments: Mapping[str, Any]) -> None:
    """What goes into a secret INPUT is a secret from here on, in this very step's record too."""
    secret = secret_inputs(_called(state, arguments))
    for name, value in _further(arguments, "CALL").items():
        if name in secret:
            state.voice.secrets.add(name, as_text(value))


def _called_frame(state: RunState, step: Step, arguments: Mapping[str, Any]) -> CallFrame:
    """The frame to run: the called workflow with its inputs, its variables its own."""
    workflow = _called(state, arguments)
    if len(state.frames) >= DEEPEST:
        chain = " → ".join(frame.file.rpartition("/")[2] for frame in state.frames[-4:])
        raise Fault(
            "too-deep",
            f"{DEEPEST} workflows are open in one another: … {chain}",
            "a workflow that calls itself needs an IF that stops it",
        )
    given = {name: as_text(value) for name, value in _further(arguments, "CALL").items()}
    declared = inputs(workflow)
    for name in given:
        if name not in declared:
            guess = nearest(name, declared)
            advice = f"did you mean `{guess}`?" if guess else f"its inputs: {', '.join(declared) or 'none'}"
            raise BadArgument(name, "unknown-input", f"{workflow.path} has no INPUT `{name}`", advice)
    for name, operation in declared.items():
        if name not in given and operation.arguments.get("default") is None:
            raise Fault("missing-input", f"{workflow.path} needs the input `{name}`")
    frame = CallFrame(workflow, Scope(), given)
    for name, value in step.operation.arguments.items():
        if name in given and not state.scope.knows(value):
            frame.scope.unknown.add(name)
    return frame


def _take_answers(state: RunState, step: Step, arguments: Mapping[str, Any]) -> None:
    """What the called workflow answered is in the step's value, where the interpreter put it."""
    state.set(step, arguments["output"], "\n".join(step.value))
    step.value = None


def _take_answer_of_task(state: RunState, step: Step, arguments: Mapping[str, Any]) -> None:
    """What the model answered; without `output` it is the workflow's own answer."""
    answers, step.value = step.value, None
    if not state.outside.is_real:
        state.set(step, arguments["output"], UNKNOWN)
    elif arguments["output"] is not None:
        state.set(step, arguments["output"], "\n".join(answers))
    else:
        for text in answers:
            give_answer(state, text)
        step.value = answers or None


def _recall_answers(state: RunState, record: StepRecord) -> None:
    state.frame.answers += [state.voice.secrets.unmask(as_text(each)) for each in record.value or ()]


# --- TOOL ----------------------------------------------------------------------------------------


def _tool(state: RunState, step: Step, arguments: Mapping[str, Any]) -> None:
    name = arguments["name"]
    function = _permitted(name, state.settings.tools, state.options.allow_tools)
    given = _further(arguments, "TOOL")
    _take(function, name, given)

    def call() -> str:
        try:
            return as_text(function(**given))
        except Fault:
            raise
        except Exception as error:
            raise Fault("tool", f"the tool {shown(name)} failed: {type(error).__name__}: {error}") from error

    state.set(step, arguments["output"], state.outside.obtain(call))


def _permitted(name: str, settings: ToolSettings, allowed: Sequence[str]) -> Callable[..., Any]:
    if name not in (*settings.allowed, *allowed):
        raise BadArgument(
            "name",
            "tool-not-allowed",
            f"the tool {shown(name)} is not allowed",
            f"allow it with `--allow-tool {name}`, or in the settings: [tools] allowed = [{name!r}]",
        )
    return find_tool(name, settings)


def _take(function: Callable[..., Any], name: str, given: Mapping[str, Any]) -> None:
    """Hold the arguments against the function's signature."""
    try:
        signature = inspect.signature(function)
        signature.bind(**given)
    except TypeError as error:
        raise Fault(
            "tool-arguments",
            f"the tool {shown(name)} does not take these arguments: {error}",
            f"it is {name}{signature}",
        ) from None


def check_tools(program: Program, settings: ToolSettings, allowed: Sequence[str]) -> list[Diagnostic]:
    """What is wrong with the tools a program names: found before anything runs."""
    found = []
    for workflow in program.files():
        for operation in workflow.walk():
            name = operation.arguments.get("name")
            if operation.name != "TOOL" or not isinstance(name, str) or PREFIX in name:
                continue
            try:
                given = dict.fromkeys(_further(operation.arguments, "TOOL"))
                _take(_permitted(name, settings, allowed), name, given)
            except Fault as fault:
                place = operation.span_of("name")
                found.append(fault.diagnostic(workflow.source, place))
    return found


def find_tool(name: str, settings: ToolSettings) -> Callable[..., Any]:
    """A tool by its name: named in the settings, or registered by an installed package."""
    import importlib

    target = settings.functions.get(name)
    try:
        if target is not None:
            module, _, attribute = target.partition(":")
            found: Any = getattr(importlib.import_module(module), attribute)
        elif name in offered(GROUP):
            found = load_offered(GROUP, name)
        else:
            guess = nearest(name, {*settings.functions, *offered(GROUP)})
            raise Fault(
                "unknown-tool",
                f"there is no tool {shown(name)}",
                f"did you mean `{guess}`?" if guess else "register it in the settings: [tools.functions]",
            )
    except (ImportError, AttributeError, ValueError) as error:
        raise Fault("tool", f"the tool {shown(name)} cannot be loaded: {error}") from error
    if not callable(found):
        raise Fault("tool", f"the tool {shown(name)} is not a function")
    return found  # type: ignore[no-any-return]


STEPS = {
    "CALL": Behaviour(_take_answers, call=_called_frame, reveal=_reveal_inputs),
    "DO": Behaviour(_take_answer_of_task, task=True, effect=True, looks=True, recall=_recall_answers),
    "TOOL": Behaviour(_tool, effect=True),
}
