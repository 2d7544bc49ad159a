"""`cog run --check-targets`: which targets of a workflow can be found on the screen as it is now."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import CogError, Diagnostic, printable

if TYPE_CHECKING:
    from cogscript.runtime.options import Options
    from cogscript.runtime.target_check import CheckedTarget

_WORDS = {
    "found": "found", "guess": "found, as a guess", "box": "by its box", "missing": "NOT FOUND",
    "several": "NOT TOLD APART", "disabled": "DISABLED", "covered": "COVERED", "unknown": "not known",
}  # fmt: skip


def main(arguments: argparse.Namespace, options: Options) -> int:
    from cogscript.language.document import load
    from cogscript.runtime.console.person import Nobody
    from cogscript.runtime.inputs import gather
    from cogscript.runtime.program import Program
    from cogscript.runtime.target_check import FINDABLE, NOT_FINDABLE, TargetCheck
    from cogscript.surfaces import open_surface, surface_kind

    program = Program(load(arguments.file))
    program.check(options.variables.keys())
    given = gather(program, dict(options.variables), Nobody(), options.secrets, dry=True)
    settings = options.settings
    assert settings is not None
    chosen = options.surface(settings)
    assert isinstance(chosen, str)
    if not surface_kind(chosen).personal:
        raise CogError(
            [
                Diagnostic(
                    "usage",
                    f"`--check-targets` looks at what is on a screen, and there is nothing on a {chosen} one",
                    advice="run it on the desktop where the programs are open: `--screen desktop`",
                )
            ]
        )
    counted: Counter[str] = Counter()
    surface = open_surface(chosen, settings=settings)
    try:
        check = TargetCheck(program, surface, options.secrets, strict=options.strict_targets)
        for target in check.run(given):
            counted[target.state] += 1
            mask = options.secrets.mask
            said = json.dumps(_json(target), ensure_ascii=True) if arguments.json else _told(target, mask)
            print(mask(said), flush=True)
    finally:
        surface.close()
    lost = sum(counted[state] for state in NOT_FINDABLE)
    if not arguments.json and not arguments.quiet:
        there, unknown = sum(counted[state] for state in FINDABLE), counted["unknown"]
        more = f", {unknown} only a run can know" if unknown else ""
        print(f"{there} of {counted.total()} targets can be found now{more}", file=sys.stderr)
    return 1 if lost else 0


def _told(target: CheckedTarget, mask: Any) -> str:
    operation, at = target.operation, target.area
    about = next(
        (str(operation.arguments[name]) for name in ("element_info", "id", "picture", "window", "app")
         if operation.arguments.get(name)), "",
    )  # fmt: skip
    where = f" at {at.middle.x},{at.middle.y}" if at is not None else ""
    head = f"{target.file}:{operation.line}: {operation.name} {printable(about)}".rstrip()
    by = "; ".join(f"{what}: {value}" for what, value in target.evidence)
    lines = [f"{head}: {_WORDS[target.state]}{where}"]
    lines += [f"    by {by}"] if by else []
    lines += [f"    {target.sure}"] if target.sure else []
    for heading, text in target.halt.details(mask) if target.halt is not None else ():
        first, *more = text.split("\n")
        lines += [f"    {heading}: {first}", *(f"      {line}" for line in more)]
    return "\n".join(map(printable, lines))


def _json(target: CheckedTarget) -> dict[str, Any]:
    from cogscript.records.storing import json_value

    found: dict[str, Any] = json_value(
        {
            "event": "target-checked",
            "file": target.file,
            "line": target.operation.line,
            "name": target.operation.name,
            "state": target.state,
            "evidence": [{"what": what, "is": value} for what, value in target.evidence],
            "sure": target.sure,
            "area": list(target.area) if target.area is not None else None,
            "halt": target.halt.to_json() if target.halt is not None else None,
        },
        str,
    )
    return found
