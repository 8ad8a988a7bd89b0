/* What both programs for resultants share: reading a row, bounding the answer, writing it. Compiles as C and as C++.

   A row file holds "m dx n ex", then the m+1 rows of f (row i: coefficients of y^i, x^0 to x^dx), then the n+1 rows of g. */
#ifndef BASELINES_PROBLEM_H
#define BASELINES_PROBLEM_H
#include "modular.h"
#include "process.h"
#include <math.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>
#include <flint/fmpz_poly.h>
#include <flint/nmod.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>
#ifdef __cplusplus
}
#endif

typedef struct {
  slong deg_y, deg_x;
  fmpz *c; /* c[i * (deg_x + 1) + j] is the coefficient of y^i x^j */
} bivariate;

static void read_coefficients(bivariate *p, FILE *in, const char *name) {
  slong n = (p->deg_y + 1) * (p->deg_x + 1);
  p->c = _fmpz_vec_init(n);
  for (slong i = 0; i < n; i++)
    if (!fmpz_fread(in, p->c + i)) die("a coefficient is missing", name);
}

static void read_problem(const char *name, bivariate *f, bivariate *g) {
  FILE *in = fopen(name, "r");
  if (!in) die("cannot be opened", name);
  if (fscanf(in, "%ld %ld %ld %ld", &f->deg_y, &f->deg_x, &g->deg_y, &g->deg_x) != 4) die("no degrees", name);
  read_coefficients(f, in, name);
  read_coefficients(g, in, name);
  fclose(in);
}

/* log2 |a|; -1e9 stands for the logarithm of 0. */
static double log2_abs(const fmpz_t a) {
  slong e;
  if (fmpz_is_zero(a)) return -1e9;
  double d = fmpz_get_d_2exp(&e, a);
  return log2(fabs(d)) + e;
}

/* Upper bound of log2 sqrt(max over |x| = 1 of sum_i |p_i(x)|^2), p_i the coefficient of y^i: the smaller of the bound by the
   1-norms of the p_i and the maximum over K = 16 (deg_x + 1) equidistant points divided by cos(pi deg_x / K), which bounds a
   trigonometric polynomial of degree deg_x between samples. By Hadamard's inequality the coefficients of res_y(f, g) are
   below norm(f)^deg_y(g) * norm(g)^deg_y(f). */
static double log2_circle_norm(const bivariate *p) {
  slong w = p->deg_x + 1, n = (p->deg_y + 1) * w, samples = 16 * w;
  double *a = (double *)malloc(n * sizeof(double)), scale = -1e9, sum = 0, peak = 0;
  for (slong i = 0; i < n; i++) scale = fmax(scale, log2_abs(p->c + i));
  for (slong i = 0; i < n; i++)
    a[i] = fmpz_is_zero(p->c + i) ? 0 : fmpz_sgn(p->c + i) * exp2(log2_abs(p->c + i) - scale);
  for (slong i = 0; i <= p->deg_y; i++) {
    double norm1 = 0;
    for (slong j = 0; j < w; j++) norm1 += fabs(a[i * w + j]);
    sum += norm1 * norm1;
  }
  for (slong k = 0; k <= samples / 2; k++) {
    double cr = cos(2 * M_PI * k / samples), ci = sin(2 * M_PI * k / samples), value = 0;
    for (slong i = 0; i <= p->deg_y; i++) {
      double re = 0, im = 0;
      for (slong j = w - 1; j >= 0; j--) {
        double t = re * cr - im * ci + a[i * w + j];
        im = re * ci + im * cr;
        re = t;
      }
      value += re * re + im * im;
    }
    peak = fmax(peak, value);
  }
  free(a);
  double by_samples = 0.5 * (log2(peak) - log2(cos(M_PI * p->deg_x / samples)));
  return fmin(0.5 * log2(sum), by_samples) + scale;
}

/* Bits that the product of the primes must have: the bound, a sign, and a margin for rounding in the bound itself. */
static double bits_needed(const bivariate *f, const bivariate *g) {
  return fmax(2, g->deg_y * log2_circle_norm(f) + f->deg_y * log2_circle_norm(g) + 2);
}

/* Coefficients of x^0, x^1, ... on one line; "0" for zero. */
static void write_answer(const char *name, const fmpz_poly_t r) {
  FILE *out = fopen(name, "w");
  if (!out) die("cannot be written", name);
  if (fmpz_poly_is_zero(r)) fputs("0\n", out);
  for (slong i = 0; i < fmpz_poly_length(r); i++) {
    fmpz_fprint(out, r->coeffs + i);
    fputc(i + 1 < fmpz_poly_length(r) ? ' ' : '\n', out);
  }
  fclose(out);
}

/* Lifts residues (stride: number of primes) to the integers of smallest size. */
static void lift(fmpz_poly_t r, const ulong *residues, const ulong *primes, slong n_primes, slong points) {
  fmpz_comb_t comb;
  fmpz_comb_temp_t temp;
  fmpz_comb_init(comb, primes, n_primes);
  fmpz_comb_temp_init(temp, comb);
  fmpz_poly_fit_length(r, points);
  for (slong x = 0; x < points; x++) fmpz_multi_CRT_ui(r->coeffs + x, residues + x * n_primes, comb, temp, 1);
  _fmpz_poly_set_length(r, points);
  _fmpz_poly_normalise(r);
  fmpz_comb_temp_clear(temp);
  fmpz_comb_clear(comb);
}

/* res of a (formal degree m) and b (formal degree n) as the formal Sylvester determinant modulo a prime, whatever vanishes:
   both leading coefficients zero give 0; if a loses k degrees the value is (-1)^(k n) lc(b)^k res(a, b), if b does, lc(a)^k res(a, b). */
static ulong formal_resultant(const ulong *a, slong m, const ulong *b, slong n, nmod_t mod) {
  slong la = m + 1, lb = n + 1;
  ulong r;
  if (m == 0 && n == 0) return 1;
  while (la && !a[la - 1]) la--;
  while (lb && !b[lb - 1]) lb--;
  if (la < m + 1 && lb < n + 1) return 0;
  if (la == 0) return n > 0 ? 0 : nmod_pow_ui(b[0], m, mod);
  if (lb == 0) return m > 0 ? 0 : nmod_pow_ui(a[0], n, mod);
  if (la >= lb) r = _nmod_poly_resultant(a, la, b, lb, mod);
  else {
    r = _nmod_poly_resultant(b, lb, a, la, mod);
    if (((la | lb) & 1) == 0) r = nmod_neg(r, mod);
  }
  if (la < m + 1) {
    slong k = m + 1 - la;
    r = nmod_mul(r, nmod_pow_ui(b[n], k, mod), mod);
    if ((k * n) & 1) r = nmod_neg(r, mod);
  }
  if (lb < n + 1) r = nmod_mul(r, nmod_pow_ui(a[m], n + 1 - lb, mod), mod);
  return r;
}
#endif
