"""The examples of docs/python.md run."""

import contextlib
import importlib.util
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

import diagc
from diagc import program

ROOT = Path(__file__).resolve().parents[2]


def has(module):
    return importlib.util.find_spec(module) is not None


class Docs(unittest.TestCase):
    def test_blocks_run_in_their_order(self):
        text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.S | re.M)
        self.assertGreaterEqual(len(blocks), 2)
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        loops = re.search(r"^Write `loops.diag`:\n\n((?:    .*\n|\n)+)", readme, re.M)
        before = os.getcwd()
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                Path("loops.diag").write_text(re.sub("^    ", "", loops[1], flags=re.M))
                Path("kick.toml").write_bytes(program.run(["dynamics", "--example"]))
                Path("job.toml").write_text('[model]\nlattice = "cluster"\nhopping = [[0]]\n[orders]\nto = 2\n[run]\ntarget = "cpu"\nsteps = 1e5\n')
                diagc.integrate("job.toml", progress=False)
                for block in blocks:
                    if "plot()" in block and not has("matplotlib"):
                        block = re.sub(r"^r\.plot\(\).*\n", "", block, flags=re.M)
                    if not has("h5py"):
                        block = block.replace('"job.h5"', '"job.json"')
                    with contextlib.redirect_stderr(io.StringIO()):
                        exec(compile(block, "docs/python.md", "exec"), names)
            finally:
                os.chdir(before)
        self.assertEqual(names["G"].shape, (1000, 5, 5))  # of the last block that makes one
        # A slow machine has not compiled the highest orders in half of the time limit, which leaves them out.
        orders = list(names["r"].orders.order)
        self.assertEqual(orders, list(range(max(3, len(orders)))))



if __name__ == "__main__":
    unittest.main()
