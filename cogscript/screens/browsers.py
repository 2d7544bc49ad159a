"""Which browser opens a link, and the options it needs on a private desktop."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from cogscript.language.diagnostic import Fault
from cogscript.screens.desktop_entries import Entry

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
              "brave-browser", "microsoft-edge", "microsoft-edge-stable", "vivaldi")  # fmt: skip
_FIREFOXES = ("firefox", "firefox-esr")
_KNOWN = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "firefox", "firefox-esr",
          "brave-browser", "microsoft-edge", "epiphany-browser", "falkon")  # fmt: skip

# A profile nobody has seen asks questions, and fetches things nobody asked for.
_CHROMIUM_OPTIONS = (
    "--no-first-run",
    "--no-default-browser-check",
    "--password-store=basic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-session-crashed-bubble",
    "--force-renderer-accessibility",
)


def browser_command(scheme: str, entries: list[Entry], environment: Mapping[str, str]) -> list[str]:
    """The default browser's command line, without the link."""
    chosen = _default_identity(environment)
    for entry in entries:
        if chosen and entry.identity == chosen:
            return list(entry.argv)
    for entry in entries:
        if scheme in entry.schemes and not entry.hidden:
            return list(entry.argv)
    for program in _KNOWN:
        found = shutil.which(program, path=environment.get("PATH"))
        if found:
            return [found]
    raise Fault(
        "browser",
        "there is no web browser to open the link with",
        "sudo apt install chromium, or name one: launch.browser in the settings file",
    )


def _default_identity(environment: Mapping[str, str]) -> str | None:
    tool = shutil.which("xdg-settings", path=environment.get("PATH"))
    if tool is None:
        return None
    try:
        answer = subprocess.run(
            [tool, "get", "default-web-browser"],
            env=dict(environment),
            capture_output=True,
            text=True,
            timeout=5,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip().removesuffix(".desktop") or None


def with_private_profile(argv: list[str], folder: str, as_root: bool) -> list[str]:
    """The same command with a profile of the private desktop's own, so that the person's is not touched.

    Chromium refuses to run as root inside its sandbox; as anybody else the sandbox stays.
    """
    program, *rest = argv
    name = os.path.basename(program)
    if name in _CHROMIUMS and not any(each.startswith("--user-data-dir") for each in rest):
        options = [f"--user-data-dir={Path(folder) / 'chromium'}", *_CHROMIUM_OPTIONS]
        if as_root and "--no-sandbox" not in rest:
            # The bar that warns of the missing sandbox would push every page down.
            options += ["--no-sandbox", "--test-type"]
        return [program, *options, *rest]
    if name in _FIREFOXES and "--profile" not in rest:
        profile = Path(folder) / "firefox"
        profile.mkdir(parents=True, exist_ok=True)
        return [program, "--profile", str(profile), *rest]
    return argv
