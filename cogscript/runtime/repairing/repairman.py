"""`cog run --repair`: a line whose target is missing is shown to a model, which may propose another.

It is the run's controller: asked when a step has failed, it may change the line and have it tried again. A
change that does not help is taken back, so that the file is never left worse than it was.
"""

from __future__ import annotations

import difflib
import os
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cogscript.language.document import rewrite
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.tree import Operation, Workflow
from cogscript.runtime.control import Decision
from cogscript.runtime.repairing.proposed_lines import RefusedProposal, proposed, written
from cogscript.runtime.repairing.repair_request import request, rules
from cogscript.runtime.sight import picture_of
from cogscript.runtime.stepping.line_change import change, changed_text
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from cogscript.models.conversation import Turn
    from cogscript.models.pictures import Picture
    from cogscript.models.replies import Reply
    from cogscript.runtime.control import Stop
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState
    from cogscript.settings import ModelSettings, Settings

CODES = ("target-missing", "target-ambiguous", "target-covered")
"""The failures that a change of the line can repair."""
_TRIES = 2
"""How many changes of one line are tried."""


@dataclass(slots=True)
class _Repair:
    """A line that was changed: what it has become, and the file as it was before."""

    workflow: Workflow
    before: str
    operations: list[Operation] = field(default_factory=list)
    tries: int = 0


class Repairman:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._repairs: list[_Repair] = []
        self._earlier: deque[Picture] = deque(maxlen=1)

    def check(self, program: Program) -> None:
        """Some model must be there to be asked; one that sees is shown the surface."""
        _chosen(self._settings)

    def before(self, stop: Stop) -> Decision:
        state = stop.state
        if state.surfaces.opened and state.surface.can_be_seen and _chosen(self._settings)[1]:
            self._earlier.append(picture_of(state))
        return Decision()

    def failed(self, stop: Stop) -> Decision:
        step, state = stop.step, stop.state
        if step.diagnostic is None or step.diagnostic.code not in CODES:
            return Decision()
        if not state.surface.can_be_seen or _is_caught(state.frame.workflow, step.operation):
            return Decision()
        try:
            repaired = self._repair(stop)
        except (Fault, CogError) as error:
            state.voice.message(f"line {step.line} is not repaired: {error}", "warning")
            repaired = False
        if not repaired:
            self._take_back(state, step.operation)
        return Decision("retry" if repaired else "run")

    # --- one repair ------------------------------------------------------------------------------

    def _repair(self, stop: Stop) -> bool:
        step, state = stop.step, stop.state
        line, workflow = step.operation, state.frame.workflow
        if workflow.source is None:
            raise Fault("repair", "the workflow is no file, so that its lines cannot be changed")
        _check_consent(state, line)
        repair = self._repair_of(line) or _Repair(workflow, workflow.source.text)
        if repair.tries >= _TRIES:
            raise Fault("repair", f"{_TRIES} changes of it were tried")
        repair.tries += 1
        asked = _Asked(stop, self._settings, self._earlier)
        lines, why = asked.proposal()
        if not lines:
            raise Fault("repair", "the model has nothing to propose" + (f": {why}" if why else ""))
        text = written(lines, line.column - 1)
        if not _agrees(state, line, workflow, text, why):
            raise Fault("repair", "the change was not accepted")
        added = change(state, line, text)
        if repair not in self._repairs:
            self._repairs.append(repair)
        repair.operations = [line, *added]
        state.voice.message(f"line {step.line} is repaired; it is tried again")
        return True

    def _repair_of(self, line: Operation) -> _Repair | None:
        return next((each for each in self._repairs if any(one is line for one in each.operations)), None)

    def _take_back(self, state: RunState, line: Operation) -> None:
        """The file as it was before a change that did not help."""
        repair = self._repair_of(line)
        source = state.frame.workflow.source
        if repair is None or source is None or repair.workflow is not state.frame.workflow:
            return
        later = self._repairs.index(repair) < len(self._repairs) - 1
        if later or not rewrite(source.path, source.text, repair.before):
            said = f"the change of line {line.line} did not help and is still in the file"
            state.voice.message(said, "warning")
            return
        self._repairs.remove(repair)
        state.voice.message(f"the change of line {line.line} did not help: {source.path} is as it was before")


