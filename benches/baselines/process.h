/* What all programs share: the clock, and leaving with a message. Compiles as C and as C++. */
#ifndef BASELINES_PROCESS_H
#define BASELINES_PROCESS_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static inline double wall_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

static inline double cpu_seconds(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

static inline void die(const char *what, const char *name) {
  fprintf(stderr, "%s: %s\n", name, what);
  exit(2);
}
#endif
