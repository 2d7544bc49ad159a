"""Notes every program that this Python starts, in the file that the environment names.

Python imports a module of this name by itself when it starts: with this folder on PYTHONPATH, every Python
below the test session notes too. It therefore loads as little as possible.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

VARIABLE = "COGSCRIPT_TESTS_STARTED"

_STARTING = {
    "subprocess.Popen": lambda executable, argv, folder, environment: (executable, argv, environment),
    "os.posix_spawn": lambda path, argv, environment: (path, argv, environment),
    "os.exec": lambda path, argv, environment: (path, argv, environment),
    "os.system": lambda command: ("/bin/sh", [command], None),
    "cogscript.start": lambda argv, environment: (argv[0], argv, environment),
}
"""An audit event → the program it starts, its arguments, and the environment whose PATH says where it is."""

_PASSING_ON = frozenset(
    {"bash", "env", "nice", "setsid", "sh", "stdbuf", "sudo", "timeout", "tmux", "x-terminal-emulator",
     "xterm"}
)  # fmt: skip
"""Programs that start others, which their arguments name."""

_noted: set[str] = set()


def note(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _STARTING or VARIABLE not in os.environ:
        return
    if "pip" in sys.modules:
        return  # it describes the machine to its index with rustc and lsb_release, and does without them
    for path in _programs(*_STARTING[event](*arguments)):
        if path not in _noted:
            _noted.add(path)
            _write(f"{path}\t{os.environ.get('PYTEST_CURRENT_TEST', '')}\n")


def _programs(executable: Any, argv: Any, environment: Mapping[Any, Any] | None) -> Iterator[str]:
    """Full paths of what is started. What is not there is left out: nothing is going to start."""
    program = os.fsdecode(executable)
    names = [program]
    if os.path.basename(program) in _PASSING_ON:
        names += _words([argv] if isinstance(argv, (str, bytes)) else argv)
    for name in names:
        folders = [""] if "/" in name else os.get_exec_path(environment)
        paths = (os.path.abspath(os.path.join(folder, name)) for folder in folders)
        yield from [path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)][:1]


def _words(argv: Sequence[Any]) -> list[str]:
    text = " ".join(map(os.fsdecode, argv))
    for sign in "\"'`$;&|()<>":
        text = text.replace(sign, " ")
    return text.split()


def _write(line: str) -> None:
    """At once, and into a file: a process that was forked is about to become another program."""
    try:
        file = os.open(os.environ[VARIABLE], os.O_WRONLY | os.O_APPEND)
    except OSError:
        return  # the session has ended, and this process has outlived it
    os.write(file, line.encode(errors="surrogateescape"))
    os.close(file)


if __name__ == "sitecustomize" and VARIABLE in os.environ:
    sys.addaudithook(note)
