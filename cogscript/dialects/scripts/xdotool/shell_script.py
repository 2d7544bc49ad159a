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
    three,
)
from cogscript.dialects.scripts.xdotool.shell_calls import BESIDE, CommandReader, Leave, Output, Run
from cogscript.dialects.scripts.xdotool.shell_commands import (
    ONLY_A_SHELL,
    Simple,
    is_keyword,
    is_redirection,
    simple_commands,
)
from cogscript.dialects.scripts.xdotool.shell_loops import (
    ENOUGH,
    MOST_TRIED,
    Rounds,
    counted_rounds,
    read_lines,
    waited_for,
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
    by_the_shell,
    expanded,
    joined,
    tokens,
)
from cogscript.dialects.scripts.xdotool.unknown_values import ONE_WINDOW, WINDOW, is_number_mark


class _Undecided(Exception):
    """Only a run knows whether a loop goes on."""


class ShellReader(CommandReader):
    """Goes through a script in order, and hands each command over with its words."""

    def __init__(
        self, draft: Draft, piece: Piece, run: Run, output: Output, left_out: Callable[[str], None]
    ) -> None:
        super().__init__(draft, piece, run, output)
        self._left_out = left_out
        """Is told the text of a statement that is not done."""
        self._loops = 0
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

    def _text(self, found: Sequence[Token]) -> str:
        return self.piece.text[found[0].start : found[-1].end] if found else ""

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
                self.variables.say = partial(self.draft.repaired, span)
                behind = found[end : end + 1] if end < len(found) and is_keyword(found[end], "&") else []
                with self.draft.attempt(span, description):
                    self._attempt([*found[at:end], *behind], description)
                if len(self.draft.steps) > before:
                    description = ""
                at = end

    def _attempt(self, found: Sequence[Token], description: str) -> None:
        text = self._text(found)
        try:
            self.statement(found, description)
        except Untranslatable:
            # Whatever it would have set has no known value from here on.
            if SETS_ANY.search(text):
                self.variables.forget_all()
            for name in SET.findall(text):
                self.variables.forget(name)
            self._left_out(text)
            if self._loops and LEAVES.search(text):
                raise _Undecided from None
            raise

    def statement(self, found: Sequence[Token], description: str) -> None:
        found = [token for token in found if not isinstance(token, Comment)]
        first = found[0]
        keyword = first.keyword if isinstance(first, ShellWord) else first.text
        if keyword in OPENING and len(and_or_list(found)) > 1:
            self.commands(found, description)
        elif keyword == "for":
            self._for(found, description)
        elif keyword == "if":
            self._if(found, description)
        elif keyword in ("while", "until"):
            self._while(found, description)
        elif keyword == "case":
            self._case(found, description)
        elif is_sum(found, self.piece.text):
            self.variables.compute(self.piece.text[found[1].end : found[-2].start])
        elif keyword == "function" or (
            len(found) > 2 and is_keyword(found[1], "(") and is_keyword(found[2], ")")
        ):
            self._define(found, keyword)
        elif keyword in ("{", "(") and len(and_or_list(found)) == 1:
            end = closed(found)
            self._behind(found[end + 1 :])
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
                self._while(found[piped:], description, given)
            finally:
                self.variables.restore(kept)  # what stands behind a pipe is a shell of its own
        else:
            self.commands(found, description)

    def _behind(self, found: Sequence[Token]) -> str | None:
        """What stands after the end of a block: where its output goes changes nothing; the text that it
        reads."""
        given = None
        at = 0
        while at < len(found):
            token = found[at]
            word = found[at + 1] if at + 1 < len(found) else None
            if isinstance(token, Operator) and is_redirection(token) and isinstance(word, ShellWord):
                if token.text == "<<<":
                    given = joined(word, self.variables.value)
                    given += "" if given.endswith("\n") else "\n"
                elif "<" in token.text and word.plain != "/dev/null":
                    raise Untranslatable("what it reads is known only when it runs")
                at += 2
            elif is_keyword(token, "&"):
                span = self.span(found[0].start, found[-1].end)
                self.draft.repaired(span, BESIDE)
                at += 1
            else:
                raise Untranslatable(ONLY_A_SHELL)
        return given

    def _define(self, found: Sequence[Token], keyword: str) -> None:
        at = next((index for index, token in enumerate(found) if is_keyword(token, "{")), -1)
        name = found[1] if keyword == "function" and len(found) > 1 else found[0]
        if at < 0 or not is_keyword(found[-1], "}") or not isinstance(name, ShellWord):
            raise Untranslatable(ONLY_A_SHELL)
        self.functions[name.plain] = list(found[at + 1 : -1])

    def _if(self, found: Sequence[Token], description: str) -> None:
        cut = parts(found, ("then", "elif", "else", "fi"))
        self._behind(cut[-1][1])
        for (word, inside), (_, body) in pairwise(cut):
            if word == "else":
                self.block(inside, description)
                return
            if word != "then" and test_holds(inside, self.piece.text, self.variables):
                self.block(body, description)
                return

    def _case(self, found: Sequence[Token], description: str) -> None:
        (_, inside), (_, behind) = parts(found, ("esac",))
        self._behind(behind)
        if len(inside) < 3 or not isinstance(inside[0], ShellWord) or not is_keyword(inside[1], "in"):
            raise Untranslatable(ONLY_A_SHELL)
        value = joined(inside[0], self.variables.value)
        if is_asked(value) or is_number_mark(value):
            raise Untranslatable(UNDECIDED)
        for patterns, body in branches(inside[2:]):
            if any(is_like(value, each, self.variables) for each in patterns):
                self.block(body, description)
                return

    # --- loops ----------------------------------------------------------------------------------

    def _for(self, found: Sequence[Token], description: str) -> None:
        (_, head), (_, body), (_, behind) = three(found)
        self._behind(behind)
        if not head:
            raise Untranslatable(ONLY_A_SHELL)
        if counting := re.fullmatch(r"\(\((.*)\)\)[\s;]*", self._text(head), re.S):
            name, numbers = counted_rounds(counting[1], self.variables)
            self._rounds(name, numbers, body, description, is_counted=True)
            if len(numbers) <= MOST_TRIED and name in self.variables.values:
                self.variables.values[name] = str(numbers.start + len(numbers) * numbers.step)
        elif len(head) > 1 and isinstance(head[0], ShellWord) and is_keyword(head[1], "in"):
            self._rounds(head[0].plain, self._listed(head[2:]), body, description)
        elif isinstance(head[0], ShellWord) and not any(isinstance(each, ShellWord) for each in head[1:]):
            given = self.variables.value("$@")  # `for x; do …` goes over what it was given
            self._rounds(head[0].plain, given if isinstance(given, list) else [given], body, description)
        else:
            raise Untranslatable("the loop does not say over what")

    def _listed(self, found: Sequence[Token]) -> list[str]:
        """What a loop goes over."""
        listed = [token for token in found if isinstance(token, ShellWord)]
        rounds = [each for word in listed for each in expanded(word, self.variables.value) if each]
        if unknown := next(filter(None, (by_the_shell(each, self.variables.value) for each in listed)), ""):
            raise Untranslatable(f"the loop is over {unknown}: they are known only when it runs")
        if any(map(is_asked, rounds)):
            raise Untranslatable(UNDECIDED)
        return rounds

    def _rounds(
        self, name: str, rounds: Sequence[object], body: Sequence[Token], description: str, *,
        is_counted: bool = False,
    ) -> None:  # fmt: skip
        """Go through the body for each value; rounds that are all alike become one REPEAT."""
        if not body:
            raise Untranslatable(ONLY_A_SHELL)
        done = Rounds(self.draft, self.span(body[0].start, body[-1].end), description)
        if len(rounds) == 1 and WINDOW.fullmatch(str(rounds[0])):
            self.variables.say(ONE_WINDOW)
        if not done.is_too_long(len(rounds)) and self._each_round(done, name, rounds, body, is_counted):
            return
        # What depends on the number of the round is not known, and is said; all else is the same.
        self.variables.forget(name)
        before = dict(self.variables.values)
        if not self._once(done, body):
            done.close()
            return
        # A second round shows what goes on from one to the next, as a pointer that moves on.
        if self.variables.values != before or not (self._once(done, body) and done.are_alike()):
            done.undo()
            raise Untranslatable(done.too_long())
        done.close(len(rounds))

    def _each_round(
        self, done: Rounds, name: str, rounds: Sequence[object], body: Sequence[Token], is_counted: bool
    ) -> bool:
        """Go through every round; whether they can be written down, as they differ."""
        for each in rounds:
            self.variables.values[name] = str(each)
            if not self._once(done, body):
                break
            if is_counted and self.variables.values.get(name) != str(each):
                done.undo()
                raise Untranslatable("the loop changes its own count")
        if not done.are_alike() and done.are_too_many:
            done.undo()
            return False
        done.close()
        return True

    def _once(self, done: Rounds, body: Sequence[Token]) -> bool:
        """One round; whether another one follows."""
        self._loops += 1
        try:
            with done.one_round():
                self.block(body, done.description)
        except Leave as left:
            if str(left) not in ("break", "continue"):
                done.close()
                raise
            if left.loops > 1 and self._loops > 1:
                done.close()
                raise Leave(str(left), left.loops - 1) from None
            return str(left) != "break"
        except _Undecided:
            done.undo()
            raise Untranslatable(UNDECIDED) from None
        finally:
            self._loops -= 1
        return True

    def _while(self, found: Sequence[Token], description: str, given: str | None = None) -> None:
        (word, test), (_, body), (_, behind) = three(found)
        read = self._behind(behind)
        given = read if given is None else given
        if not body:
            raise Untranslatable(ONLY_A_SHELL)
        done = Rounds(self.draft, self.span(body[0].start, body[-1].end), description)
        if given is not None:
            if WINDOW.fullmatch(given.strip()):
                self.variables.say(ONE_WINDOW)
            reading = [token.plain for token in test if isinstance(token, ShellWord)]
            for values in read_lines(reading, given):
                self.variables.values.update(values)
                if not self._once(done, body):
                    break
        elif not self._waits(word, test, body, description):
            is_endless = not re.search(r"[$`]|\(\(.*[A-Za-z_]", self._text(test))
            is_endless = is_endless and not LEAVES.search(self._text(body))
            if is_endless and test_holds(test, self.piece.text, self.variables) == (word == "while"):
                if self.is_beside or any(is_keyword(token, "&") for token in behind):
                    raise Untranslatable("it goes on without end, beside all that follows")
                self._without_end(done, body)
                return
            try:
                while test_holds(test, self.piece.text, self.variables) == (word == "while"):
                    done.count()
                    if not self._once(done, body):
                        break
            except Untranslatable:
                done.undo()
                raise
        done.close()

    def _without_end(self, done: Rounds, body: Sequence[Token]) -> None:
        """A loop that nothing leaves: as long as all its rounds are alike, it can be said."""
        before = (dict(self.variables.values), dict(self.variables.lists))
        for tried in range(ENOUGH):
            self._once(done, body)
            if tried and before == (self.variables.values, self.variables.lists):
                break
        done.close_endless()
        raise Leave("exit")  # nothing behind it is ever done

    def _waits(self, word: str, test: Sequence[Token], body: Sequence[Token], description: str) -> bool:
        """`until xdotool search …; do sleep 1; done`: whether it only waits for a window, and is done."""
        search = waited_for(self._text(test), body, is_until=word == "until")
        if search is None:
            return False
        words = self.variables.words(search)
        words.insert(2, "--sync")
        start, end = test[0].start, body[-1].end
        self._run(words, Simple([], start, end, description=description), self.span(start, end))
        return True
