# `make run` opens the desk, `make test` checks everything. Both set themselves up on a fresh machine.
# Needs: make, Python >= 3.11. As root on Debian or Ubuntu missing system libraries are installed;
# otherwise the command to type is printed.

VENV   := .venv
PYTHON := $(VENV)/bin/python
READY  := $(VENV)/.ready
SHELL  := /bin/bash

# Tests of one file stay in one process: they share what a module sets up.
PYTEST := QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest -n auto --maxprocesses 4 --dist loadfile

.PHONY: run test test-all lint setup clean help

help:
	@echo "make run       open the desk on the sample studies"
	@echo "make test      ruff, mypy, import directions, tests"
	@echo "make test-all  the same with the slow tests"
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

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
