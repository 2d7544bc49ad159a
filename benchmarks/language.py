"""How fast a file is read: against `ast.parse` and `python -c pass`, in the same run.

python benchmarks/language.py
"""

from __future__ import annotations

import ast
import compileall
import gc
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cogscript

LINES = 20_000
ROUNDS = 7


def plan(lines: int) -> str:
    """Lines as CogAgent writes them, no two alike."""
    kinds = (
        "CLICK(box=[[{a:03d},{b:03d},{c:03d},{d:03d}]], element_type='可点击文本', element_info='Title {n}')",
        "TYPE(box=[[{a:03d},{b:03d},{c:03d},{d:03d}]], text='CogAgent {n}', element_type='文本输入框', "
        "element_info='CogAgent')",
        "SCROLL_DOWN(box=[[{a:03d},{b:03d},{c:03d},{d:03d}]], element_type='滚动', element_info='滚动', "
        "step_count=5)",
        "KEY_PRESS(key='F11')",
        "QUOTE_TEXT(box=[[{a:03d},{b:03d},{c:03d},{d:03d}]], element_type='文本', "
        "element_info='券后价：{n}.00', output='__CogName_商品价格__', result='{n}.00')",
    )
    rows = []
    for n in range(lines):
        a, b = n * 7 % 500, n * 13 % 500
        rows.append(kinds[n % len(kinds)].format(a=a, b=b, c=a + n % 499, d=b + n % 487, n=n))
    return "\n".join(rows) + "\n"


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def read(text: str) -> None:
    workflow = cogscript.parse(text)
    assert not [each for each in cogscript.check(workflow) if each.is_error]


def ratio(work: Callable[[], object], reference: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median of ratios of neighbours in time: a noisy machine slows both."""
    return statistics.median(seconds(work) / seconds(reference) for _ in range(rounds))


def main() -> None:
    text = plan(LINES)
    python = re.sub(r"(?<=[\[,])0+(?=\d)", "", text)  # ast.parse rejects 086
    twice = plan(2 * LINES)
    read("END()")
    print(f"{LINES:,} lines: parse, tree and check ÷ ast.parse: ", end="", flush=True)
    print(f"{ratio(lambda: read(text), lambda: ast.parse(python)):.2f}  (at most 2)")
    print("twice the lines ÷ once: ", end="", flush=True)
    print(f"{ratio(lambda: read(twice), lambda: read(text)):.2f}  (at most 2.2)")

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hundred.cog"
        path.write_text(plan(100), encoding="utf-8")
        check = [sys.executable, "-m", "cogscript", "check", str(path)]
        nothing = [sys.executable, "-c", "pass"]
        # Byte code as pip makes it when it installs, also where Python is told not to write any by itself.
        compileall.compile_dir(Path(cogscript.__file__).parent, quiet=1)
        for command in (check, nothing):  # once for the file cache
            subprocess.run(command, check=True)
        print("`cog check` of 100 lines from cold ÷ `python -c pass`: ", end="", flush=True)
        cold = ratio(
            lambda: subprocess.run(check, check=True), lambda: subprocess.run(nothing, check=True), 21
        )
        print(f"{cold:.1f}  (at most 5)")


if __name__ == "__main__":
    main()
