#!/bin/sh
# Packs the program, the tests and the benches, stripped, with their data, into gpu-pack/: a folder that runs as it is on a
# machine with a GPU and without Rust; its run.sh unpacks all programs from programs.tar.xz. Fails above 60 MB.
set -eu
cd "$(dirname "$0")/.."
pack=gpu-pack
# The benches name the commit and compiler they were built from.
ELIMINANT_COMMIT=$(git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
ELIMINANT_RUSTC=$(rustc --version)
export ELIMINANT_COMMIT ELIMINANT_RUSTC
# Every program carries its kernels. Assembled for one kind of device (H100, H200) they take little; others compile the PTX. The machine that
# packs need not have a device. ELIMINANT_CUBIN=all is for a pack that goes to devices of any kind.
if command -v ptxas >/dev/null || ls .venv/lib/python3*/site-packages/nvidia/*/bin/ptxas >/dev/null 2>&1; then
    export ELIMINANT_CUBIN="${ELIMINANT_CUBIN:-sm_90}"
fi
rm -rf $pack
mkdir -p $pack/tests $pack/benches

# executables COMMAND..: name and path of each executable that the command builds, one a line.
executables() {
    "$@" --message-format=json-render-diagnostics > $pack/messages
    sed -n 's/.*"target":{"kind":\["\([a-z]*\)"\][^}]*"name":"\([^"]*\)".*"executable":"\([^"]*\)".*/\1 \2 \3/p' $pack/messages
}

# One build of program and benches, as they are released: what they share is compiled once.
executables cargo build --release -p eliminant --features cuda --bins --benches > $pack/built
while read -r kind name path; do
    case $kind in
        bin) cp "$path" $pack/ ;;
        bench) cp "$path" "$pack/benches/$name" ;;
    esac
done < $pack/built
# The tests check answers, not times: no optimisation across crates, which is most of what a program costs to build.
executables cargo test --profile pack-tests -p eliminant --features cuda --lib --test '*' --no-run > $pack/built
while read -r kind name path; do
    case $kind in
        bin) ;;
        lib) cp "$path" $pack/tests/unit ;;
        *) cp "$path" "$pack/tests/$name" ;;
    esac
done < $pack/built
rm $pack/built $pack/messages

find $pack -type f -exec strip {} +
tar -C $pack -cf $pack/programs.tar eliminant tests benches
# Several programs with the same kernels: only a window as long as several programs finds what they repeat; gzip, for machines without
# xz, does not. A higher preset takes six times as long and saves a tenth.
if command -v xz >/dev/null; then xz --lzma2=preset=2,dict=256MiB $pack/programs.tar; else gzip $pack/programs.tar; fi
rm -r $pack/eliminant $pack/tests $pack/benches
mkdir -p $pack/data
cp -R tests/data/. $pack/data/
cp -R examples $pack/examples
mkdir $pack/benches
cp -R benches/data $pack/benches/data
cp scripts/gpu-pack-run.sh $pack/run.sh
size=$(du -sm $pack | cut -f1)
echo "$pack: $size MB; copy it and run: REQUIRE_GPU=1 ./run.sh"
[ "$size" -lt 60 ] || { echo "$pack is above 60 MB" >&2; exit 1; }
