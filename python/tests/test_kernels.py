"""Kernels called from Python give what the program diagc gives, bit for bit."""

import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import diagc
from diagc import program
from random_rules import RandomRules

LOOPS = """grammar loops
"Sum over all closed loops through the points 1..n."
static n : int
input G[1..n, 1..n] : real
def path(v, S) = if S == {} then G[v, 1] else sum(j in S) G[v, j] * path(j, S - {j})
output loops = path(1, 2..n)
"""


def loops(G):
    """The sum over all orders of the points, written out."""
    from itertools import permutations

    n = G.shape[1]
    total = np.zeros(len(G))
    for order in permutations(range(1, n)):
        way = (0, *order, 0)
        total += np.prod([G[:, a, b] for a, b in zip(way, way[1:])], axis=0)
    return total


def evaluated_by_the_program(rules, arrays, params, outputs, precision):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "g.diag").write_text(rules.text)
        arguments = ["eval", "g.diag", "-D", f"n={rules.n}", "--precision", precision]
        for param, value in params.items():
            arguments += ["-p", f"{param}={value!r}"]
        for input_name, array in arrays.items():
            np.save(folder / f"{input_name}.npy", array)
            arguments += ["-i", f"{input_name}={input_name}.npy"]
        for output in outputs:
            arguments += ["-o", f"{output}={output}-out.npy"]
        program.run(arguments, folder)
        return {output: np.load(folder / f"{output}-out.npy") for output in outputs}


class AgainstTheProgram(unittest.TestCase):
    def test_random_rules_bit_for_bit(self):
        compared = 0
        for seed in range(100):
            rules = RandomRules(seed)
            batch = [1, 2, 7, 64, 100][seed % 5]
            precision = ("fp64", "fp32")[seed % 2]
            with self.subTest(seed=seed, rules=rules.text):
                kernel = diagc.compile(rules.text, n=rules.n, precision=precision, target="cpu")
                arrays = rules.inputs(batch)
                found = kernel(**arrays, **rules.params)
                expected = evaluated_by_the_program(rules, arrays, rules.params, list(found), precision)
                self.assertEqual(list(found), [output.name for output in kernel.outputs])
                for name, array in found.items():
                    self.assertEqual(array.dtype, expected[name].dtype)
                    self.assertEqual(array.shape, expected[name].shape)
                    self.assertEqual(array.tobytes(), expected[name].tobytes(), name)
                    compared += array.size
        self.assertGreater(compared, 1000)

    def test_explain_and_sources_are_the_program_s(self):
        kernel = diagc.compile(LOOPS, n=4, target="cpu")
        self.assertIn("2 of the 6 diagrams pass through it", kernel.explain("path(2,{3,4})"))
        with self.assertRaises(diagc.ProgramError) as raised:
            kernel.explain("path(2,{3}")
        self.assertEqual(raised.exception.exit_code, 1)
        self.assertIn("loops", kernel.source())
        self.assertIn("define", kernel.source("llvm-ir"))
        self.assertIn("__global__", kernel.source("cuda"))
        self.assertIn("def path", kernel.source("rules"))

    def test_graph(self):
        kernel = diagc.compile(LOOPS, n=4, target="cpu")
        graph = kernel.graph
        self.assertEqual(len(graph), kernel.stats["nodes"])
        self.assertEqual(len(graph.edges), kernel.stats["edges"])
        self.assertTrue((graph.edges[:, 0] < graph.edges[:, 1]).all())
        self.assertEqual(sum(graph.counts().values()), len(graph))
        # The graph gives the kernel's value: evaluated node by node.
        G = np.random.default_rng(1).random((1, 4, 4))
        values = np.zeros(len(graph))
        for node, kind in enumerate(graph.kind):
            own = slice(graph.starts[node], graph.starts[node + 1])
            operands = values[graph.operands[own]]
            values[node] = {
                "one": lambda: 1,
                "input": lambda: G.ravel()[graph.scalar[node]],
                "sum": lambda: (graph.coefficients[own] * operands).sum(),
                "product": lambda: operands.prod(),
            }[kind]()
        self.assertAlmostEqual(values[graph.results[0]], kernel(G=G)[0], places=12)
        self.assertEqual(graph.kind[graph.find("path(2, {3, 4})")], "sum")
        with self.assertRaises(KeyError):
            graph.find("path(9, {})")


class Arrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel = diagc.compile(LOOPS, n=4, target="cpu")
        cls.G = np.random.default_rng(0).random((50, 4, 4))
        cls.expected = cls.kernel(G=cls.G)

    def test_brute_force(self):
        np.testing.assert_allclose(self.expected, loops(self.G), rtol=1e-14)

    def same(self, G):
        result = self.kernel(G=G)
        self.assertEqual(result.tobytes(), self.expected.tobytes())

    def test_layouts(self):
        G = self.G
        self.same(np.asfortranarray(G))
        self.same(np.moveaxis(np.ascontiguousarray(np.moveaxis(G, 0, -1)), -1, 0))
        self.same(np.repeat(G, 2, axis=0)[::2])
        self.same(np.repeat(G, 2, axis=2)[:, :, ::2])
        self.same(np.ascontiguousarray(G[::-1])[::-1])
        self.same(np.ascontiguousarray(G.transpose(0, 2, 1)).transpose(0, 2, 1))
        self.same(G.astype(">f8"))
        odd = np.zeros(G.nbytes + 1, dtype=np.uint8)[1:].view(np.float64).reshape(G.shape)
        odd[...] = G
        self.same(odd)
        read_only = G.copy()
        read_only.setflags(write=False)
        self.same(read_only)
        self.same(G.tolist())

    def test_dlpack(self):
        class Foreign:
            """An array of another library, in the processor's memory or said to be elsewhere."""

            def __init__(self, array, device=(1, 0)):
                self._array, self._device = array, device

            def __dlpack__(self, stream=None):
                return self._array.__dlpack__()

            def __dlpack_device__(self):
                return self._device

        self.same(Foreign(self.G))
        self.same(Foreign(np.moveaxis(np.ascontiguousarray(np.moveaxis(self.G, 0, -1)), -1, 0)))
        with self.assertRaisesRegex(diagc.ArrayError, r"found an array on the device \(2, 0\) of DLPack for the input `G`"):
            self.kernel(G=Foreign(self.G, (2, 0)))

    def test_a_batch_of_one_goes_with_any(self):
        two = diagc.compile("grammar g\nstatic n : int\ninput a[1..n] : real\ninput b : real\noutput y = sum(i in 1..n) a[i] * b\n", n=3, target="cpu")
        a, b = np.arange(6.0).reshape(2, 3), np.array([2.0])
        np.testing.assert_array_equal(two(a=a, b=b), a.sum(axis=1) * 2)
        np.testing.assert_array_equal(two(a=a[:1], b=np.array([1.0, 2.0, 3.0])), a[0].sum() * np.array([1.0, 2.0, 3.0]))
        np.testing.assert_array_equal(two(a=np.broadcast_to(a[0], (4, 3)), b=np.arange(4.0)), a[0].sum() * np.arange(4.0))
        with self.assertRaisesRegex(diagc.ArrayError, "found a batch of 3 for the input `b`, expected 2 as for `a`, or 1"):
            two(a=a, b=np.arange(3.0))

    def test_types(self):
        for kind in (np.float32, np.float16, np.longdouble, np.int8, np.uint64, bool):
            G = (self.G * 4).astype(kind)
            self.assertEqual(self.kernel(G=G).tobytes(), self.kernel(G=G.astype(np.float64)).tobytes(), kind)

    def test_nan_and_infinity_pass_through(self):
        G = self.G.copy()
        G[3, 0, 1] = np.nan
        result = self.kernel(G=G)
        self.assertTrue(np.isnan(result[3]))
        np.testing.assert_array_equal(np.delete(result, 3), np.delete(self.expected, 3))

    def test_nothing(self):
        self.assertEqual(self.kernel(G=np.zeros((0, 4, 4))).shape, (0,))
        empty = diagc.compile("grammar g\nstatic n : int\ninput a[1..n] : real\noutput y = 1 + sum(i in 1..n) a[i]\n", n=0, target="cpu")
        np.testing.assert_array_equal(empty(a=np.zeros((3, 0))), np.ones(3))

    def test_outputs_of_one_s_own(self):
        out = np.full(50, -1.0)
        self.assertIs(self.kernel.evaluate({"G": self.G}, out={"loops": out})["loops"], out)
        self.assertEqual(out.tobytes(), self.expected.tobytes())
        wide = np.zeros((50, 2))
        self.kernel.evaluate({"G": self.G}, out={"loops": wide[:, 1]})
        np.testing.assert_array_equal(wide[:, 1], self.expected)
        np.testing.assert_array_equal(wide[:, 0], 0)
        read_only = np.zeros(50)
        read_only.setflags(write=False)
        for wrong, message in (
            (np.zeros(49), r"found the shape \(49,\) for the output `loops`, expected \(50,\)"),
            (read_only, "found a read-only array"),
            (np.zeros(50, dtype=int), "found an array of dtype int64 .* expected float64"),
            (self.G[:, 0, 0], "found an array that overlaps that of the input `G`"),
            ([0.0] * 50, "found no NumPy array"),
        ):
            with self.assertRaisesRegex(diagc.ArrayError, message):
                self.kernel.evaluate({"G": self.G}, out={"loops": wrong})
        with self.assertRaisesRegex(diagc.ArrayError, "found the output `x`, expected the output `loops`"):
            self.kernel.evaluate({"G": self.G}, out={"x": out})

    def test_outputs_lie_as_inputs_do(self):
        kernel = diagc.compile("grammar g\nstatic n : int\ninput a[1..n] : real\noutput y[i in 1..n] = 2 * a[i]\n", n=3, target="cpu")
        a = np.arange(12.0).reshape(4, 3)
        self.assertTrue(kernel(a=a).flags.c_contiguous)
        last = kernel(a=np.asfortranarray(a))
        self.assertTrue(last.flags.f_contiguous)
        np.testing.assert_array_equal(last, 2 * a)

    def test_wrong_arrays(self):
        for values, message in (
            ({}, "found no array for the input `G`"),
            ({"G": self.G[0]}, r"found the shape \(4, 4\) for the input `G`, expected \(batch, 4, 4\)"),
            ({"G": self.G[:, :3]}, r"found the shape \(50, 3, 4\) for the input `G`"),
            ({"G": self.G * 1j}, "found complex numbers for the real input `G`"),
            ({"G": self.G.astype(object)}, "found an array of dtype object for the input `G`"),
            ({"G": self.G.astype(str)}, "found an array of dtype <U"),
            ({"G": self.G, "H": self.G}, "found the argument `H`, expected the input `G` and no params"),
        ):
            with self.assertRaisesRegex(diagc.ArrayError, message):
                self.kernel(**values)
        self.assertTrue(issubclass(diagc.ArrayError, ValueError))

    def test_params(self):
        kernel = diagc.compile("grammar g\nparam N : real\ninput a : real\noutput y = N * a\n", target="cpu")
        with self.assertRaisesRegex(diagc.ArrayError, "found no value for the param `N`"):
            kernel(a=np.ones(2))
        np.testing.assert_array_equal(kernel(a=np.ones(2), N=3), [3, 3])
        bound = diagc.compile("grammar g\nparam N : real\ninput a : real\noutput y = N * a\n", target="cpu", N=2)
        np.testing.assert_array_equal(bound(a=np.ones(2)), [2, 2])
        np.testing.assert_array_equal(bound(a=np.ones(2), N=np.float32(5)), [5, 5])
        with self.assertRaisesRegex(diagc.ArrayError, "for the param `N`"):
            bound(a=np.ones(2), N="two")
        with self.assertRaisesRegex(diagc.ArrayError, "found 2 numbers for the param `N`, expected 1"):
            bound(a=np.ones(2), N=[1, 2])
        with self.assertRaisesRegex(diagc.ArrayError, "real param `N`"):
            bound(a=np.ones(2), N=1j)

    def test_threads(self):
        kernel = diagc.compile("hubbard_sun_density", n=4, N=2, target="cpu")
        batches = [np.random.default_rng(seed).random((500 + seed, 5, 5)) for seed in range(8)]
        expected = [kernel(G=batch).tobytes() for batch in batches]
        wrong = []

        def call(number):
            for _ in range(50):
                if kernel(G=batches[number]).tobytes() != expected[number]:
                    wrong.append(number)

        threads = [threading.Thread(target=call, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(kernel.with_threads(3)(G=batches[0]).tobytes(), expected[0])


if __name__ == "__main__":
    unittest.main()
