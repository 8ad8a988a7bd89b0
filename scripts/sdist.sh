#!/bin/sh
# Makes the source distribution of the Python package in target/wheels: all crates that it is built from.
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/pip ] || python3 -m venv .venv
.venv/bin/pip install -q maturin
.venv/bin/maturin sdist --manifest-path host/python/Cargo.toml --out target/wheels
