#!/bin/sh
# Installs the newest wheel of target/wheels into a fresh environment, and runs the tests of the package there without cargo in the path: 2,000 random
# problems of each operation against SymPy and python-flint, or ELIMINANT_RANDOM of them. Takes minutes.
set -eu
cd "$(dirname "$0")/.."
wheel=$(ls -t target/wheels/eliminant-*.whl | head -n 1)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
python3 -m venv "$fresh"
"$fresh/bin/pip" install -q "$wheel" pytest numpy sympy python-flint
"$fresh/bin/pip" install -q passagemath-singular passagemath-flint passagemath-symbolics ||
    echo 'skipped: tests with Sage, whose rings could not be installed'
package=$(pwd)/host/python
cd "$fresh"
env -i PATH=/usr/bin:/bin HOME="$fresh" ELIMINANT_RANDOM="${ELIMINANT_RANDOM:-2000}" REQUIRE_GPU="${REQUIRE_GPU:-}" \
    "$fresh/bin/python" -m pytest -p no:cacheprovider -c "$package/pyproject.toml" "$package/tests"