class _Asked:
    """The conversation about one failure: the question, and one more turn where the answer cannot be used."""

    def __init__(self, stop: Stop, settings: Settings, earlier: deque[Picture]) -> None:
        from cogscript.models.conversation import system, user

        step, state = stop.step, stop.state
        assert step.diagnostic is not None
        self._state, self._line = state, step.operation
        self._settings, sees = _chosen(settings)
        look = Look(state.surface)
        pictures = [*earlier, picture_of(state, look=look)] if sees else []
        told = request(state.frame.workflow, step.operation, step.diagnostic, look, state.mask)
        shown = "\n\nThe pictures: before the line, and now." if len(pictures) > 1 else ""
        self._turns: list[Turn] = [system(rules(step.operation)), user(told + shown, *pictures)]

    def proposal(self) -> tuple[list[Operation], str]:
        """The lines, and the model's reason; a Fault where even its second answer cannot be used."""
        from cogscript.models.conversation import assistant, user

        reply = self._next()
        try:
            return self._read(reply)
        except RefusedProposal as refused:
            again = f"That cannot be used: {refused.reason}. Answer once more, with the operations alone."
            self._turns += [assistant(reply.answer), user(again)]
            return self._read(self._next())

    def _next(self) -> Reply:
        from cogscript.models import converse

        state = self._state
        state.voice.progress("asking the model for a repair")
        return converse(self._turns, self._settings, hide=state.mask, notice=state.voice.progress)

    def _read(self, reply: Reply) -> tuple[list[Operation], str]:
        why = " ".join(reply.answer.partition("```")[0].split()) if "```" in reply.answer else ""
        lines = proposed(reply.answer, self._line)
        if lines:
            try:
                changed_text(self._state, self._line, written(lines, self._line.column - 1))
            except CogError as error:
                said = "; ".join(each.message for each in error.diagnostics[:3])
                raise RefusedProposal("repair", f"the workflow would be wrong: {said}") from error
        return lines, self._state.mask(why[:300])


def _chosen(settings: Settings) -> tuple[ModelSettings, bool]:
    """The model to ask, and whether it is shown pictures: the one that sees, else the one for texts."""
    from cogscript.models import check_eyes, eyes_of, resolve

    try:
        check_eyes(settings)
    except Fault as fault:
        if fault.code != "model-blind":
            raise
        resolve(settings.model, os.environ)
        return settings.model, False
    return eyes_of(settings, os.environ), True


def _check_consent(state: RunState, line: Operation) -> None:
    """A Fault where nobody could say yes to a change."""
    sensitive = bool(line.arguments.get("sensitive"))
    if state.person.present or (state.options.yes and not sensitive):
        return
    if sensitive:
        raise Fault("repair", "it is sensitive, and there is no terminal to ask a person on")
    raise Fault("repair", "there is no terminal to ask a person on", "`--yes` accepts every change")


def _agrees(state: RunState, line: Operation, workflow: Workflow, text: str, why: str) -> bool:
    """Show the change, and ask the person, unless `--yes` has said it; never that for a sensitive step."""
    source = workflow.source
    assert source is not None
    before, name = source.text, source.path
    after = before[: line.start] + text + before[line.end :]
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    diff = "".join(difflib.unified_diff(old, new, name, f"{name} (repaired)", n=1))
    reason = f" ({why})" if why else ""
    said = state.mask(f"the model proposes for line {line.line}{reason}:\n{diff}".rstrip())
    if state.options.yes and not line.arguments.get("sensitive"):
        state.voice.message(said)
        return True
    agreed = state.person.confirm(f"{said}\nChange the file and go on?")
    state.surfaces.forget_hand()  # answering may have taken the mouse
    return agreed


def _is_caught(workflow: Workflow, line: Operation) -> bool:
    """Whether a TRY around it is there to deal with the failure."""
    return any(
        block.name == "TRY" and any(each is line for child in block.body or () for each in child.walk())
        for block in workflow.walk()
    )
