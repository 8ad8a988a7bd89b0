/* Baseline for GCDs of sparse polynomials in several variables: FLINT 3.6 on any number of threads.

   usage: sparse_gcd ROW|PAIRS THREADS [REPEAT]
   ROW is SG1, SG1b or SG3 of `tables sparse`; PAIRS is a file of benches/data/make_sparse_gcds.py. Prints a line per pair: its name, the terms of f,
   g and the gcd, and the least of the wall times in microseconds. Making and reading the polynomials is not timed. */
#include "process.h"
#include <flint/flint.h>
#include <flint/fmpz_mpoly.h>
#include <string.h>

static void read_polynomial(fmpz_mpoly_t f, const char *text, const char **vars, const fmpz_mpoly_ctx_t ctx) {
  if (fmpz_mpoly_set_str_pretty(f, text, vars, ctx)) die("no polynomial", text);
}

static void timed(const char *name, const fmpz_mpoly_t f, const fmpz_mpoly_t g, const fmpz_mpoly_ctx_t ctx, int repeat) {
  fmpz_mpoly_t h;
  fmpz_mpoly_init(h, ctx);
  double least = 1e300;
  for (int i = 0; i < repeat; i++) {
    double start = wall_seconds();
    if (!fmpz_mpoly_gcd(h, f, g, ctx)) die("FLINT found no gcd", name);
    double time = (wall_seconds() - start) * 1e6;
    if (time < least) least = time;
  }
  printf("%s\t%ld\t%ld\t%ld\t%.0f\n", name, fmpz_mpoly_length(f, ctx), fmpz_mpoly_length(g, ctx), fmpz_mpoly_length(h, ctx), least);
  fflush(stdout);
  fmpz_mpoly_clear(h, ctx);
}

/* (a)^i (b)^j. */
static void product(fmpz_mpoly_t f, const char *a, int i, const char *b, int j, const char **vars, const fmpz_mpoly_ctx_t ctx) {
  fmpz_mpoly_t other;
  fmpz_mpoly_init(other, ctx);
  read_polynomial(f, a, vars, ctx);
  read_polynomial(other, b, vars, ctx);
  fmpz_mpoly_pow_ui(f, f, i, ctx);
  fmpz_mpoly_pow_ui(other, other, j, ctx);
  fmpz_mpoly_mul(f, f, other, ctx);
  fmpz_mpoly_clear(other, ctx);
}

/* Whether the name is that of a row, which is timed then. */
static int row(const char *name, int repeat) {
  fmpz_mpoly_ctx_t ctx;
  fmpz_mpoly_t f, g;
  int is_first = !strcmp(name, "SG1");
  if (is_first || !strcmp(name, "SG1b")) {
    const char *vars[] = {"x", "y", "z", "t", "u"};
    const char *a = "1 + x + y^5 + z^4 + t^40 + u^50", *b = "1 + x^9 + y^2 + z^11 + t^7 + u^27";
    fmpz_mpoly_ctx_init(ctx, 5, ORD_LEX);
    fmpz_mpoly_init(f, ctx);
    fmpz_mpoly_init(g, ctx);
    product(f, a, is_first ? 8 : 7, b, 5, vars, ctx);
    product(g, a, is_first ? 3 : 4, b, is_first ? 9 : 8, vars, ctx);
  } else if (!strcmp(name, "SG3")) {
    const char *vars[] = {"x1", "x2", "x3", "x4", "x5", "x6", "x7"};
    fmpz_mpoly_ctx_init(ctx, 7, ORD_LEX);
    fmpz_mpoly_init(f, ctx);
    fmpz_mpoly_init(g, ctx);
    const char *of_a = "(1 + 3*x1 + 5*x2 + 7*x3 + 9*x4 + 11*x5 + 13*x6 + 15*x7)^7 - 1";
    const char *of_b = "(1 - 3*x1 - 5*x2 - 7*x3 + 9*x4 - 11*x5 - 13*x6 + 15*x7)^7 + 1";
    const char *of_h = "(1 + 3*x1 + 5*x2 + 7*x3 + 9*x4 + 11*x5 + 13*x6 - 15*x7)^7 + 3";
    product(f, of_a, 1, of_h, 1, vars, ctx);
    product(g, of_b, 1, of_h, 1, vars, ctx);
  } else {
    return 0;
  }
  timed(name, f, g, ctx, repeat);
  fmpz_mpoly_clear(f, ctx);
  fmpz_mpoly_clear(g, ctx);
  fmpz_mpoly_ctx_clear(ctx);
  return 1;
}

/* The next column of a line, which ends with 0 then. */
static char *column(char **line) {
  char *start = strsep(line, "\t\n");
  if (!start) die("seven columns with tabs between them are wanted", "PAIRS");
  return start;
}

static void pairs(const char *file, int repeat) {
  FILE *in = fopen(file, "r");
  if (!in) die("cannot be read", file);
  char *whole = NULL;
  size_t size = 0;
  while (getline(&whole, &size, in) > 0) {
    char *line = whole, *name = column(&line);
    for (int skipped = 0; skipped < 3; skipped++) column(&line);
    char *names = column(&line), *of_f = column(&line), *of_g = column(&line);
    const char *vars[64];
    slong count = 0;
    for (char *var; (var = strsep(&names, ",")) != NULL && count < 64;) vars[count++] = var;
    fmpz_mpoly_ctx_t ctx;
    fmpz_mpoly_t f, g;
    fmpz_mpoly_ctx_init(ctx, count, ORD_LEX);
    fmpz_mpoly_init(f, ctx);
    fmpz_mpoly_init(g, ctx);
    read_polynomial(f, of_f, vars, ctx);
    read_polynomial(g, of_g, vars, ctx);
    timed(name, f, g, ctx, repeat);
    fmpz_mpoly_clear(f, ctx);
    fmpz_mpoly_clear(g, ctx);
    fmpz_mpoly_ctx_clear(ctx);
  }
  free(whole);
  fclose(in);
}

int main(int argc, char **argv) {
  if (argc < 3) die("usage: sparse_gcd ROW|PAIRS THREADS [REPEAT]", "arguments");
  int repeat = argc > 3 ? atoi(argv[3]) : 3;
  flint_set_num_threads(atoi(argv[2]));
  if (!row(argv[1], repeat)) pairs(argv[1], repeat);
  flint_cleanup_master();
  return 0;
}
