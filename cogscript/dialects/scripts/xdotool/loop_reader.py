"""The loops of a shell script: gone through round by round, as long as the script says how often."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.scripts.counting import first_failing
from cogscript.dialects.scripts.xdotool.shell_blocks import LEAVES, three
from cogscript.dialects.scripts.xdotool.shell_calls import BESIDE, CommandReader, Leave, Output, Run
from cogscript.dialects.scripts.xdotool.shell_commands import (
    ONLY_A_SHELL,
    Simple,
    is_keyword,
    is_redirection,
)
from cogscript.dialects.scripts.xdotool.shell_loops import (
    COUNTS_ON,
    ENOUGH,
    MOST_TRIED,
    ShellRounds,
    asked_number,
    counted_rounds,
    read_lines,
    waited_for,
)
from cogscript.dialects.scripts.xdotool.shell_tests import UNDECIDED, is_asked, test_holds
from cogscript.dialects.scripts.xdotool.shell_words import (
    Operator,
    ShellWord,
    Token,
    by_the_shell,
    expanded,
    joined,
)
from cogscript.dialects.scripts.xdotool.unknown_values import ONE_WINDOW, WINDOW


class OpenTest(Exception):
    """Only a run knows whether a loop goes on."""


class LoopReader(CommandReader):
    """Goes through the loops of a script."""

    def __init__(self, draft: Draft, piece: Piece, run: Run, output: Output) -> None:
        super().__init__(draft, piece, run, output)
        self.loops = 0
        """How many loops are around what is gone through."""

    def text_of(self, found: Sequence[Token]) -> str:
        return self.piece.text[found[0].start : found[-1].end] if found else ""

    def behind(self, found: Sequence[Token]) -> str | None:
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

    def go_for(self, found: Sequence[Token], description: str) -> None:
        (_, head), (_, body), (_, behind) = three(found)
        self.behind(behind)
        if not head:
            raise Untranslatable(ONLY_A_SHELL)
        if counting := re.fullmatch(r"\(\((.*)\)\)[\s;]*", self.text_of(head), re.S):
            name, numbers = counted_rounds(counting[1], self.variables)
            if isinstance(numbers, str):
                self._asked_rounds(name, numbers, body, description)
                return
            self._rounds(name, numbers, body, description, is_counted=True)
            if len(numbers) <= MOST_TRIED and name in self.variables.values:
                self.variables.values[name] = str(numbers.start + len(numbers) * numbers.step)
        elif len(head) > 1 and isinstance(head[0], ShellWord) and is_keyword(head[1], "in"):
            counted = re.fullmatch(r"(?:\$\(|`)\s*seq\s+(?:1\s+)?(\S+?)\s*[)`][\s;]*", self.text_of(head[2:]))
            if counted and (asked := asked_number(counted[1], self.variables)):
                self._asked_rounds(head[0].plain, asked, body, description)
                return
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
        done = ShellRounds(self.draft, self.span(body[0].start, body[-1].end), description)
        if len(rounds) == 1 and WINDOW.fullmatch(str(rounds[0])):
            self.variables.say(ONE_WINDOW)
        if not done.is_too_long(len(rounds)) and self._each_round(done, name, rounds, body, is_counted):
            return
        self._without_count({name}, done, body, len(rounds))

    def _asked_rounds(self, name: str, times: str, body: Sequence[Token], description: str) -> None:
        """A person says how often."""
        if not body:
            raise Untranslatable(ONLY_A_SHELL)
        done = ShellRounds(self.draft, self.span(body[0].start, body[-1].end), description)
        self._without_count({name}, done, body, times)

    def _without_count(
        self, counted: set[str], done: ShellRounds, body: Sequence[Token], times: int | str
    ) -> None:
        """What depends on the number of the round is not known, and is said; all else is the same."""
        for name in counted:
            self.variables.forget(name)
        if not self._once(done, body):
            done.close()  # it is left in the first round
            return
        if not self._is_as_before(self.variables.told(), done, body):
            done.undo()
            raise Untranslatable(done.too_long())
        done.close(times)

    def _is_as_before(self, before: dict[str, str], done: ShellRounds, body: Sequence[Token]) -> bool:
        """Whether one round more is like those before: it shows what goes on from one to the next, as a
        pointer that moves on."""
        return self._once(done, body) and self.variables.told() == before and done.are_alike()

    def _each_round(
        self, done: ShellRounds, name: str, rounds: Sequence[object], body: Sequence[Token], is_counted: bool
    ) -> bool:
        """Go through every round; whether they can be written down, as they differ."""
        for each in rounds:
            self.variables.values[name] = str(each)
            if not self._once(done, body):
                break
            if is_counted and self.variables.values.get(name) != str(each):
                done.undo()
                raise Untranslatable("the loop changes its own count")
        if not done.are_alike() and not done.can_write(len(done)):
            done.undo()
            return False
        done.close()
        return True

    def _once(self, done: ShellRounds, body: Sequence[Token]) -> bool:
        """One round; whether another one follows."""
        self.loops += 1
        try:
            with done.one_round():
                self.block(body, done.description)
        except Leave as left:
            if str(left) not in ("break", "continue"):
                done.close()
                raise
            if left.loops > 1 and self.loops > 1:
                done.close()
                raise Leave(str(left), left.loops - 1) from None
            return str(left) != "break"
        except OpenTest:
            done.undo()
            raise Untranslatable(UNDECIDED) from None
        finally:
            self.loops -= 1
        return True

    def go_while(self, found: Sequence[Token], description: str, given: str | None = None) -> None:
        (word, test), (_, body), (_, behind) = three(found)
        read = self.behind(behind)
        given = read if given is None else given
        if not body:
            raise Untranslatable(ONLY_A_SHELL)
        done = ShellRounds(self.draft, self.span(body[0].start, body[-1].end), description)
        if test and is_keyword(test[0], "getopts"):
            self.variables.say("the script is read as it does without arguments")
            return
        if given is not None:
            if WINDOW.fullmatch(given.strip()):
                self.variables.say(ONE_WINDOW)
            reading = [token.plain for token in test if isinstance(token, ShellWord)]
            for values in read_lines(reading, given):
                self.variables.values.update(values)
                if not self._once(done, body):
                    break
        elif not self._waits(word, test, body, description):
            is_endless = not re.search(r"[$`]|\(\(.*[A-Za-z_]", self.text_of(test))
            is_endless = is_endless and not LEAVES.search(self.text_of(body))
            if is_endless and test_holds(test, self.piece.text, self.variables) == (word == "while"):
                if self.is_beside or any(is_keyword(token, "&") for token in behind):
                    raise Untranslatable("it goes on without end, beside all that follows")
                self._without_end(done, body)
                return
            try:
                self._while_it_holds(
                    lambda: test_holds(test, self.piece.text, self.variables) == (word == "while"),
                    done, body, is_plain=bool(COUNTS_ON.fullmatch(self.text_of(test).strip(" ;\n"))),
                )  # fmt: skip
            except Untranslatable:
                done.undo()
                raise
            return
        done.close()

    def _while_it_holds(
        self, holds: Callable[[], bool], done: ShellRounds, body: Sequence[Token], *, is_plain: bool
    ) -> None:
        """Go through the rounds; of many, the rest is counted where a number only counts on to its end."""
        before: list[dict[str, str]] = []
        while holds():
            done.count()
            if is_plain and len(done) == ENOUGH and (rest := self._counted_on(before, holds, body)):
                name, last, more = rest
                total = len(done) + more
                is_read = self._is_read(name, body)
                if done.are_alike() and not is_read:
                    done.close(total)
                    self.variables.values[name] = last
                    return
                if not done.can_write(total):
                    done.undo()
                    self._without_count({name}, done, body, total)
                    self.variables.values[name] = last
                    return
            before = [*before[-2:], self.variables.told()]
            if not self._once(done, body):
                break
        done.close()

    def _is_read(self, name: str, body: Sequence[Token]) -> bool:
        """Whether anything but the counting itself, or what is only printed, reads a number."""
        texts = [self.text_of(body), *map(self.text_of, self.functions.values())]
        counting = re.compile(
            rf"\b{name}=\$\(\(\s*\$?{name}\s*[-+]\s*\d+\s*\)\)|\(\(\s*{name}\s*(?:\+\+|--|[-+]=\s*\d+)\s*\)\)"
            rf"|\blet\s+\"?{name}(?:\+\+|--|[-+]=\d+)\"?|\b{name}=(?:\$\(|`)\s*expr\s+\$\{{?{name}\}}?\s*[-+]\s*\d+\s*[)`]"
            r"|^\s*(?:echo|printf)\b[^\n;|>`]*$",
            re.M,
        )
        return any(re.search(rf"\b{name}\b", counting.sub("", text)) for text in texts)

    def _counted_on(
        self, before: list[dict[str, str]], holds: Callable[[], bool], body: Sequence[Token]
    ) -> tuple[str, str, int] | None:
        """The one variable that every round counts on, its value at the end, and how many rounds follow."""
        now = self.variables.told()
        changed = [name for name in now if now[name] != before[-1].get(name)]
        if len(changed) != 1 or LEAVES.search(self.text_of(body)):
            return None
        (name,) = changed
        values = [each.get(name, "") for each in (*before[-2:], now)]
        if not all(re.fullmatch(r"-?\d{1,9}", each) for each in values):
            return None
        one, other, last = map(int, values)
        step = last - other
        if step == 0 or other - one != step:
            return None

        def holds_after(rounds: int) -> bool:
            self.variables.values[name] = str(last + rounds * step)
            return holds()

        try:
            more = first_failing(holds_after)
        finally:
            self.variables.values[name] = str(last)
        return None if more is None else (name, str(last + more * step), more)

    def _without_end(self, done: ShellRounds, body: Sequence[Token]) -> None:
        """A loop that nothing leaves: as long as all its rounds are alike, it can be said."""
        counted: set[str] = set()
        for _ in range(ENOUGH):
            before, lists = self.variables.told(), dict(self.variables.lists)
            self._once(done, body)
            now = self.variables.told()
            counted = {name for name in now if now[name] != before.get(name)}
            if len(done) > 1 and not counted and lists == self.variables.lists:
                break
        if not done.are_alike() or any(self._is_read(name, body) for name in counted):
            # What is counted may decide about a later round: it is not known then, and is said.
            done.undo()
            for name in counted:
                self.variables.forget(name)
            self._once(done, body)
            if not self._is_as_before(self.variables.told(), done, body):
                done.undo()
                raise Untranslatable("the loop goes on without end")
        done.close_endless()
        raise Leave("exit")  # nothing behind it is ever done

    def _waits(self, word: str, test: Sequence[Token], body: Sequence[Token], description: str) -> bool:
        """`until xdotool search …; do sleep 1; done`: whether it only waits for a window, and is done."""
        search = waited_for(self.text_of(test), body, is_until=word == "until")
        if search is None:
            return False
        words = self.variables.words(search)
        words.insert(2, "--sync")
        start, end = test[0].start, body[-1].end
        self._run(words, Simple([], start, end, description=description), self.span(start, end))
        return True
