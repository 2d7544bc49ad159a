"""JSON with places: what is JSON reads as `json` reads it, what is nearly JSON is repaired and told."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogscript.dialects.formats import json_text
from cogscript.dialects.formats.json_text import MAX_CHARACTERS, find, first, parse
from cogscript.dialects.formats.json_values import JsonObject, NotJson, Parsed

texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"))
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=30)


@given(values, st.sampled_from([None, 2]), st.booleans())
def test_what_is_json_reads_as_the_standard_library_reads_it(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = first(text)
    assert found.value == json.loads(text)
    assert text[found.span.start : found.span.end] == text
    assert found.repairs == []


printable = st.text(st.characters(categories=("L", "N", "P", "S"), include_characters=" "))
printed = st.recursive(
    st.none() | st.booleans() | st.integers() | printable,
    lambda inner: st.lists(inner) | st.dictionaries(printable, inner),
    max_leaves=30,
)


@given(printed)
def test_what_python_prints_reads_as_what_it_printed(value):
    assert parse(repr(value)).value == value


def repaired(text):
    found = first(text)
    return found.value, [each.message for each in found.repairs]


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("{'action': 'type', 'text': 'it\\'s'}", {"action": "type", "text": "it's"}, "single quotes"),
        ('{"a": [1, 2,],}', {"a": [1, 2]}, "comma before the closing bracket"),
        ('{"a": True, "b": None}', {"a": True, "b": None}, "as Python writes it"),
        ('{"a": [1, 2]', {"a": [1, 2]}, "the last `}` is missing"),
        ('[{"a": 1}, {"a": 2}', [{"a": 1}, {"a": 2}], "the last `]` is missing"),
        ('{"text": "one\ntwo"}', {"text": "one\ntwo"}, "raw line break"),
        ('{"text": "\\ud83d"}', {"text": "\N{REPLACEMENT CHARACTER}"}, "surrogate"),
        ('{"text": "a\\u0000"}', {"text": "a\N{REPLACEMENT CHARACTER}"}, "NUL"),
        ('{"a": 1, "a": 2}', {"a": 2}, "given twice"),
    ],
)
def test_each_repair_is_told(text, value, said):
    got, messages = repaired(text)
    assert got == value
    assert len(messages) >= 1
    assert any(said in message for message in messages)


def test_the_same_repair_is_told_once_with_its_count():
    found = first("{'a': 'b', 'c': 'd'}")
    assert [(each.times, each.span.start) for each in found.repairs] == [(4, 1)]


@pytest.mark.parametrize(
    ("text", "reason", "at"),
    [
        ('{ type: "screenshot";}', "expected `,` or `}`, found `;`", 20),
        ("{ type }", "a key is a quoted text", 2),
        ('{"a": x1}', "expected a value, found `x1`", 6),
        ('{"a": 1 "b": 2}', "expected `,` or `}`", 8),
        ('{"a" 1}', "expected `:`", 5),
        ('{"text": "never', "this string never ends", 9),
        ('{"a": {"b": [1, 2', "3 brackets are still open", 12),
        ('{"a":', "a bracket is still open", 0),
        ("{", "a bracket is still open", 0),
        ("[1, ", "a bracket is still open", 0),
        ('{"a": 086}', "not a JSON number", 6),
        ('{"a": NaN}', "expected a value", 6),
        ('{"a": 1e999}', "far too large", 6),
        ('{"a": ' + "9" * 5000 + "}", "far too long", 6),
        ('{"a": "\\q"}', "not an escape of JSON", 7),
        ('{"step": 步骤}', "expected a value, found `步`", 9),
        ("[" * 100_000, "100 brackets within each other", 100),
        ('{"a":' * 100_000, "100 brackets within each other", 500),
        ("", "there is no JSON here", 0),
    ],
)
def test_everything_else_is_refused_with_place_and_reason(text, reason, at):
    with pytest.raises(NotJson) as refused:
        parse(text)
    assert reason in refused.value.reason
    assert refused.value.span.start == at
    assert refused.value.span.end > at


def test_a_text_without_end_is_refused_before_it_is_read():
    with pytest.raises(NotJson, match="million characters"):
        parse('[0,"' + "x" * MAX_CHARACTERS + '"]')


def test_every_value_knows_its_place():
    text = 'say {"action": "left_click", "at": {"x": 10, "y": [20, 30]}} now'
    (found,) = find(text)
    assert isinstance(found, Parsed)
    action = found.value
    assert isinstance(action, JsonObject)
    inner = action["at"]

    def cut(span):
        return text[span.start : span.end]

    assert cut(found.span) == text[4:-4]
    assert cut(action.place("action")) == '"left_click"'
    assert cut(action.place("nothing", "at")) == '{"x": 10, "y": [20, 30]}'
    assert cut(inner.place("x")) == "10"
    assert [cut(place) for place in inner["y"].places] == ["20", "30"]
    assert cut(inner.place("nothing")) == '{"x": 10, "y": [20, 30]}'


def test_prose_with_braces_is_no_json_and_broken_json_is_found():
    text = 'Use {name} here, a set {1, 2}, then {"a": 1} and [see 3] {"b": oops} and {"c": 2}'
    found = list(find(text))
    assert [each.value if isinstance(each, Parsed) else each.reason for each in found] == [
        {"a": 1}, "expected a value, found `oops`", {"c": 2},
    ]  # fmt: skip


def test_parse_wants_the_text_to_be_json_from_end_to_end():
    repairs = []
    node = parse(" {'a': [1, 2]}\n", repairs=repairs)
    assert node.value == {"a": [1, 2]}
    assert [tuple(item.span) for item in node.members["a"].items] == [(8, 9), (11, 12)]
    assert [(tuple(span), said) for span, said in repairs] == [((2, 5), "single quotes around a text")]
    with pytest.raises(NotJson, match="more after the JSON"):
        parse('{"a": 1} and more')


def test_too_many_values_are_no_plan(monkeypatch):
    monkeypatch.setattr(json_text, "MAX_VALUES", 1000)
    with pytest.raises(NotJson, match="more than 1,000 values"):
        parse("[" + "0," * 1000 + "0]")


@given(st.text(alphabet="{}[]:,\"'\\ntrueFalseNone0123-.e \n步", max_size=200))
def test_any_text_gives_values_or_faults(text):
    places = [found.span for found in find(text)]
    try:
        places.append(parse(text).span)
    except NotJson as refused:
        places.append(refused.span)
    assert all(0 <= start < end for start, end in places)
