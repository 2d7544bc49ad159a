"""What an editor may ask of a run that stands: one function a request."""

from __future__ import annotations

import base64
import io
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cogscript.editor.debugging.expressions import value_of
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.rendering import render
from cogscript.language.model.variables import is_name, sole_name, spell
from cogscript.runtime.bindings import BoundArguments, as_text
from cogscript.runtime.stepping.line_places import landing
from cogscript.runtime.stepping.stepper import give_value
from cogscript.surfaces.capabilities import Pixels

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.runtime.control import Stop
    from cogscript.runtime.frames import CallFrame

THREAD = 1
_ARGUMENTS = 1
_FRAMES = 1000
"""References to variables: of the step, and from here on of each frame, the innermost first."""

_QUALITY = 85


class StoppedRun:
    """Where a run stands, with the calls that led there."""

    def __init__(self, stop: Stop, calls: dict[int, Operation]) -> None:
        self.stop = stop
        self.state = stop.state
        self.step = stop.step
        self._calls = calls
        """The CALL under way in each of the run's workflows, the main one is 0."""

    def frames(self) -> list[tuple[CallFrame, Operation]]:
        """The workflows under way with the operation each stands at, the innermost first."""
        frames = self.state.frames
        outer = [
            (frame, self._calls[number])
            for number, frame in enumerate(frames[:-1])
            if number in self._calls and frame is not self.state.frame
        ]
        return [(self.state.frame, self.step.operation), *reversed(outer)]

    def stack_trace(self, given: dict[str, Any]) -> dict[str, Any]:
        shown = []
        for number, (frame, operation) in enumerate(self.frames()):
            path = os.path.abspath(frame.file)
            place: dict[str, Any] = {"line": operation.line, "column": operation.column}
            if frame.source is not None:
                end = frame.source.position(operation.end)
                place |= {"endLine": end.line, "endColumn": end.column}
            said = self.state.mask(operation.description) or operation.name
            shown.append(
                {
                    "id": number + 1,
                    "name": f"{os.path.basename(path)}: {said}",
                    "source": {"name": os.path.basename(path), "path": path},
                    **place,
                }
            )
        return {"stackFrames": shown, "totalFrames": len(shown)}

    def scopes(self, given: dict[str, Any]) -> dict[str, Any]:
        number = int(given.get("frameId", 1)) - 1
        scopes = [{"name": "Variables", "variablesReference": _FRAMES + number, "expensive": False}]
        if number == 0:
            scopes.append({"name": "This step", "variablesReference": _ARGUMENTS, "expensive": False})
        return {"scopes": scopes}

    def variables(self, given: dict[str, Any]) -> dict[str, Any]:
        reference = int(given.get("variablesReference", 0))
        if reference == _ARGUMENTS:
            return {"variables": [self._variable(*each, settable=False) for each in self._performed()]}
        frames = self.frames()
        if not 0 <= reference - _FRAMES < len(frames):
            raise Fault("variables", "these variables are no longer there: the run has gone on")
        values = frames[reference - _FRAMES][0].scope.values
        top = reference == _FRAMES
        return {"variables": [self._variable(name, values[name], settable=top) for name in sorted(values)]}

    def _variable(self, name: str, value: str, *, settable: bool) -> dict[str, Any]:
        shown: dict[str, Any] = {"name": name, "value": self.state.mask(value), "variablesReference": 0}
        if settable:
            shown["evaluateName"] = spell(name)
        else:
            shown["presentationHint"] = {"attributes": ["readOnly"]}
        return shown

    def _performed(self) -> list[tuple[str, str]]:
        """The step's arguments with the variables filled in; how it ended where it has."""
        step = self.step
        try:
            arguments = step.arguments or BoundArguments(step.operation).resolve(self.state.scope)
        except Fault as fault:
            return [("it would fail", fault.reason)]
        told = [(name, as_text(value)) for name, value in arguments.items() if value is not None]
        told += [("round", step.rounds)] if step.rounds else []
        told += [("outcome", f"{step.outcome}: {step.error}")] if step.error else []
        return told

    def set_variable(self, given: dict[str, Any]) -> dict[str, Any]:
        name, value = str(given.get("name", "")), str(given.get("value", ""))
        if int(given.get("variablesReference", 0)) != _FRAMES:
            raise Fault(
                "variables",
                "only variables of the file the run stands in can be set: the callers wait for it",
            )
        if not is_name(name):
            raise Fault("variables", f"`{name}` cannot be a variable's name")
        give_value(self.stop, name, value)
        return {"value": self.state.mask(value)}

    def set_expression(self, given: dict[str, Any]) -> dict[str, Any]:
        written = str(given.get("expression", "")).strip()
        name = sole_name(written) or written
        return self.set_variable({**given, "name": name, "variablesReference": _FRAMES})

    def evaluate(self, given: dict[str, Any]) -> dict[str, Any]:
        value = value_of(str(given.get("expression", "")).strip(), self.stop)
        return {"result": self.state.mask(value), "variablesReference": 0}

    def exception_info(self, given: dict[str, Any]) -> dict[str, Any]:
        diagnostic = self.step.diagnostic
        if diagnostic is None:
            raise Fault("exception", "the step has not failed")
        mask = self.state.mask
        details = {"message": mask(diagnostic.message), "stackTrace": mask(render([diagnostic]))}
        return {
            "exceptionId": diagnostic.code,
            "description": mask(diagnostic.message),
            "breakMode": "always",
            "details": details,
        }

    def goto_targets(self, given: dict[str, Any]) -> dict[str, Any]:
        path = str(given.get("source", {}).get("path", ""))
        if os.path.realpath(path) != os.path.realpath(self.state.frame.file):
            raise Fault("jump", f"the run stands in {self.state.frame.file}: it can only go to a line of it")
        found = landing(self.state.frame.workflow, self.step.operation, int(given.get("line", 0)))
        return {
            "targets": [{"id": found.line, "label": f"{found.name}, line {found.line}", "line": found.line}]
        }

    def picture(self, given: dict[str, Any]) -> dict[str, Any]:
        """What is on the surface that the step acts on, and where the line's box lies on it."""
        surface = self.state.surfaces.opened
        if surface is None or not surface.can_be_seen:
            raise Fault("picture", "no screen is open yet")
        frame = surface.frame
        image = surface.root.need(Pixels).capture().crop(frame)
        data = io.BytesIO()
        image.save(data, "JPEG", quality=_QUALITY)
        box = self.step.operation.arguments.get("box")
        return {
            "picture": base64.b64encode(data.getvalue()).decode("ascii"),
            "type": "image/jpeg",
            "width": frame.width,
            "height": frame.height,
            "surface": self.state.mask(surface.described),
            "path": os.path.abspath(self.state.frame.file),
            "line": self.step.line,
            "box": list(box) if isinstance(box, Box) else None,
        }


ANSWERS: dict[str, Callable[[StoppedRun, dict[str, Any]], dict[str, Any]]] = {
    "stackTrace": StoppedRun.stack_trace,
    "scopes": StoppedRun.scopes,
    "variables": StoppedRun.variables,
    "setVariable": StoppedRun.set_variable,
    "setExpression": StoppedRun.set_expression,
    "evaluate": StoppedRun.evaluate,
    "exceptionInfo": StoppedRun.exception_info,
    "gotoTargets": StoppedRun.goto_targets,
    "cogPicture": StoppedRun.picture,
}
