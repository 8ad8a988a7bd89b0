#!/usr/bin/env python3
"""Every block and implementation that the compiler does not check, with the reason why it is sound: unsafe.py [--counts]

The reason is the comment `SAFETY:` before it. In the order of the files; with --counts their numbers by folder alone. Functions that are `unsafe` are not listed: what
their callers owe is in their docs, or for kernels at the head of the file, and each call is in a block. Ends with status 1 where a reason is missing.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter

TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"|//.*')
PLACE = re.compile(r"\bunsafe\s+(?:impl\b|\{)|\bunsafe$")
# Lines that the beginning of a statement may have between the reason and the place.
FAR = 12


def reason(lines, at):
    """The comment that says why line number `at` is sound; None without one."""
    for above in range(at, max(at - FAR, -1), -1):
        if "SAFETY:" in lines[above]:
            text = [lines[above].split("SAFETY:")[1]]
            for line in lines[above + 1 : at]:
                if not line.strip().startswith("//"):
                    break
                text.append(line.strip().lstrip("/! "))
            return " ".join(text).strip()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", action="store_true")
    options = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    files = subprocess.run(["git", "ls-files", "*.rs"], capture_output=True, text=True, check=True).stdout.split()
    counts, without = Counter(), []
    for path in files:
        with open(path) as file:
            lines = file.read().split("\n")
        for at, line in enumerate(lines):
            for _ in PLACE.finditer(TEXTS.sub('""', line)):
                counts[os.path.dirname(path)] += 1
                why = reason(lines, at)
                if why is None:
                    without.append(f"{path}:{at + 1}")
                elif not options.counts:
                    print(f"{path}:{at + 1}: {why}")
    if options.counts:
        for folder, count in sorted(counts.items()):
            print(f"{count:6} {folder}")
    print(f"{sum(counts.values())} places, {len(without)} without a reason {' '.join(without)}", file=sys.stderr)
    sys.exit(bool(without))


if __name__ == "__main__":
    main()
