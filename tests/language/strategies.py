"""Trees at random: any operation of the table with values of the right kind, and odd ones too."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from cogscript.language.model import variables
from cogscript.language.model.box import Box
from cogscript.language.model.keys import canonical_keys, label
from cogscript.language.model.operations import KEY_ACTIONS, OPERATIONS, Kind, Parameter
from cogscript.language.model.tree import Operation, Value, Workflow

texts = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=30
) | st.sampled_from(
    [
        "",
        "'",
        '"',
        "'''",
        "\\",
        "\n",
        "a\nb",
        'it\'s "x"',
        "保存",
        "👨‍👩‍👧",
        "__CogName_a__",
        "# no comment",
        "END()",
    ]
)
numbers = st.integers(-(10**9), 10**9)
decimals = st.floats(allow_nan=False, allow_infinity=False, min_value=-(10.0**9), max_value=10.0**9)
names = st.text(st.characters(whitelist_categories=["L", "N", "Zs"]), min_size=1, max_size=8)
boxes = st.builds(
    lambda a, b, c, d: Box.of(min(a, c), min(b, d), max(a, c), max(b, d)), *[st.integers(0, 999)] * 4
) | st.builds(Box.of, st.integers(0, 999), st.integers(0, 999))
tests = st.deferred(
    lambda: st.sampled_from([name for name, spec in OPERATIONS.items() if spec.role == "test"]).flatmap(
        operation
    )
)
keywords = st.sampled_from(["number", "数量", "x1", "_y", "名字"])
scalars = texts | numbers | decimals | st.booleans()


def value(parameter: Parameter) -> st.SearchStrategy[Value]:
    kinds: dict[Kind, st.SearchStrategy[Value]] = {
        Kind.BOX: boxes,
        Kind.BOXES: boxes | st.lists(boxes, min_size=1, max_size=3),
        Kind.INTEGER: numbers,
        Kind.NUMBER: numbers | decimals,
        Kind.BOOLEAN: st.booleans(),
        Kind.KEY: st.sampled_from(canonical_keys()).map(label),
        Kind.KEYS: st.lists(st.sampled_from(canonical_keys()).map(label), max_size=3),
        Kind.VARIABLE: names.map(variables.spell),
        Kind.VALUE: scalars,
        Kind.CHOICE: st.sampled_from(parameter.choices or ("x",)),
        Kind.SIZE: st.lists(st.integers(1, 9999), min_size=2, max_size=2),
        Kind.ACTIONS: st.lists(st.sampled_from(KEY_ACTIONS).flatmap(operation), max_size=3),
        Kind.TEST: tests,
        Kind.TESTS: st.lists(tests, min_size=1, max_size=2),
    }
    return kinds.get(parameter.kind, texts)


@cache
def operation(name: str) -> st.SearchStrategy[Operation]:
    spec = OPERATIONS[name]
    required = {each.name: value(each) for each in spec.parameters if each.required}
    optional = {each.name: value(each) | st.none() for each in spec.parameters if not each.required}
    given = st.fixed_dictionaries(required, optional=optional)
    if spec.open_keywords:
        given = st.builds(
            lambda one, two: {**one, **two}, given, st.dictionaries(keywords, scalars, max_size=2)
        )
    return given.map(lambda arguments: Operation(spec.name, dict(arguments)))


comments = st.lists(st.sampled_from(["# a comment", "# 说明", "#", ""]), max_size=3)
plain = [name for name, spec in OPERATIONS.items() if spec.role == "operation" and name != "WORKFLOW"]
openers = [name for name, spec in OPERATIONS.items() if spec.role == "opener"]
BRANCHES = {
    "IF": [[], ["ELSE"], ["ELSE_IF"], ["ELSE_IF", "ELSE"]],
    "TRY": [["CATCH"], ["FINALLY"], ["CATCH", "FINALLY"]],
}


@st.composite
def blocks(draw: st.DrawFn, body: st.SearchStrategy[list[Operation]]) -> Operation:
    opened = draw(st.sampled_from(openers).flatmap(operation))
    opened.body = draw(body)
    for name in draw(st.sampled_from(BRANCHES.get(opened.name, [[]]))):
        branch = draw(operation(name))
        branch.body = draw(body)
        opened.branches.append(branch)
    return opened


lines = st.sampled_from(plain).flatmap(operation)
bodies = st.recursive(
    st.lists(lines, max_size=3), lambda inner: st.lists(lines | blocks(inner), max_size=3), max_leaves=8
)


@st.composite
def workflows(draw: st.DrawFn) -> Workflow:
    operations = draw(bodies)
    for each in operations:
        each.leading = draw(comments)
        each.trailing = draw(st.sampled_from(["", "# behind"]))
    if draw(st.booleans()):
        operations.insert(0, draw(operation("WORKFLOW")))
    return Workflow(operations)
