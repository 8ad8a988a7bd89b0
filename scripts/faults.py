#!/usr/bin/env python3
"""Faults from outside, at random: faults.py PROGRAM [--times N] [--seed N] [--only KIND ..]

Problems of several kinds run with a folder of checkpoints and write their answers to a file, and each time one thing goes wrong:

interrupt  SIGINT or SIGTERM at a random moment; then the run goes on
kill       SIGKILL up to three times; then the run goes on
damage     after a kill a byte of the checkpoint is changed, or its end is cut off, or bytes are put between; then the run goes on
disk       no file may become longer than a random length, as on a full disk; then the run goes on
place      the answer goes to a full device, to a system of files that is read-only, to a folder, or into one that is not there
memory     no more address space than a random part of what the run takes, from the beginning or from a random moment on

A run that ends with status 0 must have written the right answer, to the byte. Any other must end with a status of the list in docs/program.md and a message, or by
the message of an allocation that failed; the file must be the old one, or the right answer. Where a signal ends the run, a part of the answer may be left
beside the file. Prints a table, and each case that is wrong; ends with status 1 then.
"""

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter

OLD = b"an older answer\n"
# Statuses that docs/program.md names.
STATUSES = {2, 3, 4, 5, 6, 130}
# In place of a status: a signal came before the program had begun.
BEFORE = "before"


def dense(rng, names, degree, digits):
    powers = [()]
    for _ in names:
        powers = [p + (e,) for p in powers for e in range(degree + 1)]
    number = lambda: rng.choice("+-") + rng.choice("123456789") + "".join(rng.choices("0123456789", k=digits - 1))
    return "".join(number() + "".join(f"*{x}^{e}" for x, e in zip(names, p)) for p in powers)


def problems(folder):
    """Names and commands. Answers do not depend on the seed of the program."""
    rng = random.Random(1)

    def file(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as out:
            out.write(text)
        return "@" + path

    f, g = (file(f"resultant.{k}", dense(rng, "xy", 16, 300)) for k in "fg")
    h, p, q = (dense(rng, "x", 150, 1000) for _ in range(3))
    a, b = (file(f"gcd.{k}", f"({u})*({h})") for k, u in (("f", p), ("g", q)))
    rows = ",".join("[" + ",".join(dense(rng, "xy", 2, 150) for _ in range(10)) + "]" for _ in range(10))
    pairs = os.path.join(folder, "pairs")
    with open(pairs, "w") as out:
        for _ in range(150):
            u, v, w = (dense(rng, "x", 40, 200) for _ in range(3))
            out.write(json.dumps({"f": f"({u})*({w})", "g": f"({v})*({w})"}) + "\n")
    return {
        "resultant": ["resultant", f, g, "--var", "y"],
        "binary": ["resultant", f, g, "--var", "y", "--format", "bin"],
        "det": ["det", file("matrix", f"[{rows}]")],
        "gcd": ["gcd", a, b],
        "gcd --batch": ["gcd", "--batch", pairs],
    }


class Run:
    """One problem with its files."""

    def __init__(self, program, name, words, folder):
        self.name, self.folder = name, folder
        self.answer, self.saved = os.path.join(folder, "answer"), os.path.join(folder, "saved")
        self.words = [program, *words, "--backend", "cpu", "--threads", "2", "--quiet", "--memory-limit"]
        self.expected, self.lacks_memory = None, False
        # The least memory, and a little more, so that there are many parts.
        for power in range(20, 36):
            self.memory = str(5 << power - 2)
            begin = time.time()
            if self.run()[0] == 0:
                break
        self.time = time.time() - begin
        with open(self.answer, "rb") as file:
            self.expected = file.read()
        self.files = set(os.listdir(folder))

    def command(self, to=None):
        return [*self.words, self.memory, "--output", to or self.answer, "--checkpoint", self.saved]

    def start(self, to=None, limits=None):
        return subprocess.Popen(self.command(to), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limits)

    def run(self, to=None, limits=None):
        child = self.start(to, limits)
        message = child.communicate()[1].decode(errors="replace")
        return child.returncode, message

    def clean(self):
        with open(self.answer, "wb") as file:
            file.write(OLD)
        subprocess.run(["rm", "-rf", self.saved], check=True)

    def remove_parts(self):
        """Of answers of killed runs; how many."""
        parts = [name for name in os.listdir(self.folder) if name.startswith(".eliminant-") and name.endswith(".part")]
        for name in parts:
            os.remove(os.path.join(self.folder, name))
        return len(parts)

    def fault(self, status, message):
        """What is wrong with a run that ended like this; None if nothing is."""
        left = set(os.listdir(self.folder)) - self.files - {"saved"}
        if left:
            return f"files are left: {left}"
        with open(self.answer, "rb") as file:
            found = file.read()
        if found not in (OLD, self.expected):
            return "a file that is neither the old one nor the answer"
        if status == 0:
            return None if found == self.expected else "status 0 and no answer"
        if status in STATUSES:
            return None if message.strip() else f"status {status} and no message"
        if status in (-signal.SIGKILL, BEFORE) or status == -signal.SIGABRT and "memory" in message:
            return None
        # Linux ends a process like this whose first stack cannot grow.
        if status == -signal.SIGSEGV and self.lacks_memory and not message.strip():
            return None
        return f"status {status}: {message.strip()[-300:]}"


def interrupted(run, rng, rows):
    child = run.start()
    time.sleep(run.time * rng.random())
    running, begin = child.poll() is None, time.time()
    child.send_signal(rng.choice((signal.SIGINT, signal.SIGTERM)))
    message = child.communicate()[1].decode(errors="replace")
    if running:
        rows["longest wait, ms"] = max(rows["longest wait, ms"], round(1e3 * (time.time() - begin)))
    # While a process starts, signals have their usual effect. The folder is made after that.
    begins = child.returncode in (-signal.SIGINT, -signal.SIGTERM) and not os.path.exists(run.saved)
    return BEFORE if begins else child.returncode, message


def killed(run, rng, rows):
    for _ in range(rng.randint(1, 3)):
        child = run.start()
        time.sleep(run.time * rng.random())
        child.kill()
        child.communicate()
    rows["parts left"] += run.remove_parts()
    return child.returncode, "killed"


def damaged(run, rng, rows):
    ended = killed(run, rng, rows)
    for name in os.listdir(run.saved) if os.path.isdir(run.saved) else []:
        path = os.path.join(run.saved, name)
        with open(path, "rb") as file:
            data = bytearray(file.read())
        if not data:
            continue
        rows["files damaged"] += 1
        at = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            # The head, where each byte has a meaning.
            data[at % min(256, len(data))] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del data[at:]
        else:
            data[at:at] = rng.randbytes(rng.randint(1, 40))
        with open(path, "wb") as file:
            file.write(data)
    return ended


def full(run, rng, rows):
    most = rng.choice((0, rng.randrange(4096), rng.randrange(len(run.expected) + 4096), rng.randrange(1 << 20)))

    def limits():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return run.run(limits=limits)


def elsewhere(run, rng, rows):
    return run.run(rng.choice(("/dev/full", "/proc/answer", "/sys/answer", run.saved, os.path.join(run.saved, "no", "answer"))))


def refused(run, rng, rows):
    # A process of the program takes some 100 MB of addresses before it begins.
    bytes = int((64 << 20) * 2 ** (3 * rng.random()))
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes))
    if rng.random() < 0.5:
        return run.run(limits=limit)
    child = run.start()
    time.sleep(run.time * rng.random())
    try:
        with open(f"/proc/{child.pid}/statm") as file:
            pages = int(file.read().split()[0])
        more = rng.choice((0, 1 << 16, 1 << 20, 1 << 24))
        resource.prlimit(child.pid, resource.RLIMIT_AS, (pages * resource.getpagesize() + more,) * 2)
    except (OSError, ProcessLookupError, IndexError):
        pass
    message = child.communicate()[1].decode(errors="replace")
    return child.returncode, message


