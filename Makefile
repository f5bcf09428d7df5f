# Everything a person or CI needs, from a fresh machine with Python 3.11 or newer.
PYTHON ?= $(shell command -v python3.12 >/dev/null 2>&1 && python3.12 -c '' 2>/dev/null && echo python3.12 || echo python3)
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: setup demo test lint bench clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("callbench needs Python 3.11 to 3.13, found %d.%d: set PYTHON=python3.11" % sys.version_info[:2] if not (3, 11) <= sys.version_info[:2] <= (3, 13) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(STAMP)

demo: setup
	$(BIN)/callbench demo

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	$(BIN)/python -m pytest

bench: setup
	$(BIN)/python benchmarks/timing.py
	$(BIN)/python benchmarks/faults.py
	$(BIN)/python benchmarks/speed.py

clean:
	rm -rf $(VENV) build dist *.egg-info
