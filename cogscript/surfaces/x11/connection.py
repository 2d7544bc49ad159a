"""The one connection to an X server, and how its failures become sentences.

python-xlib takes the display's cookie from the process's own environment, prints to standard output
when the cookie file is empty, and prints asynchronous errors; none of that may reach a person, whose
standard output carries answers only. A server that goes away is a Fault, wherever it is noticed.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import wraps
from io import StringIO
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.pointing import Stopped

_LAST_WORDS = 5.0
"""Seconds to wait for a server to take in the end of a connection."""
_CONNECTING = ("DISPLAY", "XAUTHORITY")


@contextlib.contextmanager
def display_environment(environment: Mapping[str, str]) -> Iterator[None]:
    """This process's DISPLAY and XAUTHORITY as in `environment`, while a library connects."""
    before = {name: os.environ.get(name) for name in _CONNECTING}
    _set({name: environment.get(name) for name in _CONNECTING})
    try:
        yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def connect(environment: Mapping[str, str]) -> Any:
    """A python-xlib Display for the environment's DISPLAY."""
    import Xlib
    from Xlib import error
    from Xlib.display import Display

    if Xlib.__version__ < (0, 33):
        raise Fault(
            "python-xlib",
            "an old python3-xlib lies over the newer python-xlib, under the same name",
            "pip install --force-reinstall python-xlib",
        )
    name = environment.get("DISPLAY")
    if not name:
        raise no_display()
    try:
        with display_environment(environment), contextlib.redirect_stdout(StringIO()):
            display = Display(name)
    except (error.DisplayError, error.ConnectionClosedError, OSError) as reason:
        raise Fault(
            "display",
            f"the display {name} cannot be reached: {_words(reason)}",
            "check DISPLAY and XAUTHORITY, or run with --screen virtual",
        ) from reason
    # python-xlib files RandR's errors under the numbers of two core errors and then fails to read those,
    # which leaves the connection waiting for ever: after killing a program that has just gone, for one.
    display.display.error_classes.update(error.xerror_class)
    display.set_error_handler(_ignore)
    return display


def _words(reason: Exception) -> str:
    said = getattr(reason, "msg", reason)
    return (said.decode(errors="replace") if isinstance(said, bytes) else str(said)).strip()


def hang_up(display: Any) -> None:
    """End a connection whose state is unknown, once the server has done all that it was sent.

    Otherwise a key press that still lies in its queue would come after the release from elsewhere.
    """
    line: socket.socket = display.display.socket
    with contextlib.suppress(OSError):
        line.setblocking(True)
        line.settimeout(_LAST_WORDS)
        line.shutdown(socket.SHUT_WR)
        while line.recv(65536):
            pass
    line.close()


def _ignore(*_: object) -> None:
    """An error to a request nobody waits for: the window it named has just gone."""


def no_display() -> Fault:
    return Fault(
        "display",
        "there is no display here: DISPLAY is not set",
        "run with --screen virtual, which starts a private one",
    )


def wayland() -> Fault:
    return Fault(
        "wayland",
        "this is a Wayland session, where no program may press keys in another or look at the screen",
        "log in to an X11 session (`Xorg` on the login screen), or run with --screen virtual",
    )


def display_lost(name: str) -> Fault:
    return Fault(
        "display-lost",
        f"the display {name} went away in the middle of the run",
        "its X server ended or was killed; start it again and run the workflow anew",
    )


class OnDisplay(Protocol):
    """Something that talks to one display."""

    in_doubt: bool
    """Whether its connection was interrupted in the middle of a message."""

    @property
    def turn(self) -> AbstractContextManager[Any]:
        """Held by the thread that talks: where two ask at once over one connection, python-xlib may give
        one's answer to nobody, and that one asks for ever."""

    @property
    def display_name(self) -> str: ...
    def reconnect(self) -> None: ...


_Self = TypeVar("_Self", bound=OnDisplay)
_P = ParamSpec("_P")
_R = TypeVar("_R")


def talks_to_display(
    method: Callable[Concatenate[_Self, _P], _R],
) -> Callable[Concatenate[_Self, _P], _R]:
    """A method whose display may go away, which becomes a Fault, or that a signal may interrupt."""

    @wraps(method)
    def guarded(self: _Self, /, *arguments: _P.args, **keywords: _P.kwargs) -> _R:
        from Xlib.error import ConnectionClosedError, XError

        with self.turn:
            try:
                if self.in_doubt:
                    self.reconnect()
                return method(self, *arguments, **keywords)
            except (ConnectionClosedError, ConnectionError) as reason:
                raise display_lost(self.display_name) from reason
            except (Fault, Stopped, XError):
                raise
            except BaseException:
                self.in_doubt = True
                raise

    return guarded
