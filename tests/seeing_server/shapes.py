"""The shape of the messages that each protocol prescribes: what its authors' own code sends.

A function a protocol; it fails with AssertionError, whose words go back to the client as a refusal.
"""

import re


def parts(message):
    content = message["content"]
    return content if isinstance(content, list) else [{"type": "text", "text": content or ""}]


def text_of(message):
    return "".join(part["text"] for part in parts(message) if part["type"] == "text")


def pictures_of(messages):
    return [
        part["image_url"]["url"] for each in messages for part in parts(each) if part["type"] == "image_url"
    ]


def _roles(messages):
    return [each["role"] for each in messages]


def cogagent(messages, body):
    assert _roles(messages) == ["user"], "CogAgent is asked in one user message, anew each step"
    (message,) = messages
    kinds = sorted(part["type"] for part in parts(message))
    assert kinds == ["image_url", "text"], f"one text and one picture, not {kinds}"
    text = text_of(message)
    assert re.match(r"Task: .+\nHistory steps: ", text), "no task, or no heading of the history"
    steps = re.findall(r"^(\d+)\. .*\t.*$", text, re.MULTILINE)
    assert steps == [str(index) for index in range(len(steps))], f"the steps are numbered {steps}"
    assert re.search(r"\n\(Platform: (WIN|Mac|Mobile)\)\n", text), "no platform"
    assert re.search(r"\(Answer in [A-Za-z-]*Action-Operation[A-Za-z-]* format\.\)\n?$", text), "no format"


def gui_plus(messages, body):
    assert messages[0]["role"] == "system", "GUI-Plus wants a system prompt"
    system = text_of(messages[0])
    assert "<tools>" in system, "no tools in the system prompt"
    assert re.search(r"computer_use|mobile_use|browser_use", system), "none of its tools"
    rest = _roles(messages)[1:]
    assert rest == [("user", "assistant")[index % 2] for index in range(len(rest))], f"turns: {rest}"
    assert rest[-1] == "user", "the last word is the user's"
    assert 1 <= len(pictures_of(messages)) <= 5, (
        "the last 4 rounds with their pictures, and the picture of now"
    )
    assert pictures_of(messages[-1:]), "the newest picture comes last"


def glm(messages, body):
    assert _roles(messages) in (["user"], ["system", "user"]), "GLM is asked in one user turn"
    text = text_of(messages[-1])
    for heading in ("Task", "Action Space", "Historical Actions", "Output Format"):
        assert heading in text, f"no heading {heading}"
    assert len(pictures_of(messages)) <= 5, "the last 4 steps and the picture of now"
    assert parts(messages[-1])[-1]["type"] == "image_url" or pictures_of(messages), "no picture of now"


def ui_tars(messages, body):
    assert "system" not in _roles(messages), "UI-TARS has no system role"
    assert messages[0]["role"] == "user", "the prompt is the first user message"
    first = text_of(messages[0])
    for heading in ("Output Format", "Action Space", "User Instruction"):
        assert heading in first, f"no {heading} in the prompt"
    assert 1 <= len(pictures_of(messages)) <= 5, "the newest 5 pictures"
    assert pictures_of(messages[-1:]), "the last message is the picture of now"
    for each in messages[1:]:
        if each["role"] == "assistant":
            assert re.match(r"(Thought: |.*Action: )", text_of(each), re.DOTALL), (
                "an answer is as it was given"
            )


def osworld(messages, body):
    assert messages[0]["role"] == "system", "OSWorld has a system prompt"
    system = text_of(messages[0])
    assert "action_type" in system, "the actions are in the system prompt"
    assert messages[-1]["role"] == "user", "the last word is the user's"
    assert pictures_of(messages[-1:]), "and is the picture of now"


def tool_calls(messages, body):
    assert body.get("tools"), "no tool is declared"
    asked = set()
    for each in messages:
        for call in each.get("tool_calls") or ():
            asked.add(call["id"])
        if each["role"] == "tool":
            assert each["tool_call_id"] in asked, f"an answer to no call: {each.get('tool_call_id')}"
            asked.discard(each["tool_call_id"])
    assert not asked, f"calls that were not answered: {sorted(asked)}"
    assert pictures_of(messages), "no picture"


def cog(messages, body):
    assert messages[-1]["role"] == "user", "the last word is the user's"


def any_shape(messages, body):
    assert messages, "no messages"


SHAPES = {
    "cogagent": cogagent,
    "gui-plus": gui_plus,
    "gui-plus-phone": gui_plus,
    "glm": glm,
    "ui-tars": ui_tars,
    "osworld": osworld,
    "openai": tool_calls,
    "anthropic": tool_calls,
    "cog": cog,
}
