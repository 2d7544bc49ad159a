"""Neovim, without a screen, with the files of editors/vim: the same server, and the colours."""

import subprocess
import sys
from pathlib import Path

import pytest

VIM = Path(__file__).parents[2] / "editors" / "vim"


def nvim(path: Path, script: str) -> list[str]:
    """What a script in Neovim prints, with a file open."""
    told = path.parent / "told.txt"
    lua = path.parent / "script.lua"
    lua.write_text(script, encoding="utf-8")
    command = f"lua vim.g.cog_command = {{ [[{sys.executable}]], '-m', 'cogscript' }}"
    done = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "--cmd", f"set rtp^={VIM}", "--cmd", command,
         "--cmd", "filetype plugin on | syntax on", "--cmd", f"let g:told = '{told}'", str(path),
         "-c", f"luafile {lua}", "-c", "qa!"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert told.exists(), done.stderr
    return told.read_text(encoding="utf-8").splitlines()


@pytest.mark.drives_programs
def test_neovim_shows_the_servers_problems_and_completes(tmp_path: Path) -> None:
    path = tmp_path / "a.cog"
    path.write_text("CLICK(elment_info='Save')\nKEY_PRESS(key='Ret')\n", encoding="utf-8")
    script = """
    vim.wait(60000, function() return #vim.diagnostic.get(0) >= 1 end, 50)
    local told = {}
    for _, each in ipairs(vim.diagnostic.get(0)) do table.insert(told, each.lnum .. " " .. each.code) end
    local asked = vim.lsp.util.make_position_params()
    asked.position = { line = 1, character = 18 }
    local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", asked, 60000)
    for _, answer in pairs(answers) do
      for _, item in ipairs(answer.result.items) do
        if item.label == "Return" then table.insert(told, item.label) end
      end
    end
    vim.fn.writefile(told, vim.g.told)
    """
    assert nvim(path, script) == ["0 unknown-parameter", "Return"]


@pytest.mark.drives_programs
def test_vim_colours_words_by_their_kind(tmp_path: Path) -> None:
    path = tmp_path / "a.cog"
    line = "IF(test=VISIBLE(element_info='a __CogName_b__', box=[[1,2,3,4]]))  # why"
    path.write_text(f"{line}\n  CLICK(element_info='x')\nEND_IF()\n", encoding="utf-8")
    at = [line.index(each) + 1 for each in ("IF", "test", "VISIBLE", "'a", "__Cog", "[[1", "# why")]
    script = f"""
    local told = {{}}
    for _, column in ipairs({{ {", ".join(map(str, at))} }}) do
      table.insert(told, vim.fn.synIDattr(vim.fn.synID(1, column, 1), "name"))
    end
    table.insert(told, vim.fn.synIDattr(vim.fn.synID(2, 3, 1), "name"))
    vim.fn.writefile(told, vim.g.told)
    """
    assert nvim(path, script) == [
        "cogControl", "cogParameter", "cogTest", "cogText", "cogVariable", "cogBox", "cogComment",
        "cogOperation",
    ]  # fmt: skip
