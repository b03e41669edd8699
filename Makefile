# make run | make test: each sets up what it needs; the second time they start at once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
APT := sudo apt install python3-venv make
# Streamlit does not start where no home can be found; one that does not exist will do.
export HOME ?= /nonexistent

.PHONY: run test check fuzz browser lint audit setup bench results clean

run: setup
	$(BIN)/streamlit run app.py

# Two processes, half of the tests each, and who is done first takes over; then, alone, what measures times or
# needs every core.
PYTEST := $(BIN)/pytest --numprocesses 2 --dist worksteal

test: lint browser
	$(PYTEST) -m "not alone"
	$(BIN)/pytest -m alone tests/browser tests/experiments/test_cluster.py

# The quick part of the tests, for use while writing.
check: lint
	$(PYTEST) -m "not slow and not alone"

# Made-up cases against readers, links, stores and classifiers, each test for this many seconds. A failure says
# how to repeat its case.
FUZZ_SECONDS ?= 60

fuzz: $(VENV)/dev.stamp
	FRNN_FUZZ_SECONDS=$(FUZZ_SECONDS) $(PYTEST) tests/fuzz

# The tests of the pages want Debian's Chromium: install it where that is allowed.
browser:
	@command -v chromium chromium-browser google-chrome > /dev/null || { \
		echo "Installing Chromium for the tests of the pages."; \
		if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo -n"; fi; \
		{ $$run apt-get -qq update && $$run apt-get -qq install -y chromium > /dev/null; } || \
		echo "Chromium could not be installed; without it, and without CI=true, those tests are skipped."; }

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Known vulnerabilities of everything installed. It asks a database on the network, so it is no part of the tests.
audit: $(VENV)/dev.stamp
	@$(PIP) -r requirements-audit.txt || { echo "NOT CHECKED: pip-audit could not be installed."; exit 2; }
	@$(BIN)/python tools/audit.py

setup: $(VENV)/run.stamp

bench: $(VENV)/dev.stamp
	$(BIN)/python tools/bench.py

# The shipped results, anew: hours, and resumable (paper.sqlite keeps what is done).
results: $(VENV)/dev.stamp
	$(BIN)/python -m tools.build_results

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "FRNN Explorer needs Python 3.11 or newer. Install it, or name one: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
		{ echo "Python's venv module is missing. Install it with: $(APT)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.txt | $(BIN)/python
	@echo "Installing what the dashboard needs. The first time this takes a few minutes."
	$(PIP) -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements-cluster.txt $(VENV)/run.stamp
	$(PIP) -r requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV) .import_linter_cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
