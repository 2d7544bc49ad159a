"""What a shell script does, as far as it can be told without a shell.

Commands one after the other, variables that the script sets itself, loops over what is written down, tests
of what is known, functions of its own. Whatever depends on anything else (a file, another program's output)
is reported as a whole: half of a condition is never done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.scripts.xdotool.loop_reader import LoopReader, OpenTest
from cogscript.dialects.scripts.xdotool.missing_arguments import chosen, usual, usual_case
from cogscript.dialects.scripts.xdotool.shell_blocks import (
    LEAVES,
    OPENING,
    READ,
    SET,
    SETS_ANY,
    and_or_list,
    branches,
    closed,
    loop_behind_pipe,
    parts,
    statement_end,
)
from cogscript.dialects.scripts.xdotool.shell_calls import Leave, Output, Run
from cogscript.dialects.scripts.xdotool.shell_commands import (
    ONLY_A_SHELL,
    is_keyword,
    simple_commands,
)
from cogscript.dialects.scripts.xdotool.shell_tests import (
    UNDECIDED,
    is_asked,
    is_like,
    is_sum,
    test_holds,
)
from cogscript.dialects.scripts.xdotool.shell_words import (
    Comment,
    Operator,
    ShellWord,
    Token,
    Unclosed,
    joined,
    tokens,
)
from cogscript.dialects.scripts.xdotool.unknown_values import is_number_mark


class ShellReader(LoopReader):
    """Goes through a script in order, and hands each command over with its words."""

    def __init__(
        self, draft: Draft, piece: Piece, run: Run, output: Output, left_out: Callable[[str], None]
    ) -> None:
        super().__init__(draft, piece, run, output)
        self._left_out = left_out
        """Is told the text of a statement that is not done."""
        names = set(SET.findall(piece.text)) | set(READ.findall(piece.text))
        self.variables.is_set = names.__contains__

    def read(self, start: int, end: int) -> None:
        """Read a part of the piece; a quote that nothing closes spoils its own line only."""
        text = self.piece.text[:end]
        found: list[Token] = []
        at = start
        while at < end:
            try:
                for token in tokens(text, at):
                    found.append(token)
                    at = token.end
                break
            except Unclosed as fault:
                self._outermost(found)
                found = []
                line = text.rfind("\n", 0, fault.at) + 1
                at = text.find("\n", fault.at)
                at = end if at < 0 else at + 1
                self.draft.untranslatable(self.span(max(line, start), at), "a quote is not closed")
        self._outermost(found)
        for name, body in self.functions.items():
            if name not in self.called and body:
                span = self.span(body[0].start, body[-1].end)
                self.draft.repaired(
                    span, f"the function `{name[:40]}` is not called, and nothing of it is done"
                )

    def _outermost(self, found: Sequence[Token]) -> None:
        with suppress(Leave):
            self.block(found)

    # --- blocks ---------------------------------------------------------------------------------

    def block(self, found: Sequence[Token], description: str = "") -> None:
        at = 0
        while at < len(found):
            token = found[at]
            if isinstance(token, Comment):
                description = token.text.lstrip("# \t").strip() if not token.text.startswith("#!") else ""
                at += 1
            elif isinstance(token, Operator) and token.text in ("\n", ";", "&"):
                at += 1
            else:
                end = statement_end(found, at)
                before = len(self.draft.steps)
                span = self.span(token.start, found[end - 1].end)
                self.now = span
                self.variables.say = partial(self.draft.repaired, span)
                behind = found[end : end + 1] if end < len(found) and is_keyword(found[end], "&") else []
                with self.draft.attempt(span, description):
                    self._attempt([*found[at:end], *behind], description)
                if len(self.draft.steps) > before:
                    description = ""
                at = end

    def _attempt(self, found: Sequence[Token], description: str) -> None:
        text = self.text_of(found)
        try:
            self.statement(found, description)
        except Untranslatable:
            # Whatever it would have set has no known value from here on.
            if SETS_ANY.search(text):
                self.variables.forget_all()
            for name in SET.findall(text):
                self.variables.forget(name)
            self._left_out(text)
            if self.loops and LEAVES.search(text):
                raise OpenTest from None
            raise

    def statement(self, found: Sequence[Token], description: str) -> None:
        found = [token for token in found if not isinstance(token, Comment)]
        first = found[0]
        keyword = first.keyword if isinstance(first, ShellWord) else first.text
        if keyword in OPENING and len(and_or_list(found)) > 1:
            self.commands(found, description)
        elif keyword == "for":
            self.go_for(found, description)
        elif keyword == "if":
            self._if(found, description)
        elif keyword in ("while", "until"):
            self.go_while(found, description)
        elif keyword == "case":
            self._case(found, description)
        elif is_sum(found, self.piece.text):
            self._compute(self.piece.text[found[1].end : found[-2].start])
        elif keyword == "function" or (
            len(found) > 2 and is_keyword(found[1], "(") and is_keyword(found[2], ")")
        ):
            self._define(found, keyword)
        elif keyword in ("{", "(") and len(and_or_list(found)) == 1:
            end = closed(found)
            self.behind(found[end + 1 :])
            folder, kept = self.folder, self.variables.kept()
            try:
                self.block(found[1:end], description)
            finally:
                if keyword == "(":  # a shell of its own, which changes nothing outside
                    self.folder = folder
                    self.variables.restore(kept)
        elif keyword in OPENING.values():
            raise Untranslatable(UNDECIDED)
        elif piped := loop_behind_pipe(found):
            given = self.printed(simple_commands(found[: piped - 1]))
            kept = self.variables.kept()
            try:
                self.go_while(found[piped:], description, given)
            finally:
                self.variables.restore(kept)  # what stands behind a pipe is a shell of its own
        else:
            self.commands(found, description)

    def _compute(self, text: str) -> None:
        try:
            self.variables.compute(text)
        except Untranslatable:  # it does nothing but to set them
            for name in re.findall(r"[A-Za-z_]\w*(?=\s*(?:[-+*/%]?=(?!=)|\+\+|--))|(?<=\+\+|--)\w+", text):
                self.variables.forget(name)

    def _define(self, found: Sequence[Token], keyword: str) -> None:
        at = next((index for index, token in enumerate(found) if is_keyword(token, "{")), -1)
        name = found[1] if keyword == "function" and len(found) > 1 else found[0]
        if at < 0 or not is_keyword(found[-1], "}") or not isinstance(name, ShellWord):
            raise Untranslatable(ONLY_A_SHELL)
        self.functions[name.plain] = list(found[at + 1 : -1])

    def _if(self, found: Sequence[Token], description: str) -> None:
        cut = parts(found, ("then", "elif", "else", "fi"))
        self.behind(cut[-1][1])
        if [word for word, _ in cut[1:]] in (["then", "fi"], ["then", "else", "fi"]):
            otherwise = cut[2][1] if len(cut) == 4 else []
            branch = chosen(cut[0][1], cut[1][1], otherwise, self.piece.text, self.variables)
            if branch is not None:
                self.block(branch, description)
                return
        tests = [inside for word, inside in cut if word in ("if", "elif")]
        bodies = [body for word, body in cut if word == "then"]
        otherwise = next((inside for word, inside in cut if word == "else"), [])
        branch = usual(tests, bodies, otherwise, self.piece.text, self.variables)
        if branch is not None:
            self.block(branch, description)
            return
        for (word, inside), (_, body) in pairwise(cut):
            if word == "else":
                self.block(inside, description)
                return
            if word != "then" and test_holds(inside, self.piece.text, self.variables):
                self.block(body, description)
                return

    def _case(self, found: Sequence[Token], description: str) -> None:
        (_, inside), (_, behind) = parts(found, ("esac",))
        self.behind(behind)
        if len(inside) < 3 or not isinstance(inside[0], ShellWord) or not is_keyword(inside[1], "in"):
            raise Untranslatable(ONLY_A_SHELL)
        value = joined(inside[0], self.variables.value)
        if is_asked(value) or is_number_mark(value):
            taken = usual_case(value, branches(inside[2:]), self.piece.text, self.variables)
            if taken is None:
                raise Untranslatable(UNDECIDED)
            self.block(taken, description)
            return
        for patterns, body in branches(inside[2:]):
            if any(is_like(value, each, self.variables) for each in patterns):
                self.block(body, description)
                return
