"""Times PARI, FLINT and Singular on adjugates, characteristic polynomials, linear systems and cofactors, on one core, beside the program: lists.py [PROGRAM]

  lists.py [PROGRAM] [--limit SECONDS] [--rows A,B] [--write DIR]

The rows are made here from one seed: a16 is the adjugate of 16 x 16 linear polynomials in x and y, a8 of 8 x 8; c20 and c128 are characteristic polynomials of
20 x 20 such and of 128 x 128 integers below 100; s64 is a system of 64 equations with linear coefficients in x, s16 of 16; u8 are the resultant and cofactors of
two dense polynomials of total degree 8. `--write` leaves them as files. The other systems run in a process each, which is killed at the limit, and are timed from
values in memory to the answer in memory; the program, on one thread, by its own report. PARI needs `pip install cypari`, FLINT `python-flint`, and Singular
the package singular-ui with singular-modules; a system that is not there is left out.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import time

ROWS = ["a8", "a16", "c20", "c128", "s16", "s64", "u8"]


def polynomial(rng, names, bits, degree=1):
    """Dense, of this total degree."""
    terms = []
    for i in range(degree + 1):
        for j in range(degree + 1 - i if len(names) > 1 else 1):
            powers = "".join(f"*{v}^{e}" for v, e in zip(names, (i, j)) if e)
            terms.append(f"{rng.randint(-(2**bits), 2**bits)}{powers}")
    return "+".join(terms).replace("+-", "-")


def row(name):
    """The operation, and its operands as text."""
    rng = random.Random(f"lists {name}")
    kind, n = name[0], int(name[1:])
    if kind == "u":
        return "cofactors", [polynomial(rng, "xy", 8, n) for _ in range(2)]
    entry = {"a": lambda: polynomial(rng, "xy", 8), "s": lambda: polynomial(rng, "x", 16), "c": lambda: polynomial(rng, "xy", 8)}[kind]
    if name == "c128":
        entry = lambda: str(rng.randint(-99, 99))
    matrix = [[entry() for _ in range(n)] for _ in range(n)]
    text = "[" + ", ".join("[" + ", ".join(line) + "]" for line in matrix) + "]"
    if kind == "s":
        return "solve-linear", [text, "[" + ", ".join(entry() for _ in range(n)) + "]"]
    return {"a": "adjugate", "c": "charpoly"}[kind], [text]


def pari(operation, operands):
    from cypari import pari

    pari.allocatemem(2**30, 2**33, silent=True)
    matrix = operands[0].replace("], [", ";").replace("[[", "[").replace("]]", "]")
    version = "PARI " + ".".join(map(str, pari.version()))
    if operation == "cofactors":
        f, g = map(pari, operands)
        start = time.perf_counter()
        pari.polresultantext(f, g, "y")
        return time.perf_counter() - start, version + " polresultantext"
    m = pari(matrix)
    if operation == "solve-linear":
        b = pari(operands[1] + "~")
        start = time.perf_counter()
        pari.matsolve(m, b)
        return time.perf_counter() - start, version + " matsolve"
    start = time.perf_counter()
    if operation == "adjugate":
        pari.matadjoint(m)
        return time.perf_counter() - start, version + " matadjoint"
    pari.charpoly(m, "t")
    return time.perf_counter() - start, version + " charpoly"


def flint(operation, operands):
    import flint

    version = "FLINT " + flint.__FLINT_VERSION__
    numbers = re.fullmatch(r"[-\d,\s\[\]]*", operands[0])
    if operation == "charpoly" and numbers:
        m = flint.fmpz_mat(json.loads(operands[0]))
        start = time.perf_counter()
        m.charpoly()
        return time.perf_counter() - start, version + " fmpz_mat_charpoly"
    raise LookupError("no such function for polynomials")


def singular(operation, operands):
    lines = ['system("--ticks-per-sec", 1000);', "ring r = 0, (t, x, y), dp;", "short = 0;"]
    if operation in ("cofactors", "solve-linear"):
        raise LookupError("no such function over fractions")
    lines.insert(1, 'LIB "linalg.lib";')
    matrix = re.findall(r"\[([^\[\]]*)\]", operands[0])
    lines.append(f"matrix m[{len(matrix)}][{len(matrix)}] = " + ",\n".join(matrix) + ";")
    if operation == "charpoly":
        call = 'poly answer = charpoly(m, "t");'
    else:
        call = "list answer = inverse_L(m);"
    lines += ["int start = rtimer;", call, 'string("TIME ", rtimer - start);', "quit;"]
    ran = subprocess.run(["Singular", "-q", "--no-rc"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    found = re.search(r"^TIME (\d+)$", ran.stdout, re.MULTILINE)
    if found is None or "?" in ran.stdout:
        raise RuntimeError(" ".join(ran.stdout[:200].split()) or "nothing printed")
    return int(found.group(1)) / 1000, "Singular " + call.split("= ")[1].split("(")[0]


def child(system, name, sender):
    os.setpgid(0, 0)
    try:
        seconds, what = system(*row(name))
        sender.send(f"{seconds:.6f} s  {what}")
    except (ImportError, FileNotFoundError, LookupError) as reason:
        sender.send(f"left out  {system.__name__}: {reason}")
    except Exception as error:
        sender.send(f"failed  {system.__name__}: {error}")


def limited(system, name, limit):
    receiver, sender = multiprocessing.Pipe(False)
    process = multiprocessing.Process(target=child, args=(system, name, sender))
    process.start()
    if receiver.poll(limit):
        line = receiver.recv()
    else:
        line = f"over {limit} s  {system.__name__}"
        os.killpg(process.pid, 9)
    process.join()
    return line


def program(path, name, folder):
    operation, operands = row(name)
    files = [f"@{folder / f'{name}.{place}.txt'}" for place in range(len(operands))]
    times = []
    for _ in range(3):
        command = [path, operation, *files, *(["--var", "y"] if operation == "cofactors" else []), "--threads", "1", "--backend", "cpu", "--report", "--output", os.devnull]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        times.append(float(re.search(r"^time\s+([\d.]+) ms", ran.stderr, re.MULTILINE).group(1)))
    return f"{sorted(times)[1] / 1000:.6f} s  eliminant, 1 thread"


def main():
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("program", nargs="?")
    o.add_argument("--limit", type=float, default=120)
    o.add_argument("--rows", default=",".join(ROWS))
    o.add_argument("--write", type=pathlib.Path, default=pathlib.Path("bench-build/rows"))
    o = o.parse_args()
    o.write.mkdir(parents=True, exist_ok=True)
    for name in o.rows.split(","):
        for place, text in enumerate(row(name)[1]):
            (o.write / f"{name}.{place}.txt").write_text(text + "\n")
        if o.program:
            print(f"{name:5} {program(o.program, name, o.write)}", flush=True)
        for system in (pari, flint, singular):
            print(f"{name:5} {limited(system, name, o.limit)}", flush=True)


if __name__ == "__main__":
    main()
