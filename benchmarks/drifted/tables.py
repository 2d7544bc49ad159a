"""What came of the replays, counted: by kind, by change, by toolkit, by task."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drifted.bench import Result

_COLUMNS = ("replays", "right ", "of these halted", "wrong action", "exit 0, not done", "halted")


def tables(results: Sequence[Result]) -> str:
    counted = [result for result in results if result.judgement.verdict != "harness"]
    parts = [
        _table("by kind", counted, lambda result: _KINDS[result.replay.kind]),
        _table("by change", counted, lambda result: result.replay.mutation),
        _table("by toolkit", counted, lambda result: result.replay.toolkit),
        _table("by task", counted, lambda result: f"{result.replay.task} ({result.replay.toolkit})"),
    ]
    return "\n\n".join(parts)


_KINDS = {
    "recorded": "recorded files",
    "plan": "plans as CogAgent writes them",
    "names": "lines by name only",
}


def _table(title: str, results: Sequence[Result], of: Callable[[Result], str]) -> str:
    names = list(dict.fromkeys(of(result) for result in results))
    rows = [(name, _count([result for result in results if of(result) == name])) for name in names]
    rows.append(("all", _count(results)))
    width = max(len(title), *(len(name) for name, _ in rows))
    lines = [f"| {title:<{width}} | " + " | ".join(_COLUMNS) + " |"]
    lines.append("|" + "-" * (width + 2) + "|" + "|".join("-" * (len(each) + 2) for each in _COLUMNS) + "|")
    for name, cells in rows:
        shown = " | ".join(f"{cell:>{len(head)}}" for head, cell in zip(_COLUMNS, cells, strict=True))
        lines.append(f"| {name:<{width}} | {shown} |")
    return "\n".join(lines)


def _count(results: Sequence[Result]) -> list[str]:
    def how_many(verdict: str) -> int:
        return sum(result.judgement.verdict == verdict for result in results)

    right = how_many("right")
    halted = sum(result.judgement.verdict == "right" and not result.judgement.done for result in results)
    share = f"{right / len(results):.1%}" if results else "-"
    return [
        str(len(results)),
        share,
        str(halted),
        str(how_many("wrong")),
        str(how_many("silent")),
        str(how_many("halt")),
    ]


def line_of(result: Result) -> str:
    words = {"wrong": "WRONG ACTION", "silent": "SILENT", "harness": "BENCH FAILED"}
    verdict = result.judgement.verdict
    return f"{words.get(verdict, verdict):13} {result.replay}: {result.judgement.reason}"
