"""Which program a name means on Windows, and how it is started: pure but for the three questions it asks."""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

# Every application of the Start menu, Store applications too, by the name people see. No value enters it.
START_APPS_COMMAND = [
    "powershell", "-NoProfile", "-NonInteractive", "-Command",
    "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-StartApps | ConvertTo-Json -Compress",
]  # fmt: skip
_APP_PATHS = r"Software\Microsoft\Windows\CurrentVersion\App Paths"
_SCRIPTS = (".cmd", ".bat")
_CONSOLE = 3
_NEW_CONSOLE, _DETACHED, _NEW_GROUP = 0x00000010, 0x00000008, 0x00000200


class Launch(NamedTuple):
    command: list[str]
    console: bool
    """Whether it is a program of the text console, which needs a window of its own to be seen."""


def start_apps() -> dict[str, str]:
    """What the Start menu lists; nothing where PowerShell or its list is missing."""
    try:
        answer = subprocess.run(START_APPS_COMMAND, capture_output=True, stdin=subprocess.DEVNULL, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return read_start_apps(answer.stdout.decode("utf-8", "replace"))


def read_start_apps(answer: str) -> dict[str, str]:
    """A name as the Start menu shows it → its identity, from Get-StartApps's JSON."""
    try:
        listed = json.loads(answer or "[]")
    except json.JSONDecodeError:
        return {}
    rows = listed if isinstance(listed, list) else [listed]
    return {row["Name"]: row["AppID"] for row in rows if row.get("Name") and row.get("AppID")}


def find_start_app(name: str, apps: Mapping[str, str]) -> str | None:
    """The identity of the application people mean: its whole name, else a whole word of one name only."""
    wanted = name.strip().casefold()
    by_fold = {each.casefold(): identity for each, identity in apps.items()}
    if wanted in by_fold:
        return by_fold[wanted]
    parts = [identity for each, identity in by_fold.items() if wanted and wanted in each.split()]
    return parts[0] if len(parts) == 1 else None


def start_app_command(identity: str) -> list[str]:
    """The command that starts an application by its identity."""
    return ["explorer.exe", f"shell:AppsFolder\\{identity}"]


def program_file(name: str) -> Path | None:
    """The program of that name: on PATH, or registered under App Paths, as Start → Run finds it."""
    import shutil

    name = name.strip()
    if not name or any(each in name for each in '/\\:*?"<>|'):
        return None
    found = shutil.which(name)
    return Path(found) if found else _registered(name)


def is_script(path: Path) -> bool:
    """Whether a program is a batch file, which many programs have beside their entry in the Start menu."""
    return path.suffix.casefold() in _SCRIPTS


def _registered(name: str) -> Path | None:
    import importlib

    winreg: Any = importlib.import_module("winreg")  # only Windows has it
    for file in (name, f"{name}.exe"):
        for root in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
            try:
                path = winreg.ExpandEnvironmentStrings(winreg.QueryValue(root, f"{_APP_PATHS}\\{file}"))
            except OSError:
                continue
            if path.strip('"'):
                return Path(path.strip('"'))
    return None


def is_console_program(data: bytes) -> bool:
    """Whether a program's file says that it is one of the text console (its PE header's subsystem)."""
    try:
        (header,) = struct.unpack_from("<I", data, 0x3C)
        if data[header : header + 4] != b"PE\0\0":
            return False
        (subsystem,) = struct.unpack_from("<H", data, header + 0x5C)
    except struct.error:
        return False
    return bool(subsystem == _CONSOLE)


def launch_of(path: Path, arguments: Sequence[str]) -> Launch:
    """How a program is started."""
    if is_script(path):
        return Launch([str(path), *arguments], True)
    with path.open("rb") as file:
        return Launch([str(path), *arguments], is_console_program(file.read(4096)))


def start(launch: Launch, folder: str | None) -> subprocess.Popen[bytes]:
    """Start it away from us: what it prints is not our output, and Ctrl+C here does not end it."""
    if launch.console:
        return subprocess.Popen(launch.command, cwd=folder, creationflags=_NEW_CONSOLE | _NEW_GROUP)
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        launch.command,
        cwd=folder,
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        creationflags=_DETACHED | _NEW_GROUP,
    )
