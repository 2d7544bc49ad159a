"""A whole file: read, decoded, parsed, folded, and written back in one piece."""

from __future__ import annotations

import contextlib
import gc
import os
import stat
from collections.abc import Iterator

from cogscript.language.blocks import fold
from cogscript.language.checker import check_lines
from cogscript.language.comments import attach
from cogscript.language.diagnostic import CogError, Diagnostic, Source, Span
from cogscript.language.parser import Refused, parse_piece
from cogscript.language.recovery import recover
from cogscript.language.tree import Operation, Workflow

MAX_BYTES = 256 * 1024 * 1024
"""A larger file is no workflow; refused before it fills the memory."""


def parse(text: str, path: str | None = None) -> Workflow:
    """The tree of a text. Raises one CogError with every mistake the parser found."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(text, path or "<text>")
    nul = text.find("\0")
    if nul >= 0:
        raise CogError([_nul(source, nul)])
    with _without_collector():
        return _parse(source)


def _parse(source: Source) -> Workflow:
    try:
        lines, diagnostics = parse_piece(source)
    except Refused:
        lines, diagnostics = recover(source)
    diagnostics += _sharing_a_line(lines, source)
    comments = attach(lines, source.text) if not _errors(diagnostics) else []
    top, misfolded = fold(lines, source)
    diagnostics += misfolded
    workflow = Workflow(top, trailing=comments, source=source, warnings=diagnostics)
    if _errors(diagnostics):
        # The lines that could be read are checked too: a file's mistakes are told in one go.
        diagnostics += check_lines(workflow, [each.span for each in diagnostics if each.span])
        diagnostics.sort(key=lambda each: each.span or Span(0, 0))
        raise CogError(diagnostics)
    return workflow


def load(path: str | os.PathLike[str]) -> Workflow:
    """The tree of a file. Raises CogError when it cannot be read, and for every mistake in it."""
    return parse(read_text(path), os.fspath(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """A file's text, or a CogError that says why it cannot be had."""
    name = os.fspath(path)
    source = Source("", name)
    try:
        status = os.stat(name)
        if stat.S_ISDIR(status.st_mode):
            raise _unreadable(source, "is-a-directory", f"{name} is a directory, not a file")
        if status.st_size > MAX_BYTES:
            raise _unreadable(source, "too-large", f"{name} is too large for a workflow")
        with open(name, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise _unreadable(source, "no-such-file", f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unreadable(source, "unreadable", f"{name} cannot be read: {reason}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CogError([_not_utf8(data, error.start, name)]) from None


def save(workflow: Workflow, path: str | os.PathLike[str]) -> None:
    """Write a workflow's canonical text to a file, all of it or nothing."""
    from cogscript.language.formatter import format as format_workflow

    write_text(path, format_workflow(workflow))


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Replace a file's text in one step: a reader sees the old or the new one, never a half."""
    import tempfile

    target = os.path.realpath(path)  # through a link, to the file itself
    folder, name = os.path.split(target)
    mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _sharing_a_line(lines: list[Operation], source: Source) -> list[Diagnostic]:
    """One operation a line: what begins on the line where another ended."""
    found: list[Diagnostic] = []
    text = source.text
    end = -1
    for line in lines:
        if end >= 0 and "\n" not in text[end : line.start]:
            found.append(
                Diagnostic(
                    "one-a-line",
                    "each operation stands on a line of its own",
                    span=line.name_span,
                    source=source,
                    label="begin a new line here",
                )
            )
        end = line.end
    return found


def _errors(diagnostics: list[Diagnostic]) -> bool:
    return any(each.is_error for each in diagnostics)


def _unreadable(source: Source, code: str, message: str) -> CogError:
    return CogError([Diagnostic(code, message, source=source)])


def _nul(source: Source, at: int) -> Diagnostic:
    return Diagnostic(
        "nul", "the file holds a NUL character: it is not a text", span=Span(at, at + 1), source=source
    )


def _not_utf8(data: bytes, at: int, name: str) -> Diagnostic:
    text = data.decode("utf-8", errors="replace")
    offset = len(data[:at].decode("utf-8"))
    return Diagnostic(
        "not-utf8",
        f"the file is not UTF-8: the byte 0x{data[at]:02x} begins no character",
        span=Span(offset, offset + 1),
        source=Source(text, name),
        advice="save it as UTF-8; an editor's “save with encoding” does, or `iconv -t utf-8`",
    )


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """A tree is built of objects that all stay: looking for garbage among them is a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
