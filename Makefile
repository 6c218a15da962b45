# Everything a fresh clone needs: Python 3.11 or newer and make. Another Python: make test PYTHON=python3.13
PYTHON ?= python3
VENV ?= .venv
PYTEST_OPTIONS ?= -n auto
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

.PHONY: deck test check venv clean

deck: $(VENV)/.installed
	$(BIN)/ankigen build

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(PYTEST_OPTIONS)

check: $(VENV)/.installed-test
	./check

venv: $(VENV)/.installed-test

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit("ankigen needs Python 3.11 or newer; this is %s (make PYTHON=...)" % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/pyvenv.cfg pyproject.toml ankigen/__init__.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-test: $(VENV)/pyvenv.cfg pyproject.toml ankigen/__init__.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* htmlcov dist
