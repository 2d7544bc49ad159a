"""Messages of D-Bus as bytes, against the library that knows all of D-Bus."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jeepney import (
    DBusAddress,
    Header,
    HeaderFields,
    Message,
    MessageType,
    new_method_call,
    new_method_return,
)
from jeepney.low_level import Endianness, Parser

from cogscript.surfaces.x11.atspi.wire import Replies, encode

WHERE = (":1.42", "/org/a11y/atspi/accessible/7", "org.freedesktop.DBus.Properties")


@pytest.mark.parametrize(
    ("method", "signature", "body"),
    [
        ("GetState", "", ()),
        ("GetExtents", "u", (0,)),
        ("GetAccessibleAtPoint", "iiu", (-3, 70000, 1)),
        ("Get", "ss", ("org.a11y.atspi.Accessible", "Näme 你好")),
        ("Set", "ssv", ("org.a11y.atspi.Value", "CurrentValue", ("d", 70.5))),
        ("Set", "ssv", ("org.a11y.Status", "IsEnabled", ("b", True))),
    ],
)
def test_a_call_is_read_as_it_was_meant(method, signature, body):
    to, path, interface = WHERE
    parser = Parser()
    parser.add_data(encode(9, to, path, interface, method, signature, body))
    read = parser.get_next_message()

    assert read.header.serial == 9
    assert read.header.fields[HeaderFields.path] == path
    assert read.header.fields[HeaderFields.destination] == to
    assert read.header.fields[HeaderFields.member] == method
    assert read.body == body


def reply(signature, body, serial=5):
    call = new_method_call(DBusAddress("/a", ":1.1", "a.b"), "C")
    call.header.serial = serial
    call.header.fields[HeaderFields.sender] = ":1.1"
    return new_method_return(call, signature, body).serialise(serial=77)


BODIES = [
    ("au", ([1 << 25, 3],)),
    ("(iiii)", ((-1, 2, 3, 4),)),
    ("a(so)", ([(":1.4", "/x/1"), (":1.4", "/x/2")],)),
    ("a(ua(so))", ([(2, [(":1.4", "/x/1")]), (3, [])],)),
    ("b", (True,)),
    ("", ()),
]


@pytest.mark.parametrize(("signature", "body"), BODIES)
def test_an_answer_is_read_as_it_was_given(signature, body):
    assert list(Replies().feed(reply(signature or None, body))) == [(5, body)]


def test_properties_are_told_without_their_types():
    said = {"Name": ("s", "Form"), "ChildCount": ("i", 3), "Attributes": ("a{ss}", {"id": "save"})}

    ((_, (read,)),) = Replies().feed(reply("a{sv}", (said,)))
    assert read == {"Name": "Form", "ChildCount": 3, "Attributes": {"id": "save"}}


def test_an_error_has_no_answer_and_a_signal_is_none():
    fields = {HeaderFields.reply_serial: 8, HeaderFields.error_name: "a.b.Error"}
    error = Message(Header(Endianness.little, MessageType.error, 0, 1, 0, 1, fields), ())
    fields = {HeaderFields.path: "/a", HeaderFields.interface: "a.b", HeaderFields.member: "C"}
    signal = Message(Header(Endianness.little, MessageType.signal, 0, 1, 0, 2, fields), ())

    assert list(Replies().feed(error.serialise() + signal.serialise() + reply("u", (1,)))) == [
        (8, None),
        (5, (1,)),
    ]


@given(st.lists(st.integers(1, 40), max_size=60))
def test_answers_come_in_pieces_of_any_size(sizes):
    stream = b"".join(
        reply(signature or None, body, serial) for serial, (signature, body) in enumerate(BODIES, 1)
    )
    replies, read = Replies(), []
    for size in (*sizes, len(stream)):
        piece, stream = stream[:size], stream[size:]
        read += replies.feed(piece)

    assert read == [(serial, body) for serial, (_, body) in enumerate(BODIES, 1)]
