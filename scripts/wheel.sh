#!/bin/sh
# Builds the wheel of the Python package into target/wheels: one file for CPython 3.10 and later, with the kernels of all devices. Fails above 30 MB.
#
#   scripts/wheel.sh              for glibc 2.28 and later (manylinux_2_28), with the compiler of the package ziglang, which can link for it
#   scripts/wheel.sh native       for the glibc of this machine
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
    '') tools='maturin ziglang' how='--zig --compatibility manylinux_2_28' ;;
    native) tools=maturin how= ;;
    *) echo "usage: $0 [native]" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086 # Lists of words.
{
    [ -x .venv/bin/pip ] || python3 -m venv .venv
    .venv/bin/pip install -q $tools
    # Users of a wheel have no assembler of kernels.
    ELIMINANT_CUBIN="${ELIMINANT_CUBIN:-all}" PATH="$PWD/.venv/bin:$PATH" \
        .venv/bin/maturin build --release --locked --manifest-path host/python/Cargo.toml --out target/wheels $how
}
wheel=$(ls -t target/wheels/eliminant-*.whl | head -n 1)
size=$(du -m "$wheel" | cut -f1)
echo "$wheel: $size MB"
[ "$size" -le 30 ] || { echo "$wheel is above 30 MB" >&2; exit 1; }
