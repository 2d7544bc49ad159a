"""The three interfaces that the server speaks: what each must be sent, and how it answers.

An interface knows where in a request the pictures and texts are, refuses a request of the wrong form with
AssertionError, and puts what is said into its own form. The companies' own two also hold their clients to
what they were sent: items and blocks come back as they were given.
"""

import json

from tests.seeing_server.shapes import SHAPES, any_shape, parts, pictures_of


class Chat:
    path = "/v1/chat/completions"

    def check(self, body, headers, protocol):
        for each in body["messages"]:
            for part in parts(each):
                assert part["type"] in ("text", "image_url"), f"no such part: {part['type']}"
        (SHAPES[protocol] if protocol else any_shape)(body["messages"], body)

    def pictures(self, body):
        return pictures_of(body["messages"])

    def texts(self, body):
        return [part["text"] for each in body["messages"] for part in parts(each) if part["type"] == "text"]

    def reply(self, said, body, usage):
        message = {"role": "assistant", "content": said.get("content", "")}
        for number, call in enumerate(said.get("calls", ())):
            function = {"name": call["name"], "arguments": call["arguments"]}
            message.setdefault("tool_calls", []).append(
                {"id": f"call_{usage['number']}_{number}", "type": "function", "function": function}
            )
        finish = "tool_calls" if "tool_calls" in message else "stop"
        completion = {
            "object": "chat.completion",
            "model": body["model"],
            "created": 1_790_000_000,
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        }
        if usage["told"]:
            read, written = usage["read"], usage["written"]
            completion["usage"] = {
                "prompt_tokens": read,
                "completion_tokens": written,
                "total_tokens": read + written,
            }
        return completion


class Responses:
    """OpenAI's: items in, items out. Safety checks and batches are as the caller says them."""

    path = "/v1/responses"
    fields = frozenset(
        {"model", "input", "instructions", "tools", "truncation", "max_output_tokens", "store", "stream",
         "temperature", "top_p", "reasoning"}
    )  # fmt: skip

    def __init__(self):
        self.given = {}
        """Every item that was ever said, by its id."""

    def check(self, body, headers, protocol):
        assert headers.get("Authorization", "").startswith("Bearer ") or not headers.get("Authorization")
        assert set(body) <= self.fields, f"no such fields: {sorted(set(body) - self.fields)}"
        assert isinstance(body["input"], list), "the input is a list of items"
        if protocol == "openai":
            (tool,) = body["tools"]
            assert tool["type"] in ("computer", "computer_use_preview"), f"no such tool: {tool}"
            assert self.pictures(body), "no picture"
        open_calls = {}
        for item in body["input"]:
            self._item(item, open_calls)
        assert not open_calls, f"calls that were not answered: {sorted(open_calls)}"

    def _item(self, item, open_calls):
        kind = item.get("type", "message")
        if "id" in item:
            assert self.given.get(item["id"]) == item, f"not as it was given: {json.dumps(item)[:200]}"
        if kind == "message":
            assert not open_calls, "a call is answered before anything else is said"
            allowed = ("output_text",) if item["role"] == "assistant" else ("input_text", "input_image")
            for part in item["content"]:
                assert part["type"] in allowed, f"no such part of the {item['role']}: {part['type']}"
        elif kind in ("computer_call", "function_call"):
            open_calls[item["call_id"]] = item
        elif kind in ("computer_call_output", "function_call_output"):
            call = open_calls.pop(item["call_id"], None)
            assert call is not None, f"an answer to no call: {item['call_id']}"
            if kind == "computer_call_output":
                self._screenshot(item, call)
        else:
            assert kind == "reasoning", f"no such item: {kind}"

    def _screenshot(self, item, call):
        shown = item["output"]
        assert shown["type"] == "computer_screenshot", "the answer to the computer is a screenshot"
        assert shown["image_url"].startswith("data:image/png;base64,")
        agreed = [each["id"] for each in item.get("acknowledged_safety_checks", ())]
        pending = [each["id"] for each in call["pending_safety_checks"]]
        assert agreed == pending, f"checks {pending} are pending, and {agreed} were acknowledged"

    def pictures(self, body):
        found = []
        for item in body["input"]:
            if item.get("type") == "computer_call_output":
                found.append(item["output"]["image_url"])
            elif "content" in item:
                found += [part["image_url"] for part in item["content"] if part["type"] == "input_image"]
        return found

    def texts(self, body):
        contents = [item["content"] for item in body["input"] if "content" in item]
        texts = [part["text"] for content in contents for part in content if "text" in part]
        return [body.get("instructions", ""), *texts]

    def reply(self, said, body, usage):
        number, items = usage["number"], []
        if said.get("reasoning"):
            summary = [{"type": "summary_text", "text": said["reasoning"]}]
            items.append({"type": "reasoning", "id": f"rs_{number}", "summary": summary})
        if said.get("content"):
            part = {"type": "output_text", "text": said["content"], "annotations": []}
            message = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed"}
            items.append({**message, "content": [part]})
        for place, call in enumerate(said.get("calls", ())):
            wanted = json.loads(call["arguments"])
            several = {"actions": wanted} if isinstance(wanted, list) else {"action": wanted}
            if isinstance(body["tools"][0].get("parameters"), dict):
                item = {"type": "function_call", "name": call["name"], "arguments": call["arguments"]}
            else:
                item = {"type": "computer_call", "pending_safety_checks": call.get("checks", []), **several}
            ids = {"id": f"cu_{number}_{place}", "call_id": f"call_{number}_{place}"}
            items.append({**item, **ids, "status": "completed"})
        self.given |= {each["id"]: each for each in items}
        whole = {"id": f"resp_{number}", "object": "response", "status": "completed", "output": items}
        if usage["told"]:
            whole["usage"] = {"input_tokens": usage["read"], "output_tokens": usage["written"]}
        if body.get("stream"):
            return _stream({"type": "response.created"}, {"type": "response.completed", "response": whole})
        return whole


