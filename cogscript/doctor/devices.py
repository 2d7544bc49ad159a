"""What is driven beside screens: a browser of the run's own, and phones."""

from __future__ import annotations

from cogscript.doctor.probe import Lacking, Probe, Visit
from cogscript.language.model.diagnostic import Fault


def _browser(visit: Visit) -> str:
    """Started and asked for a picture, as a run would."""
    from cogscript.surfaces import open_surface
    from cogscript.surfaces.browser.installed import find_browser
    from cogscript.surfaces.capabilities import Pixels

    try:
        found = find_browser(visit.settings.browser.program)
    except Fault as fault:
        raise Lacking(fault.reason, fault.advice) from fault
    surface = open_surface("browser", settings=visit.settings)
    try:
        surface.need(Pixels).capture()
    finally:
        surface.close()
    return f"{found.path or found.make} starts and draws a page"


def _phones(visit: Visit) -> str:
    from cogscript.surfaces.phone.adb import devices, no_server_left_behind, unusable

    try:
        with no_server_left_behind():
            there = devices()
    except Fault as fault:
        if fault.code != "phone-missing":
            raise
        raise Lacking(fault.reason, fault.advice) from fault
    if not there:
        raise Lacking("no phone is connected", "plug one in with USB debugging switched on; see: adb devices")
    for each in there:
        if each.state != "device":
            raise unusable(each)
    return ", ".join(each.serial for each in there)


PROBES = (
    Probe("browser", "pages (`--screen browser` and IN(browser=…))", _browser),
    Probe("phones", "Android phones (`--screen phone` and IN(phone=…))", _phones),
)
