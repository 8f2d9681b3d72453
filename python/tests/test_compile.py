"""Compiling: errors, interrupts, memory."""

import itertools
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from xml.dom import minidom

import numpy as np

import diagc
from diagc.pictures import roofline
from test_kernels import LOOPS

WRONG = """grammar g
output y = a + b
"""


class Errors(unittest.TestCase):
    def test_rules(self):
        with self.assertRaises(diagc.CompileError) as raised:
            diagc.compile(WRONG)
        first, second = raised.exception.diagnostics
        self.assertEqual((first.code, first.path, first.line, first.column), ("unknown-name", "<text>", 2, 12))
        self.assertEqual(second.column, 16)
        self.assertEqual(first.rendered, f"<text>:2:12: error: {first.message}\noutput y = a + b\n           ^")
        self.assertEqual(str(raised.exception), first.rendered + "\n" + second.rendered)

    def test_expansion(self):
        with self.assertRaises(diagc.CompileError) as raised:
            diagc.compile(LOOPS.replace("G[v, 1]", "G[v, 0]"), n=3)
        (error,) = raised.exception.diagnostics
        self.assertIn("found G[3, 0], expected indices within the declared G[1..3, 1..3]", error.message)
        self.assertEqual(error.call_chain[0], "in path(3, {}), called at <text>:5:69")

    def test_names(self):
        with self.assertRaisesRegex(diagc.CompileError, "found a value for `m`, expected the name of a static or param: `n`"):
            diagc.compile(LOOPS, n=3, m=4)
        with self.assertRaisesRegex(diagc.CompileError, "found a value for the param `N`"):
            diagc.compile(LOOPS, n=3, params={"N": 2})
        with self.assertRaisesRegex(diagc.CompileError, "static"):
            diagc.compile(LOOPS)
        with self.assertRaisesRegex(ValueError, 'found the precision "fp16", expected "fp32" or "fp64"'):
            diagc.compile(LOOPS, n=3, precision="fp16")
        with self.assertRaisesRegex(ValueError, 'found the target "gpu"'):
            diagc.compile(LOOPS, n=3, target="gpu")
        with self.assertRaisesRegex(diagc.ProgramError, "did you mean `permanent`"):
            diagc.compile("permanant", n=3)
        with self.assertRaises(FileNotFoundError):
            diagc.compile("nowhere/rules.diag", n=3)

    def test_a_kernel_that_nobody_compiled(self):
        with self.assertRaises(TypeError):
            diagc.Kernel()


class Import(unittest.TestCase):
    def test_what_is_not_there_is_named(self):
        code = "import sys; sys.modules['diagc._core'] = None; import diagc"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"(?m)^ImportError: .*: the compiled part of diagc does not load\. It is made .* libfmt9\), which wheels bring\.$")


