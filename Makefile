# `make demo` and `make test` need nothing but Python 3.11, make and, on Debian or Ubuntu, the right to
# install packages. A stamp in .venv carries a checksum of pyproject.toml in its name: Python packages are
# installed again when what they follow from has changed, whatever the files' times say.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

STAMP   := $(shell cksum < pyproject.toml | cut -d' ' -f1)
FOR_RUN := $(VENV)/.for-run-$(STAMP)
FOR_DEV := $(VENV)/.for-development-$(STAMP)
PIP     := $(BIN)/python -m pip --disable-pip-version-check --quiet install --use-pep517

# Tests wait for programs about as much as they compute: one worker more than there are processors.
WORKERS := $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)

export PYTHONUTF8 := 1

.PHONY: help setup demo test test-windows test-inspector editor test-editor fuzz format bench studio-page system-for-demo system-for-all system-for-windows system-for-editor python-new-enough clean
.DEFAULT_GOAL := help

help:  ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name what; do \
	  printf '  make %-12s %s\n' "$$name" "$$what"; done

# Byte code, as pip makes it of what it copies: `cog` starts in two thirds of the time.
setup: system-for-all $(FOR_DEV)  ## install everything, into the system and into .venv
	@$(BIN)/python -m compileall -q cogscript

demo: system-for-demo $(FOR_RUN)  ## run two workflows on a private desktop and say where their reports are
	@$(BIN)/cog run --screen virtual workflows/first-note.cog
	@$(BIN)/cog report
	@$(BIN)/cog model install
	@port=$$($(BIN)/python -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])'); \
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory workflows/pages $$port >/dev/null 2>&1 & server=$$!; \
	trap "kill $$server" EXIT; \
	$(BIN)/cog run --screen virtual --model local --var url=http://127.0.0.1:$$port/tea.html workflows/summarise-page.cog
	@$(BIN)/cog report

test: setup  ## check the form, the types and the doors, and run every test
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@OMP_NUM_THREADS=1 $(BIN)/pytest -n $(WORKERS) -rR

test-windows: system-for-windows $(FOR_DEV)  ## run the Windows code on Wine: the tests that need no Linux, and real programs
	@$(BIN)/python -m tests.wine

# Nothing that a package brings is run while it is installed: what is needed of it works without.
editor: system-for-editor  ## build the extension for VS Code: editors/vscode/cogscript.vsix
	@cd editors/vscode && npm install --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error
	@cd editors/vscode && npm run --silent check && npm run --silent build -- --log-level=warning && npm run --silent package

test-editor: editor setup  ## drive the extension in a real VS Code (code-server), on a private screen
	@$(BIN)/python -m tests.vscode

test-inspector: setup  ## call `cog mcp` by the MCP inspector's command line; needs node and npm
	@$(BIN)/python -m tests.serving.inspector

fuzz: $(FOR_DEV)  ## draw other cases for the property tests, and try mutated texts on every reader for ten minutes
	@$(BIN)/pytest -q --hypothesis-profile=other $$(grep -rl 'import hypothesis\|from hypothesis' tests --include='test_*.py')
	@$(BIN)/python -m tests.fuzz --seconds 600

format: $(FOR_DEV)  ## write the code in its canonical form
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format .

bench: setup  ## measure, against references measured in the same run
	@for each in benchmarks/*.py; do echo "== $$each"; $(BIN)/python $$each || exit 1; done

studio-page:  ## make the studio's copy of CodeMirror anew, with npm: only after a change in editors/studio
	@cd editors/studio && npm install --no-package-lock --no-audit --no-fund --silent && npm run --silent build

clean:  ## remove what was made here
	@rm -rf $(VENV) .wine .inspector .code-server editors/vscode/node_modules editors/vscode/dist build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

system-for-demo: python-new-enough
	@$(PYTHON) -I cogscript/system_packages.py run demo

system-for-all: python-new-enough
	@$(PYTHON) -I cogscript/system_packages.py run demo record test

system-for-editor: python-new-enough
	@$(PYTHON) -I cogscript/system_packages.py editor

system-for-windows: python-new-enough
	@$(PYTHON) -I cogscript/system_packages.py windows

python-new-enough:
	@$(PYTHON) -I -c 'import sys; sys.version_info < (3, 11) and sys.exit("error: Python 3.11 or newer is needed, and $(PYTHON) is older; choose another with PYTHON=…")'

# A dangling link to a Python that has gone does not exist for make, and .venv is made anew.
$(BIN)/python: | system-for-demo
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "error: $(PYTHON) cannot make environments (no ensurepip); choose another with PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

$(FOR_RUN): | $(BIN)/python
	@echo "Installing Python packages into $(VENV) (a minute or two the first time)"
	@$(PIP) --editable '.[local]'
	@touch $@

$(FOR_DEV): | $(BIN)/python
	@echo "Installing Python packages into $(VENV) (a minute or two the first time)"
	@$(PIP) --editable '.[local,record,editor,studio,dev]'
	@# pyautogui, which a benchmark measures against, brings an old Xlib that may lie over ours: ours again.
	@$(PIP) --force-reinstall --no-deps 'python-xlib>=0.33'
	@touch $(FOR_RUN) $@
