/* Baseline 1: res_y(f, g) in Z[x, y] with FLINT 3.6 on one core, by the fastest route through its routines: 62-bit primes, values on a
   geometric progression, nmod_poly resultants, geometric interpolation, Chinese remaindering under a rigorous bound.

   usage: res ROW.txt [ANSWER|-] [REPEAT]
   Prints one line per repetition; reading and writing are not timed. */
#include "problem.h"

/* Rows with at most this many coefficients are evaluated by Horner, longer ones by FLINT's geometric evaluation (measured crossover). */
enum { HORNER_LIMIT = 20, PRIME_BITS = 62 };

typedef struct {
  double reduce, evaluate, resultant, interpolate, lift;
} stage_seconds;

/* y[x] = value at xs[x] of the polynomial with coefficients c; eight points at a time, Shoup products with precomputed xp. */
static void horner(ulong *y, const ulong *c, slong len, const ulong *xs, const ulong *xp, slong points, ulong p) {
  slong x = 0;
  for (; x + 8 <= points; x += 8) {
    ulong a[8];
    for (int u = 0; u < 8; u++) a[u] = c[len - 1];
    for (slong j = len - 2; j >= 0; j--)
      for (int u = 0; u < 8; u++) {
        ulong hi = ((unsigned __int128)xp[x + u] * a[u]) >> 64, t = xs[x + u] * a[u] - hi * p;
        t = (t >= p ? t - p : t) + c[j];
        a[u] = t >= p ? t - p : t;
      }
    for (int u = 0; u < 8; u++) y[x + u] = a[u];
  }
  for (; x < points; x++) {
    ulong a = c[len - 1];
    for (slong j = len - 2; j >= 0; j--) {
      a = n_mulmod_shoup(xs[x], a, xp[x], p) + c[j];
      if (a >= p) a -= p;
    }
    y[x] = a;
  }
}

static void compute(const char *name, const bivariate *f, const bivariate *g, fmpz_poly_t answer) {
  double start = wall_seconds();
  stage_seconds s = {0, 0, 0, 0, 0};
  const bivariate *in[2] = {f, g};
  slong m = f->deg_y, n = g->deg_y, points = f->deg_x * n + g->deg_x * m + 1;
  double bits = bits_needed(f, g);
  slong n_primes = (slong)ceil(bits / (PRIME_BITS - 1e-6)), width = 1 + (f->deg_x > g->deg_x ? f->deg_x : g->deg_x);
  ulong *primes = malloc(8 * n_primes), *residues = malloc(8 * n_primes * points);
  ulong *value[2] = {malloc(8 * (m + 1) * points), malloc(8 * (n + 1) * points)};
  ulong *row = malloc(8 * width), *a = malloc(8 * (m + 1)), *b = malloc(8 * (n + 1)), *y = malloc(8 * points), *o = malloc(8 * points);
  ulong *xs = malloc(8 * points), *xp = malloc(8 * points), p = UWORD(1) << PRIME_BITS;
  flint_rand_t state;
  flint_rand_init(state);
  for (slong k = 0; k < n_primes; k++) {
    do p--; while (!n_is_prime(p));
    primes[k] = p;
    nmod_t mod;
    nmod_init(&mod, p);
    double t0 = wall_seconds();
    ulong root = progression_root(state, points, mod), q = nmod_mul(root, root, mod), t = 1;
    nmod_geometric_progression_t progression;
    nmod_geometric_progression_init(progression, root, points, mod);
    for (slong i = 0; i < points; i++, t = nmod_mul(t, q, mod)) {
      xs[i] = t;
      xp[i] = n_mulmod_precomp_shoup(t, p);
    }
    s.interpolate += wall_seconds() - t0;
    for (int w = 0; w < 2; w++)
      for (slong i = 0; i <= in[w]->deg_y; i++) {
        double t1 = wall_seconds();
        slong len = 0;
        for (slong j = 0; j <= in[w]->deg_x; j++) {
          row[j] = fmpz_get_nmod(in[w]->c + i * (in[w]->deg_x + 1) + j, mod);
          if (row[j]) len = j + 1;
        }
        double t2 = wall_seconds();
        ulong *out = value[w] + i * points;
        if (len == 0) memset(out, 0, 8 * points);
        else if (len <= HORNER_LIMIT) horner(out, row, len, xs, xp, points, p);
        else _nmod_poly_evaluate_geometric_nmod_vec_fast_precomp(out, row, len, progression, points, mod);
        s.reduce += t2 - t1;
        s.evaluate += wall_seconds() - t2;
      }
    double t3 = wall_seconds();
    for (slong x = 0; x < points; x++) {
      for (slong i = 0; i <= m; i++) a[i] = value[0][i * points + x];
      for (slong i = 0; i <= n; i++) b[i] = value[1][i * points + x];
      y[x] = formal_resultant(a, m, b, n, mod);
    }
    double t4 = wall_seconds();
    s.resultant += t4 - t3;
    _nmod_poly_interpolate_geometric_nmod_vec_fast_precomp(o, y, progression, points, mod);
    for (slong x = 0; x < points; x++) residues[x * n_primes + k] = o[x];
    nmod_geometric_progression_clear(progression);
    s.interpolate += wall_seconds() - t4;
  }
  double t5 = wall_seconds();
  lift(answer, residues, primes, n_primes, points);
  s.lift = wall_seconds() - t5;
  printf("%s res wall %.4f | bits %.0f of %ld primes %ld points %ld | reduce %.4f evaluate %.4f resultants %.4f interpolate %.4f lift %.4f\n",
         name, wall_seconds() - start, bits, FLINT_ABS(fmpz_poly_max_bits(answer)), n_primes, points, s.reduce, s.evaluate, s.resultant,
         s.interpolate, s.lift);
  flint_rand_clear(state);
  void *owned[] = {primes, residues, value[0], value[1], row, a, b, y, o, xs, xp};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
}

int main(int argc, char **argv) {
  if (argc < 2) die("usage: ROW.txt [ANSWER|-] [REPEAT]", argv[0]);
  bivariate f, g;
  read_problem(argv[1], &f, &g);
  fmpz_poly_t answer;
  fmpz_poly_init(answer);
  for (int left = argc > 3 ? atoi(argv[3]) : 1; left > 0; left--) compute(argv[1], &f, &g, answer);
  if (argc > 2 && strcmp(argv[2], "-")) write_answer(argv[2], answer);
  return 0;
}
