"""One computation by one process and by several, on this machine: the times, and whether the answers are the same.

    python3 benches/baselines/processes.py PROGRAM [--backend cpu|cuda] [--threads N] [--counts 1,2,4] [--runs N]     medians, in milliseconds

Each process has N threads, so that on a machine of enough cores several are as machines of N cores without a network. The others are started by `--with`. Process 0 starts
once for all runs; the time of the first run, in which the others begin, is left out.
"""

import argparse
import hashlib
import json
import os
import random
import statistics
import subprocess
import tempfile

SEED = 20261201


def coefficient(chance, digits):
    return chance.choice([-1, 1]) * chance.randint(10 ** (digits - 1), 10**digits - 1)


def dense(chance, names, degree, digits):
    """All terms up to the degree in each variable."""
    terms = [""]
    for name in names:
        terms = [f"{term}*{name}^{e}" for term in terms for e in range(degree + 1)]
    return "".join(f"{coefficient(chance, digits):+}{term}" for term in terms)


def rows(folder):
    """Names and arguments. The files are the same for the same seed."""
    chance = random.Random(SEED)

    def file(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as into:
            into.write(text)
        return path

    f, g = (file(name, dense(chance, "xy", 80, 300)) for name in ("f", "g"))
    yield "resultant, degrees 80 and 80, 300 digits", ["resultant", f"@{f}", f"@{g}", "--var", "y"]
    h = file("h", dense(chance, "xyz", 15, 20))
    yield "discriminant, degree 15 in three variables, 20 digits", ["discriminant", f"@{h}", "--var", "z"]
    matrix = ", ".join("[" + ", ".join(dense(chance, "xy", 4, 20) for _ in range(40)) + "]" for _ in range(40))
    yield "determinant, 40 rows, degrees 4 and 4, 20 digits", ["det", f"@{file('matrix', f'[{matrix}]')}"]
    lines = []
    for _ in range(20000):
        common = dense(chance, "x", 40, 30)
        lines.append(json.dumps({"f": f"({dense(chance, 'x', 60, 30)})*({common})", "g": f"({dense(chance, 'x', 50, 30)})*({common})"}))
    yield "20000 GCDs of degree 40", ["gcd", "--batch", file("batch", "\n".join(lines) + "\n")]
    cyclic = []
    for k in range(1, 7):
        cyclic.append("+".join("*".join(f"x{(i + j) % 7}" for j in range(k)) for i in range(7)))
    cyclic.append("*".join(f"x{i}" for i in range(7)) + "-1")
    yield "all zeros of cyclic 7", ["solve-system", f"@{file('cyclic', '; '.join(cyclic))}", "--seed", "1"]


def measure(program, arguments, others, options):
    line = [program, *arguments, "--backend", options.backend, "--threads", str(options.threads), "--repeat", str(options.runs + 1)]
    for number in range(1, others + 1):
        device = number % options.devices
        line += ["--with", f"'{program}' serve --device {device}"]
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{line}: {done.stderr}")
    times = [json.loads(text)["milliseconds"] for text in done.stderr.splitlines() if text.startswith("{")]
    return statistics.median(times[1:]), hashlib.sha256(done.stdout.encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--backend", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--counts", default="1,2,4")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--devices", type=int, default=1)
    options = parser.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    print(f"{options.backend}, {options.threads} threads a process; milliseconds with {options.counts} processes, and how many times as fast")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in rows(folder):
            found = [measure(options.program, arguments, count - 1, options) for count in counts]
            same = len({answer for _, answer in found}) == 1
            times = "  ".join(f"{time:9.1f}" for time, _ in found)
            faster = "  ".join(f"{found[0][0] / time:4.2f}" for time, _ in found)
            print(f"{name:55} {times}   {faster}   {'same answers' if same else 'OTHER ANSWERS'}", flush=True)


if __name__ == "__main__":
    main()
