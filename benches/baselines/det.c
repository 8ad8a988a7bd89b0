/* Baseline for determinants of matrices over Z[x_1, .., x_k]: FLINT 3.6 on one core. Per 62-bit prime the entries on a grid of geometric
   progressions, nmod_mat_det at each point, geometric interpolation axis by axis; multi-CRT, under a rigorous bound.

   usage: det ROW.txt [ANSWER|-] [REPEAT]
   A row holds the numbers of rows and of variables, then for each entry its number of terms, and for each term the coefficient and the
   exponents. Prints one line per repetition with the seconds of each stage; the checksum is FNV-1a of the terms, the highest first in
   lexicographic order, each as its exponents, 1 or 0 for the sign, and the 64-bit words of its size. Reading and writing are not timed. */
#include "modular.h"
#include "process.h"
#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>
#include <flint/nmod_mat.h>
#include <flint/nmod_poly.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#define PRIME_BITS 62

typedef struct {
  slong size, variables, terms;
  slong *first;      /* first[e], the number of the first term of entry e; size^2 + 1 of them */
  fmpz *c;           /* coefficients by term */
  slong *exponents;  /* exponents[t * variables + v] */
} matrix;

typedef struct {
  double evaluate, determinants, interpolate, crt;
} stage_seconds;

static void *allocate(size_t count, size_t size) {
  void *p = calloc(count ? count : 1, size);
  if (!p) die("out of memory", "det");
  return p;
}

static void read_matrix(matrix *m, const char *name) {
  FILE *in = fopen(name, "r");
  if (!in) die("cannot be opened", name);
  if (fscanf(in, "%ld %ld", &m->size, &m->variables) != 2 || m->size < 1 || m->variables < 0) die("no numbers of rows and variables", name);
  slong entries = m->size * m->size, room = 0;
  m->first = allocate(entries + 1, sizeof(slong));
  m->terms = 0;
  m->c = NULL;
  m->exponents = NULL;
  for (slong e = 0; e < entries; e++) {
    slong count;
    if (fscanf(in, "%ld", &count) != 1 || count < 0) die("no number of terms", name);
    m->first[e + 1] = m->first[e] + count;
    if (m->first[e + 1] > room) {
      room = 2 * m->first[e + 1];
      m->c = realloc(m->c, room * sizeof(fmpz));
      m->exponents = realloc(m->exponents, (room * m->variables + 1) * sizeof(slong));
      if (!m->c || !m->exponents) die("out of memory", name);
    }
    for (; m->terms < m->first[e + 1]; m->terms++) {
      fmpz_init(m->c + m->terms);
      if (fmpz_fread(in, m->c + m->terms) <= 0) die("a coefficient is missing", name);
      for (slong v = 0; v < m->variables; v++)
        if (fscanf(in, "%ld", m->exponents + m->terms * m->variables + v) != 1) die("an exponent is missing", name);
    }
  }
  fclose(in);
}

/* The smaller of the sums over rows and over columns of the largest degrees in variable v. */
static slong degree_bound(const matrix *m, slong v) {
  slong by_rows = 0, by_columns = 0;
  for (slong i = 0; i < m->size; i++) {
    slong row = 0, column = 0;
    for (slong j = 0; j < m->size; j++)
      for (int way = 0; way < 2; way++) {
        slong e = way ? j * m->size + i : i * m->size + j, *largest = way ? &column : &row;
        for (slong t = m->first[e]; t < m->first[e + 1]; t++) *largest = FLINT_MAX(*largest, m->exponents[t * m->variables + v]);
      }
    by_rows += row;
    by_columns += column;
  }
  return FLINT_MIN(by_rows, by_columns);
}

/* Bits of the product of the primes: the bound of Goldstein and Graham, Hadamard's for the 1-norms of the entries, by rows or by columns; a
   sign; and a margin for rounding. */
static double bits_needed(const matrix *m) {
  slong n = m->size;
  fmpz *squares = _fmpz_vec_init(n * n);
  fmpz_t c, sum;
  fmpz_init(c);
  fmpz_init(sum);
  for (slong e = 0; e < n * n; e++) {
    for (slong t = m->first[e]; t < m->first[e + 1]; t++) {
      fmpz_abs(c, m->c + t);
      fmpz_add(squares + e, squares + e, c);
    }
    fmpz_mul(squares + e, squares + e, squares + e);
  }
  double bits[2] = {0, 0};
  for (int way = 0; way < 2; way++)
    for (slong i = 0; i < n; i++) {
      fmpz_one(sum);
      for (slong j = 0; j < n; j++) fmpz_add(sum, sum, squares + (way ? j * n + i : i * n + j));
      bits[way] += 0.5 * fmpz_dlog(sum) / log(2);
    }
  fmpz_clear(c);
  fmpz_clear(sum);
  _fmpz_vec_clear(squares, n * n);
  return fmin(bits[0], bits[1]) + 2;
}

