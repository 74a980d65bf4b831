# `make run` opens the desk, `make test` checks everything. Both set themselves up on a fresh machine.
# Needs: make, Python >= 3.11. As root on Debian or Ubuntu missing system libraries are installed;
# otherwise the command to type is printed.

VENV   := .venv
PYTHON := $(VENV)/bin/python
READY  := $(VENV)/.ready
TOOLS  := .venv-release
BILL   := dist/consilium.cdx.json
SHELL  := /bin/bash

# Tests of one file stay in one process: they share what a module sets up.
PYTEST := QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest -n auto --maxprocesses 4 --dist loadfile

.PHONY: run test test-all lint setup lock locked sbom clean help

help:
	@echo "make run       open the desk on the sample studies"
	@echo "make test      ruff, mypy, import directions, tests"
	@echo "make test-all  the same with the slow tests"
	@echo "make lock      requirements.lock: every version, with the SHA-256 of its files (asks the package index)"
	@echo "make locked    install what requirements.lock names, and nothing else"
	@echo "make sbom      $(BILL): what is installed and under which licences, held against the lock"
	@echo "make clean     remove .venv and caches"

setup: $(READY)

$(READY): pyproject.toml resources/setup.sh
	@bash resources/setup.sh $(VENV)
	@touch $@

run: $(READY)
	@$(PYTHON) -m app $(PATHS)

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

test: lint
	$(PYTEST)

test-all: lint
	$(PYTEST) -m "slow or not slow"

# The tools of a release live apart: the desk and its tests do without them.
$(TOOLS)/.ready: Makefile
	python3 -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet uv==0.13.9 cyclonedx-bom==7.5.0
	@touch $@

# Versions stay as they are so far as they can: make lock UPGRADE=--upgrade takes the newest.
lock: $(TOOLS)/.ready
	$(TOOLS)/bin/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	    --no-annotate --custom-compile-command "make lock" --quiet --output-file requirements.lock $(UPGRADE)

locked:
	@LOCKED=requirements.lock bash resources/setup.sh $(VENV)
	@touch $(READY)

sbom: $(READY) $(TOOLS)/.ready
	@mkdir -p $(dir $(BILL))
	$(TOOLS)/bin/cyclonedx-py environment $(PYTHON) --pyproject pyproject.toml --mc-type application \
	    --output-reproducible --output-format JSON --output-file $(BILL)
	$(PYTHON) -m tests.supply $(BILL)

clean:
	rm -rf $(VENV) $(TOOLS) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
