#!/bin/sh
# Runs all tests of this folder; with `bench`, the benches instead. Arguments after that go to each program.
#   REQUIRE_GPU=1 ./run.sh               no device is a failure
#   ./run.sh tests NAME_OF_A_TEST        only the tests of that name
#   ./run.sh bench --test                each body of both benches once
#   ./run.sh unpack                      only unpacks the programs, to be run one by one: ./benches/tables gcd --only G1
set -u
cd "$(dirname "$0")" || exit 1
export ELIMINANT_DATA="$PWD/data" ELIMINANT_BIN="$PWD/eliminant"
# Removed once unpacked: a newer folder copied over this one brings its own.
for programs in programs.tar.*; do
    if [ -f "$programs" ]; then tar xf "$programs" && rm "$programs" || exit 1; fi
done
what=${1:-tests}
[ $# -gt 0 ] && shift
case $what in
    tests) programs='tests/*' extra= ;;
    bench) programs='benches/*' extra=--bench ;;
    unpack) exit 0 ;;
    *) echo "usage: ./run.sh [tests|bench|unpack] [arguments]" >&2; exit 2 ;;
esac
failed=
for program in $programs; do
    [ -f "$program" ] || continue
    echo "== $program"
    "./$program" $extra "$@" || failed="$failed $program"
done
if [ -n "$failed" ]; then echo "FAILED:$failed"; exit 1; fi
echo "all passed"
