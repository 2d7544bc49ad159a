"""Which browser opens a link, and the options it needs on a private desktop."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.x11.desktop_entries import DesktopEntry

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
              "brave-browser", "microsoft-edge", "microsoft-edge-stable", "vivaldi")  # fmt: skip
_FIREFOXES = ("firefox", "firefox-esr", "librewolf")
_MOZILLAS = (*_FIREFOXES, "thunderbird")
_KNOWN = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "firefox", "firefox-esr",
          "brave-browser", "microsoft-edge", "epiphany-browser", "falkon")  # fmt: skip
_BROWSERS = frozenset({*_CHROMIUMS, *_FIREFOXES, *_KNOWN, "epiphany", "brave", "msedge"})

_CHROMIUM_OPTIONS = ("--force-renderer-accessibility",)
# A profile nobody has used asks questions, and fetches things nobody asked for.
_FRESH_CHROMIUM = (
    "--no-first-run",
    "--no-default-browser-check",
    "--password-store=basic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-session-crashed-bubble",
)
_FRESH_MOZILLA: dict[str, bool | int | str] = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutwelcome.enabled": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.tabs.warnOnClose": False,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.enabled": False,
    "trailhead.firstrun.didSeeAboutWelcome": True,
}


def is_browser(names: Iterable[str]) -> bool:
    """Whether a window belongs to a browser, by what its program goes by."""
    return any(name.casefold() in _BROWSERS for name in names)


def browser_command(scheme: str, entries: list[DesktopEntry], environment: Mapping[str, str]) -> list[str]:
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


def on_private_screen(argv: list[str], profiles: str | None, as_root: bool) -> list[str]:
    """The same command as a private screen needs it: with a profile in `profiles`, where that is given.

    Chromium refuses to run as root inside its sandbox; as anybody else the sandbox stays.
    """
    program, *rest = argv
    name = os.path.basename(program)
    if name in _CHROMIUMS:
        options = [*_CHROMIUM_OPTIONS]
        if profiles and not any(each.startswith("--user-data-dir") for each in rest):
            options += [f"--user-data-dir={Path(profiles) / 'chromium'}", *_FRESH_CHROMIUM]
        if as_root and "--no-sandbox" not in rest:
            # The bar that warns of the missing sandbox would push every page down.
            options += ["--no-sandbox", "--test-type"]
        return [program, *options, *rest]
    if name in _MOZILLAS and profiles and not {"--profile", "-profile"}.intersection(rest):
        profile = Path(profiles) / name
        if not profile.exists():
            profile.mkdir(parents=True)
            (profile / "user.js").write_text(_fresh_mozilla(), encoding="utf-8")
        return [program, "--profile", str(profile), *rest]
    return argv


def _fresh_mozilla() -> str:
    return "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in _FRESH_MOZILLA.items())