class Files(unittest.TestCase):
    def test_path_text_and_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "loops.diag"
            path.write_text(LOOPS)
            kernel = diagc.compile(path, n=3, target="cpu")
            self.assertEqual(kernel.name, "loops")
            path.write_text(WRONG)
            self.assertIn("path", kernel.explain("path(1,{2,3})"))  # what was compiled, not what stands there now
        self.assertEqual(kernel.statics, {"n": "3"})
        self.assertEqual(diagc.compile("permanent", n=3, target="cpu").name, "permanent")

    def test_declarations(self):
        declared = diagc.declarations("hubbard_sun_density")
        self.assertEqual([name for name, _, _ in declared["statics"]], ["n"])
        self.assertEqual([(name, kind) for name, _, kind in declared["params"]], [("N", "real")])
        self.assertFalse(declared["theory"])

    def test_derive(self):
        rules = diagc.derive("hubbard_density")
        kernel = diagc.compile(str(rules), n=3, N=2, target="cpu")
        same = diagc.compile("hubbard_density", n=3, N=2, target="cpu")
        G = np.random.default_rng(0).random((5, 4, 4))
        np.testing.assert_array_equal(kernel(G=G), same(G=G))
        with self.assertRaisesRegex(diagc.CompileError, "expected a theory"):
            diagc.derive(LOOPS)
        with self.assertRaisesRegex(diagc.CompileError, "found the walk `zigzag`"):
            diagc.derive("hubbard_density", walk="zigzag")

    def test_walks_of_a_theory(self):
        kernels = [diagc.compile("phi4", n=5, walk=walk, target="interpreter") for walk in ("", "line", "lowest")]
        D = np.random.default_rng(0).random((7, 7))
        D += D.T
        labels = [[0, 1, *some] for some in itertools.permutations(range(2, 7))]  # a walk sums one labelling of each diagram
        relabelled = np.array([D[np.ix_(some, some)] for some in labels])
        sums = [kernel(D=relabelled).sum() for kernel in kernels]
        for kernel, found in zip(kernels, sums):
            self.assertAlmostEqual(found / sums[0], 1, delta=1e-12)
            self.assertEqual(len(kernel.graph.kind), kernel.stats["nodes"])  # the program's graph: it takes the same walk
        sizes = [kernel.stats["nodes"] for kernel in kernels]
        self.assertEqual(sizes[0], sizes[2])
        self.assertGreater(sizes[1], sizes[0])
        with self.assertRaisesRegex(diagc.CompileError, "found the walk `zigzag`"):
            diagc.compile("phi4", n=5, walk="zigzag")
        with self.assertRaisesRegex(diagc.CompileError, "found no field, expected a theory"):
            diagc.compile(LOOPS, n=4, walk="line")

    def test_display(self):
        kernel = diagc.compile(LOOPS, n=4, target="cpu")
        self.assertEqual(repr(kernel), "<diagc kernel loops(n=4) for cpu, fp64>")
        self.assertIn("G[1..4, 1..4] : real", kernel._repr_html_())
        self.assertIn("26 nodes, 33 edges", kernel._repr_html_())
        self.assertNotIn("<svg", kernel._repr_html_())

    def test_a_theory_shows_its_diagrams(self):
        rules = diagc.derive("hubbard_density")
        self.assertIn("density: 10 diagrams", rules._repr_html_())  # of order 2; order 3 has 74
        self.assertIn("density: 2 diagrams", rules.diagrams(n=1))
        self.assertEqual(minidom.parseString(rules.diagrams(n=1)).documentElement.tagName, "svg")
        kernel = diagc.compile("hubbard_density", n=1, N=2, target="cpu")
        self.assertIn("density: 2 diagrams", kernel.diagrams("density"))
        self.assertIn("density: 2 diagrams", kernel._repr_html_())
        self.assertNotIn("<svg", diagc.compile("hubbard_density", n=4, N=2, target="cpu")._repr_html_())
        for wrong in (lambda: kernel.diagrams("density_"), lambda: diagc.compile(LOOPS, n=3, target="cpu").diagrams(), lambda: rules.diagrams(n=6)):
            with self.assertRaises(diagc.ProgramError):
                wrong()

    def test_roofline(self):
        kernel = diagc.compile(LOOPS, n=4, target="cpu")
        row = kernel.bench()
        picture = minidom.parseString(kernel.roofline())
        texts = [one.firstChild.data for one in picture.getElementsByTagName("text")]
        self.assertIn(f"in cache: {row['gflops']:.3g} Gflop/s", texts)
        self.assertIn(f"peak {row['peak_gflops']:.3g} Gflop/s", texts)
        self.assertEqual(row["configuration_bytes"], 8 * (16 + 1))
        self.assertIn("in cache", kernel._repr_html_())
        with self.assertRaises(ValueError):
            diagc.compile("grammar g\ninput x : real\noutput y = x\n", target="cpu").roofline()

    def test_points_of_a_roofline(self):
        # 4 operations on 4 bytes at the rate of copies: the point from memory lies on the slope; that in cache, at the peak, on the roof.
        row = {"peak_gflops": 100.0, "copy_gb_per_s": 10.0, "evaluations_per_s": 25e9, "dram_evaluations_per_s": 2.5e9}
        picture = minidom.parseString(roofline(row, "fp32", 4, 4))
        (line,) = picture.getElementsByTagName("polyline")
        (left, low), (bend, peak), (right, same) = (tuple(map(float, corner.split(","))) for corner in line.getAttribute("points").split())
        self.assertEqual(peak, same)
        (circle,), (square,) = picture.getElementsByTagName("circle"), picture.getElementsByTagName("rect")[1:]
        x, y = (float(square.getAttribute(name)) + 5 for name in ("x", "y"))
        self.assertAlmostEqual((y - peak) / (low - peak), (bend - x) / (bend - left), delta=2e-3)
        self.assertAlmostEqual(float(circle.getAttribute("cy")), peak, delta=0.1)
        self.assertAlmostEqual(float(circle.getAttribute("cx")), x, delta=0.1)
        self.assertLess(bend, right)


