"""The same form in every toolkit, to see that each says the same of it."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's GTK and Qt packages are for


def command(toolkit: str, profile: Path, *flags: str) -> list[str]:
    """How to show the form: `gtk3`, `gtk4`, `qt5`, `qt6` or `chromium`."""
    if toolkit == "chromium":
        quiet = ("--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-sync")
        page = (_HERE / "form.html").as_uri()
        return [
            "chromium",
            f"--user-data-dir={profile}",
            *quiet,
            "--force-renderer-accessibility",
            *flags,
            page,
        ]
    return [_SYSTEM_PYTHON, str(_HERE / f"{toolkit[:-1]}_form.py"), toolkit[-1], *flags]
