"""Times PARI, Singular and FLINT as their users call them, on one core: cas.py SYSTEM FOLDER NAME ...

SYSTEM is pari (needs `pip install cypari`), singular (the program of that name) or flint (`pip install python-flint`; of matrices only those of integers).
A row is the resultant with respect to y of FOLDER/NAME.f.txt and FOLDER/NAME.g.txt, of benches/data/make_total_degree_rows.py, where these are
there, and else the determinant of FOLDER/NAME.json, of make_det_rows.py.

Each row runs in a process of its own, which is killed at the limit. A line is the row, the program and what was called, the wall time of the
call, without reading and writing, or "over" the limit, and the answer: its number of terms, the bits of its longest coefficient and the checksum that
the baseline `det` prints too.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

NAMES = "yxzuvw"


def read(folder, name):
    """The variables, and two polynomials or the rows of a matrix as text."""
    texts = [folder / f"{name}.{letter}.txt" for letter in "fg"]
    if texts[0].exists():
        pair = [text.read_text().strip().lstrip("+") for text in texts]
        return [v for v in NAMES if any(v in f for f in pair)], pair, None
    matrix = json.loads((folder / f"{name}.json").read_text())
    return matrix["vars"], None, [[entry.replace("+ -", "- ") for entry in row] for row in matrix["rows"]]


def terms_of_text(text, names):
    """A polynomial written out, as a dictionary from exponents to coefficients."""
    terms = {}
    for sign, coefficient, powers in re.findall(r"([+-]?)(\d*)((?:\*?[a-z](?:\^\d+)?)*)", re.sub(r"\s", "", text)):
        if coefficient or powers:
            exponents = [0] * len(names)
            for v, e in re.findall(r"([a-z])(?:\^(\d+))?", powers):
                exponents[names.index(v)] = int(e or 1)
            terms[tuple(exponents)] = int(sign + (coefficient or "1"))
    return terms


def pari(variables, pair, matrix, options):
    """Seconds, what was called, and the answer's terms."""
    from cypari import pari

    pari.allocatemem(2**30, options.memory * 2**29, silent=True)
    if pair:
        arguments, call, method = [*map(pari, pair), "y"], pari.polresultant, "polresultant"
    else:
        arguments, call, method = [pari("[" + ";".join(map(",".join, matrix)) + "]")], pari.matdet, "matdet"
    start = time.perf_counter()
    answer = call(*arguments)
    seconds = time.perf_counter() - start
    terms = {}

    def collect(part, exponents):
        if part.type() != "t_POL":
            terms[tuple(exponents[v] for v in variables)] = int(part)
            return
        v = str(part.variable())
        for e in range(part.poldegree() + 1):
            if part.polcoef(e) != 0:
                collect(part.polcoef(e), {**exponents, v: e})

    collect(answer, dict.fromkeys(variables, 0))
    version = ".".join(map(str, pari.version()))
    return seconds, f"PARI {version} {method}", terms


def flint(variables, pair, matrix, options):
    """The same by FLINT."""
    import flint

    name = f"FLINT {flint.__FLINT_VERSION__}"
    if pair:
        ring = flint.fmpz_mpoly_ctx.get(variables, flint.Ordering.lex)
        f, g = (ring.from_dict(terms_of_text(text, variables)) for text in pair)
        start = time.perf_counter()
        answer = f.resultant(g, "y")
        seconds = time.perf_counter() - start
        return seconds, f"{name} fmpz_mpoly_resultant", {tuple(map(int, e)): int(c) for e, c in answer.to_dict().items()}
    if variables:
        raise ValueError("only matrices of integers; the others are for the program det")
    integers = flint.fmpz_mat([[int(entry) for entry in row] for row in matrix])
    start = time.perf_counter()
    answer = integers.det()
    seconds = time.perf_counter() - start
    return seconds, f"{name} fmpz_mat_det", {(): int(answer)}


