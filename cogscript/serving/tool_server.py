"""The MCP server: tools of a table, served over stdio or HTTP. What a tool does is elsewhere."""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault, nearest
from cogscript.serving.asking import PendingCall
from cogscript.serving.desk import Desk
from cogscript.serving.served_tools import ServedTool
from cogscript.serving.tool_answers import Answer

if TYPE_CHECKING:
    import mcp.types as types
    from mcp.server import Server, ServerRequestContext

_FORM = {
    "type": "object",
    "properties": {"allow": {"type": "boolean", "title": "Allow", "description": "Let it do this"}},
    "required": ["allow"],
}


def need_mcp() -> None:
    try:
        import mcp.server  # noqa: F401
    except ImportError as error:
        raise Fault(
            "not-installed",
            "the MCP server needs a package that is not installed",
            "pip install 'cogscript[mcp]'",
        ) from error


class ToolServer:
    """One desk, its tools, and the calls that wait for a person's word."""

    def __init__(self, desk: Desk, tools: Sequence[ServedTool], instructions: str) -> None:
        self._desk = desk
        self._tools = {tool.name: tool for tool in tools}
        self._instructions = instructions
        self._waiting: dict[str, PendingCall] = {}

    def build(self) -> Server[Any]:
        from importlib.metadata import version

        import mcp.types as types
        from mcp.server import Server

        async def list_tools(_: object, __: object) -> types.ListToolsResult:
            return types.ListToolsResult(
                tools=[
                    types.Tool(name=each.name, description=each.doc, input_schema=each.schema)
                    for each in self._tools.values()
                ]
            )

        return Server(
            "cogscript",
            version=version("cogscript"),
            instructions=self._instructions,
            on_list_tools=list_tools,
            on_call_tool=self._call,
        )

    async def _call(
        self, ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        job = self._waiting.pop(params.request_state or "", None)
        if job is not None:
            job.reply(_is_yes(next(iter((params.input_responses or {}).values()), None)))
        else:
            wrong = self._check(params.name, params.arguments or {})
            if wrong:
                return _result(Answer(wrong, is_error=True))
            tool, arguments = self._tools[params.name], params.arguments or {}
            job = self._desk.start(
                lambda desk: tool.run(desk, arguments), asks=_can_ask(ctx), client=_client(ctx)
            )
        try:
            return await self._await(ctx, job)
        except asyncio.CancelledError:
            self._desk.release_all()
            raise

    async def _await(
        self, ctx: ServerRequestContext[Any, Any], job: PendingCall
    ) -> types.CallToolResult | types.InputRequiredResult:
        import mcp.types as types

        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(None, job.news.wait)
            if job.answer.done():
                return _result(job.answer.result())
            question = job.question or ""
            if ctx.session.can_send_request:
                job.reply(_is_yes(await ctx.session.elicit_form(question, _FORM, ctx.request_id)))
                continue
            state = secrets.token_urlsafe(16)
            self._waiting[state] = job
            asked = types.ElicitRequest(
                params=types.ElicitRequestFormParams(message=question, requested_schema=_FORM)
            )
            return types.InputRequiredResult(input_requests={"permission": asked}, request_state=state)

    def _check(self, name: str, arguments: dict[str, Any]) -> str:
        """What is wrong with a call, as a sentence; empty when nothing is."""
        tool = self._tools.get(name)
        if tool is None:
            near = nearest(name, self._tools)
            hint = f": did you mean `{near}`?" if near else f"; there are: {', '.join(self._tools)}"
            return f"there is no tool `{name[:40]}`{hint}"
        return tool.misfit(arguments)


def _is_yes(reply: Any) -> bool:
    content = getattr(reply, "content", None) or {}
    return getattr(reply, "action", "") == "accept" and content.get("allow", True) is True


def _can_ask(ctx: ServerRequestContext[Any, Any]) -> bool:
    capabilities = ctx.session.client_capabilities
    return capabilities is not None and capabilities.elicitation is not None


def _client(ctx: ServerRequestContext[Any, Any]) -> str:
    headers = getattr(ctx.request, "headers", None)
    return str(headers.get("mcp-session-id") or "") if headers is not None else ""


def _result(answer: Answer) -> types.CallToolResult:
    import mcp.types as types

    content: list[Any] = [types.TextContent(text=answer.text)]
    if answer.picture is not None:
        data = base64.b64encode(answer.picture).decode()
        content.append(types.ImageContent(data=data, mime_type="image/png"))
    return types.CallToolResult(content=content, is_error=answer.is_error)


# --- transports -----------------------------------------------------------------------------------

_LARGEST = 64 << 20
"""Bytes of a request over HTTP: a text that is too long comes in, to be answered with a sentence."""


def serve_stdio(server: ToolServer) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    async def run() -> None:
        built = server.build()
        async with stdio_server() as (reading, writing):
            await built.run(reading, writing, built.create_initialization_options())

    anyio.run(run)


def serve_http(server: ToolServer, host: str, port: int, token: str) -> None:
    """Streamable HTTP; without a token of one's own, one is made and told on standard error."""
    import uvicorn

    token = token or secrets.token_urlsafe(24)
    app = _guarded(server.build().streamable_http_app(host=host, max_request_body_size=_LARGEST), token)
    print(f"http://{host}:{port}/mcp\nAuthorization: Bearer {token}", file=sys.stderr, flush=True)
    uvicorn.run(app, host=host, port=port, log_level="warning")


def _guarded(app: Any, token: str) -> Any:
    """Whoever lacks the token gets no further: any page in a browser can reach a port of this machine."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, f"Bearer {token}".encode()):
                headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                said = b"the token is missing or wrong: `cog mcp --http` prints it when it starts\n"
                await send({"type": "http.response.body", "body": said})
                return
        await app(scope, receive, send)

    return guarded
