"""The page of `diagc explore` in a browser: every node in every view, every link, the search."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import diagc
from diagc import program

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

# Walks through the page as a reader would, and notes what is wrong.
WALK = """<script>
window.walked = { faults: [], links: 0, nodes: 0, searched: 0, milliseconds: performance.now() };
window.addEventListener("error", (event) => walked.faults.push(String(event.message)));
const followed = new WeakSet();
const lineCount = data.source.split("\\n").length;
const stride = Math.max(1, Math.floor(nodes.length / 100));
const visit = (hash) => {
  // The browser takes few changes of the address a second.
  const [view, node] = hash.slice(1).split("/");
  const line = node !== undefined && node.startsWith("L") ? Number(node.slice(1)) : 0;
  Object.assign(state, { view, node: node === undefined || line ? null : Number(node), line });
  try { render(); } catch (error) { walked.faults.push(hash + ": " + error); }
  for (const link of document.querySelectorAll("a")) {
    if (followed.has(link)) continue;
    followed.add(link);
    ++walked.links;
    const target = link.getAttribute("href"), match = /^#(\\w+)(?:\\/(L?)(\\d+))?$/.exec(target);
    const isThere = match && (match[3] === undefined || (match[2] ? lineCount >= Number(match[3]) && match[1] === "source" : nodes[Number(match[3])]));
    if (!match || !views.includes(match[1]) || !isThere) walked.faults.push(hash + " leads to " + target);
  }
  if (document.querySelector(".shown") === null) walked.faults.push(hash + " shows nothing");
};
for (const view of views) {
  visit("#" + view);
  // Long sources are shown anew for each node: fewer of them.
  const step = view === "graph" ? stride : Math.max(stride, Math.ceil(nodes.length / 20));
  for (let node = 0; node < nodes.length; node += step) {
    visit("#" + view + "/" + node);
    ++walked.nodes;
    if (!document.getElementById("side").textContent.includes(nodes[node].label)) walked.faults.push("node " + node + " is not told");
  }
}
for (let node = 0; node < nodes.length; node += stride) {
  if (!used[node]) continue;
  search.value = nodes[node].label;
  if (!found().includes(node)) walked.faults.push("the search does not find " + nodes[node].label);
  ++walked.searched;
}
search.value = "";
// A line of the source and its node lead to each other.
for (const [line, node] of nodeOfLine) {
  if (nodeOfLine.get(lineOfNode.get(node)) !== node) walked.faults.push("line " + line + " leads to another node");
}
walked.lines = nodeOfLine.size;
// So do a line of the source and its instructions: what one leads to marks both, and nothing else.
walked.instructions = assembly.lines.length;
walked.linesWithInstructions = 0;
const withInstructions = [...instructionsOf.keys()];
for (let i = 0; i < withInstructions.length; i += Math.ceil(withInstructions.length / 40)) {
  const line = withInstructions[i], to = sourceTarget(line);
  if (nodeOfLine.has(line) && lineOfNode.get(nodeOfLine.get(line)) !== line) continue;
  visit(to);
  const [, source, code] = document.querySelectorAll("#view-source .code");
  const numbers = (box) => [...box.querySelectorAll(".marked")].map((row) => Number(row.dataset.line));
  const own = assembly.from.flatMap((one, k) => one === line ? [k + 1] : []);
  if (JSON.stringify(numbers(source)) !== JSON.stringify([line])) walked.faults.push("line " + line + " is not marked in the source");
  if (JSON.stringify(numbers(code)) !== JSON.stringify(own)) walked.faults.push("instructions of line " + line + " are not marked");
  for (const row of [source.children[line - 1], ...own.map((k) => code.children[k - 1])]) {
    const link = row.querySelector("a");
    if (!link || link.getAttribute("href") !== to) walked.faults.push("a row of line " + line + " leads elsewhere");
  }
  ++walked.linesWithInstructions;
}
// The diagrams drawn for a node are all that pass: their sum is its value times the derivative of the outputs by it.
walked.drawn = 0;
const values = nodes.map((node, i) => 0.5 + ((i * 2654435761) % 1000) / 1000);
const number = (text) => { const [above, below] = text.split("/"); return Number(above) / Number(below || 1); };
const exact = nodes.every((node) => ["one", "input", "param", "sum", "product"].includes(node.kind));
nodes.forEach((node, i) => {
  if (node.kind === "one") values[i] = 1;
  if (node.kind === "sum") values[i] = node.operands.reduce((sum, one, k) => sum + number(node.coefficients[k]) * values[one], 0);
  if (node.kind === "product") values[i] = node.operands.reduce((result, one) => result * values[one], 1);
});
const byNode = nodes.map(() => 0);
data.results.forEach((one) => { byNode[one.node] += 1; });
for (let i = nodes.length - 1; i >= 0; --i) {
  nodes[i].operands.forEach((one, k) => {
    const others = nodes[i].operands.reduce((result, other, j) => j === k ? result : result * values[other], 1);
    byNode[one] += byNode[i] * (nodes[i].kind === "sum" ? number(nodes[i].coefficients[k]) : others);
  });
}
for (let node = 0; exact && node < nodes.length; node += stride) {
  if (nodes[node].operands.length === 0 || !used[node]) continue;
  const { whole, list: diagrams } = diagramsThrough(node);
  if (!whole) continue;
  const sum = diagrams.reduce((all, one) => all + [...one.within, ...one.around].reduce((result, leaf) => result * values[leaf],
    Number(one.size[0]) / Number(one.size[1])), 0);
  if (Math.abs(sum - values[node] * byNode[node]) > 1e-9 * Math.max(1, Math.abs(sum))) walked.faults.push("diagrams of " + node + " are others");
  ++walked.drawn;
}
walked.svg = document.querySelectorAll("#side svg").length;
// Columns of the picture keep operands before their users.
nodes.forEach((node, i) => node.operands.forEach((one) => { if (level[one] >= level[i]) walked.faults.push("levels of " + one + " and " + i); }));
document.body.append(Object.assign(document.createElement("pre"), { id: "walked", textContent: JSON.stringify(walked) }));
</script></body>"""

# Whether bars are shown: of the whole, after zooming in, of the whole again; and the colours of the bars.
OVERVIEW = """<script>
const hidden = () => document.getElementById("overview").hidden;
const seen = { nodes: nodes.length, milliseconds: performance.now(), hidden: [hidden()] };
const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data, hex = (byte) => byte.toString(16).padStart(2, "0");
const looksLike = new Set(Object.values(looks).map(([colour]) => colour)), colours = new Set();
for (let i = 0; i < pixels.length; i += 4) colours.add("#" + hex(pixels[i]) + hex(pixels[i + 1]) + hex(pixels[i + 2]));
seen.colours = [...colours].filter((colour) => looksLike.has(colour)).sort();
zoom(1000, canvas.width / 2, canvas.height / 2);
seen.hidden.push(hidden());
zoom(0.001, canvas.width / 2, canvas.height / 2);
seen.hidden.push(hidden());
document.body.append(Object.assign(document.createElement("pre"), { id: "walked", textContent: JSON.stringify(seen) }));
</script></body>"""


# What keys do, and how far text stands out from its ground in both themes (WCAG's contrast).
KEYS = """<script>
const told = { keys: [], contrast: {}, signs: Object.values(looks).map(([, sign]) => sign) };
const press = (key) => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  readAddress();
  render();
  told.keys.push([key, state.view, state.node === null ? null : nodes[state.node].label, document.activeElement === search]);
};
location.hash = "#graph/" + data.results[0].node;
show();
for (const key of ["3", "5", "ArrowLeft", "ArrowRight", "Escape", "1", "/"]) press(key);
const luminance = (colour) => {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => { const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
for (const theme of ["light", "dark"]) {
  document.documentElement.classList.toggle("dark", theme === "dark");
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  told.contrast[theme] = ["--text", "--soft", "--link"].map((name) => contrast(colour(name), colour("--back")))
    .concat(contrast(colour("--text"), colour("--mark")));
}
document.body.append(Object.assign(document.createElement("pre"), { id: "walked", textContent: JSON.stringify(told) }));
</script></body>"""


@unittest.skipUnless(CHROMIUM, "Chromium is not here (Debian: chromium)")
class Pages(unittest.TestCase):
    def dumped(self, page):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.html"
            path.write_text(page, encoding="utf-8")
            done = subprocess.run(
                [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                 "--window-size=1200,800", "--virtual-time-budget=20000", "--dump-dom", path.as_uri()],
                capture_output=True, text=True, timeout=300,
            )
        return done.stdout

    def walked(self, page, walk=WALK):
        dom = self.dumped(page.replace("</body>", walk))
        match = re.search(r'<pre id="walked">(.*?)</pre>', dom, re.S)
        self.assertIsNotNone(match, "the page's script did not run to its end")
        return json.loads(match[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))

    def test_every_view_of_four_grammars(self):
        for grammar in ("hubbard_sun_density", "permanent", "gluon_current", "hubbard_su2_cdet_density"):
            for n in range(3 if grammar == "gluon_current" else 1, 9):
                with self.subTest(grammar=grammar, n=n):
                    page = program.run(["explore", grammar, "-D", f"n={n}"]).decode()
                    self.assertNotRegex(page, r"(?:src|href)=\"(?:https?:)?//")
                    walked = self.walked(page)
                    self.assertEqual(walked["faults"][:5], [])
                    self.assertGreater(walked["nodes"], 4)
                    self.assertGreater(walked["links"], 20)
                    self.assertGreater(walked["searched"], 0)
                    self.assertGreater(walked["lines"], 0)
                    self.assertLess(walked["milliseconds"], 3000)
                    if grammar in ("hubbard_sun_density", "permanent") and n in (2, 3, 4):
                        self.assertGreater(walked["drawn"], 0)
                        self.assertGreater(walked["svg"], 0)

    def test_assembly_beside_the_source(self):
        """Lines of source and machine code lead to each other."""
        device = shutil.which("nvcc") or os.path.isdir("/usr/local/cuda")
        for arguments in (
            ["hubbard_sun_density", "-D", "n=4"],
            ["hubbard_sun_density", "-D", "n=8", "--precision", "fp32"],
            ["permanent", "-D", "n=3", "--cpu", "x86-64-v3"],
            ["gluon_current", "-D", "n=5"],
            *([["hubbard_sun_density", "-D", "n=5", "--target", "cuda"]] if device else []),
        ):
            with self.subTest(arguments=arguments):
                page = program.run(["explore", "--assembly", *arguments]).decode()
                self.assertLess(len(page), 8e6)
                walked = self.walked(page)
                self.assertEqual(walked["faults"][:5], [])
                self.assertGreater(walked["instructions"], 40)
                self.assertGreater(walked["linesWithInstructions"], 5)
                self.assertLess(walked["milliseconds"], 3000)

    def test_a_large_graph_has_an_overview_that_zooms_to_nodes(self):
        page = program.run(["explore", "hubbard_sun_density", "-D", "n=9"]).decode()
        walked = self.walked(page, OVERVIEW)
        if walked["milliseconds"] > 3000:  # perhaps others were at work on the machine
            walked = self.walked(page, OVERVIEW)
        self.assertGreater(walked["nodes"], 50_000)
        self.assertEqual(walked["hidden"], [False, True, False])
        self.assertEqual(walked["colours"], sorted(["#0072b2", "#56b4e9", "#009e73", "#d55e00"]))
        self.assertLess(walked["milliseconds"], 3000)

    def test_keys_and_themes(self):
        told = self.walked(program.run(["explore", "hubbard_sun_density", "-D", "n=3", "--assembly"]).decode(), KEYS)
        views = [view for _, view, _, _ in told["keys"]]
        self.assertEqual(views, ["passes", "source", "source", "source", "source", "graph", "graph"])
        first, _, operand, user, nothing, *_ = [label for _, _, label, _ in told["keys"]]
        self.assertNotEqual(operand, first)  # to an operand, and back to one that uses it
        self.assertTrue(user and user != operand)
        self.assertIsNone(nothing)
        self.assertEqual([focus for *_, focus in told["keys"]], [False] * 6 + [True])
        for theme, (text, soft, link, marked) in told["contrast"].items():
            with self.subTest(theme=theme):
                self.assertGreater(min(text, marked), 7)
                self.assertGreater(min(soft, link), 4.5)
        # Kinds have signs, not colours alone.
        self.assertGreaterEqual(len(set(told["signs"])), 7)

    @unittest.skipUnless(shutil.which("pdftotext"), "pdftotext is not here (Debian: poppler-utils)")
    def test_a_printed_page_has_what_the_open_view_has(self):
        page = program.run(["explore", "hubbard_sun_density", "-D", "n=3", "--assembly"]).decode()
        dark = page.replace("</body>", '<script>document.documentElement.classList.add("dark"); draw();</script></body>')
        source = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])["source"]
        last_value = re.findall(r"const Vec (\w+) =", source)[-1]
        for view, wanted, unwanted in (
            ("graph", ["hubbard_sun_density, n = 3", "One configuration", "Outputs"], ["Emitted source"]),
            ("source", ["Emitted source", last_value, "assembly for", "vfmadd", "output density"], ["Passes, one after"]),
            ("passes", ["Passes, one after the other"], ["Emitted source"]),
            ("schedule", ["Values alive after each step"], ["Emitted source"]),
        ):
            with self.subTest(view=view), tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "page.html").write_text(dark, encoding="utf-8")
                subprocess.run(
                    [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
                     f"--print-to-pdf={folder}/page.pdf", (Path(folder) / "page.html").as_uri() + "#" + view],
                    capture_output=True, timeout=300, check=True,
                )
                text = subprocess.run(["pdftotext", "-layout", f"{folder}/page.pdf", "-"], capture_output=True, text=True, check=True).stdout
                for words in wanted:
                    self.assertIn(words, text)
                # Controls, other views and a dark ground stay on the screen.
                for words in [*unwanted, "Drag to move", "search calls"]:
                    self.assertNotIn(words, text)
                subprocess.run(["pdftoppm", "-r", "20", "-gray", f"{folder}/page.pdf", f"{folder}/sheet"], check=True)
                for sheet in Path(folder).glob("sheet*.pgm"):
                    pixels = sheet.read_bytes()[-1000:]
                    self.assertGreater(sum(pixels) / len(pixels), 200, "the lower edge of a sheet is light")

    def test_from_a_kernel(self):
        kernel = diagc.compile("permanent", n=3, target="cpu")
        with tempfile.TemporaryDirectory() as folder:
            path = kernel.explore(Path(folder) / "permanent.html")
            self.assertIn('"grammar":"permanent"', Path(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
