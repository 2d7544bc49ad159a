"""How a run is to be done, and who may take part in it: what `cog run` and `cogscript.run` accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from cogscript.runtime.scope import Secrets
from cogscript.settings import Settings

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.events import Listener
    from cogscript.runtime.person import Person
    from cogscript.runtime.program import Program
    from cogscript.runtime.step import Step
    from cogscript.screens.protocol import Screen

Results = Literal["recorded", "live", "check"]
"""Where the values of QUOTE_TEXT and LLM come from: the file's `result` when it is complete; always
the screen and the model; the same, saying what differs from the file."""


@dataclass(slots=True)
class Decision:
    """What a controller wants done instead of, or before, the step."""

    action: Literal["run", "skip", "jump", "quit", "retry"] = "run"
    line: int = 0
    """For jump: the line to go on with, in the same file; in the same block or one around it."""


class Controller(Protocol):
    """Somebody who watches each step before it begins, and may change its course: stepping.

    It is asked in the run's own thread, so it may take its time. `context` gives it the variables
    (`context.scope`), the screen, and `context.set_variable(name, value)`, which goes on record.
    """

    def check(self, program: Program) -> None:
        """Refuse what cannot be done, while nothing has been."""

    def before(self, step: Step, context: Context) -> Decision:
        """`run`, `skip`, `jump` to a line, `retry` when its line was changed, or `quit`."""

    def failed(self, step: Step, context: Context) -> Decision:
        """A step failed: `run` lets it fail, `retry` performs the operation again (its line may have
        been changed), `skip` goes on without it, `jump`, `quit`."""


@dataclass(slots=True)
class Options:
    screen: str | Screen = ""
    """`desktop`, `virtual`, `dry`; empty for the settings' choice, or what this machine has. A screen
    that is already open is used as it is and left open."""
    size: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    settings: Settings | None = None
    results: Results = "recorded"
    save_results: bool = False
    journal: bool = True
    runs: Path | None = None
    """Where records go; the user's state folder when unsaid."""
    pictures: bool | None = None
    settle: bool = True
    yes: bool = False
    """Whether sensitive steps go through without asking."""
    ignore_mouse: bool = False
    allow_tools: Sequence[str] = ()
    max_scrolls: int | None = None
    argv: Sequence[str] = ()
    """The command line, for the record; its presence means that a person may be at the terminal."""
    secrets: Secrets = field(default_factory=Secrets)
    """The values that must not go out; shared with whoever shows the run."""
    listener: Listener | None = None
    controller: Controller | None = None
    person: Person | None = None
