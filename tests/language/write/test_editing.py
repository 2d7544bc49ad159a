"""Arguments are changed in their text, and not one character more."""

from __future__ import annotations

import pytest

import cogscript
from cogscript import ops
from cogscript.language.model.box import Box
from cogscript.language.write.editing import Edit, edited, edited_operation


@pytest.mark.parametrize(
    ("text", "values", "after"),
    [
        (
            "CLICK( box = [[1,2,3,4]],element_info='Save' )  # here\n",
            {"element_info": "Store"},
            "CLICK( box = [[1,2,3,4]],element_info='Store' )  # here\n",
        ),
        (
            "CLICK(element_info='Save',\n      box=[[1,2,3,4]],\n)\n",
            {"box": Box.of(10, 20, 30, 40), "element_info": "it's"},
            'CLICK(element_info="it\'s",\n      box=[[010,020,030,040]],\n)\n',
        ),
        (
            "CLICK(element_info='Edit')\n",
            {"element_info": "Change", "box": Box.of(1, 2, 3, 4), "id": "e"},
            "CLICK(element_info='Change', box=[[001,002,003,004]], id='e')\n",
        ),
    ],
)
def test_values_are_replaced_and_what_is_new_is_added(text, values, after) -> None:
    (operation,) = cogscript.parse(text).operations
    assert edited(text, [Edit(operation, values)]) == after


def test_several_operations_of_a_text_are_changed_together() -> None:
    text = "KEY_PRESS(key='a')\n# kept\nCLICK(id='x')\nCLICK(id='y')\n"
    first, one, other = cogscript.parse(text).operations
    changed = edited(text, [Edit(one, {"id": "longer than it was"}), Edit(other, {"id": ""})])
    assert changed == "KEY_PRESS(key='a')\n# kept\nCLICK(id='longer than it was')\nCLICK(id='')\n"
    assert edited(text, [Edit(first, {})]) == text


def test_an_operation_made_in_python_has_no_text_to_keep() -> None:
    operation = ops.CLICK(element_info="Save")
    assert edited_operation("", operation, {"id": "s"}) == "CLICK(element_info='Save', id='s')"
