"""Makes docs/gallery.md and its pictures from what the program prints: make build && python3 scripts/gallery.py

ELIMINANT_TARGET names the folder of another build.
"""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("ELIMINANT_TARGET", ROOT / "target" / "release")) / "eliminant"
PICTURES = ROOT / "docs" / "pictures" / "gallery"

HEAD = """# Gallery

Each picture is made by the command above it. The first line that `eliminant curve` prints for the same curves stands
below. This page is made by `scripts/gallery.py`.
"""

# With the same random numbers the same picture.
SEED = ["--seed", "1"]

# Name, title, what there is to see, arguments.
PICTURES_OF_CURVES = [
    ("cubic", "An oval and a branch", "", ["y^2 = x^3 - x"]),
    ("isolated", "An isolated point", "The curve has a point at the origin that no sampling finds.", ["y^2 = x^3 - x^2"]),
    ("clover", "A quadrifolium", "Four branches pass through the origin; it is cut by a parabola.",
     ["(x^2 + y^2)^3 = 4*x^2*y^2", "y = x^2"]),
    ("cusp", "A cusp of high order", "Near the origin both branches are x^2 up to x^4.", ["(y - x^2)^2 = x^9 + x^10"]),
    ("nest", "Nested ovals", "A quartic with two ovals, one in the other.",
     ["(x^2 + y^2)^2 - 5*x^2 - 4*y^2 + 3 = 0"]),
    ("four", "Four ovals", "The most that a quartic has.", ["(x^2 + 4*y^2 - 4)*(4*x^2 + y^2 - 4) + 1 = 0"]),
    ("asymptotes", "Vertical asymptotes, and a line", "", ["(x^2 - 1)*y = x", "x = 2*y"]),
    ("tiny", "Far smaller than a pixel", "An oval with a radius of 10^-6 and an isolated point beside a large circle.",
     ["x^2 + y^2 = 4", "10^12*(x - 1)^2 + 10^12*y^2 = 1", "(x + 1)^2 + (y - 1)^2 = 0"]),
    ("millimetres", "Any units", "", ["(x - 3000)^2 + (y - 2000)^2 = 1000000", "y = x - 500"]),
    ("chebyshev", "A Lissajous curve", "T_4(x) = T_5(y): all of its six nodes are real.",
     ["8*x^4 - 8*x^2 + 1 = 16*y^5 - 20*y^3 + 5*y"]),
    ("graph", "The graph of a polynomial, with its roots", "", ["x^5 - 3*x + 1"]),
]
OTHER_PICTURES = [
    ("roots", "Complex roots", "Real roots are discs, the others are diamonds, and rings have multiplicities beside them.",
     ["--complex", "(x^7 - 2*x + 1)*(x^2 + x + 2)^2*(x - 2)^3"]),
    ("solutions", "Real solutions of a system", "A sphere, a torus and a saddle meet in points of space; two coordinates are shown.",
     ["--system", "x^2 + y^2 + z^2 = 9; (x^2 + y^2 + z^2 + 5)^2 = 36*(x^2 + y^2); (x - 1)*y = z + 1", "--axes", "x,y", *SEED]),
]


def run(command, arguments):
    """Standard output and standard error."""
    done = subprocess.run([PROGRAM, command, *arguments], check=True, capture_output=True, text=True)
    return done.stdout, done.stderr


def main():
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = [HEAD]
    for name, title, words, arguments in PICTURES_OF_CURVES + OTHER_PICTURES:
        picture, notes = run("plot", [*arguments, "--size", "600x450"])
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
        page.append(f"## {title}\n")
        if words:
            page.append(f"{words}\n")
        # All but options, and the values of short ones, are quoted.
        shown = " ".join(f"'{text}'" if " " in text or "^" in text else text for text in arguments)
        page.append(f"```console\n$ eliminant plot {shown} --size 600x450 > {name}.svg\n{notes}```\n")
        subject = next(text for text in arguments if not text.startswith("--"))
        page.append(f"![{title}: {subject}](pictures/gallery/{name}.svg)\n")
        if not arguments[0].startswith("--") and name != "graph":
            page.append(f"{run('curve', arguments)[0].splitlines()[0].removeprefix('# ')}.\n")
    (ROOT / "docs" / "gallery.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
