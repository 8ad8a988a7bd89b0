// Baseline 2: res_y(f, g) in Z[x, y] by hand for one AVX-512 IFMA core: primes below 2^50 in Montgomery form with R = 2^52, eight points a
// vector, evaluation by Horner, division-free remainder sequence with one power and one batched inverse at the end. The points form a
// geometric progression, so that FLINT interpolates; FLINT also lifts. Points where a leading coefficient vanishes on the way are
// redone with FLINT. The same algorithm as a GPU would run: what one CPU core can do with it.
//
// usage: ifma ROW.txt [ANSWER|-] [REPEAT]
// Prints one line per repetition; reading and writing are not timed.
#include "problem.h"
#include <immintrin.h>
#include <utility>
#include <vector>

typedef __m512i vec;

static const int PRIME_BITS = 50;

// Eight residues modulo p < 2^50, kept in [0, 2p) unless said otherwise; a Montgomery product divides by R = 2^52.
struct Field {
  vec p1, p2, p_inv; // p, 2p, -1/p mod 2^52
  vec zero = _mm512_setzero_si512();

  explicit Field(ulong p) {
    ulong inv = 1;
    for (int i = 0; i < 6; i++) inv *= 2 - p * inv; // Newton: the correct low bits double each time
    p1 = _mm512_set1_epi64(p);
    p2 = _mm512_set1_epi64(2 * p);
    p_inv = _mm512_set1_epi64((0 - inv) & ((1UL << 52) - 1));
  }
  // [0, 4p) to [0, 2p), and [0, 2p) to [0, p).
  vec below_2p(vec a) const { return _mm512_min_epu64(a, _mm512_sub_epi64(a, p2)); }
  vec below_p(vec a) const { return _mm512_min_epu64(a, _mm512_sub_epi64(a, p1)); }
  // 2p - a: the negative, in (0, 2p].
  vec negative(vec a) const { return _mm512_sub_epi64(p2, a); }
  // (lo + 2^52 hi) / R. With lo + 2^52 hi <= 12 p^2 (three products of numbers up to 2p) the result is below 4p, because 4p < R.
  vec reduce(vec lo, vec hi) const {
    vec m = _mm512_madd52lo_epu64(zero, lo, p_inv);
    vec t = _mm512_madd52lo_epu64(lo, m, p1);
    hi = _mm512_add_epi64(hi, _mm512_srli_epi64(t, 52));
    return _mm512_madd52hi_epu64(hi, m, p1);
  }
  // a b / R; below 2p for factors up to 2p.
  vec mul(vec a, vec b) const { return reduce(_mm512_madd52lo_epu64(zero, a, b), _mm512_madd52hi_epu64(zero, a, b)); }
  // a^e for e >= 1, a in Montgomery form.
  vec power(vec a, long e) const {
    vec r = a;
    long bit = 1;
    while (bit <= e) bit <<= 1;
    for (bit >>= 2; bit; bit >>= 1) {
      r = mul(r, r);
      if (e & bit) r = mul(r, a);
    }
    return r;
  }
};

// A sum of products, not yet reduced.
struct Sum {
  vec lo, hi;
  Sum(const Field &k, vec a, vec b) : lo(_mm512_madd52lo_epu64(k.zero, a, b)), hi(_mm512_madd52hi_epu64(k.zero, a, b)) {}
  void add(vec a, vec b) {
    lo = _mm512_madd52lo_epu64(lo, a, b);
    hi = _mm512_madd52hi_epu64(hi, a, b);
  }
};

// values[i] = p_i(x) for each row i of the plain coefficients c, x in Montgomery form; four rows at a time to hide the latency.
static void evaluate(const Field &k, const vec *c, slong rows, slong deg_x, vec x, vec *values) {
  slong w = deg_x + 1, i = 0;
  for (; i + 4 <= rows; i += 4) {
    vec a[4];
    for (int u = 0; u < 4; u++) a[u] = c[(i + u) * w + deg_x];
    for (slong j = deg_x - 1; j >= 0; j--)
      for (int u = 0; u < 4; u++) a[u] = _mm512_add_epi64(k.mul(a[u], x), c[(i + u) * w + j]);
    for (int u = 0; u < 4; u++) values[i + u] = k.below_2p(a[u]);
  }
  for (; i < rows; i++) {
    vec a = c[i * w + deg_x];
    for (slong j = deg_x - 1; j >= 0; j--) a = _mm512_add_epi64(k.mul(a, x), c[i * w + j]);
    values[i] = k.below_2p(a);
  }
}

// Result of the remainder sequences of eight points: res = (-1)^negate R^r_power numerator / denominator, where `failed` is not set.
// numerator and denominator are in Montgomery form; negate and r_power depend on the degrees alone.
struct Fraction {
  vec numerator, denominator;
  __mmask8 failed;
  bool negate;
  long r_power;
};

