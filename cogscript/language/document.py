"""A whole file: read, decoded, parsed, folded, and written back in one piece."""

from __future__ import annotations

import contextlib
import gc
import os
import stat
from collections.abc import Iterator

from cogscript.language.model.diagnostic import CogError, Diagnostic, Reported, Source, Span, nearest
from cogscript.language.model.tree import Operation, Workflow
from cogscript.language.syntax.comments import attach
from cogscript.language.syntax.folding import fold
from cogscript.language.syntax.parser import Refused, parse_piece

MAX_BYTES = 256 * 1024 * 1024
"""A larger file is no workflow; refused before it fills the memory."""


def read(text: str, path: str | None = None) -> Workflow:
    """The tree of a text, wrong or right: what could be read, and in `diagnostics` what could not."""
    text = normalised(text)
    source = Source(text, path or "<text>")
    nul = text.find("\0")
    if nul >= 0:
        return Workflow(source=source, diagnostics=[_nul(source, nul)])
    with without_collector():
        return _read(source)


def normalised(text: str) -> str:
    """The text that a tree's places count in: no byte-order mark, and every line ends in a line feed."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_file(path: str | os.PathLike[str]) -> Workflow:
    """The tree of a file, wrong or right; an empty one with a diagnostic when it cannot be read at all."""
    try:
        return read(read_text(path), os.fspath(path))
    except CogError as error:
        return Workflow(source=error.diagnostics[0].source, diagnostics=error.diagnostics)


def parse(text: str, path: str | None = None) -> Workflow:
    """The tree of a text. Raises one CogError with everything that is wrong with it."""
    return _whole(read(text, path))


def load(path: str | os.PathLike[str]) -> Workflow:
    """The tree of a file. Raises CogError when it cannot be read, and for every mistake in it."""
    return _whole(read_file(path))


def _whole(workflow: Workflow) -> Workflow:
    if not workflow.is_broken:
        return workflow
    # The lines that could be read are checked too: all mistakes of a file are reported in one go.
    from cogscript.language.check.checker import check

    raise CogError(check(workflow, given=None))


def _read(source: Source) -> Workflow:
    return workflow_of(source, *lines_of(source))


def lines_of(source: Source) -> tuple[list[Operation], list[Diagnostic]]:
    """The operations of a text line by line, no blocks yet, and what could not be read."""
    try:
        return parse_piece(source)
    except Refused:
        from cogscript.language.syntax.recovery import recover  # only for a text that does not parse

        return recover(source)


def workflow_of(source: Source, lines: list[Operation], diagnostics: list[Diagnostic]) -> Workflow:
    """The tree that lines make: their comments given to them, and folded into blocks."""
    reported = Reported(diagnostics)
    diagnostics = diagnostics + _sharing_a_line(lines, source, reported)
    comments = attach(lines, source.text)
    top, misfolded = fold(lines, source, reported)
    return Workflow(top, trailing=comments, source=source, diagnostics=diagnostics + misfolded)


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
        raise _unreadable(source, "no-such-file", f"there is no file {name}", _what_is_there(name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unreadable(source, "unreadable", f"{name} cannot be read: {reason}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CogError([_not_utf8(data, error.start, name)]) from None


def save(workflow: Workflow, path: str | os.PathLike[str]) -> None:
    """Write a workflow's canonical text to a file, all of it or nothing."""
    from cogscript.language.write.formatter import format as format_workflow

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


def rewrite(path: str | os.PathLike[str], before: str, after: str) -> bool:
    """Replace a file's text by another, with the byte-order mark and the line ends that the file had.

    False, and nothing is written, when the file no longer holds the text `before`.
    """
    raw = read_text(path)
    if normalised(raw) != before:
        return False
    if "\r\n" in raw:
        after = after.replace("\n", "\r\n")
    write_text(path, "\ufeff" + after if raw.startswith("\ufeff") else after)
    return True


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _sharing_a_line(lines: list[Operation], source: Source, reported: Reported) -> list[Diagnostic]:
    """One operation a line: what begins on the line where another ended."""
    found: list[Diagnostic] = []
    text = source.text
    end = -1
    for line in lines:
        shared = end >= 0 and "\n" not in text[end : line.start]
        if shared and not reported.within(line.start, line.end):
            found.append(
                Diagnostic(
                    "one-a-line",
                    "each operation needs a line of its own",
                    span=line.name_span,
                    source=source,
                    label="begin a new line here",
                )
            )
        end = line.end
    return found


def _unreadable(source: Source, code: str, message: str, advice: str = "") -> CogError:
    return CogError([Diagnostic(code, message, source=source, advice=advice)])


def _what_is_there(name: str) -> str:
    """The way out for a file that is not there: the one that was meant, or where it was looked for."""
    folder = os.path.dirname(name) or "."
    try:
        there = os.listdir(folder)
    except OSError:
        return f"there is no folder {folder} either"
    near = nearest(os.path.basename(name), there)
    if near:
        return f"did you mean {os.path.join(os.path.dirname(name), near)}?"
    return f"it was looked for in {os.path.abspath(folder)}; give its path"


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
def without_collector() -> Iterator[None]:
    """A tree is built of objects that all stay: looking for garbage among them is a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