/* Values of the determinant on the grid, the last axis fastest. On the last axis, which has `inner` points, entries are polynomials whose
   coefficients are those of one point of all other axes. powers[i * width + e] is q^(i e). */
static void determinants(ulong *values, const matrix *m, const slong *lens, slong points, const ulong *powers, slong width, nmod_t mod, stage_seconds *s) {
  slong n = m->size, k = m->variables, inner = k ? lens[k - 1] : 1, entries = n * n, degree = 0;
  for (slong t = 0; t < m->terms && k; t++) degree = FLINT_MAX(degree, m->exponents[t * k + k - 1]);
  ulong *c = allocate(m->terms, 8), *rows = allocate(entries * (degree + 1), 8);
  slong *at = allocate(k, sizeof(slong));
  for (slong t = 0; t < m->terms; t++) c[t] = fmpz_get_nmod(m->c + t, mod);
  nmod_mat_t value;
  nmod_mat_init(value, n, n, mod.n);
  for (slong outer = 0; outer < points / inner; outer++) {
    double t0 = wall_seconds();
    slong rest = outer;
    for (slong v = k - 2; v >= 0; rest /= lens[v], v--) at[v] = rest % lens[v];
    memset(rows, 0, 8 * entries * (degree + 1));
    for (slong e = 0; e < entries; e++)
      for (slong t = m->first[e]; t < m->first[e + 1]; t++) {
        const slong *exponents = m->exponents + t * k;
        ulong w = c[t];
        for (slong v = 0; v < k - 1; v++) w = nmod_mul(w, powers[at[v] * width + exponents[v]], mod);
        ulong *place = rows + e * (degree + 1) + (k ? exponents[k - 1] : 0);
        *place = nmod_add(*place, w, mod);
      }
    s->evaluate += wall_seconds() - t0;
    for (slong x = 0; x < inner; x++) {
      double t1 = wall_seconds();
      for (slong e = 0; e < entries; e++) {
        const ulong *row = rows + e * (degree + 1);
        ulong sum = row[degree];
        for (slong d = degree - 1; d >= 0; d--) sum = nmod_add(nmod_mul(sum, powers[x * width + 1], mod), row[d], mod);
        nmod_mat_entry(value, e / n, e % n) = sum;
      }
      double t2 = wall_seconds();
      values[outer * inner + x] = nmod_mat_det(value);
      s->evaluate += t2 - t1;
      s->determinants += wall_seconds() - t2;
    }
  }
  nmod_mat_clear(value);
  free(c);
  free(rows);
  free(at);
}

/* Coefficients in place of values, axis by axis. */
static void interpolate(ulong *values, slong k, const slong *lens, slong points, ulong root, slong longest, nmod_t mod) {
  ulong *in = allocate(longest, 8), *out = allocate(longest, 8);
  slong stride = 1;
  for (slong v = k - 1; v >= 0; v--) {
    slong len = lens[v];
    if (len > 1) {
      nmod_geometric_progression_t progression;
      nmod_geometric_progression_init(progression, root, len, mod);
      for (slong line = 0; line < points / len; line++) {
        ulong *start = values + line / stride * stride * len + line % stride;
        for (slong i = 0; i < len; i++) in[i] = start[i * stride];
        _nmod_poly_interpolate_geometric_nmod_vec_fast_precomp(out, in, progression, len, mod);
        for (slong i = 0; i < len; i++) start[i * stride] = out[i];
      }
      nmod_geometric_progression_clear(progression);
    }
    stride *= len;
  }
  free(in);
  free(out);
}

/* Exponents of the coefficient at a place of the box. */
static void exponents_of(slong *exponents, slong place, slong k, const slong *lens) {
  for (slong v = k - 1; v >= 0; place /= lens[v], v--) exponents[v] = place % lens[v];
}

static ulong fnv(ulong hash, ulong word) { return (hash ^ word) * UWORD(0x100000001b3); }

static ulong checksum(const fmpz *answer, slong points, slong k, const slong *lens) {
  ulong hash = UWORD(0xcbf29ce484222325);
  slong *exponents = allocate(k, sizeof(slong));
  fmpz_t size;
  fmpz_init(size);
  for (slong place = points - 1; place >= 0; place--) {
    if (fmpz_is_zero(answer + place)) continue;
    exponents_of(exponents, place, k, lens);
    for (slong v = 0; v < k; v++) hash = fnv(hash, exponents[v]);
    hash = fnv(hash, fmpz_sgn(answer + place) < 0);
    fmpz_abs(size, answer + place);
    slong words = fmpz_size(size);
    ulong word[words];
    fmpz_get_ui_array(word, words, size);
    for (slong w = 0; w < words; w++) hash = fnv(hash, word[w]);
  }
  fmpz_clear(size);
  free(exponents);
  return hash;
}

