"""What this machine has and lacks for running workflows, and the command that fixes it.

Each probe tries the thing itself, through the same door a run takes (a private screen is started, a
picture of text is read, an address is connected to): a program that is there and does not work is the
case people need a doctor for. Probes change nothing on the machine and never touch the person's own
pointer, keyboard or clipboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogscript.doctor.probe import Finding, ProbeResult, Visit, look

__all__ = ["Finding", "ProbeResult", "can_run", "examine"]

_SCREENS = ("desktop", "private screen")


def examine() -> Iterator[Finding]:
    """Every finding, as soon as it is known."""
    from cogscript.doctor import devices, files, screens, services

    visit = Visit()
    try:
        for probe in (*files.PROBES, *screens.PROBES, *devices.PROBES, *services.PROBES):
            yield look(probe, visit)
    finally:
        visit.end()


def can_run(findings: Sequence[Finding]) -> bool:
    """Whether a workflow can run here: nothing essential is wrong, and one of the screens is usable."""
    well = {finding.name for finding in findings if finding.state is ProbeResult.OK}
    return any(name in well for name in _SCREENS) and all(
        finding.name in well for finding in findings if finding.essential
    )
