"""What a workflow does when the screen has changed since: right, wrong, nothing, or a halt that tells.

    python benchmarks/drift.py                       # a spread of 48 replays, about ten minutes
    python benchmarks/drift.py --whole               # every task, every change, every kind of file: hours
    python benchmarks/drift.py --only invoice --mutation inserted --mutation sorted --kind recorded
    python benchmarks/drift.py --held-out --whole    # five programs in another style that nobody tunes to
    python benchmarks/drift.py --cog /elsewhere/.venv/bin/python    # judge another cogscript

Sixteen tasks in small programs of our own (GTK, Qt, Tk, web pages), which log everything that happens to
them. A person does each once while `cog record` watches; the recorded file, a plan as CogAgent would write it
and lines by name only are then run on the program as it has become. The program's log is the judge.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from drifted.bench import Bench, Judged, Replay, Result, choose, sample
from drifted.mutations import KINDS, MUTATIONS
from drifted.stage import lacking
from drifted.tables import line_of, tables
from drifted.task import TOOLKITS
from drifted.tasks import EVERY_TASK, HELD_OUT, TASKS

SPREAD = 48


def main() -> int:
    arguments = _arguments()
    toolkits = [arguments.toolkit] if arguments.toolkit else None
    if arguments.toolkit == "all":
        toolkits = list(TOOLKITS)
    names = arguments.only or list(HELD_OUT if arguments.held_out else TASKS)
    replays, passed_over = choose(
        names, toolkits, arguments.mutation or list(MUTATIONS), arguments.kind or list(KINDS)
    )
    narrowed = arguments.only or arguments.mutation or arguments.kind or arguments.toolkit
    if arguments.sample or not (arguments.whole or narrowed):
        replays = sample(replays, arguments.sample or SPREAD)
    replays = _without_lacking(replays)
    for why, count in passed_over.items():
        print(f"not asked, {count} times: {why}")
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        return _bench(arguments, replays, arguments.keep.resolve())
    with tempfile.TemporaryDirectory(prefix="cogscript-drift-") as name:
        return _bench(arguments, replays, Path(name))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--only", action="append", choices=EVERY_TASK, metavar="TASK", help=", ".join(EVERY_TASK))
    add("--held-out", action="store_true", help="the five programs that nobody tunes to")
    add("--mutation", action="append", choices=MUTATIONS, metavar="NAME", help=", ".join(MUTATIONS))
    add("--kind", action="append", choices=KINDS, help="only files of this kind")
    add("--toolkit", choices=(*TOOLKITS, "all"), help="show the tasks in this toolkit, not in their own")
    add("--whole", action="store_true", help="every replay there is")
    add("--sample", type=int, metavar="N", help="a spread of N replays of those asked for")
    add("--jobs", type=int, default=1, metavar="N", help="that many side by side (1)")
    add("--keep", type=Path, metavar="FOLDER", help="keep files, logs and pictures; use the files it has")
    add("--show", action="store_true", help="print the files that are run")
    add("--cog", metavar="PYTHON", help="judge the cogscript of this Python instead of this tree's")
    return parser.parse_args()


def _without_lacking(replays: list[Replay]) -> list[Replay]:
    missing = {toolkit for toolkit in {replay.toolkit for replay in replays} if lacking(toolkit)}
    for toolkit in sorted(missing):
        print(f"not asked: {toolkit} is not installed (`make setup` installs it)")
    return [replay for replay in replays if replay.toolkit not in missing]


def _bench(arguments: argparse.Namespace, replays: list[Replay], folder: Path) -> int:
    bench = Bench(Judged.of(arguments.cog), folder, arguments.jobs)
    started = time.monotonic()
    cannot: set[tuple[str, str]] = set()
    for task, toolkit, judgement in bench.perform(replays):
        good = judgement.verdict == "right"
        print(f"{'performed' if good else 'BENCH FAILED'}: {task} ({toolkit}) {judgement.reason}", flush=True)
        if not good:
            cannot.add((task, toolkit))
    replays = [replay for replay in replays if (replay.task, replay.toolkit) not in cannot]
    if arguments.show:
        for task, toolkit, kind in dict.fromkeys((each.task, each.toolkit, each.kind) for each in replays):
            text = (bench.files_of(task, toolkit) / f"{kind}.cog").read_text(encoding="utf-8")
            print(f"\n--- {task} ({toolkit}), {kind}\n{text}", flush=True)
    results: list[Result] = []
    for result in bench.replay(replays):
        results.append(result)
        print(f"{len(results):4}/{len(replays)} {line_of(result)}", flush=True)
    print(f"\n{tables(results)}\n\nnot right:")
    for result in results:
        if result.judgement.verdict != "right":
            print(line_of(result))
    print(f"\n{len(results)} replays in {(time.monotonic() - started) / 60:.0f} minutes")
    if arguments.keep:
        print(f"files, logs and pictures are in {folder}")
    return 1 if cannot or any(result.judgement.verdict == "harness" for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
