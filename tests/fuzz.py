"""`make fuzz`: mutated texts for everything that reads text, for as long as it is told.

`python -m tests.fuzz --seconds 600 [--seed SEED]`. What breaks is written into a folder. The tests try a
fixed number of the same kind of cases: tests/dialects/test_fuzz.py, tests/language/test_fuzz.py.
"""

import argparse
import sys
import time
import traceback
from pathlib import Path

from tests.dialects import fuzzing as plans
from tests.language import fuzzing as workflows


def targets(seed):
    """What is tried, each with endless texts for it: plans by name and recognised, and .cog files."""
    for dialect in plans.READERS:
        for named in (dialect, None):
            texts = plans.cases(dialect, f"{seed} {named}")
            yield f"{dialect} ({named})", texts, lambda text, named=named: plans.attempt(text, named)
    yield "workflows", workflows.cases(seed), workflows.attempt


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", default=str(time.time_ns()))
    parser.add_argument("--folder", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--only", default="", help="the targets whose names begin so")
    arguments = parser.parse_args()
    chosen = [each for each in targets(arguments.seed) if each[0].startswith(arguments.only)]
    end = time.monotonic() + arguments.seconds
    tried = failed = 0
    slowest = 0.0
    while chosen and time.monotonic() < end:
        for name, texts, attempt in chosen:
            text = next(texts)
            began = time.monotonic()
            try:
                attempt(text)
            except Exception:
                failed += 1
                arguments.folder.mkdir(exist_ok=True)
                (arguments.folder / f"{name.split()[0]}-{failed}.txt").write_text(
                    text, encoding="utf-8", errors="surrogatepass"
                )
                print(f"{name}:\n{traceback.format_exc(limit=-3)}", file=sys.stderr)
            slowest = max(slowest, time.monotonic() - began)
            tried += 1
    print(f"seed {arguments.seed}: {tried} cases, {failed} failed, the slowest took {slowest:.2f} s")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
