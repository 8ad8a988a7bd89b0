#!/bin/sh
# Installs what a build needs and this machine lacks; changes nothing where all is there. A step that cannot be done says what
# to run, and the build goes on without: only cargo, a C compiler and m4 (for GMP and MPFR) are indispensable.
set -u
cd "$(dirname "$0")/.." || exit 1

say() { echo "setup: $*" >&2; }

# apt PACKAGE..: installs with root's rights, where there are such and Debian's package manager.
apt() {
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" = 0 ]; then
        sudo=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo=sudo
    else
        return 1
    fi
    say "apt-get install $*"
    for attempt in plain updated; do
        [ $attempt = updated ] && $sudo apt-get update -qq >/dev/null 2>&1
        DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 && return 0
    done
    return 1
}

failed=0
for tool in cargo:cargo m4:m4 cc:gcc make:make; do
    command=${tool%%:*} package=${tool##*:}
    command -v "$command" >/dev/null 2>&1 && continue
    if [ "$command" = cargo ]; then
        say "no cargo; install Rust from https://rustup.rs"
        failed=1
    elif ! apt "$package"; then
        say "no $command; run: sudo apt-get install $package"
        failed=1
    fi
done
[ $failed = 0 ] || exit 1

# The device tool chain: the pinned toolchain's sources, or Debian's.
if [ "${ELIMINANT_DEVICE_CARGO:-}" = none ]; then
    say "ELIMINANT_DEVICE_CARGO=none: no GPU kernels"
elif [ -z "${ELIMINANT_DEVICE_CARGO:-}" ] && ! scripts/has-rust-src.sh && ! scripts/has-rust-src.sh /usr/bin/rustc; then
    if command -v rustup >/dev/null 2>&1 && rustup component add rust-src >/dev/null 2>&1; then
        say "added rust-src"
    elif apt rustc-web cargo-web rust-web-src; then
        say "installed Debian's tool chain for the kernels"
    else
        say "no GPU kernels will be built; to get them run: rustup component add rust-src"
        say "  or on Debian: sudo apt-get install rustc-web cargo-web rust-web-src"
    fi
fi

# NVIDIA's assembler: kernels of this machine's devices are assembled with it, and tests check kernels without a GPU.
if ! ls .venv/lib/python3*/site-packages/nvidia/*/bin/ptxas >/dev/null 2>&1 && ! command -v ptxas >/dev/null 2>&1; then
    wheel='nvidia-cuda-nvcc==13.5.37'
    make_venv() { python3 -m venv .venv >/dev/null 2>&1 && .venv/bin/pip install -q "$wheel" >/dev/null 2>&1; }
    if make_venv || { apt python3-venv && make_venv; }; then
        say "installed ptxas into .venv"
    else
        say "no ptxas: kernels are built in as PTX alone, and tests do not assemble them; run: python3 -m venv .venv && .venv/bin/pip install $wheel"
    fi
fi

# What is below is for tests alone.
[ "${1:-}" = tests ] || exit 0

# Programs in C are run under it.
if ! command -v valgrind >/dev/null 2>&1 && ! apt valgrind; then
    say "no valgrind: the memory of programs in C is not checked; run: sudo apt-get install valgrind"
fi

# Tests of the feature `mpi` are run where it can be built.
if ! scripts/has-mpi.sh && ! apt openmpi-bin libopenmpi-dev libclang-dev; then
    say "no MPI: processes are tested through pipes alone; run: sudo apt-get install openmpi-bin libopenmpi-dev libclang-dev"
fi

# The tests of the Python package need pytest, and what they compare with. They are skipped without it.
if ! .venv/bin/python -c 'import pytest, mypy, numpy, sympy, flint, distributed' >/dev/null 2>&1; then
    # As they were tested: a later SymPy may answer in another form.
    tools='pytest==9.2.0 mypy==2.4.1 numpy==2.4.6 sympy==1.14.0 python-flint==0.9.0 distributed==2026.8.0 typing_extensions'
    # shellcheck disable=SC2086 # A list of packages.
    if { [ -x .venv/bin/pip ] || python3 -m venv .venv >/dev/null 2>&1; } && .venv/bin/pip install -q $tools >/dev/null 2>&1; then
        say "installed what tests of the Python package need into .venv"
    else
        say "tests of the Python package are skipped; for them run: python3 -m venv .venv && .venv/bin/pip install $tools"
    fi
fi
exit 0
