from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor.debugging.debug_client import DebugClient


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[DebugClient]:
    client = DebugClient(tmp_path)
    yield client
    client.close()
