"""A run as one HTML page: opens from disk, needs no network and no script.

Pictures stand in the page once each, however many steps show them (`pictures`), and the box and the
point are drawn over them as vector graphics. All text goes through the template's escaping: what a
workflow read from a screen is data here as everywhere.
"""

from __future__ import annotations

from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from cogscript.report.pictures import Pictures
from cogscript.runtime.record import Message, Record, StepRecord

_MARKS = {"ok": "✓", "skipped": "↷", "failed": "✗", "stopped": "■", "jumped": "↷", "retried": "↻"}

_VALUE = 2000
"""Characters of a value to show; a long text is cut, and said to be."""


class Row(NamedTuple):
    """One step as the page shows it."""

    step: StepRecord
    mark: str
    outcome: str
    title: str
    small: str
    arguments: dict[str, Any]
    time: str
    settled: str
    before: str | None
    after: str | None
    overlay: Overlay | None
    messages: list[Message]
    rendered: str


class Overlay(NamedTuple):
    """What is drawn over a picture, in the screen's pixels."""

    width: int
    height: int
    area: list[int] | None
    point: list[int] | None


def page(record: Record) -> str:
    """The whole page."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["shorten"] = shorten
    template = environment.from_string((files("cogscript.report") / "page.html").read_text(encoding="utf-8"))
    pictures = Pictures(record.folder)
    rows = _rows(record, pictures)
    failed = next((row for row in reversed(rows) if row.outcome == "failed"), None)
    return template.render(
        title=record.header.get("title") or Path(str(record.header.get("file", "run"))).name,
        id=record.id,
        outcome=record.outcome,
        facts=_facts(record, rows),
        rows=rows,
        error=record.header.get("error") or "",
        rendered=failed.rendered if failed and record.outcome == "failed" else "",
        variables=_variables(rows),
        answers=[
            str(row.step.arguments.get("text", ""))
            for row in rows
            if row.step.operation.name == "ANSWER" and row.outcome == "ok"
        ],
        files=record.files(),
        pictures=pictures,
    )


def shorten(value: object) -> str:
    """A value as text, cut where it is very long."""
    text = value if isinstance(value, str) else repr(value)
    if len(text) <= _VALUE:
        return text
    return f"{text[:_VALUE]} … ({len(text):,} characters in all)"


def _rows(record: Record, pictures: Pictures) -> list[Row]:
    size = _size(record)
    messages: dict[int | None, list[Message]] = {}
    for message in record.messages():
        messages.setdefault(message.step, []).append(message)
    rows = []
    for step in record.steps():
        before, after = pictures.name(step.before), pictures.name(step.after)
        shown = step.point is not None or step.area is not None
        rows.append(
            Row(
                step,
                _MARKS.get(step.outcome or "", "…"),
                step.outcome or ("running" if record.outcome == "running" else "unfinished"),
                step.operation.title or _sentence(step),
                _small(step),
                _told(step.arguments),
                duration(step.seconds),
                duration(step.settled) if step.settled and step.settled >= 0.05 else "",
                before,
                after if after != before else None,
                Overlay(size[0], size[1], step.area, step.point) if shown else None,
                messages.get(step.number, []),
                str((step.diagnostic or {}).get("rendered") or step.error or ""),
            )
        )
    return rows


def _sentence(step: StepRecord) -> str:
    """A step without a comment of its own: its operation, and what it is about."""
    arguments = step.arguments
    about = next(
        (str(arguments[name]) for name in ("element_info", "app", "url", "key", "title", "text", "output")
         if arguments.get(name)),
        "",
    )  # fmt: skip
    return f"{step.operation.name} {about[:80]}".strip()


def _small(step: StepRecord) -> str:
    """What stands behind the title: the operation, where the title does not begin with it."""
    name = step.operation.name if step.operation.title else ""
    rounds = f"round {step.rounds}" if step.rounds else ""
    return " · ".join(part for part in (name, rounds) if part)


def _told(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments worth a line: operations inside them stand in the operation's own text."""

    def nested(value: Any) -> bool:
        return isinstance(value, dict) or (isinstance(value, list) and any(map(nested, value)))

    return {name: value for name, value in arguments.items() if not nested(value)}


def _size(record: Record) -> tuple[int, int]:
    size = record.header.get("size")
    return (int(size[0]), int(size[1])) if isinstance(size, list) and len(size) == 2 else (1280, 800)


def _variables(rows: list[Row]) -> dict[str, str]:
    """The variables as they were at the end."""
    values: dict[str, str] = {}
    for row in rows:
        values |= row.step.variables
    return values


def _facts(record: Record, rows: list[Row]) -> list[tuple[str, str]]:
    header = record.header
    started, ended = header.get("started"), header.get("ended")
    counted = {
        outcome: sum(row.outcome == outcome for row in rows) for outcome in ("ok", "skipped", "failed")
    }
    facts: list[tuple[str, Any]] = [
        ("file", header.get("file")),
        ("started", moment(started)),
        ("took", duration(ended - started) if started and ended else ""),
        ("screen", f"{header.get('screen') or 'none'} {_size_text(header)}".strip()),
        ("steps", ", ".join(f"{count} {name}" for name, count in counted.items() if count) or "none"),
        ("resumed", f"{header['resumed']} times" if header.get("resumed") else ""),
        ("run", record.id),
    ]
    return [(name, str(value)) for name, value in facts if value]


def _size_text(header: dict[str, Any]) -> str:
    size = header.get("size")
    return f"{size[0]}×{size[1]}" if isinstance(size, list) and len(size) == 2 else ""


def moment(seconds: float | None) -> str:
    """A time as people read it, with the zone it is in."""
    if not seconds:
        return ""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S %Z")


def duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