KINDS = {"interrupt": interrupted, "kill": killed, "damage": damaged, "disk": full, "place": elsewhere, "memory": refused}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--times", type=int, default=20, help="cases of each kind and problem")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS))
    options = parser.parse_args()
    rng, wrong = random.Random(options.seed), 0
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder:
        runs = [Run(program, name, words, folder) for name, words in problems(folder).items()]
        print(f"{'':12}{'problem':14}{'cases':>6}{'answers':>8}{'refused':>8}{'aborted':>8}{'went on':>8}{'wrong':>6}")
        for kind in options.only:
            for run in runs:
                rows = Counter()
                for _ in range(options.times):
                    run.clean()
                    status, message = KINDS[kind](run, rng, rows)
                    run.lacks_memory = kind == "memory"
                    rows["stacks"] += status == -signal.SIGSEGV
                    if status in (-signal.SIGABRT, -signal.SIGSEGV):
                        rows["parts left"] += run.remove_parts()
                    fault = run.fault(status, message)
                    rows["answers" if status == 0 else "aborted" if status in (-6, -9, -11) and kind == "memory" else "refused"] += 1
                    if fault is None and status != 0:
                        # Nothing is lost: the same command gives the answer.
                        again = run.run()
                        fault = f"then {again}" if again[0] != 0 else run.fault(*again)
                        rows["went on"] += fault is None
                    if fault:
                        rows["wrong"] += 1
                        print(f"{kind} {run.name}: {fault}", file=sys.stderr)
                wrong += rows["wrong"]
                others = ", ".join(f"{name} {number}" for name, number in rows.items() if number and name not in COLUMNS)
                cells = "".join(f"{rows[name]:>{width}}" for name, width in COLUMNS.items())
                print(f"{kind:12}{run.name:14}{options.times:>6}{cells}  {others}", flush=True)
    sys.exit(wrong > 0)


COLUMNS = {"answers": 8, "refused": 8, "aborted": 8, "went on": 8, "wrong": 6}

if __name__ == "__main__":
    main()
