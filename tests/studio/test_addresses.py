"""Who is let in: this computer, with the token, and no other page."""

from pathlib import Path

import pytest

from cogscript.studio.addresses import StudioAddress, address_of, keep

ADDRESS = StudioAddress(4711, "geheim")
HERE = {"Host": "127.0.0.1:4711", "Origin": "http://127.0.0.1:4711"}


def test_the_page_comes_in() -> None:
    assert ADDRESS.lets_in("/link?token=geheim", HERE, with_origin=True)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/link", HERE),
        ("/link?token=", HERE),
        ("/link?token=falsch", HERE),
        ("/link?token=geheim", {**HERE, "Origin": "http://evil.example"}),
        ("/link?token=geheim", {**HERE, "Origin": "http://127.0.0.1:4712"}),
        ("/link?token=geheim", {"Host": "127.0.0.1:4711"}),
        ("/link?token=geheim", {**HERE, "Host": "evil.example:4711"}),
        ("/link?token=geheim", {**HERE, "Sec-Fetch-Site": "cross-site"}),
        ("/link?token=geheim", {**HERE, "Sec-Fetch-Site": "same-site"}),
    ],
)
def test_nobody_else_does(path: str, headers: dict[str, str]) -> None:
    assert not ADDRESS.lets_in(path, headers, with_origin=True)


def test_a_folder_keeps_its_address_so_that_a_page_finds_it_again(tmp_path: Path) -> None:
    first = address_of(tmp_path, tmp_path / "state")
    keep(first, tmp_path, tmp_path / "state")
    assert address_of(tmp_path, tmp_path / "state") == first
    other = tmp_path / "other"
    other.mkdir()
    assert address_of(other, tmp_path / "state").token != first.token
    kept = next((tmp_path / "state" / "studio").iterdir())
    assert kept.stat().st_mode & 0o077 == 0
