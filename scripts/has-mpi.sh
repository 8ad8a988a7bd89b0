#!/bin/sh
# Whether the feature `mpi` can be built and run: an MPI with its compiler, and libclang, by which the crate `mpi` reads its headers.
command -v mpicc >/dev/null 2>&1 && command -v mpirun >/dev/null 2>&1 || exit 1
[ -n "${LIBCLANG_PATH:-}" ] && exit 0
ls /usr/lib/llvm-*/lib/libclang*.so* /usr/lib/*/libclang*.so* /usr/lib64/libclang*.so* /usr/lib/libclang*.so* 2>/dev/null | grep -q .
