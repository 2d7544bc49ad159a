"""One text on its way into one field, with all that the ways to enter it share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.records import seen
from cogscript.surfaces.capabilities import Method, TextEntry

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.entry.focus import Focus
    from cogscript.runtime.state import RunState

READ = f"{seen.YES}, read on the screen"
NOT_READ = f"{seen.UNKNOWN}: something changed there, and the text could not be read"


@dataclass(frozen=True, slots=True)
class Job:
    state: RunState
    step: Step
    focus: Focus
    text: str
    secret: bool
    """Nothing of it may be read, said or kept."""

    @property
    def methods(self) -> Sequence[Method]:
        """The ways to try, in order: what the line says, else what suits the field, and then the other."""
        given = self.step.arguments.get("method")
        offered = self.state.surface.need(TextEntry).methods
        wanted: tuple[Method, ...] = ("paste", "keys") if self.focus.readable else ("keys", "paste")
        if given is not None:
            wanted = (given,)
        return [each for each in wanted if each in offered] or offered[:1]

    def put(self, method: Method, arrived: Callable[[], bool] | None = None) -> None:
        entry = self.state.surface.need(TextEntry)
        if self.focus.replaces and method == "paste":
            if not self.focus.filled:
                entry.replace_text(self.text)
        else:
            entry.type_text(self.text, method, arrived)

    @property
    def field(self) -> str:
        """What it goes into, for a message."""
        return self.focus.described(self.state)

    def quoted(self, value: str) -> str:
        """A value for a message or the record; of a secret only how long it is."""
        if self.secret:
            return f"{len(value)} characters"
        return shown(value, self.state.mask) if value else "nothing"

    def failed(self, reason: str) -> Fault:
        return Fault(
            "not-entered",
            reason,
            "see whether the field takes such a text; method='keys' or 'paste' says how it is entered",
        )
