"""Tries the pages of `eliminant plot` in a browser without a screen: try-page.py PROGRAM

Pages of curves, of complex roots and of solutions: enlarges, moves, points at special points and switches layers, at three sizes. Needs `chromium` (or
BROWSER).
"""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BROWSER = os.environ.get("BROWSER", "chromium")

# What a person would do, and what is seen then.
SCRIPT = """
<script>
const seen = {};
const count = name => picture.querySelectorAll(name).length;
const text = mark => mark.getAttribute("d") ?? mark.getAttribute("cx") + " " + mark.getAttribute("cy");
const paths = () => [...picture.querySelectorAll(".edge, .vertex")].map(text).join();
const event = (kind, x, y, more) => new kind(more.type, { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerId: 1, ...more });
const box = picture.getBoundingClientRect();
const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
picture.setPointerCapture = () => {};
seen.edges = count(".edge");
seen.rings = count(".ring");
seen.vertices = count(".vertex");
seen.outside = paths().includes("NaN");
const first = paths(), before = JSON.stringify(shown);
picture.dispatchEvent(event(WheelEvent, cx, cy, { type: "wheel", deltaY: -1 }));
seen.enlarged = (shown[0][1] - shown[0][0]) / (data.window[0][1] - data.window[0][0]);
seen.redrawn = paths() !== first;
picture.dispatchEvent(event(PointerEvent, cx, cy, { type: "pointerdown" }));
picture.dispatchEvent(event(PointerEvent, cx + 30, cy + 20, { type: "pointermove" }));
picture.dispatchEvent(event(PointerEvent, cx + 30, cy + 20, { type: "pointerup" }));
seen.moved = JSON.stringify(shown) !== before;
picture.dispatchEvent(event(MouseEvent, cx, cy, { type: "dblclick" }));
seen.anew = JSON.stringify(shown) === before && paths() === first;
picture.dispatchEvent(event(PointerEvent, cx, cy, { type: "pointermove" }));
seen.pointer = said.textContent;
seen.titles = [...picture.querySelectorAll(".vertex")].map(circle => {
  circle.dispatchEvent(new PointerEvent("pointerenter"));
  return said.textContent;
});
const boxes = [...layers.querySelectorAll("input")];
boxes.forEach(input => input.click());
seen.layers = boxes.length;
seen.hidden = count(".edge") + count(".vertex");
boxes.forEach(input => input.click());
seen.shown = count(".edge") + count(".vertex");
document.title = "seen " + JSON.stringify(seen);
</script>
"""


# Arguments, then beginnings or ends of titles, layers, and rings of multiple points.
PAGES = [
    (["y^2 = x^3 - x^2", "(x + 1)*y = 1", "x^2 + y^2 = 1"], ["x = 0, y = 0: isolated point", "crossing"], 7, 0),
    (["--complex", "(x - 1)^2*(x^2 + 4)"], ["x = 1: real root, multiplicity 2", "i: not real"], 2, 1),
    (["--system", "(x - 1)^2*(x + 2); y - x"], ["certified, real", "singular, multiplicity 2; may be real"], 2, 1),
]


def look(program, arguments, size):
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        subprocess.run([program, "plot", *arguments, "--size", size, "--output", page], check=True)
        page.write_text(page.read_text().replace("</body>", SCRIPT + "</body>"))
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
        shown = subprocess.run([BROWSER, *options, page.as_uri()], check=True, capture_output=True, text=True).stdout
    found = re.search(r"<title>seen (.*?)</title>", shown, re.DOTALL)
    if found is None:
        sys.exit(f"{arguments}, {size}: the page did not run to its end")
    return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def main():
    sizes = ["300x200", "800x600", "1600x1200"]
    for (arguments, titles, layers, rings), size in itertools.product(PAGES, sizes):
        seen = look(sys.argv[1], arguments, size)
        assert (seen["edges"] > 0) != arguments[0].startswith("--"), seen
        assert seen["vertices"] == len(seen["titles"]) > 0 and not seen["outside"], seen
        assert seen["layers"] == layers and seen["rings"] == rings, seen
        assert abs(seen["enlarged"] - 1 / 1.2) < 1e-9 and seen["redrawn"] and seen["moved"] and seen["anew"], seen
        assert all(any(title in seen_title for seen_title in seen["titles"]) for title in titles), seen
        assert re.fullmatch(r"(Re )?x = -?[\d.e+-]+, (y|Im x) = -?[\d.e+-]+", seen["pointer"]), seen
        assert seen["hidden"] == 0 and seen["shown"] == seen["edges"] + seen["vertices"], seen
        print(f"{' '.join(arguments)}, {size}: {seen['edges']} edges, {seen['vertices']} special points, enlarged, moved, layers switched")


if __name__ == "__main__":
    main()
