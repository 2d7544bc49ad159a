"""What a call does: of pyautogui, of what is called beside it, and of values that the code keeps."""

from __future__ import annotations

import ast
from contextlib import suppress

from cogscript.dialects.core.draft import Draft, DraftStep, Untranslatable
from cogscript.dialects.formats.python_syntax import OwnObject, dotted, shown
from cogscript.dialects.scripts.pyautogui.called import Tracked
from cogscript.dialects.scripts.pyautogui.code_functions import OwnFunctions
from cogscript.dialects.scripts.pyautogui.code_loops import Left
from cogscript.dialects.scripts.pyautogui.code_pictures import find, finds, is_found
from cogscript.dialects.scripts.pyautogui.code_values import FoundWindow, TakenPicture
from cogscript.dialects.scripts.pyautogui.functions import HARMLESS, PYAUTOGUI, QUERIES, SIGNATURES, WINDOWS
from cogscript.dialects.scripts.pyautogui.other_functions import LEAVING, OTHERS
from cogscript.language.model.diagnostic import nearest
from cogscript.language.model.tree import Operation

_OF_LISTS = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort"})
_LONGEST_LIST = 10_000


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
            file = self.value(call.args[0])
            operation = value.step.operation
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

    def do_call(self, call: ast.Call, output: str | None = None) -> list[DraftStep]:
        name = dotted(call.func, self.aliases)
        module, _, function = name.rpartition(".")
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