// res(u, w) of degrees a >= d by division-free remainders with the generic degrees a, d, d-1, d-2, ...; overwrites u and w.
//
// One step with s = a-d+1 single subtractions gives r = (l/R)^s u mod w, l = lc(w), of degree d-1, hence
//   res(u, w) = (-1)^(s d) l^s (R/l)^(s d) res(w, r).
static Fraction remainder_sequence(const Field &k, vec *u, slong a, vec *w, slong d, vec one, vec r_squared) {
  Fraction out = {one, one, 0, false, 0};
  while (d > 0) {
    slong steps = a - d + 1, left = steps, top = a;
    vec l = k.below_p(w[d]);
    out.failed |= _mm512_cmpeq_epi64_mask(l, k.zero);
    // Two subtractions at once: u := (l^2 u - (s y + t) y^(off-1) w) / R^2 with s, t cancelling u[top], u[top-1].
    for (; left >= 2; left -= 2, top -= 2) {
      slong off = top - d;
      vec l2 = k.mul(l, l), s = k.mul(l, u[top]);
      Sum second(k, l, u[top - 1]);
      second.add(k.negative(u[top]), w[d - 1]);
      vec t = k.below_2p(k.reduce(second.lo, second.hi));
      vec minus_s = k.below_2p(k.negative(s)), minus_t = k.negative(t);
      for (slong i = 0; i < off - 1; i++) u[i] = k.mul(l2, u[i]);
      Sum edge(k, l2, u[off - 1]);
      edge.add(minus_t, w[0]);
      u[off - 1] = k.below_2p(k.reduce(edge.lo, edge.hi));
      for (slong i = off; i <= top - 2; i++) {
        Sum sum(k, l2, u[i]);
        sum.add(minus_s, w[i - off]);
        sum.add(minus_t, w[i - off + 1]);
        u[i] = k.below_2p(k.reduce(sum.lo, sum.hi));
      }
    }
    for (; left > 0; left--, top--) {
      slong off = top - d;
      vec minus = k.negative(u[top]);
      for (slong i = 0; i < off; i++) u[i] = k.mul(l, u[i]);
      for (slong i = off; i < top; i++) {
        Sum sum(k, l, u[i]);
        sum.add(minus, w[i - off]);
        u[i] = k.below_2p(k.reduce(sum.lo, sum.hi));
      }
    }
    if ((steps * d) & 1) out.negate = !out.negate;
    out.r_power += steps * d;
    if (d > 1) out.denominator = k.mul(out.denominator, k.power(k.mul(l, r_squared), steps * (d - 1)));
    std::swap(u, w);
    a = d;
    d = d - 1;
  }
  // res(u, c) = c^a for the constant c that is left.
  if (a > 0) out.numerator = k.power(k.mul(k.below_p(w[0]), r_squared), a);
  return out;
}

static ulong value_at(const bivariate &p, slong i, ulong x, nmod_t mod) {
  ulong v = 0;
  for (slong j = p.deg_x; j >= 0; j--) v = nmod_add(nmod_mul(v, x, mod), fmpz_get_nmod(p.c + i * (p.deg_x + 1) + j, mod), mod);
  return v;
}

static ulong redo(const bivariate &f, const bivariate &g, ulong x, nmod_t mod) {
  std::vector<ulong> a(f.deg_y + 1), b(g.deg_y + 1);
  for (slong i = 0; i <= f.deg_y; i++) a[i] = value_at(f, i, x, mod);
  for (slong i = 0; i <= g.deg_y; i++) b[i] = value_at(g, i, x, mod);
  return formal_resultant(a.data(), f.deg_y, b.data(), g.deg_y, mod);
}

static vec *vectors(slong n) { return (vec *)aligned_alloc(64, 64 * n); }

static void broadcast(vec *out, const bivariate &p, nmod_t mod) {
  for (slong i = 0; i < (p.deg_y + 1) * (p.deg_x + 1); i++) out[i] = _mm512_set1_epi64(fmpz_get_nmod(p.c + i, mod));
}

