"""Data-driven runs: a workflow once a row, each row a run of its own.

Nothing is shared between rows: each has its own variables, its own record and, on a private screen, its
own desktop, so that a row does the same whether it runs first, last, beside others or again alone.
Everything that can be wrong with the table or with the workflow is found before the first row begins.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.document import load
from cogscript.language.model import variables
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, nearest, printable
from cogscript.language.model.operations import Need
from cogscript.language.model.rendering import render
from cogscript.runtime.batch.news import News, Out, StepLines
from cogscript.runtime.batch.results import ResultFile, RowResult, Tally
from cogscript.runtime.batch.workers import Post, Task, check_possible, run_side_by_side
from cogscript.runtime.console.display import Answers, JsonEvents
from cogscript.runtime.console.person import Nobody, TerminalPerson
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.inputs import gather
from cogscript.runtime.options import Options
from cogscript.runtime.program import Program
from cogscript.runtime.run import start
from cogscript.runtime.scope import Secrets
from cogscript.runtime.stopping import stopping
from cogscript.settings import load_settings
from cogscript.surfaces import surface_kind
from cogscript.surfaces.pointing import Stopped
from cogscript.tables import rows
from cogscript.tables.rows import Row

if TYPE_CHECKING:
    from cogscript.language.model.tree import Workflow
    from cogscript.runtime.batch.board import QuietBoard
    from cogscript.runtime.control import Controller
    from cogscript.surfaces.registry import SurfaceKind


@dataclass(slots=True)
class RowChoices:
    """What a person asks of a data-driven run."""

    table: Path
    only: list[tuple[int, int | None]] | None = None
    """Ranges of rows; all of them by default."""
    jobs: int = 1
    keep_going: bool = False
    results: Path | None = None
    json: bool = False


def run_rows(
    file: str | os.PathLike[str],
    options: Options,
    choices: RowChoices,
    board: QuietBoard,
    controller: Controller | None = None,
) -> int:
    """Run a workflow once a row; the exit code."""
    return Batch(load(file), options, choices, board, controller).run()


class Batch:
    def __init__(
        self,
        workflow: Workflow,
        options: Options,
        choices: RowChoices,
        board: QuietBoard,
        controller: Controller | None = None,
    ) -> None:
        self.workflow = workflow
        self.controller = controller
        self.choices = choices
        self.board = board
        self.program = Program(workflow)
        self.options = replace(options, settings=options.settings or load_settings())
        self.secret = {
            name
            for operation in self.program.inputs()
            if operation.arguments.get("secret") is True and (name := operation.output)
        }
        self.used = self.program.mentioned()
        self._id = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        self._early: dict[int, RowResult] = {}
        """Results whose turn has not come: an earlier row is not done."""

    def run(self) -> int:
        choices = self.choices
        count, first = _survey(choices.table)
        total = _selected(choices, count)
        if first is None:
            self.board.note(f"{choices.table} has no rows: there is nothing to do")
            return 0
        self._check(first)
        self.tally = Tally(total)
        columns = list(first)
        self._order = self._numbers()
        self._next = next(self._order, None)
        with contextlib.ExitStack() as stack:
            self.results = None
            if choices.results is not None:
                again = choices.only is not None
                self.results = stack.enter_context(ResultFile(choices.results, columns, again=again))
            self.board.begin(self.tally, choices.table, choices.jobs)
            tasks = self._tasks()
            if choices.jobs > 1:
                told = run_side_by_side(tasks, choices.jobs, self.perform, self.board.hear, self.finished)
                self.tally.stopped |= told
            else:
                self._one_by_one(tasks)
            self._rest()
        self.board.end(self.tally, choices.results)
        return self.tally.exit_code

    # --- before ---------------------------------------------------------------------------------

    def _check(self, first: Row) -> None:
        """Whatever is wrong, while nothing has been done."""
        options, table = self.options, self.choices.table
        given = dict(options.variables)
        for name in first:
            if name in given:
                raise _wrong(f"`--var {name}` and the column `{name}` of {table.name} give the same variable")
        bound = {name: value for name, value in first.items() if name in self.used}
        try:
            warnings = self.program.check([*given, *bound])
        except CogError as error:
            raise CogError([_with_columns(each, first, table) for each in error.diagnostics]) from None
        for warning in warnings:
            self.board.hear("said", 0, render([warning]))
        if not bound:
            self.board.note(f"warning: the workflow uses no column of {table.name}: every row does the same")
        self._choose_screen()
        if self.choices.jobs > 1:
            check_possible()
        person = options.person or (TerminalPerson() if options.argv else Nobody())
        asked = gather(self.program, {**given, **bound}, person, Secrets(), dry=self._is_dry())
        self.options = replace(
            self.options,
            variables={name: value for name, value in asked.items() if name not in bound},
            person=Nobody() if self.choices.jobs > 1 else person,
        )

    def _choose_screen(self) -> None:
        """Side by side there is no place but private desktops: two runs cannot share one mouse."""
        options = self.options
        if self.choices.jobs < 2 or Need.SCREEN not in self.program.needs(options.results):
            return
        kind = self._kind()
        if kind is not None and not kind.personal:
            return
        if options.screen:
            raise _wrong(
                "rows cannot run side by side on one desktop: they would share its mouse and keyboard",
                "leave `--jobs` out, or use `--screen virtual`",
            )
        self.board.note("rows side by side run on private desktops")
        self.options = replace(options, screen="virtual")

    def _kind(self) -> SurfaceKind | None:
        """The kind of surface the rows run on; None for one that is open already."""
        assert self.options.settings is not None
        chosen = self.options.surface(self.options.settings)
        return surface_kind(chosen) if isinstance(chosen, str) else None

    def _is_dry(self) -> bool:
        kind = self._kind()
        return kind is not None and not kind.acts

    def _numbers(self) -> Iterator[int]:
        """The rows to run, in order."""
        if self.choices.only is None:
            return iter(range(1, self.tally.total + 1))
        return itertools.chain.from_iterable(range(a, (b or a) + 1) for a, b in self.choices.only)

    def _tasks(self) -> Iterator[Task]:
        wanted = self._numbers()
        number = next(wanted, None)
        for at, row in enumerate(rows.read(self.choices.table), 1):
            if number is None:
                return
            if at == number:
                yield at, row
                number = next(wanted, None)

    # --- the rows themselves --------------------------------------------------------------------

    def _one_by_one(self, tasks: Iterator[Task]) -> None:
        try:
            with stopping():
                for task in tasks:
                    result = self.perform(task, self.board.hear)
                    with _held_back():
                        go_on = self.finished(result)
                    if not go_on:
                        return
        except (KeyboardInterrupt, Stopped):  # between two rows; within one the run has answered it
            self.tally.stopped = True

    def perform(self, task: Task, post: Post) -> RowResult:
        """One row as a run. Whatever goes wrong is in the result."""
        number, row = task
        secrets = Secrets()
        listeners: list[Listener] = [News(number, post, secrets)]
        if self.choices.json:
            listeners = [JsonEvents(Out("out", number, post), secrets.mask, row=number)]
        elif self.choices.jobs == 1:
            listeners.append(Answers())
        if self._is_dry() or self.controller is not None:
            listeners.append(StepLines(Out("line", number, post), secrets.mask))
        bound = {name: value for name, value in row.items() if name in self.used}
        options = replace(
            self.options,
            variables={**self.options.variables, **bound},
            secrets=secrets,
            listener=Fan(listeners),
            batch={
                "id": self._id, "table": str(self.choices.table), "row": number, "of": self.tally.total,
            },
        )  # fmt: skip
        began = time.time()
        result = RowResult(number, "failed", row)
        try:
            run = start(self.workflow, options, self.controller)
        except CogError as error:
            _failed(result, error.diagnostics[0], secrets)
        except Fault as fault:
            _failed(result, fault.diagnostic(), secrets)
        except (KeyboardInterrupt, Stopped):  # before its first step
            result.outcome = "stopped"
        else:
            result.outcome, result.steps, result.run = run.outcome, run.performed, run.id
            result.answers = run.answers
            if run.error is not None:
                outcome = result.outcome
                _failed(result, run.error, secrets)
                result.outcome = outcome
        result.seconds = time.time() - began
        result.kept_answers = [secrets.mask(text) for text in result.answers]
        result.cells = {name: secrets.mask(value) for name, value in row.items()}
        return result

    # --- what came of them ----------------------------------------------------------------------

    def finished(self, result: RowResult) -> bool:
        """Note a row's result; whether further rows are begun."""
        result.cells = self._masked(result.cells)
        self.board.finished(result)
        self._early[result.number] = result
        while self._next in self._early:
            self._note(self._early.pop(self._next))
        return result.outcome == "ok" or (result.outcome == "failed" and self.choices.keep_going)

    def _note(self, result: RowResult) -> None:
        """In the rows' order: its answers, its line in the results."""
        if self.choices.jobs > 1 and not self.choices.json:
            self.board.clear()
            for text in result.answers:
                Answers().answered(text)
        self.tally.add(result)
        if self.results is not None:
            self.results.add(result)
        self._next = next(self._order, None)

    def _rest(self) -> None:
        """The rows that were never begun, and those done beyond the first of them."""
        if self._next is None:
            return
        for number, row in self._tasks():
            if number >= self._next:
                done = self._early.pop(number, None)
                self._note(done or RowResult(number, "not run", self._masked(row)))
                if self._next is None:
                    return

    def _masked(self, row: Row) -> Row:
        secrets = Secrets()
        for name in self.secret & row.keys():
            secrets.add(name, row[name])
        return {name: secrets.mask(value) for name, value in row.items()} if len(secrets) else row