/* The coefficients in the box of these lengths. */
static void compute(const char *name, const matrix *m, fmpz *answer, const slong *lens, slong points) {
  double start = wall_seconds();
  stage_seconds s = {0, 0, 0, 0};
  slong k = m->variables, longest = 1, width = 2, n_primes = (slong)ceil(bits_needed(m) / (PRIME_BITS - 1e-6));
  for (slong v = 0; v < k; v++) longest = FLINT_MAX(longest, lens[v]);
  for (slong t = 0; t < m->terms * k; t++) width = FLINT_MAX(width, m->exponents[t] + 1);
  ulong *primes = allocate(n_primes, 8), *residues = allocate(n_primes * points, 8), *values = allocate(points, 8);
  ulong *powers = allocate(longest * width, 8), p = UWORD(1) << PRIME_BITS;
  flint_rand_t state;
  flint_rand_init(state);
  for (slong i = 0; i < n_primes; i++) {
    do p--; while (!n_is_prime(p));
    primes[i] = p;
    nmod_t mod;
    nmod_init(&mod, p);
    ulong root = progression_root(state, longest, mod), q = nmod_mul(root, root, mod), x = 1;
    for (slong j = 0; j < longest; j++, x = nmod_mul(x, q, mod)) {
      powers[j * width] = 1;
      for (slong e = 1; e < width; e++) powers[j * width + e] = nmod_mul(powers[j * width + e - 1], x, mod);
    }
    determinants(values, m, lens, points, powers, width, mod, &s);
    double t0 = wall_seconds();
    interpolate(values, k, lens, points, root, longest, mod);
    for (slong place = 0; place < points; place++) residues[place * n_primes + i] = values[place];
    s.interpolate += wall_seconds() - t0;
  }
  double t1 = wall_seconds();
  fmpz_comb_t comb;
  fmpz_comb_temp_t temp;
  fmpz_comb_init(comb, primes, n_primes);
  fmpz_comb_temp_init(temp, comb);
  for (slong place = 0; place < points; place++) fmpz_multi_CRT_ui(answer + place, residues + place * n_primes, comb, temp, 1);
  fmpz_comb_temp_clear(temp);
  fmpz_comb_clear(comb);
  s.crt = wall_seconds() - t1;
  double wall = wall_seconds() - start;
  slong terms = 0;
  for (slong place = 0; place < points; place++) terms += !fmpz_is_zero(answer + place);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%s det wall %.6f | primes %ld points %ld terms %ld bits %ld checksum %016lx memory %ld | evaluate %.6f determinants %.6f interpolate %.6f crt %.6f\n", name,
         wall, n_primes, points, terms, FLINT_ABS(_fmpz_vec_max_bits(answer, points)), checksum(answer, points, k, lens),
         1024 * usage.ru_maxrss, s.evaluate, s.determinants, s.interpolate, s.crt);
  flint_rand_clear(state);
  void *owned[] = {primes, residues, values, powers};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
}

/* A line per term, the highest first: coefficient and exponents. */
static void write_answer(const char *name, const fmpz *answer, slong points, slong k, const slong *lens) {
  FILE *out = fopen(name, "w");
  if (!out) die("cannot be written", name);
  slong *exponents = allocate(k, sizeof(slong));
  for (slong place = points - 1; place >= 0; place--) {
    if (fmpz_is_zero(answer + place)) continue;
    exponents_of(exponents, place, k, lens);
    fmpz_fprint(out, answer + place);
    for (slong v = 0; v < k; v++) fprintf(out, " %ld", exponents[v]);
    fputc('\n', out);
  }
  free(exponents);
  fclose(out);
}

int main(int argc, char **argv) {
  if (argc < 2) die("usage: ROW.txt [ANSWER|-] [REPEAT]", argv[0]);
  matrix m;
  read_matrix(&m, argv[1]);
  slong points = 1, *lens = allocate(m.variables, sizeof(slong));
  for (slong v = 0; v < m.variables; v++) {
    lens[v] = degree_bound(&m, v) + 1;
    points *= lens[v];
  }
  fmpz *answer = _fmpz_vec_init(points);
  for (int left = argc > 3 ? atoi(argv[3]) : 1; left > 0; left--) compute(argv[1], &m, answer, lens, points);
  if (argc > 2 && strcmp(argv[2], "-")) write_answer(argv[2], answer, points, m.variables, lens);
  return 0;
}
