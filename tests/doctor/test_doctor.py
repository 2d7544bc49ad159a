"""`cog doctor` on this machine as it is, and on the same machine with things taken away from it."""

import json
import os
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogscript.doctor import Finding, ProbeResult, can_run
from cogscript.language.model.box import Size
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.x11.virtual import PrivateDesktop
from cogscript.system_packages import install_command

OF_THE_MACHINE = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_SESSION_TYPE",
    "OPENAI_",
    "API_",
    "CHAT_MODEL",
    "DASHSCOPE_",
)


def doctor(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a person gives it, with no display and no model unless the test gives one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OF_THE_MACHINE)}
    homes = {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")}
    return subprocess.run(
        [sys.executable, "-m", "cogscript", "doctor", *options],
        env={**kept, **homes, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


def findings(folder: Path, **environment: str) -> tuple[int, bool, dict[str, dict[str, str]]]:
    ended = doctor(folder, "--json", **environment)
    assert ended.stderr == ""
    told = json.loads(ended.stdout)
    return ended.returncode, told["can_run"], {finding["name"]: finding for finding in told["findings"]}


def processes_with(mark: str) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text(errors="replace"))
        except OSError:
            continue
    return found


@pytest.fixture
def desktop() -> Iterator[PrivateDesktop]:
    """A desktop of somebody's own."""
    screen = open_surface("virtual", size=Size(800, 600), settings=Settings())
    assert isinstance(screen, PrivateDesktop)
    yield screen
    screen.close()


def test_a_machine_after_make_setup_can_run_and_nothing_is_left_behind(tmp_path: Path) -> None:
    mark = uuid.uuid4().hex
    with socket.create_server(("127.0.0.1", 0)) as unused:  # where no adb server runs yet
        port = unused.getsockname()[1]
    status, well, found = findings(tmp_path, COG_TEST_MARK=mark, ANDROID_ADB_SERVER_PORT=str(port))
    assert (status, well) == (0, True), found
    for name in ("private screen", "clipboard", "Chinese font", "accessibility", "recording", "OCR"):
        assert found[name]["state"] == "ok", found[name]
    assert found["desktop"]["state"] == "missing"
    assert "DISPLAY is not set" in found["desktop"]["detail"]
    assert found["phones"]["detail"] == "no phone is connected"
    assert processes_with(mark) == [], "an adb server that was started for the look is stopped"
    assert list(tmp_path.rglob("*")) == [], "the doctor changes nothing"


def test_a_machine_without_programs_is_told_what_to_install(tmp_path: Path) -> None:
    status, well, found = findings(tmp_path, PATH="/nowhere")
    assert (status, well) == (1, False)
    assert found["private screen"]["state"] == "missing"
    assert found["private screen"]["fix"] == install_command(["xvfb", "openbox"])
    assert found["Chinese font"]["fix"] == install_command(["chinese-font"])


def test_an_x_server_that_is_there_and_does_not_work_is_broken(tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "Xvfb"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho 'no keyboard today' >&2\nexit 1\n", encoding="utf-8")
    fake.chmod(0o755)
    status, _, found = findings(tmp_path, PATH=f"{fake.parent}:{os.environ['PATH']}")
    assert status == 1
    assert found["private screen"]["state"] == "broken"
    assert "no keyboard today" in found["private screen"]["detail"]


def test_a_desktop_is_looked_at_and_not_touched(tmp_path: Path, desktop: PrivateDesktop) -> None:
    desktop.set_clipboard("theirs 私")
    pointer = desktop.pointer()
    _, well, found = findings(tmp_path, **desktop.environment)
    assert well
    assert found["desktop"]["state"] == "ok", found["desktop"]
    assert "X11, 800×600" in found["desktop"]["detail"]
    assert desktop.clipboard() == "theirs 私"
    assert desktop.pointer() == pointer


def test_a_display_nobody_serves_is_broken_and_the_private_screen_is_used(tmp_path: Path) -> None:
    status, _, found = findings(tmp_path, DISPLAY=":4711")
    assert status == 0
    assert found["desktop"]["state"] == "broken"
    assert ":4711" in found["desktop"]["detail"]
    assert found["private screen"]["state"] == "ok"


def test_a_wayland_session_is_told_what_to_do(tmp_path: Path) -> None:
    _, _, found = findings(tmp_path, WAYLAND_DISPLAY="wayland-0", PATH="/nowhere")
    assert found["desktop"]["state"] == "missing"
    assert "Wayland" in found["desktop"]["detail"]
    assert "Xorg" in found["desktop"]["fix"]


def test_a_wrong_settings_file_stops_everything_and_is_named(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[modle]\nname = 'x'\n", encoding="utf-8")
    status, _, found = findings(tmp_path, COGSCRIPT_SETTINGS=str(settings), PATH="/nowhere")
    assert status == 1
    assert found["settings"]["state"] == "broken"
    assert str(settings) in found["settings"]["detail"]
    assert "model" in found["settings"]["fix"]


def test_a_run_folder_that_cannot_be_written_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    status, well, found = findings(tmp_path, XDG_STATE_HOME=str(tmp_path / "a file" / "state"))
    assert (status, well) == (1, False)
    assert found["run folder"]["state"] == "broken"
    assert "XDG_STATE_HOME" in found["run folder"]["fix"]
    assert found["private screen"]["state"] == "ok"


def test_a_model_server_is_connected_to_and_its_key_is_never_shown(tmp_path: Path) -> None:
    key = "sk-very-secret-4711"
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        server.settimeout(60)
        asked = {
            "OPENAI_BASE_URL": address,
            "OPENAI_API_KEY": key,
            "OPENAI_MODEL": "qwen",
            "PATH": "/nowhere",
        }
        there = doctor(tmp_path, **asked)
        connection, _ = server.accept()
        with connection:
            assert connection.recv(1000) == b"", "it only connects"
    assert f"✓ model           qwen at {address}" in there.stdout
    gone = doctor(tmp_path, **asked)
    assert f"✗ model           qwen at {address}" in gone.stdout
    assert "nobody answers there" in gone.stdout
    assert key not in there.stdout + there.stderr + gone.stdout + gone.stderr


def test_without_a_model_the_ways_to_get_one_are_told(tmp_path: Path) -> None:
    _, _, found = findings(tmp_path, PATH="/nowhere")
    assert found["model"]["state"] == "missing"
    assert "cog model install" in found["model"]["fix"]
    assert "OPENAI_API_KEY" in found["model"]["fix"]


def test_a_person_reads_marks_needs_and_commands(tmp_path: Path) -> None:
    told = doctor(tmp_path, PATH="/nowhere")
    assert told.returncode == 1
    lines = told.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("– private screen"))
    assert "Xvfb" in lines[at]
    assert lines[at + 1].strip().startswith("needed for: ")
    assert lines[at + 2].strip() == f"to fix it: {install_command(['xvfb', 'openbox'])}"
    assert lines[-1] == "No workflow can run here yet."
    assert "\x1b" not in told.stdout


def test_one_screen_is_enough_and_nothing_essential_may_be_wrong() -> None:
    def finding(name: str, state: ProbeResult, essential: bool = False) -> Finding:
        return Finding(name, state, "", "", "", essential)

    settings, broken = (
        finding("settings", ProbeResult.OK, True),
        finding("settings", ProbeResult.BROKEN, True),
    )
    desktop, none = finding("desktop", ProbeResult.OK), finding("desktop", ProbeResult.MISSING)
    private, lame = finding("private screen", ProbeResult.OK), finding("private screen", ProbeResult.BROKEN)
    model = finding("model", ProbeResult.MISSING)
    assert can_run([settings, desktop, lame, model])
    assert can_run([settings, none, private, model])
    assert not can_run([settings, none, lame])
    assert not can_run([broken, desktop, private])