static void compute(const char *name, bivariate f, bivariate g, fmpz_poly_t answer) {
  double start = wall_seconds(), t_reduce = 0, t_evaluate = 0, t_resultant = 0, t_interpolate = 0;
  bool swapped = f.deg_y < g.deg_y;
  if (swapped) std::swap(f, g);
  slong m = f.deg_y, n = g.deg_y, points = f.deg_x * n + g.deg_x * m + 1, blocks = (points + 7) / 8;
  slong n_primes = (slong)ceil(bits_needed(&f, &g) / (PRIME_BITS - 1e-6)), redone = 0;
  std::vector<ulong> primes(n_primes), residues(n_primes * points), y(8 * blocks), den(8 * blocks), prefix(points), o(points);
  vec *xs = vectors(blocks), *a = vectors(m + 1), *b = vectors(n + 1);
  vec *cf = vectors((m + 1) * (f.deg_x + 1)), *cg = vectors((n + 1) * (g.deg_x + 1));
  flint_rand_t state;
  flint_rand_init(state);
  ulong p = UWORD(1) << PRIME_BITS;
  for (slong k = 0; k < n_primes; k++) {
    double t0 = wall_seconds();
    do p--; while (!n_is_prime(p));
    primes[k] = p;
    nmod_t mod;
    nmod_init(&mod, p);
    Field field(p);
    ulong r1 = (1UL << 52) % p, root = progression_root(state, 8 * blocks, mod), q = nmod_mul(root, root, mod), t = r1;
    for (slong i = 0; i < 8 * blocks; i++, t = nmod_mul(t, q, mod)) ((ulong *)xs)[i] = t;
    nmod_geometric_progression_t progression;
    nmod_geometric_progression_init(progression, root, points, mod);
    double t1 = wall_seconds();
    t_interpolate += t1 - t0;
    broadcast(cf, f, mod);
    broadcast(cg, g, mod);
    t_reduce += wall_seconds() - t1;
    vec one = _mm512_set1_epi64(r1), r_squared = _mm512_set1_epi64(nmod_mul(r1, r1, mod));
    bool negate = false;
    ulong r_power = 1;
    for (slong block = 0; block < blocks; block++) {
      double t2 = wall_seconds();
      evaluate(field, cf, m + 1, f.deg_x, xs[block], a);
      evaluate(field, cg, n + 1, g.deg_x, xs[block], b);
      double t3 = wall_seconds();
      t_evaluate += t3 - t2;
      Fraction r = remainder_sequence(field, a, m, b, n, one, r_squared);
      _mm512_storeu_si512(&y[8 * block], r.numerator);
      _mm512_storeu_si512(&den[8 * block], r.denominator);
      for (int i = 0; i < 8; i++) {
        y[8 * block + i] %= p;
        den[8 * block + i] = (r.failed >> i) & 1 ? 0 : den[8 * block + i] % p;
      }
      if (block == 0) {
        negate = r.negate;
        r_power = nmod_pow_ui(r1, r.r_power, mod);
      }
      t_resultant += wall_seconds() - t3;
    }
    double t4 = wall_seconds();
    // All denominators share one inversion; the factor R of Montgomery form cancels in the fraction. A failed point has denominator 0.
    ulong product = 1;
    for (slong i = 0; i < points; i++) {
      prefix[i] = product;
      if (den[i]) product = nmod_mul(product, den[i], mod);
    }
    ulong inverse = nmod_inv(product, mod), sign = negate ? p - 1 : 1, flip = swapped && ((m * n) & 1) ? p - 1 : 1;
    ulong factor = nmod_mul(nmod_mul(r_power, sign, mod), flip, mod);
    for (slong i = points - 1; i >= 0; i--) {
      if (den[i] == 0) {
        y[i] = nmod_mul(redo(f, g, nmod_pow_ui(q, i, mod), mod), flip, mod);
        redone++;
        continue;
      }
      ulong den_inverse = nmod_mul(inverse, prefix[i], mod);
      inverse = nmod_mul(inverse, den[i], mod);
      y[i] = nmod_mul(nmod_mul(y[i], den_inverse, mod), factor, mod);
    }
    double t5 = wall_seconds();
    t_resultant += t5 - t4;
    _nmod_poly_interpolate_geometric_nmod_vec_fast_precomp(o.data(), y.data(), progression, points, mod);
    for (slong x = 0; x < points; x++) residues[x * n_primes + k] = o[x];
    nmod_geometric_progression_clear(progression);
    t_interpolate += wall_seconds() - t5;
  }
  double t6 = wall_seconds();
  lift(answer, residues.data(), primes.data(), n_primes, points);
  double end = wall_seconds();
  printf("%s ifma wall %.4f | primes %ld points %ld redone %ld | reduce %.4f evaluate %.4f resultants %.4f interpolate %.4f lift %.4f\n", name,
         end - start, n_primes, points, redone, t_reduce, t_evaluate, t_resultant, t_interpolate, end - t6);
  flint_rand_clear(state);
  for (vec *v : {xs, a, b, cf, cg}) free(v);
}

int main(int argc, char **argv) {
  if (argc < 2) die("usage: ROW.txt [ANSWER|-] [REPEAT]", argv[0]);
  bivariate f, g;
  read_problem(argv[1], &f, &g);
  fmpz_poly_t answer;
  fmpz_poly_init(answer);
  for (int left = argc > 3 ? atoi(argv[3]) : 1; left > 0; left--) compute(argv[1], f, g, answer);
  if (argc > 2 && strcmp(argv[2], "-")) write_answer(argv[2], answer);
  return 0;
}