@contextlib.contextmanager
def _held_back() -> Iterator[None]:
    """A Ctrl+C that comes while a result is noted is answered right after it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _failed(result: RowResult, diagnostic: Diagnostic, secrets: Secrets) -> None:
    result.outcome = "failed"
    result.error = secrets.mask(diagnostic.message)
    result.rendered = secrets.mask(render([diagnostic]))


def _survey(table: Path) -> tuple[int, Row | None]:
    """How many rows there are, and the first: a table that is wrong anywhere is refused now."""
    count, first = 0, None
    try:
        for row in rows.read(table):
            count += 1
            first = first or row
    except Fault as fault:
        raise CogError([fault.diagnostic()]) from None
    return count, first


def _selected(choices: RowChoices, count: int) -> int:
    """How many rows are wanted; ranges get their ends, and a row that is not there is an error."""
    if choices.only is None:
        return count
    whole: list[tuple[int, int]] = []
    for begin, end in choices.only:
        last = count if end is None else end
        if begin > count or last > count:
            wanted = begin if begin > count else last
            rows_ = f"{count} row{'s' * (count != 1)}"
            raise _wrong(f"there is no row {wanted} in {choices.table.name}: it has {rows_}", "")
        whole.append((begin, last))
    merged: list[tuple[int, int]] = []
    for begin, last in sorted(whole):
        if merged and begin <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((begin, last))
    choices.only = list(merged)
    return sum(last - begin + 1 for begin, last in merged)


def read_ranges(words: list[str]) -> list[tuple[int, int | None]] | None:
    """`--row 3,7-9` and `--row 412-`, as ranges."""
    found: list[tuple[int, int | None]] = []
    for part in ",".join(words).split(",") if words else []:
        begin, dash, end = (piece.strip() for piece in part.partition("-"))
        try:
            first = int(begin)
            last = int(end) if end else None if dash else first
        except ValueError:
            first, last = 0, 0
        if first < 1 or (last is not None and last < first):
            raise _wrong(
                f"`{printable(part)}` names no rows", "write it like `--row 3`, `--row 3,7-9` or `--row 412-`"
            )
        found.append((first, last))
    return found or None


def _with_columns(diagnostic: Diagnostic, first: Row, table: Path) -> Diagnostic:
    if diagnostic.code != "unset-variable":
        return diagnostic
    source, span = diagnostic.source, diagnostic.span
    name = variables.sole_name(source.text[span.start : span.end]) if source and span else None
    guess = nearest(name, first) if name else None
    return diagnostic._replace(
        suggestion=variables.spell(guess) if guess else diagnostic.suggestion,
        advice=f"the columns of {table.name} are {', '.join(first)}",
    )


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])
