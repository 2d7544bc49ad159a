"""A workflow exported for Playwright does on a real page what the workflow says."""

import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cogscript import parse
from cogscript.dialects import export_text, import_text
from cogscript.language.model.diagnostic import Fault

PAGE = """<!doctype html><meta charset="utf-8"><title>Tea</title>
<body style="margin:0">
<label>Kind <input id="kind" placeholder="Which tea?" value="black"></label>
<select aria-label="Size"><option>Small<option>Large</select>
<button onclick="done.textContent = kind.value + ', ' + document.querySelector('select').value">Order</button>
<p id="done"></p>
<div style="position:absolute; left:400px; top:300px; width:200px; height:100px; background:#eee"
     onclick="place.textContent = event.shiftKey ? 'clicked with shift' : 'clicked'">here</div>
<p id="place"></p><input id="log" onkeydown="keys.textContent += event.key + ' '"><p id="keys"></p>
"""

WORKFLOW = """
WORKFLOW(title='Order "tea"', screen=[1000,800])
INPUT(output='__CogName_kind__', default='绿茶 green')
LAUNCH(url='{address}')
# Which one
TYPE(element_info='Kind', text='__CogName_kind__', clear=True)
SELECT(element_info='Size', element_type='list', option='Large')
CLICK(element_info='Order', element_type='button')
WAIT_FOR(test=VISIBLE(element_info='绿茶 green, Large'), timeout=5)
QUOTE_TEXT(element_info='绿茶 green, Large', output='__CogName_ordered__')
CLICK(box=[[500,437]], keys=['Shift'])
ASSERT(test=VISIBLE(element_info='clicked with shift'))
WAIT_FOR(test=VISIBLE(id='kind', element_type='text field'), timeout=5)
WAIT_FOR(test=VISIBLE(id='done', element_info='Large'), timeout=5)
WAIT_FOR(test=NOT(test=VISIBLE(id='done', element_info='Small')), timeout=5)
ASSERT(test=NOT(test=VISIBLE(id='nowhere')))
KEY_PRESS(key='Tab', times=2)
ANSWER(text='ordered: __CogName_ordered__')
END()
"""


@pytest.fixture
def address(tmp_path):
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


def test_the_script_runs_and_does_the_same(address, tmp_path):
    text, reported = export_text(parse(WORKFLOW.format(address=address)), "playwright")
    assert reported == []
    here = f"headless=True, executable_path={shutil.which('chromium')!r}, args=['--no-sandbox']"
    script = tmp_path / "order.py"
    script.write_text(text.replace("headless=False", here), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "ordered: 绿茶 green, Large\n"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("LAUNCH(app='Files')", "opens pages, not applications"),
        ("QUOTE_TEXT(box=[[1,2,3,4]], output='__CogName_a__')", "has only a place"),
        ("WINDOW(action='close')", "playwright has no WINDOW"),
        ("ASSERT(test=EQUALS(left='a', right='b'))", "expects only a text"),
        ("ASSERT(test=VISIBLE(element_info='a', box=[[1,2,3,4]]))", "looked for in a place"),
        ("ASSERT(test=VISIBLE(id='a', near='b'))", "does not know what stands in a row"),
        ("ASSERT(test=VISIBLE(id='a', element_type='lamp'))", "no word for the kind `lamp`"),
    ],
)
def test_what_a_page_cannot_do_is_left_out_and_reported(line, reason):
    text, reported = export_text(parse(f"GO_BACK()\n{line}\n"), "playwright")
    assert [each.code for each in reported] == ["not-exported"]
    assert reason in reported[0].message
    assert "page.go_back()" in text


def test_a_page_of_an_in_block_is_opened():
    source = "IN(browser='https://example.org')\n  CLICK(element_info='Go')\nEND_IN()\n"
    text, reported = export_text(parse(source), "playwright")
    assert reported == []
    assert "    page.goto('https://example.org')\n    page.get_by_text('Go').first.click()\n" in text


def test_it_is_written_and_not_read():
    with pytest.raises(Fault, match="`playwright` cannot be imported"):
        import_text("page.goto('https://example.org')", "playwright")
