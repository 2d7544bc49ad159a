"""How a run is to be done, and who may take part in it: what `cog run` and `cogscript.run` accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cogscript.runtime.scope import Secrets
from cogscript.settings import Settings

if TYPE_CHECKING:
    from cogscript.runtime.console.person import Person
    from cogscript.runtime.doer import Doer
    from cogscript.runtime.events import Listener
    from cogscript.surfaces.protocol import Surface

Results = Literal["recorded", "live", "check"]
"""Where the values of QUOTE_TEXT and LLM come from: the file's `result` when it is complete; always
the screen and the model; the same, saying what differs from the file."""

ReadFrom = Literal["program", "ocr"]
"""Where QUOTE_TEXT takes a text from: the program's own, where it gives it; always the pixels."""


@dataclass(slots=True)
class Options:
    screen: str | Surface = ""
    """`desktop`, `virtual`, `dry`; empty for the settings' choice, or what this machine has. A screen
    that is already open is used as it is and left open."""
    size: str = ""
    monitor: int = 1
    """Which monitor of the screen."""
    profile: str = ""
    """`own`: programs on a private screen use the person's configuration and browser profiles; empty for the
    settings' choice."""
    variables: Mapping[str, str] = field(default_factory=dict)
    settings: Settings | None = None
    results: Results = "recorded"
    save_results: bool = False
    journal: bool = True
    runs: Path | None = None
    """Where records go; the user's state folder by default."""
    pictures: bool | None = None
    settle: bool = True
    yes: bool = False
    """Whether sensitive steps go through without asking."""
    strict_targets: bool = False
    """Whether a step halts where its target is found by likeness only, or where only its box is left."""
    ground: bool = False
    """Whether the model that sees is asked where a target is that nothing else has found."""
    heal: bool = False
    """Whether what was found elsewhere or otherwise is written into the file when the run has ended well."""
    ignore_mouse: bool = False
    allow_tools: Sequence[str] = ()
    allow_apps: Sequence[str] = ()
    """Programs the person lets the run use; what else it wants to use is asked for."""
    ask_apps: bool = False
    """Whether nothing may be used that was not granted, also where no list is given: a model drives."""
    max_scrolls: int | None = None
    read: ReadFrom = "program"
    argv: Sequence[str] = ()
    """The command line, for the record; its presence means that a person may be at the terminal."""
    secrets: Secrets = field(default_factory=Secrets)
    """The values that must not go out; shared with whoever shows the run."""
    doer: Doer | None = None
    """Who does the tasks of DO; None where nobody can."""
    batch: Mapping[str, object] | None = None
    """For the record: which row of which table this run is."""
    listener: Listener | None = None
    person: Person | None = None

    def surface(self, settings: Settings) -> str | Surface:
        """The surface to run on: chosen here, in the settings, or what this machine has."""
        from cogscript.surfaces import default_surface

        return self.screen or settings.run.screen or default_surface()
