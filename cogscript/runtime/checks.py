"""Everything that can be known to be wrong before a run begins: then nothing is done at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.language.model.operations import Need
from cogscript.runtime.doer import needed
from cogscript.runtime.inner_surfaces import check_surfaces
from cogscript.runtime.steps.calling import check_tools
from cogscript.surfaces import read_size
from cogscript.surfaces.registry import WORLDS

if TYPE_CHECKING:
    from cogscript.runtime.control import Controller
    from cogscript.runtime.events import Listener
    from cogscript.runtime.options import Options
    from cogscript.runtime.program import Program
    from cogscript.settings import Settings
    from cogscript.surfaces.registry import SurfaceKind


def check_program(
    program: Program,
    options: Options,
    settings: Settings,
    kind: SurfaceKind | None,
    controller: Controller | None,
    listener: Listener,
) -> set[Need]:
    """What the program needs of the machine; raises what is wrong with it, or lacking for it.

    `kind` is None for a surface that is open already.
    """
    if options.results not in ("recorded", "live", "check"):
        raise Fault("results", f"`{options.results}` is no way to take results: recorded, live, check")
    for warning in program.check(options.variables.keys()):
        listener.warned(warning)
    if controller is not None:
        controller.check(program)
    wrong = check_tools(program, settings.tools, options.allow_tools)
    wrong += _check_platform(program, kind)
    if kind is None or kind.acts:
        wrong += check_surfaces(program, settings)
    if wrong:
        raise CogError(wrong)
    needs = program.needs(options.results)
    if Need.MODEL in needs and (kind is None or kind.acts):
        from cogscript.models import resolve

        resolve(settings.model, os.environ)  # says how to get a model when there is none
    if (Need.EYES in needs or options.ground) and (kind is None or kind.acts):
        from cogscript.models import check_eyes

        check_eyes(settings)
    if Need.AGENT in needs and (kind is None or kind.acts):
        needed(options.doer).check(settings)
    if Need.SCREEN in needs and kind is not None:
        kind.check(settings, read_size(options.size) if options.size else None)
    return needs


def _check_platform(program: Program, kind: SurfaceKind | None) -> list[Diagnostic]:
    """A phone's plan clicks on anything but what it means when it runs on a desktop."""
    main = program.main
    head = main.operations[0] if main.operations else None
    if head is None or head.name != "WORKFLOW":
        return []
    platform = str(head.arguments.get("platform") or "")
    world = kind.world if kind is not None else "desktop"
    if WORLDS.get(platform) != "phone" or world in ("phone", "any"):
        return []
    return [
        Diagnostic(
            "wrong-surface",
            f"this workflow was made on a phone (platform='{platform}'), and the screen is a {world}",
            span=head.span_of("platform"),
            source=main.source,
            advice="use `--screen phone`; `--screen dry` tells what it would do",
        )
    ]
