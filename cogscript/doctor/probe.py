"""How the doctor looks at one thing: a probe says what it found, or raises what it met instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import Settings

if TYPE_CHECKING:
    from cogscript.surfaces.protocol import Surface


class ProbeResult(StrEnum):
    OK = "ok"
    MISSING = "missing"
    """Not there."""
    BROKEN = "broken"
    """There, and it does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    state: ProbeResult
    detail: str
    """What is there, or what is not."""
    fix: str
    """The command that fixes it, or what to do where no command does."""
    needed_for: str
    essential: bool
    """Whether nothing at all runs without it."""


@dataclass(slots=True)
class Visit:
    """What earlier probes found and later ones look with."""

    settings: Settings = field(default_factory=Settings)
    private: Surface | None = None
    """A private screen that was started; None where none could be."""

    def end(self) -> None:
        if self.private:
            self.private.close()


@dataclass(frozen=True, slots=True)
class Probe:
    name: str
    needed_for: str
    look: Callable[[Visit], str]
    """Gives what is there; raises Lacking where nothing is, and anything else where it does not work."""
    essential: bool = False
    fix: str = ""
    """What to do where the failure itself gives no advice."""


class Lacking(Exception):
    """It is not there."""

    def __init__(self, detail: str, fix: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.fix = fix


def look(probe: Probe, visit: Visit) -> Finding:
    """One finding.

    Every exception is one: drivers and engines of other people are tried here, and what they throw is what
    was to be found out. SystemExit too, with which some end the process when a part of theirs is missing.
    """
    state, detail, fix = ProbeResult.OK, "", ""
    try:
        detail = probe.look(visit)
    except Lacking as lacking:
        state, detail, fix = ProbeResult.MISSING, lacking.detail, lacking.fix
    except Fault as fault:
        state, detail, fix = ProbeResult.BROKEN, fault.reason, fault.advice or probe.fix
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split()) or "no reason was given"
        state, detail, fix = ProbeResult.BROKEN, f"{type(error).__name__}: {said}", probe.fix
    return Finding(probe.name, state, detail, fix, probe.needed_for, probe.essential)
