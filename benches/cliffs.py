#!/usr/bin/env python3
"""Commands that once grew out of proportion, with the processor seconds and the peak memory of each, beside FLINT on one thread.

    benches/cliffs.py [PROGRAM]      target/release/eliminant unless given

The program runs with one thread on the CPU, three times each; the least time counts, of which 0.01 s is the start of a process. FLINT is that of
python-flint, timed around the operation alone, its input made before. Writes text as files of benches/results are.
"""

import datetime
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

import flint

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/eliminant"
ROUNDS = 3
LIMIT = 120


def peak_and_time(arguments):
    """Least processor seconds of some runs, the greatest peak in MB, and the status."""
    seconds, peak, status = [], 0, 0
    for _ in range(ROUNDS):
        before = time.monotonic()
        child = os.posix_spawn(PROGRAM, [PROGRAM, *arguments, "--backend", "cpu", "--threads", "1"], os.environ,
                               file_actions=[(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)])
        _, status, usage = os.wait4(child, 0)
        seconds.append(usage.ru_utime + usage.ru_stime)
        peak = max(peak, usage.ru_maxrss // 1000)
        if time.monotonic() - before > 10:
            break
    return min(seconds), peak, os.waitstatus_to_exitcode(status)


def flint_time(make, run):
    """Least processor seconds of FLINT, or None where it takes longer than the limit."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
        inputs, times = make(), []
        for _ in range(ROUNDS):
            start = time.process_time()
            run(*inputs)
            times.append(time.process_time() - start)
        os.write(writer, f"{min(times)}".encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    told = os.read(reader, 100)
    os.close(reader)
    return float(told) if told else None


def kept(names):
    return flint.fmpz_mpoly_ctx.get(names, "lex").gens()


def resultant(f, g):
    return f.resultant(g, "y")


def gaps(n):
    def make():
        x, y = kept(("x", "y"))
        return y**n - x, y - 2
    return make


def neighbours():
    x, y = kept(("x", "y"))
    return y**5000 - x, y**4999 - x - 1


def long_gcd():
    x = flint.fmpz_poly([0, 1])
    h = x**500 + 3 * x + 1
    return (x**40000 + 2**3000 * x**3 + 7) * h, (x**39000 + 5 * x**2 + 7) * h


def ones():
    # As sparse polynomials: dense ones take minutes.
    (x,) = kept(("x",))
    return x**1000000 - 1, x - 1


def nines(digits):
    def make():
        c = 10**digits - 1
        return flint.fmpz_poly([1, -c, c]), flint.fmpz_poly([-1, c])
    return make


def written_nines(folder, digits):
    c = "9" * digits
    names = [pathlib.Path(folder) / f"{name}{digits}" for name in "fg"]
    names[0].write_text(f"{c}*x^2-{c}*x+1")
    names[1].write_text(f"{c}*x-1")
    return [f"@{name}" for name in names]


def main():
    print(__doc__.splitlines()[0], "\n")
    print("date    ", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"))
    cpu = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    print("host    ", cpu[0], f"{len(cpu)} threads, load {os.getloadavg()[0]:.1f}")
    print("version ", subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.splitlines()[0])
    print("FLINT   ", "python-flint", flint.__version__, "Python", platform.python_version())
    print(f"\n{'command':88}{'seconds':>9}{'MB':>6}{'status':>7}{'FLINT':>8}{'times':>7}")
    with tempfile.TemporaryDirectory() as folder:
        fives, sixes = written_nines(folder, 10**5), written_nines(folder, 10**6)
        rows = [
            (["resultant", "y^20000-x", "y-2", "--var", "y"], gaps(20000), resultant),
            (["resultant", "y^100000-x", "y-2", "--var", "y"], gaps(100000), resultant),
            (["resultant", "y^5000-x", "y^4999-x-1", "--var", "y"], neighbours, resultant),
            (["gcd", "(x^40000+2^3000*x^3+7)*(x^500+3*x+1)", "(x^39000+5*x^2+7)*(x^500+3*x+1)"], long_gcd, lambda f, g: f.gcd(g)),
            (["gcd", "x^1000000-1", "x-1"], ones, lambda f, g: f.gcd(g)),
            (["resultant", *fives, "--var", "x"], nines(10**5), lambda f, g: f.resultant(g)),
            (["resultant", *sixes, "--var", "x"], nines(10**6), lambda f, g: f.resultant(g)),
            (["discriminant", "y^2-x^10000000", "--var", "y"], None, None),
            (["resultant", "x^1000000000+y", "y^2-1", "--var", "y"], None, None),
            (["resultant", "y^2+x*y-x^10000000", "2*y+x", "--var", "y"], None, None),
            (["resultant", "y^2000000000/3 + x", "y^2000000000/3 - 1", "--var", "y"], None, None),
            (["resultant", "y*(y^2+x^5*y+2^60000+1)+1125899906842597*y+x+7", "y^2+x^5*y+2^60000+1", "--var", "y", "--interpolation", "vandermonde"], None, None),
            (["gcd", "a*b*c*d*e", "1"], None, None),
            (["gcd", "a*b + c*d + e", "a + b + c + d + e"], None, None),
        ]
        for arguments, make, run in rows:
            seconds, peak, status = peak_and_time(arguments)
            theirs = flint_time(make, run) if make else None
            name = " ".join(f"'{a}'" if set(a) & set("^*+ ") else a for a in arguments).replace(folder, "")
            beside = "" if make is None else f"{theirs:8.3f}{seconds / max(theirs, 0.01):7.1f}" if theirs is not None else f"   >{LIMIT}"
            print(f"{name:88}{seconds:9.2f}{peak:6}{status:7}{beside}", flush=True)


if __name__ == "__main__":
    main()
