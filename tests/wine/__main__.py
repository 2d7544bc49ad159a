"""`make test-windows`: the machine made if it is not there, our wheel on it, and the tests run by it."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from tests.wine.bed import ROOT, Bed, say
from tests.wine.pure import FOLDERS

_COPIED = ("tests", "benchmarks", "workflows", "docs", "grammars", "README.md", "pyproject.toml")
"""What the tests need besides the wheel. Not `cogscript`: the wheel is what is tested."""
_START = "import sys; sys.path.insert(0, '.'); import pytest; sys.exit(pytest.main(sys.argv[1:]))"
_OPTIONS = ("-q", "-rfER", "--tb=short", "-p", "no:cacheprovider", "--strict-markers")
_DRIVING = "tests/surfaces/windows"


_LIMIT = 15
"""Minutes for everything, making the machine included; on two quiet processors it takes about three."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bed", type=Path, default=ROOT / ".wine")
    parser.add_argument("tests", nargs="*", help="only these; by default all that run there")
    given, options = parser.parse_known_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the machine ends with us
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"error: not done after {_LIMIT} minutes; it is ended"))
    signal.alarm(_LIMIT * 60)
    began = time.monotonic()
    bed = Bed(given.bed)
    bed.make()
    bed.install_wheel()
    here = _copy(bed)
    say(f"The machine is ready after {time.monotonic() - began:.0f} s")
    words = ["-c", _START, *_OPTIONS, *options]
    with bed.running():
        if given.tests:
            failed = bed.run_python(*words, *given.tests, folder=here)
        else:
            failed = _run_both(bed, words, here)
    say(f"All of it took {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


def _run_both(bed: Bed, words: list[str], here: Path) -> int:
    """The tests that need no Linux compute, those that drive programs mostly wait: side by side."""
    pure = [*words, "-p", "tests.wine.pure", f"--ignore={_DRIVING}", *(f"tests/{each}" for each in FOLDERS)]
    with tempfile.TemporaryFile() as kept, ThreadPoolExecutor() as pool:
        computing = pool.submit(bed.run_python, *pure, folder=here, show=kept)
        failed = bed.run_python(*words, _DRIVING, folder=here)
        failed |= computing.result()
        _show(kept)
    return failed


def _show(kept: IO[bytes]) -> None:
    kept.seek(0)
    sys.stdout.buffer.write(kept.read())
    sys.stdout.flush()


def _copy(bed: Bed) -> Path:
    here = bed.folder / "checkout"
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, here / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, here / name)
    return here


if __name__ == "__main__":
    sys.exit(main())
