"""Runs as JUnit XML, for CI: a suite for each run, a case for each operation that was performed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as xml

from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord
from cogscript.report.ending_steps import ended_the_run
from cogscript.report.target_facts import target_facts

# XML 1.0 cannot hold these, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_ENDED = {"failed": "failed", "stopped": "was stopped", "killed": "was killed"}


def junit(records: Iterable[Record]) -> str:
    """The XML text of the runs."""
    root = xml.Element("testsuites", name="cogscript")
    totals = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for record in records:
        suite = _suite(record)
        root.append(suite)
        for name in totals:
            totals[name] += int(suite.get(name, "0"))
    for name, number in totals.items():
        root.set(name, str(number))
    xml.indent(root)
    return xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(record: Record) -> xml.Element:
    header = record.header
    file = str(header.get("file", ""))
    started, ended = header.get("started"), header.get("ended")
    suite = xml.Element(
        "testsuite",
        name=_allowed(str(header.get("title") or Path(file).name)),
        time=f"{(ended - started) if started and ended else 0:.3f}",
        id=record.id,
    )
    if started:
        from datetime import datetime

        suite.set("timestamp", datetime.fromtimestamp(started).astimezone().isoformat(timespec="seconds"))
    steps = list(record.steps())
    final = ended_the_run(record, steps)
    cases = [_case(step, Path(file).stem, final) for step in steps if step.kind in ("step", "call")]
    told = any(case.find(tag) is not None for case in cases for tag in ("failure", "error"))
    if record.outcome in ("stopped", "killed", "failed") and not told:
        cases.append(_ending(record, Path(file).stem))
    suite.set("tests", str(len(cases)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in cases)))
    suite.extend(cases)
    return suite


def _ending(record: Record, stem: str) -> xml.Element:
    """A case for a run that ended badly at no step: JUnit says the same as the exit code."""
    ending = xml.Element("testcase", name=f"the run {_ENDED[record.outcome]}", classname=_allowed(stem))
    error = record.header.get("error") or {}
    message = str(error.get("message") or f"the run {_ENDED[record.outcome]}")
    told = xml.SubElement(
        ending, "failure" if record.outcome == "failed" else "error", message=_allowed(message)
    )
    told.text = _allowed(str(error.get("rendered") or "")) or None
    return ending


def _case(step: StepRecord, stem: str, final: frozenset[int]) -> xml.Element:
    operation = step.operation
    rounds = f" (round {step.rounds})" if step.rounds else ""
    case = xml.Element(
        "testcase",
        name=_allowed(f"line {operation.line}: {operation.title or operation.name}{rounds}"),
        classname=_allowed(stem),
        file=_allowed(operation.file),
        line=str(operation.line),
        time=f"{step.seconds or 0:.3f}",
    )
    facts = target_facts(step)
    if facts:
        properties = xml.SubElement(case, "properties")
        for name, value in facts.items():
            xml.SubElement(properties, "property", name=name, value=_allowed(value))
    rendered = str((step.diagnostic or {}).get("rendered") or step.error or "")
    if step.outcome == "failed" and step.number not in final:
        xml.SubElement(case, "system-out").text = _allowed(f"failed, and was caught:\n{rendered}")
    elif step.outcome == "failed":
        failure = xml.SubElement(case, "failure", message=_allowed(step.error or "failed"))
        failure.text = _allowed(rendered)
    elif step.outcome in ("skipped", "jumped"):
        xml.SubElement(case, "skipped")
    elif step.outcome in ("stopped", None):
        xml.SubElement(case, "error", message="it was stopped" if step.outcome else "it did not finish")
    return case


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
