# make run | make test: each sets up what it needs; the second time they start at once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The locks name every package with its hashes: nothing else is fetched, and nothing of a package runs before it is used.
INSTALL := -m pip --disable-pip-version-check --quiet install --no-deps --require-hashes --requirement
UPKEEP := $(VENV)/upkeep
DOCS := $(VENV)/docs
APT := sudo apt install python3-venv make
# Streamlit does not start where no home can be found; one that does not exist will do.
export HOME ?= /nonexistent

.PHONY: run test check fuzz browser tex nginx lint audit lock docs setup bench results clean

run: setup
	$(BIN)/streamlit run app.py

# Three processes for two cores, because many tests wait for others; who is done first takes over. One thread each, as
# in the workers of a run: they share the cores. Then, alone, what measures times.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses 3 --dist worksteal

test: lint browser tex nginx
	$(PYTEST) -m "not alone"
	$(BIN)/pytest -m alone tests/browser

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
	@command -v chromium-headless-shell chromium chromium-browser google-chrome > /dev/null || { \
		echo "Installing Chromium for the tests of the pages."; \
		if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo -n"; fi; \
		{ $$run apt-get -qq update && { $$run apt-get -qq install -y chromium-headless-shell > /dev/null 2>&1 || \
		$$run apt-get -qq install -y chromium > /dev/null; }; } || \
		echo "Chromium could not be installed; without it, and without CI=true, those tests are skipped."; }

# The tests of what is exported want a small TeX with both engines, and Poppler to look into a PDF.
TEX := texlive-latex-base texlive-latex-recommended texlive-luatex texlive-pictures lmodern poppler-utils
tex:
	@command -v pdflatex > /dev/null && command -v lualatex > /dev/null && command -v pdftotext > /dev/null && \
		kpsewhich tikz.sty longtable.sty > /dev/null || { \
		echo "Installing TeX for the tests of what is exported."; \
		if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo -n"; fi; \
		{ $$run apt-get -qq update && \
		$$run env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(TEX) > /dev/null; } || \
		echo "TeX could not be installed; without it, and without CI=true, those tests are skipped."; }

# The test of docs/hosting.md puts nginx before the dashboard. Installed, Debian's would start to serve port 80 at once;
# so its package is only unpacked, beside what else the tests need. Which package holds the program differs by release.
NGINX := $(VENV)/nginx/usr/sbin/nginx
SBIN ?= /usr/sbin
nginx:
	@{ command -v nginx || PATH="$$PATH:$(SBIN)" command -v nginx || $(NGINX) -v; } > /dev/null 2>&1 && \
		command -v openssl > /dev/null || { \
		echo "Fetching nginx for the test of hosting; it is not installed, and nothing is started."; \
		if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo -n"; fi; \
		command -v openssl > /dev/null || { $$run apt-get -qq update && $$run apt-get -qq install -y openssl > /dev/null; }; \
		mkdir -p $(VENV)/nginx && cd $(VENV)/nginx && for package in nginx-light nginx-core nginx; do \
			{ apt-get -qq download $$package || { $$run apt-get -qq update && apt-get -qq download $$package; }; } && \
			dpkg-deb --extract $${package}_*.deb . && ./usr/sbin/nginx -v && break; \
		done > /dev/null 2>&1 || \
		echo "nginx could not be fetched; without it, and without CI=true, that test is skipped."; }

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Known vulnerabilities of everything in the locks. It asks a database on the network, so it is no part of the tests.
audit:
	@$(MAKE) --silent $(UPKEEP)/stamp || { echo "NOT CHECKED: pip-audit could not be installed."; exit 2; }
	@$(UPKEEP)/bin/python tools/audit.py

# Every package that pyproject.toml asks for, and all that these need, with the hashes of their files. Versions stay
# while they fit; make lock UPGRADE=1 takes the newest, make lock UPGRADE=pandas that of one package.
LOCK := $(UPKEEP)/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --only-binary :all: --emit-build-options --custom-compile-command "make lock" \
	$(if $(UPGRADE),$(if $(filter 1,$(UPGRADE)),--upgrade,--upgrade-package $(UPGRADE)))
RUN := pyproject.toml --group dashboard

lock: $(UPKEEP)/stamp
	$(LOCK) $(RUN) -o requirements.txt > /dev/null
	$(LOCK) $(RUN) --extra cluster --extra parquet -c requirements.txt -o requirements-cluster.txt > /dev/null
	$(LOCK) $(RUN) --extra large -c requirements.txt -o requirements-large.txt > /dev/null
	$(LOCK) $(RUN) --extra cluster --extra large --extra parquet --group tests -c requirements-cluster.txt \
		-c requirements-large.txt -o requirements-dev.txt > /dev/null
	$(LOCK) --group upkeep -o requirements-upkeep.txt > /dev/null
	$(LOCK) pyproject.toml --extra figures --group docs -c requirements.txt -o requirements-docs.txt > /dev/null

# The site, in docs/_build/html: pages are generated, examples run, and a warning is an error.
docs: $(DOCS)/stamp
	OMP_NUM_THREADS=1 $(DOCS)/bin/python -m tools.docsite docs/_build/source
	$(DOCS)/bin/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c docs \
		docs/_build/source docs/_build/html
	@echo "The site is in docs/_build/html; open index.html."

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
	$(BIN)/python $(INSTALL) requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	$(BIN)/python $(INSTALL) requirements-dev.txt
	@touch $@

# The tools of audit and lock live by themselves: they need packages that we do not.
$(UPKEEP)/stamp: requirements-upkeep.txt | $(BIN)/python
	$(BIN)/python -m venv $(UPKEEP)
	$(UPKEEP)/bin/python $(INSTALL) requirements-upkeep.txt
	@touch $@

# So does what builds the site.
$(DOCS)/stamp: requirements-docs.txt | $(BIN)/python
	$(BIN)/python -m venv $(DOCS)
	$(DOCS)/bin/python $(INSTALL) requirements-docs.txt
	@touch $@

clean:
	rm -rf $(VENV) docs/_build .import_linter_cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
