/* Baseline for GCDs in Z[x]: FLINT 3.6 on one core.

   usage: gcd MODE ROW.txt [ANSWER|-] [REPEAT]
   MODE is default (what FLINT chooses), modular or heuristic. A row holds pairs f, g one after the other, each polynomial as its degree and
   then its coefficients from the lowest up. Prints one line per repetition, with the degrees of the gcds added up and the longest coefficient
   of all; reading and writing are not timed. "ok 0": the heuristic method gave up on a pair. */
#include "process.h"
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#include <string.h>

typedef int method(fmpz_poly_t, const fmpz_poly_t, const fmpz_poly_t);

static int by_default(fmpz_poly_t h, const fmpz_poly_t f, const fmpz_poly_t g) {
  fmpz_poly_gcd(h, f, g);
  return 1;
}

static int modular(fmpz_poly_t h, const fmpz_poly_t f, const fmpz_poly_t g) {
  fmpz_poly_gcd_modular(h, f, g);
  return 1;
}

static int heuristic(fmpz_poly_t h, const fmpz_poly_t f, const fmpz_poly_t g) { return fmpz_poly_gcd_heuristic(h, f, g); }

static method *method_of(const char *mode) {
  if (!strcmp(mode, "default")) return by_default;
  if (!strcmp(mode, "modular")) return modular;
  if (!strcmp(mode, "heuristic")) return heuristic;
  die("MODE is default, modular or heuristic", mode);
  return NULL;
}

/* The next polynomial; 0 at the end of the file. */
static int read_polynomial(fmpz_poly_t p, FILE *in, const char *name) {
  slong degree;
  int found = fscanf(in, "%ld", &degree);
  if (found == EOF) return 0;
  if (found != 1 || degree < 0) die("no degree", name);
  fmpz_t c;
  fmpz_init(c);
  fmpz_poly_init2(p, degree + 1);
  for (slong i = 0; i <= degree; i++) {
    if (fmpz_fread(in, c) <= 0) die("a coefficient is missing", name);
    fmpz_poly_set_coeff_fmpz(p, i, c);
  }
  fmpz_clear(c);
  return 1;
}

/* One line per gcd: coefficients of x^0, x^1, ... */
static void write_answers(const char *name, const fmpz_poly_t *answers, slong count) {
  FILE *out = fopen(name, "w");
  if (!out) die("cannot be written", name);
  for (slong k = 0; k < count; k++) {
    for (slong i = 0; i < fmpz_poly_length(answers[k]); i++) {
      if (i) fputc(' ', out);
      fmpz_fprint(out, answers[k]->coeffs + i);
    }
    fputc('\n', out);
  }
  fclose(out);
}

int main(int argc, char **argv) {
  if (argc < 3) die("usage: MODE ROW.txt [ANSWER|-] [REPEAT]", argv[0]);
  method *run = method_of(argv[1]);
  FILE *in = fopen(argv[2], "r");
  if (!in) die("cannot be opened", argv[2]);
  slong count = 0, room = 0;
  fmpz_poly_t *f = NULL, *g = NULL, *h = NULL;
  for (;; count++) {
    if (count == room) {
      room = 2 * room + 1;
      f = realloc(f, room * sizeof *f);
      g = realloc(g, room * sizeof *g);
      h = realloc(h, room * sizeof *h);
      if (!f || !g || !h) die("out of memory", argv[0]);
    }
    if (!read_polynomial(f[count], in, argv[2])) break;
    if (!read_polynomial(g[count], in, argv[2])) die("f without g", argv[2]);
    fmpz_poly_init(h[count]);
  }
  fclose(in);
  if (!count) die("no pair", argv[2]);
  for (int left = argc > 4 ? atoi(argv[4]) : 1; left > 0; left--) {
    int ok = 1;
    slong degrees = 0, bits = 0;
    double wall = wall_seconds(), cpu = cpu_seconds();
    for (slong k = 0; k < count; k++) ok &= run(h[k], f[k], g[k]);
    wall = wall_seconds() - wall;
    cpu = cpu_seconds() - cpu;
    for (slong k = 0; k < count; k++) {
      slong b = FLINT_ABS(fmpz_poly_max_bits(h[k]));
      degrees += fmpz_poly_degree(h[k]);
      if (b > bits) bits = b;
    }
    printf("%s %s ok %d pairs %ld deg %ld bits %ld wall %.5f cpu %.5f\n", argv[2], argv[1], ok, count, degrees, bits, wall, cpu);
  }
  if (argc > 3 && strcmp(argv[3], "-")) write_answers(argv[3], h, count);
  return 0;
}
