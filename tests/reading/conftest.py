"""One reader for all: loading an engine takes longer than reading with it."""

from __future__ import annotations

import pytest

from cogscript.reading import open_reader
from cogscript.settings import ReadingSettings


@pytest.fixture(scope="session")
def reader():
    return open_reader(ReadingSettings())
