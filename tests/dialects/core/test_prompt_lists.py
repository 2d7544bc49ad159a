"""A prompt's list of actions is no plan: neither the forms in it, nor the lines that need no filling in."""

import pytest

from cogscript.dialects import import_text
from cogscript.language.model.diagnostic import CogError
from cogscript.language.write.formatter import format_operation

UI_TARS = """You are a GUI agent.
## Output Format
```
Thought: ...
Action: ...
```
## Action Space
click(point='<point>x1 y1</point>')
drag(start_point='<point>x1 y1</point>', end_point='<point>x2 y2</point>')
hotkey(key='ctrl c') # Split keys with a space
press_home()
wait() # Sleep for 5s
finished(content='xxx')
"""
MAI_UI = """## Action Space
{"action": "click", "coordinate": [x, y]}
{"action": "type", "text": "words"}
{"action": "drag", "start_coordinate": [x1, y1], "end_coordinate": [x2, y2]}
{"action": "wait"}
"""
AUTOGLM = """- do(action="Launch", app="xxx")
    starts an app
- do(action="Tap", element=[x,y])
    taps there
- do(action="Back")
    goes back
- do(action="Swipe", start=[x1,y1], end=[x2,y2])
    swipes
- finish(message="xxx")
"""
ANDROID = """- Done: `{"action_type": "status", "goal_status": "complete"}`
- Click: `{"action_type": "click", "index": <target_index>}`.
- Home: `{"action_type": "navigate_home"}`
- Open: `{"action_type": "open_app", "app_name": <name>}`
- Wait: `{"action_type": "wait"}`
"""
GLM = """WAIT():
    Calling rule: `WAIT()`
    '''
    Sleep for a while.
    '''
left_click(start_box, element_info):
    Calling rule: `left_click(start_box='[x,y]', element_info='')`
FAIL():
    Calling rule: `FAIL()`
"""


@pytest.mark.parametrize("prompt", [UI_TARS, MAI_UI, AUTOGLM, ANDROID, GLM])
def test_a_prompts_list_of_actions_is_refused(prompt):
    with pytest.raises(CogError, match="it is a prompt and no plan"):
        import_text(prompt)


def test_the_replies_after_a_prompt_are_done_and_its_list_is_said():
    text = UI_TARS + "\nThought: I go home.\nAction: press_home()\nThought: There.\nAction: wait()\n"
    imported = import_text(text)
    assert [format_operation(each) for each in imported.workflow.walk()] == [
        "SYSTEM_BUTTON(button='home')",
        "WAIT(seconds=5)",
    ]
    assert not imported.untranslated
    assert sum("a prompt lists it" in each.message for each in imported.diagnostics) >= 4


def test_a_plan_with_a_place_left_open_keeps_its_steps():
    plan = "click(point='<point>10 20</point>')\n" + "click(point='<point>x1 y1</point>')\n" * 2
    imported = import_text(plan)
    assert len(imported.untranslated) == 2
    assert [each.name for each in imported.workflow.walk()] == ["CLICK"]


def test_what_a_list_leaves_over_without_a_reply_is_no_whole_plan():
    assert import_text(AUTOGLM + '\n\n- do(action="Home")\n').untranslated
