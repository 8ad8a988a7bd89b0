#!/bin/sh
# Copies the kernels' PTX into ptx/, which a released package carries: its users need no device tool chain.
set -eu
cd "$(dirname "$0")/.."
# Those who build the package have them assembled for their own devices.
export ELIMINANT_CUBIN=none
cargo build --release --features cuda --message-format=json-render-diagnostics |
    sed -n 's/.*"reason":"build-script-executed".*[/#]eliminant[#@][^"]*".*"out_dir":"\([^"]*\)".*/\1/p' > target/out_dir
out=$(tail -n 1 target/out_dir)
[ -n "$out" ] && [ -f "$out/kernels.rs" ] || { echo "this build has no kernels to ship" >&2; exit 1; }
rm -rf ptx
mkdir ptx
cp "$out"/*.ptx ptx/
ls -l ptx
