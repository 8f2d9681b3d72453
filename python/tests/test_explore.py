"""The page of `diagc explore` in a browser: every node in every view, every link, the search."""

import json
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
const stride = Math.max(1, Math.floor(nodes.length / 100));
const visit = (hash) => {
  // The browser takes few changes of the address a second.
  const [view, node] = hash.slice(1).split("/");
  Object.assign(state, { view, node: node === undefined ? null : Number(node) });
  try { render(); } catch (error) { walked.faults.push(hash + ": " + error); }
  for (const link of document.querySelectorAll("a")) {
    ++walked.links;
    const target = link.getAttribute("href"), match = /^#(\\w+)(?:\\/(\\d+))?$/.exec(target);
    if (!match || !views.includes(match[1]) || (match[2] !== undefined && !nodes[Number(match[2])])) walked.faults.push(hash + " leads to " + target);
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
// Columns of the picture keep operands before their users.
nodes.forEach((node, i) => node.operands.forEach((one) => { if (level[one] >= level[i]) walked.faults.push("levels of " + one + " and " + i); }));
document.body.append(Object.assign(document.createElement("pre"), { id: "walked", textContent: JSON.stringify(walked) }));
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

    def test_every_view_of_four_grammars(self):
        for grammar, orders in (
            ("hubbard_sun_density", range(1, 9)),
            ("permanent", (1, 2, 4, 8)),
            ("gluon_current", (3, 4, 6)),
            ("hubbard_su2_cdet_density", (1, 2, 4, 8)),
        ):
            for n in orders:
                with self.subTest(grammar=grammar, n=n):
                    page = program.run(["explore", grammar, "-D", f"n={n}"]).decode()
                    self.assertNotRegex(page, r"(?:src|href)=\"(?:https?:)?//")
                    dom = self.dumped(page.replace("</body>", WALK))
                    match = re.search(r'<pre id="walked">(.*?)</pre>', dom, re.S)
                    self.assertIsNotNone(match, "the page's script did not run to its end")
                    walked = json.loads(match[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
                    self.assertEqual(walked["faults"][:5], [])
                    self.assertGreater(walked["nodes"], 4)
                    self.assertGreater(walked["links"], 20)
                    self.assertGreater(walked["searched"], 0)
                    self.assertGreater(walked["lines"], 0)
                    self.assertLess(walked["milliseconds"], 3000)

    def test_from_a_kernel(self):
        kernel = diagc.compile("permanent", n=3, target="cpu")
        with tempfile.TemporaryDirectory() as folder:
            path = kernel.explore(Path(folder) / "permanent.html")
            self.assertIn('"grammar":"permanent"', Path(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
