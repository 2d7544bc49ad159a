"""`make test-editor`: VS Code made if it is not there, and what a person does in it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pytest

from tests.vscode.bed import ROOT, VSIX, CodeBed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bed", type=Path, default=ROOT / ".code-server")
    parser.add_argument("--pictures", type=Path, default=None, help="keep a picture of each station here")
    given, options = parser.parse_known_args()
    if not VSIX.exists():
        raise SystemExit("error: there is no extension to try: `make editor` builds it")
    CodeBed(given.bed).make()
    os.environ["COG_CODE_BED"] = str(given.bed.resolve())
    if given.pictures:
        os.environ["COG_PICTURES"] = str(given.pictures.resolve())
    return int(
        pytest.main([str(Path(__file__).with_name("journeys.py")), "-q", "-p", "no:cacheprovider", *options])
    )


if __name__ == "__main__":
    sys.exit(main())
