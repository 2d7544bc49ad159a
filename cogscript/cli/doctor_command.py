"""`cog doctor`: what this machine has and lacks, and the command that fixes it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from cogscript.cli.main import use_colour
from cogscript.doctor import Finding, ProbeResult, can_run, examine
from cogscript.language.model.diagnostic import printable

_MARKS = {
    ProbeResult.OK: ("✓", "\x1b[32m"),
    ProbeResult.MISSING: ("–", "\x1b[33m"),
    ProbeResult.BROKEN: ("✗", "\x1b[31m"),
}
_NAME_WIDTH = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the findings for other programs")


def main(arguments: argparse.Namespace) -> int:
    findings: list[Finding] = []
    for finding in examine():
        findings.append(finding)
        if not arguments.json:
            print(_shown(finding, use_colour(sys.stdout)), flush=True)
    well = can_run(findings)
    if arguments.json:
        print(
            json.dumps({"can_run": well, "findings": [asdict(each) for each in findings]}, ensure_ascii=False)
        )
    else:
        print("\n" + ("Workflows can run here." if well else "No workflow can run here yet."))
    return 0 if well else 1


def _shown(finding: Finding, colour: bool) -> str:
    mark, paint = _MARKS[finding.state]
    mark = f"{paint}{mark}\x1b[0m" if colour else mark
    lines = [f"{mark} {finding.name:<{_NAME_WIDTH}}  {printable(finding.detail)}"]
    if finding.state is not ProbeResult.OK:
        indent = " " * (_NAME_WIDTH + 4)
        if finding.needed_for:
            lines.append(f"{indent}needed for: {finding.needed_for}")
        if finding.fix:
            lines.append(f"{indent}to fix it: {printable(finding.fix)}")
    return "\n".join(lines)
