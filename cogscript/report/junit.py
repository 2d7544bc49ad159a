"""Runs as JUnit XML, for CI: a suite a run, a case an operation that was performed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as xml

from cogscript.runtime.record import Record, StepRecord

# XML 1.0 has no way to say these, not even escaped.
_UNSAYABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
        name=_sayable(str(header.get("title") or Path(file).name)),
        time=f"{(ended - started) if started and ended else 0:.3f}",
        id=record.id,
    )
    if started:
        from datetime import datetime

        suite.set("timestamp", datetime.fromtimestamp(started).astimezone().isoformat(timespec="seconds"))
    cases = [_case(step, Path(file).stem) for step in record.steps() if step.kind in ("step", "call")]
    if record.outcome in ("stopped", "killed") and not any(case.find("error") is not None for case in cases):
        ending = xml.Element("testcase", name=f"the run was {record.outcome}", classname=Path(file).stem)
        xml.SubElement(ending, "error", message=f"the run was {record.outcome}")
        cases.append(ending)
    suite.set("tests", str(len(cases)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in cases)))
    suite.extend(cases)
    return suite


def _case(step: StepRecord, stem: str) -> xml.Element:
    operation = step.operation
    rounds = f" (round {step.rounds})" if step.rounds else ""
    case = xml.Element(
        "testcase",
        name=_sayable(f"line {operation.line}: {operation.title or operation.name}{rounds}"),
        classname=_sayable(stem),
        file=_sayable(operation.file),
        line=str(operation.line),
        time=f"{step.seconds or 0:.3f}",
    )
    rendered = str((step.diagnostic or {}).get("rendered") or step.error or "")
    if step.outcome == "failed":
        failure = xml.SubElement(case, "failure", message=_sayable(step.error or "failed"))
        failure.text = _sayable(rendered)
    elif step.outcome in ("skipped", "jumped"):
        xml.SubElement(case, "skipped")
    elif step.outcome in ("stopped", None):
        xml.SubElement(case, "error", message="it was stopped" if step.outcome else "it did not finish")
    return case


def _sayable(text: str) -> str:
    return _UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", text)
