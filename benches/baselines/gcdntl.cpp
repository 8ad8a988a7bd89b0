// Baseline for GCDs in Z[x]: NTL on one core.
//
// usage: gcdntl ROW.txt [ANSWER|-] [REPEAT]
// Rows, the printed line and answers are as for `gcd`.
#include "process.h"
#include <NTL/ZZX.h>
#include <cstring>
#include <fstream>
#include <vector>

using NTL::ZZX;

// The next polynomial; false at the end of the file.
static bool read_polynomial(ZZX &p, std::istream &in, const char *name) {
  long degree;
  if (!(in >> degree)) {
    if (!in.eof()) die("no degree", name);
    return false;
  }
  if (degree < 0) die("no degree", name);
  p.SetLength(degree + 1);
  for (long i = 0; i <= degree; i++)
    if (!(in >> p[i])) die("a coefficient is missing", name);
  p.normalize();
  return true;
}

// One line per gcd: coefficients of x^0, x^1, ...
static void write_answers(const char *name, const std::vector<ZZX> &answers) {
  std::ofstream out(name);
  for (const ZZX &h : answers) {
    for (long i = 0; i <= deg(h); i++) out << (i ? " " : "") << coeff(h, i);
    out << "\n";
  }
  if (!out.flush()) die("cannot be written", name);
}

int main(int argc, char **argv) {
  if (argc < 2) die("usage: ROW.txt [ANSWER|-] [REPEAT]", argv[0]);
  std::ifstream in(argv[1]);
  if (!in) die("cannot be opened", argv[1]);
  std::vector<ZZX> f, g;
  for (ZZX p; read_polynomial(p, in, argv[1]); g.push_back(p)) {
    f.push_back(p);
    if (!read_polynomial(p, in, argv[1])) die("f without g", argv[1]);
  }
  size_t count = f.size();
  if (!count) die("no pair", argv[1]);
  std::vector<ZZX> h(count);
  for (int left = argc > 3 ? atoi(argv[3]) : 1; left > 0; left--) {
    double wall = wall_seconds(), cpu = cpu_seconds();
    for (size_t k = 0; k < count; k++) GCD(h[k], f[k], g[k]);
    wall = wall_seconds() - wall;
    cpu = cpu_seconds() - cpu;
    long degrees = 0, bits = 0;
    for (const ZZX &p : h) {
      degrees += deg(p);
      if (MaxBits(p) > bits) bits = MaxBits(p);
    }
    printf("%s ntl pairs %zu deg %ld bits %ld wall %.5f cpu %.5f\n", argv[1], count, degrees, bits, wall, cpu);
  }
  if (argc > 2 && strcmp(argv[2], "-")) write_answers(argv[2], h);
  return 0;
}
