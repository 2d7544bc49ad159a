"""What a call does: of pyautogui, of what is called beside it, and of values that the code keeps."""

from __future__ import annotations

import ast
from contextlib import suppress

from cogscript.dialects.core.draft import REPAIRED, Draft, DraftStep, Untranslatable
from cogscript.dialects.formats.python_syntax import OwnObject, dotted, shown
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_functions import OwnFunctions
from cogscript.dialects.scripts.pyautogui.code_loops import Left
from cogscript.dialects.scripts.pyautogui.code_pictures import find, finds, is_found
from cogscript.dialects.scripts.pyautogui.code_values import NOTHING, FoundWindow, TakenPicture
from cogscript.dialects.scripts.pyautogui.functions import HARMLESS, PYAUTOGUI, QUERIES, SIGNATURES, WINDOWS
from cogscript.dialects.scripts.pyautogui.other_functions import LEAVING, ONLY_THE_CONSOLE, OTHERS
from cogscript.language.model.diagnostic import Diagnostic, nearest
from cogscript.language.model.tree import Operation

_OF_LISTS = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort"})
_LONGEST_LIST = 10_000
_UNKNOWN_FILE = "the picture's name is known only when it runs, and is not kept"


class Calls(OwnFunctions):
    """Does the calls of a piece of code."""

    def __init__(self, draft: Draft, pointer: Tracked, description: str) -> None:
        super().__init__(draft, pointer, description)
        self.modules: set[str] = set()
        """What the code imports."""

    def call_alone(self, call: ast.Call) -> None:
        """A call that is a statement of its own."""
        name = dotted(call.func, self.aliases)
        module, _, function = name.rpartition(".")
        asks = module == "pyautogui" and function in QUERIES and function != "displayMousePosition"
        if asks or name == "print" or name.startswith(HARMLESS):
            if name.startswith("random."):  # `random.shuffle(names)`
                self.hand_over(call)
            return
        if name == "pyautogui.displayMousePosition":
            self.draft.untranslatable(self.span(call), f"{function} goes on until a person stops the script")
            raise Left("never")
        if finds(call, self.aliases):
            find(call, self.aliases, self.known, self.draft, self.span(call))
            self.draft.repaired(self.span(call), "that this picture must be there is not kept")
            return
        if name == "asyncio.run" and len(call.args) == 1 and isinstance(call.args[0], ast.Call):
            self.call_alone(call.args[0])
            return
        if self.is_own(call):
            self.own_value(call)
            return
        if isinstance(call.func, ast.Attribute) and self._call_of_value(call.func, call):
            return
        self.do_call(call)
        if name in LEAVING:
            raise Left("exit")

    def hand_over(self, call: ast.Call) -> None:
        """What a call that is not gone through is given, it may change."""
        for given in (*call.args, *(keyword.value for keyword in call.keywords)):
            value = self.known.get(given.id) if isinstance(given, ast.Name) else None
            if isinstance(given, ast.Name) and isinstance(value, list | dict) and not is_found(value):
                self.known.pop(given.id)
            elif isinstance(value, OwnObject):
                self.forget_fields(value)

    def _call_of_value(self, function: ast.Attribute, call: ast.Call) -> bool:
        """`window.activate()`, `picture.save('page.png')`, `names.append('tea')`; whether it was one."""
        if function.attr not in (*WINDOWS, *_OF_LISTS, "save", "open"):
            return False
        match function.value:
            case ast.Call(func=inner) if (
                dotted(inner, self.aliases) == "webbrowser.get" and function.attr == "open"
            ):
                opener = ast.Attribute(ast.Name("webbrowser", ast.Load()), "open", ast.Load())
                self.do_call(ast.copy_location(ast.Call(opener, call.args, call.keywords), call))
                return True
        value = self.value_or_nothing(function.value)
        if isinstance(value, FoundWindow) and function.attr in WINDOWS and not (call.args or call.keywords):
            title = {"title": value.title} if value.title is not None else {}
            self.add(Operation("WINDOW", {"action": function.attr, **title}), call)
            return True
        if isinstance(value, TakenPicture) and function.attr == "save" and len(call.args) == 1:
            file = self.value_or_nothing(call.args[0])
            operation = value.step.operation
            if file is NOTHING:
                value.step.notes.append(_UNKNOWN_FILE)  # of the picture, and not of what is done next
                said = Diagnostic(REPAIRED, _UNKNOWN_FILE, "warning", self.span(call), self.draft.source)
                self.draft.diagnostics.append(said)
                return True
            if isinstance(file, str) and operation is not None:
                operation.arguments = {"file": file, **operation.arguments}
                return True
        if isinstance(value, list) and function.attr in _OF_LISTS and not call.keywords:
            given = self.values(call.args)
            with suppress(TypeError, ValueError, LookupError):
                getattr(value, function.attr)(*given)
                if len(value) > _LONGEST_LIST:
                    raise Untranslatable("a list is too long")
                return True
        return False

    def _without_unknown_name(self, call: ast.Call) -> ast.Call:
        """A picture of the screen is taken all the same where only a run knows how its file is called."""
        named = [keyword.value for keyword in call.keywords if keyword.arg == "imageFilename"]
        for node in (*call.args[:1], *named):
            value = self.value_or_nothing(node)
            if value is NOTHING:
                self.draft.repaired(self.span(node), _UNKNOWN_FILE)
            self.made += 1
            self.known[f"<{self.made}>"] = None if value is NOTHING else value
            known = ast.copy_location(ast.Name(f"<{self.made}>", ast.Load()), node)
            args = [known if each is node else each for each in call.args]
            keywords = [
                ast.copy_location(ast.keyword(each.arg, known), each) if each.value is node else each
                for each in call.keywords
            ]
            call = ast.copy_location(ast.Call(call.func, args, keywords), call)
        return call

    def do_call(self, call: ast.Call, output: str | None = None) -> list[DraftStep]:
        name = dotted(call.func, self.aliases)
        module, _, function = name.rpartition(".")
        if name == "pyautogui.screenshot":
            call = self._without_unknown_name(call)
        elif OTHERS.get(name) == OTHERS["os.system"]:
            call = _on_any_system(call)
        if module in ("pyautogui", "computer") and function in PYAUTOGUI and name not in OTHERS:
            called = self.called(function, SIGNATURES.get(function, ("keys",)), call)
            called.is_kept = output is not None
            operations = PYAUTOGUI[function](called)
        elif name in OTHERS and (module != "keyboard" or "keyboard" in self.modules):
            names, make = OTHERS[name]
            called = self.called(name, names, call)
            called.is_kept = output is not None
            operations = make(called)
        else:
            near = nearest(function, PYAUTOGUI) if module == "pyautogui" else None
            raise Untranslatable(
                f"`{name or shown(call.func)}` is not a known function of pyautogui",
                f"did it mean {near}?" if near else "",
            )
        called.report_unused()
        made: list[DraftStep] = []
        for operation in operations:
            if output is not None:
                operation.arguments["output"] = output
            made.append(self.add(operation, call))
        return made


def _on_any_system(call: ast.Call) -> ast.Call:
    """`os.system('cls' if os.name == 'nt' else 'clear')`: whichever it is, only the console changes."""
    match call.args:
        case [
            ast.IfExp(body=ast.Constant(value=str(first)) as taken, orelse=ast.Constant(value=str(second)))
        ]:
            if ONLY_THE_CONSOLE.match(first) and ONLY_THE_CONSOLE.match(second):
                return ast.copy_location(ast.Call(call.func, [taken], call.keywords), call)
    return call
