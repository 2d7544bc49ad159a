"""`make test-windows`: the machine made if it is not there, our wheel on it, and the tests run by it."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import time
from pathlib import Path

from tests.wine.bed import ROOT, Bed, say
from tests.wine.pure import FOLDERS

_COPIED = ("tests", "benchmarks", "workflows", "docs", "grammars", "README.md", "pyproject.toml")
"""What the tests need besides the wheel. Not `cogscript`: the wheel is what is tested."""
_START = "import sys; sys.path.insert(0, '.'); import pytest; sys.exit(pytest.main(sys.argv[1:]))"
_OPTIONS = ("-q", "-rfER", "--tb=short", "-p", "no:cacheprovider", "--strict-markers")
_DRIVING = "tests/surfaces/windows"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bed", type=Path, default=ROOT / ".wine")
    parser.add_argument("tests", nargs="*", help="only these; by default all that run there")
    given, options = parser.parse_known_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the machine ends with us
    began = time.monotonic()
    bed = Bed(given.bed)
    bed.make()
    bed.install_wheel()
    here = _copy(bed)
    say(f"The machine is ready after {time.monotonic() - began:.0f} s")
    runs = [given.tests] if given.tests else [[f"tests/{each}" for each in FOLDERS], [_DRIVING]]
    failed = 0
    for number, chosen in enumerate(runs):
        more = ("-p", "tests.wine.pure", f"--ignore={_DRIVING}") if number == 0 and not given.tests else ()
        with bed.running():
            failed |= bed.run_python("-c", _START, *_OPTIONS, *more, *options, *chosen, folder=here)
    say(f"All of it took {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


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
