"""Runs as one HTML page: it opens from disk, needs no network, and is one file to hand on.

The page is drawn by the modules in `page/`, from data that stands in it as JSON. Only the script and the
style that were put in may run there: what a workflow read from a screen is data here as everywhere. The
pictures come last, so that a browser draws the page before it has read them.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord
from cogscript.records.storing import storable
from cogscript.report.inlining import one_script, page_file
from cogscript.report.page_pictures import PagePictures
from cogscript.report.run_data import run_data, summary, title

_PLACE = re.compile(r"\{\{(\w+)\}\}")


def html_page(records: Sequence[Record]) -> str:
    """The whole page, of one run or of several."""
    pictures = PagePictures()
    for record in records:
        for step in record.steps():
            if _is_trouble(step):  # when not all find room, these do
                for path in (step.before, step.after, (step.halt or {}).get("picture")):
                    pictures.name(record.folder, path)
    runs = [run_data(record, partial(pictures.name, record.folder)) for record in records]
    page = {
        "title": title(records[0]),
        "runs": [_listed(index, record) for index, record in enumerate(records)],
        "missing": _missing(records),
        "left_out": pictures.left_out,
    }
    style, script = page_file("page.css") + page_file("film_strip.css"), one_script("report")
    return _filled(
        page_file("page.html"),
        {
            "title": html.escape(storable(title(records[0]))),
            "outcome": ", ".join(dict.fromkeys(record.outcome for record in records)),
            "error": html.escape(storable(str((records[0].header.get("error") or {}).get("rendered", "")))),
            "style": style,
            "style_hash": _hash(style),
            "script": script,
            "script_hash": _hash(script),
            "data": "\n".join(
                [_json("page-data", page), *(_json(f"run-{index}", run) for index, run in enumerate(runs))]
            ),
            "pictures": "\n".join(pictures.elements()),
        },
    )


def _is_trouble(step: StepRecord) -> bool:
    return step.outcome in ("failed", "stopped", None) or bool(step.healed)


def _listed(index: int, record: Record) -> dict[str, Any]:
    """A run's line in the list of several."""
    header = record.header
    batch = header.get("batch") or {}
    return {
        **summary(record),
        "index": index,
        "row": batch.get("row"),
        "given": header.get("given") or {},
        "error": str((header.get("error") or {}).get("message") or ""),
        "steps": record.count(),
    }


def _missing(records: Sequence[Record]) -> dict[str, int] | None:
    """How many rows of the same table have no record."""
    batch = records[0].header.get("batch")
    if len(records) < 2 or not batch or len(records) >= int(batch["of"]):
        return None
    return {"n": int(batch["of"]) - len(records), "of": int(batch["of"])}


def _json(name: str, value: Any) -> str:
    # Nothing in it can end the element it stands in.
    text = storable(json.dumps(value, ensure_ascii=False, separators=(",", ":"))).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _filled(page: str, values: Mapping[str, str]) -> str:
    """In one pass: what is put in is not looked into again."""
    return _PLACE.sub(lambda match: values[match[1]], page)
