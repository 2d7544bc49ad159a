"""The arguments of each operation as a step function gets them: variables and defaults filled in.

Generated from the operation table by `python -m cogscript.language.write.argument_types`; not edited by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from cogscript.language.model.box import Box
    from cogscript.language.model.tree import Operation


class WorkflowArguments(TypedDict):
    title: str | None
    screen: list[int] | None
    platform: str | None
    version: int


class ClickArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class DoubleClickArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class RightClickArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class HoverArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class MiddleClickArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class TripleClickArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class LongPressArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    seconds: float
    timeout: float | None
    optional: bool
    sensitive: bool


class DragArguments(TypedDict):
    box: Box | None
    to: Box
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    seconds: float
    button: str
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class MouseDownArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    button: str
    timeout: float | None
    optional: bool
    sensitive: bool


class MouseUpArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    button: str
    timeout: float | None
    optional: bool
    sensitive: bool


class SwipeArguments(TypedDict):
    box: Box | None
    to: Box
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    seconds: float
    timeout: float | None
    optional: bool
    sensitive: bool


class ScrollUpArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    step_count: int
    keys: list[str] | None
    timeout: float | None
    optional: bool
    sensitive: bool


class ScrollDownArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    step_count: int
    keys: list[str] | None
    timeout: float | None
    optional: bool
    sensitive: bool


class ScrollLeftArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    step_count: int
    keys: list[str] | None
    timeout: float | None
    optional: bool
    sensitive: bool


class ScrollRightArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    step_count: int
    keys: list[str] | None
    timeout: float | None
    optional: bool
    sensitive: bool


class TypeArguments(TypedDict):
    box: Box | None
    text: str
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    clear: bool
    enter: bool
    method: str | None
    timeout: float | None
    optional: bool
    sensitive: bool


class KeyPressArguments(TypedDict):
    key: str
    times: int
    seconds: float | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class KeyDownArguments(TypedDict):
    key: str
    timeout: float | None
    optional: bool
    sensitive: bool


class KeyUpArguments(TypedDict):
    key: str
    timeout: float | None
    optional: bool
    sensitive: bool


class GestureArguments(TypedDict):
    actions: list[Operation] | None
    keys: list[str] | None
    changes: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class LaunchArguments(TypedDict):
    app: str | None
    url: str | None
    arguments: list[str] | None
    timeout: float | None
    optional: bool
    sensitive: bool


class ScreenshotArguments(TypedDict):
    file: str | None
    box: Box | None


class WindowArguments(TypedDict):
    action: str
    title: str | None
    app: str | None
    box: Box | None
    timeout: float | None
    optional: bool
    sensitive: bool


class SelectArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    option: str
    timeout: float | None
    optional: bool
    sensitive: bool


class CheckArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    on: bool
    timeout: float | None
    optional: bool
    sensitive: bool


class GoBackArguments(TypedDict):
    timeout: float | None
    optional: bool
    sensitive: bool


class SystemButtonArguments(TypedDict):
    button: str
    timeout: float | None
    optional: bool
    sensitive: bool


class InArguments(TypedDict):
    window: str | None
    app: str | None
    browser: str | None
    phone: str | None
    monitor: int | None
    background: bool
    box: Box | None
    timeout: float | None


class AllowArguments(TypedDict):
    apps: list[str] | None
    clipboard: str | None
    system_keys: bool
    reason: str | None


class ShowArguments(TypedDict):
    text: str
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    wait: bool
    timeout: float | None
    optional: bool


class StatusArguments(TypedDict):
    text: str


class QuoteTextArguments(TypedDict):
    box: Box | None
    element_type: str | None
    element_info: str | None
    id: str | None
    near: str | None
    picture: str | None
    auto_scroll: bool
    output: str
    result: str | None
    timeout: float | None
    optional: bool


class LlmArguments(TypedDict):
    prompt: str
    output: str
    result: str | None
    sensitive: bool


class LookArguments(TypedDict):
    prompt: str
    box: Box | None
    output: str
    result: str | None
    mask: list[Box] | None
    sensitive: bool


class QuoteClipboardArguments(TypedDict):
    output: str
    result: str | None


class ExtractArguments(TypedDict):
    text: str | float
    pattern: str
    output: str
    optional: bool


class SetArguments(TypedDict):
    output: str
    value: str | float


class InputArguments(TypedDict):
    output: str
    default: str | float | None
    secret: bool
    prompt: str | None


class SetClipboardArguments(TypedDict):
    text: str
    sensitive: bool


class AnswerArguments(TypedDict):
    text: str


class AskUserArguments(TypedDict):
    question: str
    output: str | None


class WaitArguments(TypedDict):
    seconds: float


class WaitForArguments(TypedDict):
    test: Operation
    timeout: float
    optional: bool


class AssertArguments(TypedDict):
    test: Operation
    message: str | None


class FailArguments(TypedDict):
    reason: str | None


class CallArguments(TypedDict):
    workflow: str
    output: str | None
    sensitive: bool


class ToolArguments(TypedDict):
    name: str
    output: str | None
    sensitive: bool


class DoArguments(TypedDict):
    task: str
    limit: int
    output: str | None
    mask: list[Box] | None
    sensitive: bool


class IfArguments(TypedDict):
    test: Operation


class ElseIfArguments(TypedDict):
    test: Operation


class RepeatArguments(TypedDict):
    times: int


class WhileArguments(TypedDict):
    test: Operation
    limit: int


class ForEachArguments(TypedDict):
    rows: str


class CatchArguments(TypedDict):
    output: str | None


class OnArguments(TypedDict):
    test: Operation


class VisibleArguments(TypedDict):
    element_info: str | None
    element_type: str | None
    id: str | None
    near: str | None
    box: Box | None


class EqualsArguments(TypedDict):
    left: str | float
    right: str | float


class ContainsArguments(TypedDict):
    text: str | float
    part: str | float


class MatchesArguments(TypedDict):
    text: str | float
    pattern: str


class LessArguments(TypedDict):
    left: str | float
    right: str | float


class GreaterArguments(TypedDict):
    left: str | float
    right: str | float


class ExistsArguments(TypedDict):
    file: str


class NotArguments(TypedDict):
    test: Operation


class AllArguments(TypedDict):
    tests: list[Operation]


class AnyArguments(TypedDict):
    tests: list[Operation]


class JudgeArguments(TypedDict):
    prompt: str
    box: Box | None
    mask: list[Box] | None
