"""One phone, spoken to through the adb server: commands, and what is wrong when it cannot be used."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from cogscript.language.model.diagnostic import Fault
from cogscript.system_packages import install_command

ANSWER_LIMIT = 20.0
"""Seconds a phone has to answer before it counts as hanging."""

_END = "cogscript-end"
"""What a phone says when a command is done."""
_PIECE = 1 << 18
"""Bytes to take from a connection at once."""

STATES = {
    "unauthorized": (
        "it does not trust this computer yet",
        "unlock the phone and allow USB debugging in the question it shows",
    ),
    "authorizing": ("it is asking whether to trust this computer", "allow USB debugging on the phone"),
    "offline": ("it does not answer", "unplug it and plug it in again, or restart it; then: adb reconnect"),
    "no permissions": (
        "this computer's user may not use it",
        "see developer.android.com/studio/run/device about udev rules",
    ),
    "recovery": ("it is in recovery mode", "restart it"),
    "sideload": ("it is in recovery mode", "restart it"),
    "bootloader": ("it is in its boot loader", "restart it"),
    "connecting": ("it is still connecting", "try again in a moment"),
}
"""What adb says of a phone that cannot be used: what that means, and the way out."""


_BROKEN_OFF = frozenset({"phone-gone", "phone-unusable", "phone-hangs"})


class ConnectedPhone(NamedTuple):
    serial: str
    state: str
    """`device` when it can be used."""


def require_adb() -> None:
    """Raise a Fault when nothing here can speak to phones."""
    if importlib.util.find_spec("adbutils") is None:
        raise Fault(
            "phone-missing",
            "phones are driven through adbutils, which is not installed",
            "pip install 'cogscript[phone]'",
        )
    if shutil.which("adb") is None and not os.environ.get("ADBUTILS_ADB_PATH"):
        raise Fault("phone-missing", "the program adb is not installed", install_command(["adb"]))


def _client() -> Any:
    require_adb()
    os.environ.setdefault("ADBUTILS_ADB_PATH", shutil.which("adb") or "adb")
    import adbutils

    client = adbutils.AdbClient(socket_timeout=ANSWER_LIMIT)
    if not _answers(client):  # started here, because adbutils lets it write on the person's terminal
        subprocess.run([os.environ["ADBUTILS_ADB_PATH"], "start-server"], capture_output=True, timeout=30)
    return client


def _answers(client: Any) -> bool:
    """A connection of our own: each of adbutils' own starts the server when there is none."""
    try:
        socket.create_connection((client.host, client.port), timeout=3).close()
    except OSError:
        return False
    return True


@contextmanager
def no_server_left_behind() -> Iterator[None]:
    """An adb server that was started inside is stopped at the end; one that ran before stays."""
    require_adb()
    import adbutils

    client = adbutils.AdbClient(socket_timeout=ANSWER_LIMIT)
    ran_before = _answers(client)
    try:
        yield
    finally:
        if not ran_before and _answers(client):
            client.server_kill()


def devices() -> list[ConnectedPhone]:
    """The phones that adb knows of, those that cannot be used too."""
    try:
        return [ConnectedPhone(each.serial, each.state) for each in _client().list()]
    except Fault:
        raise
    except Exception as error:  # a server that cannot be started, a port that something else has
        raise Fault("adb", f"adb does not work here: {_first_line(error)}", "see: adb devices") from error


def find_phone(serial: str) -> ConnectedPhone:
    """The phone of that serial number, or the only one; a Fault says what there is instead."""
    there = devices()
    named = [each for each in there if not serial or each.serial == serial]
    usable = [each for each in named if each.state == "device"]
    if len(usable) == 1:
        return usable[0]
    told = ", ".join(f"{each.serial} ({each.state})" for each in there) or "none"
    if len(usable) > 1:
        raise Fault(
            "several-phones",
            f"there are {len(usable)} phones, and none is named: {told}",
            f"name one: IN(phone='{usable[0].serial}'), or phone.serial in the settings file",
        )
    if named:
        raise unusable(named[0])
    which = f"no phone `{serial}` is connected; there are: {told}" if serial else "no phone is connected"
    raise Fault(
        "no-phone",
        which,
        "plug one in with USB debugging switched on, or: adb connect ADDRESS; see: adb devices",
    )


def unusable(device: ConnectedPhone) -> Fault:
    why, way_out = STATES.get(device.state, (f"adb says `{device.state}`", "see: adb devices"))
    return Fault("phone-unusable", f"the phone {device.serial} cannot be used: {why}", way_out)


class _CutOff(Exception):
    """A command whose end was never told."""


class Phone:
    """Commands on one phone. What goes to its shell is quoted: a text stays a text."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self._client = _client()

    def shell(self, *words: str, limit: float = ANSWER_LIMIT) -> str:
        """What a command prints, its errors too."""
        return (
            self.raw(shlex.join(words), limit=limit).decode("utf-8", "replace").replace("\r\n", "\n").strip()
        )

    def do(self, *words: str) -> str:
        """The same for a command that does something: one that is broken off may have been done."""
        try:
            return self.shell(*words)
        except Fault as fault:
            known = "is not known" in fault.reason or fault.code not in _BROKEN_OFF
            said = (
                fault.reason
                if known
                else f"{fault.reason}; whether the last touch or key arrived is not known"
            )
            raise Fault(fault.code, said, fault.advice) from fault

    def script(self, text: str, limit: float = ANSWER_LIMIT) -> str:
        """Several commands of our own in one go: nothing from outside may stand in it unquoted."""
        return self.raw(text, limit=limit).decode("utf-8", "replace").replace("\r\n", "\n").strip()

    def raw(self, command: str, *, limit: float = ANSWER_LIMIT) -> bytes:
        """What a command writes, byte for byte."""
        try:
            connection = self._client.make_connection(timeout=limit)
            # Not by adbutils' own transport: it asks for the server's version each time, and sleeps twice.
            with connection.conn as line:
                for service in (f"host:transport:{self.serial}", f"exec:{command}; echo {_END}"):
                    connection.send_command(service)
                    connection.check_okay()
                said = b"".join(iter(lambda: line.recv(_PIECE), b""))
        except Exception as error:
            raise self._fault(error, limit) from error
        whole = said.removesuffix(b"\n").removesuffix(b"\r")
        if not whole.endswith(_END.encode()):
            # A connection that is cut ends as one that is done does: only its last words tell them apart.
            raise self._fault(_CutOff(), limit)
        return whole[: -len(_END)]

    def _fault(self, error: Exception, limit: float) -> Fault:
        said = _first_line(error)
        if "timeout" in type(error).__name__.lower() or "timed out" in said:
            return Fault(
                "phone-hangs",
                f"the phone {self.serial} has not answered for {limit:g} s",
                "look at the phone",
            )
        try:
            now = next((each for each in devices() if each.serial == self.serial), None)
        except Fault as fault:
            return fault
        if now is None:
            return Fault(
                "phone-gone",
                f"the phone {self.serial} is no longer connected",
                "see its cable, or that it has not restarted; then run the workflow again",
            )
        if now.state != "device":
            return unusable(now)
        if isinstance(error, _CutOff):
            return Fault(
                "phone-gone",
                f"the connection to the phone {self.serial} was cut in the middle of a command; what came of "
                "it is not known",
                "see its cable, or that it has not restarted; then run the workflow again",
            )
        return Fault("adb", f"adb says: {said}")


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
