/* What the programs share that compute modulo 62-bit primes at the points of geometric progressions. Compiles as C and as C++. */
#ifndef BASELINES_MODULAR_H
#define BASELINES_MODULAR_H
#ifdef __cplusplus
extern "C" {
#endif
#include <flint/flint.h>
#include <flint/nmod.h>
#include <flint/ulong_extras.h>
#ifdef __cplusplus
}
#endif

/* A geometric progression q = r^2, q^i for i < points, whose elements differ modulo p: returns r. */
static ulong progression_root(flint_rand_t state, slong points, nmod_t mod) {
  for (;;) {
    ulong r = 2 + n_randint(state, mod.n - 3), q = nmod_mul(r, r, mod), t = q;
    slong i = 1;
    for (; i <= points && t != 1; i++) t = nmod_mul(t, q, mod);
    if (i > points) return r;
  }
}
#endif