def interrupt_after(seconds):
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


class Interrupts(unittest.TestCase):
    def test_of_a_compilation(self):
        started = time.monotonic()
        timer = interrupt_after(0.5)
        with self.assertRaises(KeyboardInterrupt):
            # Much longer than the interrupt waits.
            diagc.compile("hubbard_sun_density", n=11, target="cpu", use_cache=False)
        self.assertLess(time.monotonic() - started, 20)
        timer.join()

    def test_of_a_call(self):
        kernel = diagc.compile("hubbard_sun_density", n=7, N=2, target="interpreter", threads=1)
        G = np.broadcast_to(np.random.default_rng(0).random((1, 8, 8)), (10_000_000, 8, 8))
        started = time.monotonic()
        timer = interrupt_after(0.3)
        with self.assertRaises(KeyboardInterrupt):
            kernel(G=G)
        self.assertLess(time.monotonic() - started, 20)
        timer.join()

    def test_what_a_listener_raises_ends_a_compilation(self):
        def stop(stage):
            if stage == "scheduling":
                raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            diagc.compile("hubbard_sun_density", n=8, target="cpu", use_cache=False, progress=stop)

    def test_stages_are_told(self):
        stages = []
        diagc.compile(LOOPS, n=3, target="cpu", use_cache=False, progress=stages.append)
        self.assertEqual(stages, ["reading", "expanding", "scheduling", "emitting", "compiling"])


@unittest.skipIf("DIAGC_SANITIZED" in os.environ, "sanitizers keep what was freed")
class Memory(unittest.TestCase):
    def growth(self, work, times):
        """Bytes that `times` repetitions take beyond those of a first tenth."""
        for _ in range(times // 10):
            work()
        before = self.resident()
        for _ in range(times):
            work()
        return self.resident() - before

    @staticmethod
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def test_compiling_again_and_again(self):
        def work():
            diagc.compile(LOOPS, n=3, target="interpreter")(G=np.ones((2, 3, 3)))

        self.assertLess(self.growth(work, int(os.environ.get("DIAGC_REPETITIONS", 2000))), 8e6)

    def test_machine_code_is_freed(self):
        def work():
            diagc.compile(LOOPS, n=4, target="cpu")

        self.assertLess(self.growth(work, 300), 8e6)

    def test_errors(self):
        def work():
            with self.assertRaises(diagc.CompileError):
                diagc.compile(WRONG)

        self.assertLess(self.growth(work, 2000), 8e6)

    def test_calling_again_and_again(self):
        kernel = diagc.compile(LOOPS, n=4, target="cpu")
        G, wrong = np.ones((3, 4, 4)), np.ones((3, 4))

        def work():
            kernel(G=G)
            kernel(G=G[::-1])
            try:
                kernel(G=wrong)
            except diagc.ArrayError:
                pass

        self.assertLess(self.growth(work, int(os.environ.get("DIAGC_REPETITIONS", 20000))), 8e6)


if __name__ == "__main__":
    unittest.main()
