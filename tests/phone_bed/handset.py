"""What the commands of Android do on the bed: each acts on, or tells of, a real X server."""

from __future__ import annotations

import base64
import io
import json
import os
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from cogscript.language.model.box import Point
from cogscript.surfaces.key_presses import press
from cogscript.surfaces.phone.key_codes import KEY_CODES
from cogscript.surfaces.protocol import Surface

_CLIENT = """\
#!{python} -ISE
import json, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect({address!r})
link.sendall(json.dumps([{name!r}, *sys.argv[1:]]).encode() + b"\\n")
answer = b""
while piece := link.recv(1 << 20):
    answer += piece
sys.stdout.buffer.write(answer[1:])
sys.exit(answer[0])
"""

_CLASSES = {
    "button": "Button", "text field": "EditText", "password field": "EditText", "checkbox": "CheckBox",
    "radio button": "RadioButton", "switch": "Switch", "combo box": "Spinner", "slider": "SeekBar",
    "label": "TextView", "heading": "TextView", "image": "ImageView", "list": "ListView",
    "list item": "TextView", "tab": "TextView", "link": "TextView", "menu item": "TextView",
    "menu": "TextView", "document": "EditText",
}  # fmt: skip
_STATES = ("enabled", "focusable", "focused", "checkable", "checked", "selected")
_BY_CODE = {code: key for key, code in KEY_CODES.items()}
_LAUNCHER = "com.android.launcher"
_KEYBOARD = "com.android.adbkeyboard/.AdbIME"