def singular(variables, pair, matrix, options):
    """The same by Singular, timed by its own clock of milliseconds. A matrix of integers is a bigintmat, which is faster than one over a ring."""
    method = f', "{options.method}"' if options.method else ""
    lines = ['system("--ticks-per-sec", 1000);']
    if variables:
        lines += [f"ring r = 0, ({','.join(variables)}), dp;", "short = 0;"]
    if pair:
        lines += [f"poly {name} = {text};" for name, text in zip("fg", pair)]
        kind, call = "poly", "resultant(f, g, y)"
    else:
        entries = ",\n".join(",\n".join(row) for row in matrix)
        lines.append(f"{'matrix' if variables else 'bigintmat'} m[{len(matrix)}][{len(matrix)}] =\n{entries};")
        kind, call = ("poly", f"det(m{method})") if variables else ("bigint", "det(m)")
    lines += ["int start = rtimer;", f"{kind} answer = {call};", "int milliseconds = rtimer - start;"]
    lines += ['string("VERSION ", system("version"));', 'string("TIME ", milliseconds);', 'string("ANSWER ", answer);', "quit;"]
    script = "\n".join(lines) + "\n"
    text = subprocess.run([options.singular, "-q", "--no-rc"], input=script, capture_output=True, text=True).stdout
    found = dict(re.findall(r"^(VERSION|TIME|ANSWER) (.*)$", text, re.MULTILINE))
    if len(found) < 3 or "?" in text or "**" in text:
        raise RuntimeError(" ".join(text[:200].split()) or "nothing printed")
    version = ".".join(found["VERSION"][:3])
    what = re.sub(r"\(m\)|\(f.*\)|m, |\"", "", call)
    return int(found["TIME"]) / 1000, f"Singular {version} {what}", terms_of_text(found["ANSWER"], variables)


def checksum(terms):
    """FNV-1a of the terms, the highest first, each as its exponents, 1 or 0 for the sign, and the 64-bit words of its size."""
    hashed = 0xCBF29CE484222325
    for exponents in sorted(terms, reverse=True):
        size = abs(terms[exponents])
        words = [size >> shift & (2**64 - 1) for shift in range(0, size.bit_length(), 64)]
        for word in (*exponents, int(terms[exponents] < 0), *words):
            hashed = (hashed ^ word) * 0x100000001B3 & (2**64 - 1)
    return f"{hashed:016x}"


def child(system, folder, name, options, sender):
    """Sends the end of the row's line."""
    os.setpgid(0, 0)
    sys.set_int_max_str_digits(0)
    resource.setrlimit(resource.RLIMIT_AS, (options.memory * 2**30,) * 2)
    try:
        variables, pair, matrix = read(folder, name)
        seconds, what, terms = system(variables, pair, matrix, options)
        if pair:
            terms = {exponents[1:]: c for exponents, c in terms.items()}
        bits = max((abs(c).bit_length() for c in terms.values()), default=0)
        sender.send(f"{what} {seconds:.3f} s | terms {len(terms)} bits {bits} checksum {checksum(terms)}")
    except Exception as error:
        sender.send(f"{system.__name__} failed: {type(error).__name__} {' '.join(str(error).split())[:200]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=["pari", "singular", "flint"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="+", metavar="name")
    parser.add_argument("--limit", type=float, default=600, help="seconds a row, reading included (600)")
    parser.add_argument("--memory", type=int, default=16, help="GiB a row (16); PARI's stack takes half")
    parser.add_argument("--method", help="Singular's for determinants: Bareiss, SBareiss, Mu, Factory; its own choice by default")
    parser.add_argument("--singular", default="Singular", help="the program (Singular)")
    options = parser.parse_args()
    system = {"pari": pari, "singular": singular, "flint": flint}[options.system]
    for name in options.names:
        receiver, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=child, args=(system, options.folder, name, options, sender))
        process.start()
        sender.close()
        try:
            end = receiver.recv() if receiver.poll(options.limit) else None
        except EOFError:
            end = f"{options.system} failed: the process ended"
        if end is None:
            os.killpg(process.pid, signal.SIGKILL)
            end = f"{options.system}{' ' + options.method if options.method else ''} over {options.limit:.0f} s"
        process.join()
        print(name, end, flush=True)


if __name__ == "__main__":
    main()
