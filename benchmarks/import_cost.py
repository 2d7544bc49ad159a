"""What importing costs as plans grow: `python benchmarks/import_cost.py [STEPS]`.

Each dialect's own actions are repeated to plans of a tenth of the steps and of all of them: in one file where
it has files, as a JSON array where it is JSON, as a transcript where it is text. The ratio of the two times
says how the cost grows: 10 is linear. Both are measured in the same run, as processor time, the least of
three.
"""

from __future__ import annotations

import json
import sys
import time

from cogscript.dialects import import_text
from cogscript.dialects.core.registry import built_in, reader_named
from cogscript.language.model.box import Size

SCREEN = Size(1920, 1080)
FILES = {
    "selenium-ide": ('"commands": [', ", ", "]}]}"),
    "ui-vision": ('"Commands": [', ", ", "]}"),
    "maestro": ("---\n", "\n", ""),
    "midscene": ("flow:\n", "\n", ""),
}
"""Where a file's commands begin, what stands between two of them, and what ends the file."""


def plan(dialect: str, steps: int) -> str:
    """A plan of so many steps, each with a thought before it."""
    actions = [each.example for each in reader_named(dialect).ACTIONS.values() if not each.query]
    if dialect in FILES:
        mark, between, end = FILES[dialect]
        head = actions[0].partition(mark)[0]
        commands = [example.partition(mark)[2].removesuffix(end) for example in actions]
        return head + mark + between.join(commands[step % len(commands)] for step in range(steps)) + end
    chosen = [example for example in actions if "\n" not in example]
    if chosen[0].startswith("{"):
        chosen = [example for example in chosen if example.startswith("{")]
        objects = [json.loads(chosen[step % len(chosen)]) for step in range(steps)]
        return json.dumps(
            [{"thought": f"step {at}", **each} for at, each in enumerate(objects)], ensure_ascii=False
        )
    chosen = [example for example in chosen if not example.startswith("{")]
    return "\n".join(chosen[step % len(chosen)] for step in range(steps))


def cost(text: str, dialect: str) -> tuple[float, int]:
    best, steps = float("inf"), 0
    for _ in range(3):
        start = time.process_time()
        imported = import_text(text, dialect, SCREEN, literal=True)
        best = min(best, time.process_time() - start)
        steps = len(imported.workflow.operations)
    return best, steps


def main(steps: int) -> None:
    print(f"| dialect | steps | characters | operations | seconds | {steps}:{steps // 10} |")
    print("|---|---|---|---|---|---|")
    for dialect in built_in("read"):
        small, large = plan(dialect, steps // 10), plan(dialect, steps)
        few, _ = cost(small, dialect)
        many, operations = cost(large, dialect)
        print(f"| {dialect} | {steps} | {len(large)} | {operations} | {many:.2f} | {many / few:.1f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