class Messages:
    """Anthropic's: blocks, in turns of two."""

    path = "/v1/messages"
    fields = frozenset(
        {"model", "messages", "system", "tools", "max_tokens", "stream", "temperature", "top_p",
         "stop_sequences", "thinking"}
    )  # fmt: skip

    def __init__(self):
        self.given = []

    def check(self, body, headers, protocol):
        assert headers.get("anthropic-version") == "2023-06-01", "no version"
        assert headers.get("x-api-key") or "Authorization" not in headers, "the key goes into x-api-key"
        assert set(body) <= self.fields, f"no such fields: {sorted(set(body) - self.fields)}"
        assert body["max_tokens"] > 0
        roles = [each["role"] for each in body["messages"]]
        assert roles == [("user", "assistant")[index % 2] for index in range(len(roles))], f"turns: {roles}"
        assert roles[-1] == "user", "the last word is the user's"
        asked = []
        for each in body["messages"]:
            asked = self._turn(each, asked)
        if protocol == "anthropic":
            self._tool(body, headers)

    def _turn(self, message, asked):
        blocks = message["content"]
        assert isinstance(blocks, list), "content is a list of blocks"
        assert blocks, "an empty turn"
        if message["role"] == "assistant":
            called = [each["id"] for each in blocks if each["type"] == "tool_use"]
            assert not called or blocks in self.given, f"not as it was given: {json.dumps(blocks)[:200]}"
            return called
        results = [each for each in blocks if each["type"] == "tool_result"]
        assert [each["tool_use_id"] for each in results] == asked, "each call has its result, in its order"
        assert blocks[: len(results)] == results, "results come first"
        for block in [*blocks, *(part for each in results for part in each["content"])]:
            assert block["type"] in ("text", "image", "tool_result"), f"no such block: {block['type']}"
            assert block["type"] != "text" or block["text"], "an empty text"
        return []

    def _tool(self, body, headers):
        (tool,) = body["tools"]
        day = tool["type"].removeprefix("computer_")
        assert headers.get("anthropic-beta") == f"computer-use-{day[:4]}-{day[4:6]}-{day[6:]}", "no such beta"
        assert tool["name"] == "computer"
        from tests.seeing_server.eyes import decode

        newest = decode(self.pictures(body)[-1])
        assert newest.size == (tool["display_width_px"], tool["display_height_px"]), "another size than shown"
        assert max(newest.size) <= 1568, "it would be made smaller, and places would be elsewhere"

    def pictures(self, body):
        found = []
        for block in self._blocks(body):
            if block["type"] == "image":
                source = block["source"]
                assert source["type"] == "base64"
                found.append(f"data:{source['media_type']};base64,{source['data']}")
        return found

    def texts(self, body):
        return [body.get("system", ""), *(each["text"] for each in self._blocks(body) if "text" in each)]

    def _blocks(self, body):
        for message in body["messages"]:
            for block in message["content"]:
                yield from block["content"] if block["type"] == "tool_result" else [block]

    def reply(self, said, body, usage):
        blocks = []
        if said.get("reasoning"):
            blocks.append({"type": "thinking", "thinking": said["reasoning"], "signature": "c2lnbmVk"})
        if said.get("content"):
            blocks.append({"type": "text", "text": said["content"]})
        for place, call in enumerate(said.get("calls", ())):
            ids = {"id": f"toolu_{usage['number']}_{place}", "name": call["name"]}
            blocks.append({"type": "tool_use", **ids, "input": json.loads(call["arguments"])})
        self.given.append(blocks)
        counted = {"input_tokens": usage["read"], "output_tokens": usage["written"]} if usage["told"] else {}
        stop = "tool_use" if said.get("calls") else "end_turn"
        if body.get("stream"):
            return _stream(*self._events(blocks, stop, counted))
        whole = {"id": f"msg_{usage['number']}", "type": "message", "role": "assistant", "content": blocks}
        return {**whole, "stop_reason": stop, "usage": counted}

    def _events(self, blocks, stop, counted):
        yield {"type": "message_start", "message": {"content": [], "usage": counted}}
        for index, block in enumerate(blocks):
            if block["type"] == "tool_use":
                written = json.dumps(block["input"])
                yield {
                    "type": "content_block_start",
                    "index": index,
                    "content_block": {**block, "input": {}},
                }
                for piece in (written[:7], written[7:]):
                    delta = {"type": "input_json_delta", "partial_json": piece}
                    yield {"type": "content_block_delta", "index": index, "delta": delta}
            elif block["type"] == "text":
                start = {"type": "text", "text": ""}
                yield {"type": "content_block_start", "index": index, "content_block": start}
                for piece in (block["text"][:5], block["text"][5:]):
                    delta = {"type": "text_delta", "text": piece}
                    yield {"type": "content_block_delta", "index": index, "delta": delta}
            else:
                yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": counted}
        yield {"type": "message_stop"}


def _stream(*events):
    return "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events)


def interfaces():
    return {each.path: each for each in (Chat(), Responses(), Messages())}