class Handset:
    """The state of the phone, and its commands. Tests change the state to make it misbehave."""

    def __init__(self, screen: Surface, apps: dict[str, Sequence[str]]) -> None:
        self.screen = screen
        self.apps = apps
        """A package → the program that stands for it on the X server."""
        self.keyboards = [_KEYBOARD]
        self.awake = True
        self.locked = False
        self.half_pictures = 0
        """How many of the next pictures end half way."""
        self.moving = 0
        """How many of the next dumps fail because the screen moves."""
        self.when_touched: Callable[[], None] | None = None
        """What happens to the phone when it is next touched, right before the touch."""
        self.pressed: list[str] = []
        """The buttons of the device that were pressed."""
        self.shown_size: tuple[int, int] | None = None
        """The size of `wm size`, where it is not the picture's."""
        self.front = _LAUNCHER
        self._before: set[int | str] | None = None
        self._keyboard = "com.android.inputmethod.latin/.LatinIME"
        self._started: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="phone-bed-")
        root = Path(self._folder.name)
        (root / "bin").mkdir()
        (root / "sdcard").mkdir()
        self._sdcard = root / "sdcard"
        self._server = _listen(root / "socket", self._answer)
        for name in self._commands:
            path = root / "bin" / name
            path.write_text(_CLIENT.format(python=sys.executable, address=str(root / "socket"), name=name))
            path.chmod(0o755)
        self._environment = {**os.environ, "PATH": f"{root / 'bin'}:/usr/bin:/bin"}

    def run(self, line: str) -> bytes:
        """A command line in a real shell; /sdcard is a folder of the bed."""
        line = line.replace("/sdcard/", f"{self._sdcard}/")
        done = subprocess.run(["/bin/sh", "-s"], input=line.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=self._environment)  # fmt: skip
        return done.stdout

    def close(self) -> None:
        for each in self._started:
            each.terminate()
            each.wait()
        self._server.shutdown()
        self._server.server_close()
        self._folder.cleanup()

    def start(self, package: str) -> None:
        environment = getattr(self.screen, "environment", os.environ)
        self._before = {each.handle for each in self.screen.windows()}  # type: ignore[attr-defined]
        self._started.append(subprocess.Popen(self.apps[package], env=environment, stderr=subprocess.DEVNULL))
        self.front = package

    def _focus(self) -> str:
        """The window that has the focus: as on a phone, the launcher's until the app has painted its own."""
        windows = self.screen.windows()  # type: ignore[attr-defined]
        if self._before is not None and all(each.handle in self._before for each in windows):
            return _LAUNCHER
        self._before = None
        return self.front

    # --- commands -----------------------------------------------------------------------------------

    @property
    def _commands(self) -> dict[str, Callable[..., bytes | str]]:
        return {
            "wm": self._wm, "screencap": self._screencap, "input": self._input, "uiautomator": self._dump,
            "pm": self._pm, "monkey": self._monkey, "am": self._am, "dumpsys": self._dumpsys,
            "ime": self._ime, "settings": self._settings,
        }  # fmt: skip

    def _answer(self, words: list[str]) -> bytes:
        with self._lock:
            try:
                said = self._commands[words[0]](*words[1:])
            except Exception as error:
                return b"\x01" + f"Error: {type(error).__name__}: {error}\n".encode()
        return b"\x00" + (said if isinstance(said, bytes) else said.encode())

    def _wm(self, what: str) -> str:
        size = self.screen.size
        override = f"\nOverride size: {self.shown_size[0]}x{self.shown_size[1]}" if self.shown_size else ""
        return f"Physical size: {size.width}x{size.height}{override}\n"

    def _screencap(self, *options: str) -> bytes:
        data = io.BytesIO()
        self.screen.capture().save(data, "PNG")  # type: ignore[attr-defined]
        if self.half_pictures:
            self.half_pictures -= 1
            return data.getvalue()[: len(data.getvalue()) // 2]
        return data.getvalue()

    def _place(self, x: str, y: str) -> Point:
        shown, size = self.shown_size or tuple(self.screen.size), self.screen.size
        return Point(int(x) * size.width // shown[0], int(y) * size.height // shown[1])

    def _input(self, what: str, *words: str) -> str:
        screen = self.screen
        if self.when_touched is not None:
            happens, self.when_touched = self.when_touched, None
            happens()
        if what == "tap":
            screen.click(self._place(*words[:2]))  # type: ignore[attr-defined]
        elif what == "swipe":
            start, end, seconds = self._place(*words[:2]), self._place(*words[2:4]), int(words[4]) / 1000
            if start == end:
                screen.long_press(start, seconds, time.sleep)  # type: ignore[attr-defined]
            else:
                screen.drag(start, end, seconds)  # type: ignore[attr-defined]
        elif what == "text":
            if not words[0].isascii():
                return "Exception: Attempt to get length of null array\n"
            screen.type_text(words[0].replace("%s", " "), "keys")  # type: ignore[attr-defined]
        elif what == "keyevent":
            for code in words:
                self._key(int(code))
        elif what == "keycombination":
            press(screen, *(_BY_CODE[int(code)] for code in words))  # type: ignore[arg-type]
        else:
            return f"Error: Unknown command: {what}\n"
        return ""

    def _key(self, code: int) -> None:
        buttons = {3: "home", 4: "back", 26: "power", 187: "recent"}
        if code in buttons:
            self.pressed.append(buttons[code])
            self.awake = not self.awake if code == 26 else self.awake
        else:
            press(self.screen, _BY_CODE[code])  # type: ignore[arg-type]

    def _dump(self, what: str, path: str) -> str:
        if self.moving:
            self.moving -= 1
            return "ERROR: could not get idle state.\n"
        Path(path).write_text(self._hierarchy(), "utf-8")
        return f"UI hierchary dumped to: {path}\n"

    def _hierarchy(self) -> str:
        service = self.screen.elements
        elements = service.snapshot().elements if service is not None else ()
        inside: dict[int | None, list[int]] = {}
        for number, each in enumerate(elements):
            inside.setdefault(each.parent, []).append(number)
        opened = []
        for number, each in enumerate(elements):
            states = {name: _yes(name in each.states) for name in _STATES}
            field = each.role in ("text field", "password field", "document", "combo box")
            rect, clickable = each.rect, each.role in _CLASSES and each.role not in ("label", "heading")
            told = {
                "index": str(number),
                "class": f"android.widget.{_CLASSES.get(each.role, 'FrameLayout')}",
                "text": (each.value or "") if field else each.name,
                "content-desc": each.name if field else "",
                "resource-id": f"bed:id/{each.id}" if each.id else "",
                "clickable": _yes(clickable),
                "password": _yes(each.secret),
                "bounds": f"[{rect.left},{rect.top}][{rect.right},{rect.bottom}]",
                **states,
            }
            opened.append("<node " + " ".join(f"{name}={quoteattr(value)}" for name, value in told.items()))

        def written(parent: int | None) -> str:
            return "".join(f"{opened[each]}>{written(each)}</node>" for each in inside.get(parent, ()))

        return f'<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0">{written(None)}</hierarchy>'

    def _pm(self, *words: str) -> str:
        return "".join(f"package:{each}\n" for each in self.apps)

    def _monkey(self, *words: str) -> str:
        package = words[words.index("-p") + 1]
        if package not in self.apps:
            return "** No activities found to run, monkey aborted.\n"
        self.start(package)
        return "Events injected: 1\n"

    def _am(self, what: str, *words: str) -> str:
        if what == "broadcast" and "ADB_INPUT_B64" in words and self._keyboard == _KEYBOARD:
            text = base64.b64decode(words[words.index("msg") + 1]).decode("utf-8")
            self.screen.type_text(text, "paste")  # type: ignore[attr-defined]
        return "Broadcast completed: result=0\n"

    def _dumpsys(self, what: str, *words: str) -> str:
        if what == "input_method":
            return "  mShowRequested=false\n  mInputShown=false\n"
        if what == "power":
            return f"  mWakefulness={'Awake' if self.awake else 'Asleep'}\n"
        return (
            f"  mDreamingLockscreen={str(self.locked).lower()}\n"
            f"  mCurrentFocus=Window{{1 u0 {self._focus()}/{self._focus()}.Main}}\n"
            f"  mFocusedApp=ActivityRecord{{1 u0 {self.front}/.Main t1}}\n"
        )

    def _ime(self, what: str, *words: str) -> str:
        if what == "set":
            self._keyboard = words[0]
        return "\n".join(self.keyboards) + "\n" if what == "list" else ""

    def _settings(self, *words: str) -> str:
        return f"{self._keyboard}\n"


def _yes(holds: bool) -> str:
    return str(holds).lower()


def _listen(path: Path, answer: Callable[[list[str]], bytes]) -> socketserver.ThreadingUnixStreamServer:
    class Call(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(answer(json.loads(self.rfile.readline())))

    server = socketserver.ThreadingUnixStreamServer(str(path), Call)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return server
