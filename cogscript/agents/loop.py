"""The loop: look, ask, read, check, perform, look again, until the model says it is done.

It ends without that when the limit of steps, tokens or minutes is reached, when the same action on an
unchanged screen comes a third time, when a reply cannot be read, and when a person stops it. Whatever ends
it, what was done is on record.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cogscript.agents.exchange import Ask, Intent, Protocol, Round, Scene
from cogscript.agents.eyesight import has_eyes
from cogscript.agents.intents import BadReply, one_line
from cogscript.agents.permitted import permit, with_secrets
from cogscript.agents.scenes import scene_of, world_of
from cogscript.agents.told_targets import told
from cogscript.language.model.diagnostic import CogError, Fault, shown
from cogscript.language.model.operations import OPERATIONS, Target
from cogscript.language.model.tree import Operation
from cogscript.language.write.formatter import format_operation
from cogscript.models import converse
from cogscript.models.budget import Budget
from cogscript.models.conversation import Turn, replied, tool, user, with_newest_pictures
from cogscript.models.replies import Reply
from cogscript.runtime.assignments import Assignment, Provenance
from cogscript.runtime.sight import eyes
from cogscript.runtime.signals import EndWorkflow
from cogscript.runtime.steps import STEPS
from cogscript.surfaces.look import Look
from cogscript.surfaces.pointing import Stopped

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState

SAME = 3
"""How often the same action may come on an unchanged screen."""
_LONGEST_THOUGHT = 200
_OMITTED = "(An earlier screenshot.)"
_ANSWERED = "the person answered: "


class _Came(NamedTuple):
    """What came of a step."""

    result: str = ""
    """In a sentence; empty where it was simply done."""
    done: bool = True
    """Whether all of it was done."""
    ended: bool = False
    """Whether the task is over with it."""


class Doing:
    """One task being done."""

    def __init__(self, assignment: Assignment, protocol: Protocol, budget: Budget) -> None:
        self.assignment = assignment
        self.state: RunState = assignment.state
        self.protocol = protocol
        self.budget = budget
        self.history: list[Round] = []
        self._task = _with_earlier(assignment)
        self.sees = protocol.eyes == "needed" or (protocol.eyes == "used" and has_eyes(self.state.settings))
        self._began = self._asked = (budget.read, budget.written, budget.seconds)
        self._before: tuple[Look, str] | None = None
        self._same = 0

    def run(self) -> None:
        self._check_world()
        for number in range(1, self.assignment.limit + 1):
            look = self._look()
            began, in_model = time.monotonic(), self.budget.seconds
            scene = scene_of(self.state, look, self.protocol, self.sees, self.assignment.mask)
            self._say(f"step {number} of {self.assignment.limit}, {self.budget.shown}")
            reply, intent = self._decide(scene)
            self._refuse_loop(look, intent)
            asked = self._on_record(reply, time.monotonic() - began, in_model)
            came = self._perform(intent, look, asked)
            self._note()
            if came.ended:
                return
            self._keep(Round(scene, reply, intent, came.result, came.done))
        raise Fault(
            "agent-limit",
            f"the task was not done within {self.assignment.limit} steps",
            "allow more with `limit=`, or give a smaller task",
        )

    def _check_world(self) -> None:
        world = world_of(self.state.surface.root.name)
        if world not in self.protocol.worlds:
            raise Fault(
                "wrong-surface",
                f"the protocol `{self.protocol.name}` is not for a {world}",
                f"it is for: {', '.join(self.protocol.worlds)}",
            )

    # --- looking and asking ---------------------------------------------------------------------

    def _look(self) -> Look:
        state = self.state
        state.surfaces.watch_hand()
        state.surface.prepare()
        state.settle()
        return Look(state.surface)

    def _decide(self, scene: Scene) -> tuple[Reply, Intent]:
        """What the model wants done: with one turn to correct itself, where the protocol has it."""
        questions = self.protocol.questions(self._task, self.history, scene)
        ask, reply = next(questions), Reply("")
        try:
            while True:
                reply = self._ask(ask)
                ask = questions.send(reply)
        except StopIteration as last:
            intent: Intent = last.value
            wrong = self._wrong(intent)
        except BadReply as bad:
            wrong = bad.reason
        if not wrong:
            return reply, self._finished(intent)
        if not self.protocol.repairs or self.protocol.read is None:
            raise self._unreadable(wrong, reply)
        self._say(f"the reply cannot be used: {wrong}; asking again", stays=True)
        again = self._ask(replace(ask, messages=[*ask.messages, *_corrected(reply, wrong)]))
        try:
            intent = self.protocol.read(again, scene)
        except BadReply as bad:
            raise self._unreadable(bad.reason, again) from None
        wrong = self._wrong(intent)
        if wrong:
            raise self._unreadable(wrong, again)
        return again, self._finished(intent)

    def _ask(self, ask: Ask) -> Reply:
        state = self.state
        seeing = eyes(state)
        messages = ask.messages
        if ask.sees and seeing.pictures > 0:  # a server may take fewer than the protocol sends
            messages = with_newest_pictures(messages, seeing.pictures, _OMITTED)
        return converse(
            messages,
            seeing if ask.sees else state.settings.model,
            tools=ask.tools,
            computer=ask.computer,
            options=ask.options,
            local_options=ask.local,
            hide=state.mask,
            budget=self.budget,
            notice=state.voice.progress,
            warn=state.voice.message,
        )

    def _wrong(self, intent: Intent) -> str:
        """Why what the model wants may not be done; empty where it may."""
        try:
            for operation in intent.operations:
                if not _only_looks(operation):
                    permit(operation)
                    with_secrets(operation, self.state.voice.secrets, self.state.scope)
        except BadReply as bad:
            return bad.reason
        return ""

    def _finished(self, intent: Intent) -> Intent:
        """The operations as they are performed: secrets by their variables, the thought as a comment."""
        state = self.state
        checks = f"[safety check: {intent.checks}] " if intent.checks else ""
        thought = one_line(state.mask(checks + intent.thought))
        said = thought if len(thought) <= _LONGEST_THOUGHT else thought[: _LONGEST_THOUGHT - 1] + "…"
        made = [
            with_secrets(each, state.voice.secrets, state.scope)
            for each in intent.operations
            if not _only_looks(each)
        ]
        for operation in made[:1]:
            operation.leading = [f"# {said}"] if said else []
        return Intent(made, said, intent.checks)

    def _unreadable(self, reason: str, reply: Reply) -> Fault:
        said = reply.answer or " ".join(call.arguments for call in reply.calls)
        return Fault(
            "agent-reply",
            f"the model's reply cannot be used: {reason}; "
            f"it said {shown(one_line(said), self.state.mask, 200)}",
            f"is it a model that speaks `{self.protocol.name}`? see docs/agents.md",
        )

    def _refuse_loop(self, look: Look, intent: Intent) -> None:
        """The same action on a screen that does not change, for the third time, will not help a fourth."""
        from cogscript.reading.changes import anything_changed

        if not any(STEPS[each.name].effect for each in intent.operations):
            return  # to wait, or to look again, is no action
        wanted = "\n".join(format_operation(each) for each in intent.operations)
        before, self._before = self._before, (look, wanted)
        unchanged = (
            before is not None
            and before[1] == wanted
            and self.state.surface.can_be_seen
            and before[0].picture.size == look.picture.size
            and not anything_changed(before[0].picture, look.picture)
        )
        self._same = self._same + 1 if unchanged else 1
        if self._same >= SAME:
            raise Fault(
                "agent-loop",
                f"the model wants the same for the {SAME}rd time, and nothing changes: {one_line(wanted)}",
                "say in the task what it does not see, or do this step by hand",
            )

    # --- doing ----------------------------------------------------------------------------------

    def _perform(self, intent: Intent, look: Look, asked: dict[str, Any]) -> _Came:
        results: list[str] = []
        self._tell(intent)
        if intent.checks and not any(each.arguments.get("sensitive") for each in intent.operations):
            self._agree(intent.checks)
        for number, operation in enumerate(intent.operations):
            if operation.name == "END" and self.protocol.confirms and not self._confirmed():
                return _Came("用户未确认操作成功，继续执行任务。")
            if number and OPERATIONS[operation.name].target is not Target.NONE:
                look = self._look()  # what the one before has changed is what this one hits
            try:
                step = self._one(operation, look, asked)
            except EndWorkflow:
                return _Came(ended=True)
            asked = {"protocol": self.protocol.name}
            if step.outcome == "failed":
                if OPERATIONS[step.name].leaves:
                    raise Fault("agent-gave-up", f"the model gave up: {step.error}")
                return _Came(self.state.mask(f"{step.name} failed: {step.error}"), done=False)
            if step.name == "ASK_USER" and step.value:
                results.append(_ANSWERED + str(step.value))
        return _Came("; ".join(results))

    def _one(self, operation: Operation, look: Look, asked: dict[str, Any]) -> Step:
        known = Provenance(asked, told(operation, look))
        try:
            return self.assignment.perform(operation, known)
        except CogError as error:
            raise Fault(
                "agent-reply",
                f"the model wants {shown(format_operation(operation), self.state.mask, 120)}, "
                f"which is no good: {error.diagnostics[0].message}",
            ) from None

    def _agree(self, checks: str) -> None:
        """Checks of the model's maker that come with no step that a person could be asked about."""
        said = shown(checks, self.state.mask, 200)
        if not self._person_says(
            f"The model's maker wants a person to agree: {said}\nGo on?", "agrees to it"
        ):
            raise Stopped("a person did not agree to a safety check")

    def _confirmed(self) -> bool:
        return self._person_says("The model says that the task is done. Is it?", "says that it is done")

    def _person_says(self, question: str, what: str) -> bool:
        state = self.state
        if state.options.yes:
            return True
        if not state.person.present:
            raise Fault(
                "no-person",
                f"with `{self.protocol.name}` a person {what}, and there is no terminal to ask on",
                "run it where it can ask, or with `--yes`",
            )
        return state.person.confirm(question)

    # --- what is said and kept ------------------------------------------------------------------

    def _keep(self, turn: Round) -> None:
        """Pictures that no message holds any more are let go."""
        self.history.append(turn)
        old = len(self.history) - max(self.protocol.pictures, 1) - 1
        if old >= 0:
            past = self.history[old]
            if self.protocol.turn is None and self.protocol.eyes != "needed":
                self.history[old] = replace(past, scene=replace(past.scene, elements=()))

    def _tell(self, intent: Intent) -> None:
        wanted = "; ".join(format_operation(each) for each in intent.operations) or "look again"
        self._say(f"{intent.thought} → {wanted}" if intent.thought else wanted)

    def _say(self, text: str, *, stays: bool = False) -> None:
        voice = self.state.voice
        (voice.message if stays else voice.progress)(text)

    def _on_record(self, reply: Reply, seconds: float, in_model: float) -> dict[str, Any]:
        model = self.budget.seconds - in_model
        read, written, _ = self._asked
        self._asked = (self.budget.read, self.budget.written, self.budget.seconds)
        return {
            "protocol": self.protocol.name,
            "tokens": [self.budget.read - read, self.budget.written - written],
            "seconds": round(model, 3),
            "ours": round(seconds - model, 3),
            "reply": reply.answer or " ".join(call.arguments for call in reply.calls),
        }

    def _note(self) -> None:
        """The totals of the task, as far as it has come."""
        read, written, seconds = self._began
        self.assignment.noted.update(
            protocol=self.protocol.name,
            tokens=[self.budget.read - read, self.budget.written - written],
            seconds=round(self.budget.seconds - seconds, 3),
            turns=len(self.history) + 1,
        )


def _with_earlier(assignment: Assignment) -> str:
    """The task; with what was done for it before the run was interrupted, which no picture may show."""
    if not assignment.earlier:
        return assignment.task
    done = "\n".join(assignment.earlier)
    return f"{assignment.task}\n\n(It was interrupted. This was done before, and is not done again:\n{done})"


def _only_looks(operation: Operation) -> bool:
    """Some agents ask for the next picture, which comes anyway."""
    return operation.name == "SCREENSHOT" and not operation.arguments


def _corrected(reply: Reply, wrong: str) -> Sequence[Turn]:
    said = f"That cannot be used: {wrong}. Answer again, in the form that was asked for."
    if reply.calls:
        return [replied(reply), *(tool(call, said) for call in reply.calls)]
    return [replied(reply), user(said)]
