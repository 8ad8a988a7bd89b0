"""Tries the page of `eliminant plot` in a browser without a screen: try-page.py PROGRAM

Enlarges, moves, points at special points and switches layers, at three sizes. Needs `chromium` (or BROWSER).
"""

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
const paths = () => [...picture.querySelectorAll(".edge")].map(path => path.getAttribute("d")).join();
const event = (kind, x, y, more) => new kind(more.type, { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerId: 1, ...more });
const box = picture.getBoundingClientRect();
const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
picture.setPointerCapture = () => {};
seen.edges = count(".edge");
seen.vertices = count(".vertex");
seen.outside = [...picture.querySelectorAll(".edge")].some(path => path.getAttribute("d").includes("NaN"));
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
seen.hidden = count(".edge") + count(".vertex");
boxes.forEach(input => input.click());
seen.shown = count(".edge") + count(".vertex");
document.title = "seen " + JSON.stringify(seen);
</script>
"""


def look(program, size):
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        curves = ["y^2 = x^3 - x^2", "(x + 1)*y = 1", "x^2 + y^2 = 1"]
        subprocess.run([program, "plot", *curves, "--size", size, "--output", page], check=True)
        page.write_text(page.read_text().replace("</body>", SCRIPT + "</body>"))
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
        shown = subprocess.run([BROWSER, *options, page.as_uri()], check=True, capture_output=True, text=True).stdout
    found = re.search(r"<title>seen (.*?)</title>", shown, re.DOTALL)
    if found is None:
        sys.exit(f"{size}: the page did not run to its end")
    return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def main():
    for size in ["300x200", "800x600", "1600x1200"]:
        seen = look(sys.argv[1], size)
        assert seen["edges"] > 0 and seen["vertices"] == len(seen["titles"]) > 0 and not seen["outside"], seen
        assert abs(seen["enlarged"] - 1 / 1.2) < 1e-9 and seen["redrawn"] and seen["moved"] and seen["anew"], seen
        assert any("x = 0, y = 0: isolated point" in title for title in seen["titles"]), seen
        assert any(title.endswith("crossing") for title in seen["titles"]), seen
        assert re.fullmatch(r"x = -?[\d.e+-]+, y = -?[\d.e+-]+", seen["pointer"]), seen
        assert seen["hidden"] == 0 and seen["shown"] == seen["edges"] + seen["vertices"], seen
        print(f"{size}: {seen['edges']} edges, {seen['vertices']} special points, enlarged, moved, layers switched")


if __name__ == "__main__":
    main()
