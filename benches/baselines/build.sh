#!/bin/bash
# Builds the CPU programs that ours is measured against: build.sh [DIR], default bench-build in the current folder; JOBS=n for n compilers
# at once (a full FLINT takes about 15 minutes of one core). DIR/pack then holds `res`, `ifma`, `det`, `gcd`, `sparse_gcd` and `gcdntl`, static and stripped, which
# run on any x86-64 Linux machine with AVX-512 (ifma: and IFMA), and the input rows: copy that folder anywhere.
#
# FLINT 3.6.0 is built from the source in the crate flint3-sys (fetched by cargo); GMP, MPFR and NTL are Debian's. All are LGPL: the
# programs are separate, nothing of FLINT or NTL is linked into eliminant. ARCH is for x86-64-v4 machines rather than the one that builds.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:-bench-build}
jobs=${JOBS:-1}
arch="-march=x86-64-v4 -mtune=generic -madx"
mkdir -p "$dir"
cd "$dir"
dir=$PWD

for tool in cargo autoconf libtoolize m4 gcc g++ make; do
  command -v "$tool" >/dev/null || { echo "missing: $tool; apt-get install libgmp-dev libmpfr-dev libntl-dev m4 autoconf automake libtool libtool-bin build-essential" >&2; exit 1; }
done

if [ ! -e flint-source/configure.ac ]; then
  mkdir -p fetch/src
  printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\nflint3-sys = "=3.6.1"\n\n[workspace]\n' >fetch/Cargo.toml
  touch fetch/src/lib.rs
  (cd fetch && cargo vendor -q --versioned-dirs vendor >/dev/null)
  cp -r fetch/vendor/flint3-sys-3.6.1/flint flint-source
fi
cd flint-source
[ -e configure ] || sh ./bootstrap.sh
[ -e Makefile ] || ./configure --disable-shared --enable-static CFLAGS="-O3 $arch"
[ -e libflint.a ] || nice make -j"$jobs" static
cd ..
mkdir -p include pack
ln -sfn "$dir/flint-source/src" include/flint

link="-static $dir/flint-source/libflint.a -lmpfr -lgmp -lm -lpthread"
gcc -O3 $arch -Wall -I include "$here/res.c" -o pack/res $link
g++ -O3 $arch -mavx512ifma -Wall -Wno-maybe-uninitialized -I include "$here/ifma.cpp" -o pack/ifma $link
gcc -O3 $arch -Wall -I include "$here/det.c" -o pack/det $link
gcc -O3 $arch -Wall -I include "$here/gcd.c" -o pack/gcd $link
gcc -O3 $arch -Wall -I include "$here/sparse_gcd.c" -o pack/sparse_gcd $link
g++ -O3 $arch -Wall "$here/gcdntl.cpp" -o pack/gcdntl -static -lntl -lgmp -lm -lpthread
strip pack/res pack/ifma pack/det pack/gcd pack/sparse_gcd pack/gcdntl
python3 "$here/../data/make_rows.py" pack/rows
python3 "$here/../data/make_gcd_rows.py" pack/rows
python3 "$here/../data/make_det_rows.py" pack/rows
ls -l pack
