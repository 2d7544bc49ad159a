"""Calling: another workflow, or a Python function that was registered for it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from cogscript.language.diagnostic import Diagnostic, Fault, nearest
from cogscript.language.operations import OPERATIONS
from cogscript.language.variables import PREFIX
from cogscript.runtime.arguments import BadArgument, as_text
from cogscript.runtime.context import Frame
from cogscript.runtime.inputs import secret_inputs
from cogscript.runtime.program import output_of
from cogscript.runtime.scope import Scope, shown
from cogscript.runtime.steps.behaviour import Arguments, Behaviour

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from cogscript.language.tree import Operation, Workflow
    from cogscript.runtime.context import Context
    from cogscript.runtime.program import Program
    from cogscript.runtime.step import Step
    from cogscript.settings import ToolSettings

DEEPEST = 50
"""How many workflows may be open in one another."""
GROUP = "cogscript.tools"
"""The entry points that offer tools."""


def _further(arguments: Arguments, operation: str) -> dict[str, Any]:
    """The keywords beyond the operation's own: a workflow's inputs, a tool's arguments."""
    own = {parameter.name for parameter in OPERATIONS[operation].parameters}
    return {name: value for name, value in arguments.items() if name not in own}


# --- CALL ----------------------------------------------------------------------------------------


def _called(context: Context, arguments: Arguments) -> Workflow:
    try:
        return context.program.called(context.path(arguments["workflow"]))
    except Fault as fault:
        raise BadArgument("workflow", fault.code, fault.reason, fault.advice) from fault


def _inputs(workflow: Workflow) -> dict[str, Operation]:
    return {
        name: operation
        for operation in workflow.walk()
        if operation.name == "INPUT" and (name := output_of(operation))
    }


def _reveal_inputs(context: Context, arguments: Arguments) -> None:
    """What goes into a secret INPUT is a secret from here on, in this very step's record too."""
    secret = secret_inputs(_called(context, arguments))
    for name, value in _further(arguments, "CALL").items():
        if name in secret:
            context.secrets.add(name, as_text(value))


def _call(context: Context, step: Step, arguments: Arguments) -> None:
    workflow = _called(context, arguments)
    if len(context.frames) >= DEEPEST:
        chain = " → ".join(frame.file.rpartition("/")[2] for frame in context.frames[-4:])
        raise Fault(
            "too-deep",
            f"{DEEPEST} workflows are open in one another: … {chain}",
            "a workflow that calls itself needs an IF that stops it",
        )
    given = {name: as_text(value) for name, value in _further(arguments, "CALL").items()}
    inputs = _inputs(workflow)
    for name in given:
        if name not in inputs:
            guess = nearest(name, inputs)
            advice = f"did you mean `{guess}`?" if guess else f"its inputs: {', '.join(inputs) or 'none'}"
            raise BadArgument(name, "unknown-input", f"{workflow.path} has no INPUT `{name}`", advice)
    for name, operation in inputs.items():
        if name not in given and operation.arguments.get("default") is None:
            raise Fault("missing-input", f"{workflow.path} needs the input `{name}`")
    frame = Frame(workflow, Scope(), given)
    for name, value in step.operation.arguments.items():
        if name in given and not context.scope.knows(value):
            frame.scope.unknown.add(name)
    context.call(frame, step)
    context.set(step, arguments["output"], "\n".join(frame.answers))


# --- TOOL ----------------------------------------------------------------------------------------


def _tool(context: Context, step: Step, arguments: Arguments) -> None:
    name = arguments["name"]
    function = _permitted(name, context.settings.tools, context.options.allow_tools)
    given = _further(arguments, "TOOL")
    _take(function, name, given)
    if context.dry:
        context.set_unknown(arguments["output"])
        return
    try:
        returned = function(**given)
    except Fault:
        raise
    except Exception as error:
        raise Fault("tool", f"the tool {shown(name)} failed: {type(error).__name__}: {error}") from error
    context.set(step, arguments["output"], as_text(returned))


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
        elif name in (offered := _offered()):
            found = offered[name].load()
        else:
            guess = nearest(name, {*settings.functions, *offered})
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


@cache
def _offered() -> dict[str, EntryPoint]:
    """What installed packages register: looked up once, because every package is asked."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


STEPS = {
    "CALL": Behaviour(_call, kind="call", reveal=_reveal_inputs),
    "TOOL": Behaviour(_tool, effect=True),
}
