"""Jobs and their results."""

import contextlib
import importlib.util
import io
import os
import signal
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import diagc
from diagc import progress, results, toml_text

ATOM = {
    "model": {"lattice": "cluster", "hopping": [[0]], "beta": 1},
    "orders": {"to": 3},
    "run": {"target": "cpu", "steps": 2e6, "threads": 1},
}

def has(module):
    return importlib.util.find_spec(module) is not None


def in_folder(test):
    """Runs a test in a folder of its own."""

    def run(self):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test(self, Path(folder))
            finally:
                os.chdir(before)

    return run


class Integrate(unittest.TestCase):
    def check(self, result):
        np.testing.assert_array_equal(result.orders.order, [0, 1, 2, 3])
        exact = [1 / 2, -1 / 8, 1 / 32, 1 / 384]
        for value, error, expected in zip(result.orders.value, result.orders.error, exact):
            self.assertLessEqual(abs(value - expected), 6 * error + 1e-15)
        self.assertEqual(result.points[0].orders.value.dtype, np.float64)
        self.assertEqual(result.model.beta, 1.0)
        self.assertEqual(result.kind, "diagc-integration")
        self.assertEqual(result.unit("orders.value"), "1/energy^n")
        self.assertEqual(result.meaning("orders.order"), "power n of U")

    @in_folder
    def test_a_dict_leaves_no_files(self, folder):
        told = []
        result = diagc.integrate(ATOM, progress=told.append)
        self.check(result)
        self.assertEqual(list(folder.iterdir()), [])
        self.assertTrue(any("independent samples" in line for line in told), told)
        self.assertIn("<svg", result._repr_html_())
        self.assertIn("effective_samples", result._repr_html_())

    @in_folder
    def test_text_path_and_folder(self, folder):
        text = toml_text.toml_text(ATOM)
        first = diagc.integrate(text, progress=False)
        (folder / "atom.toml").write_text(text)
        second = diagc.integrate("atom.toml", progress=False)
        self.assertTrue({"atom.json", "atom.svg", "atom.csv"} <= {one.name for one in folder.iterdir()})
        np.testing.assert_array_equal(first.orders.value, second.orders.value)
        with self.assertRaisesRegex(diagc.ProgramError, "--overwrite"):
            diagc.integrate("atom.toml", progress=False)
        third = diagc.integrate("atom.toml", folder=folder, overwrite=True, progress=False)
        np.testing.assert_array_equal(first.orders.value, third.orders.value)
        self.check(diagc.read("atom.json"))
        if has("h5py"):
            hdf5 = diagc.read("atom.h5")
            self.check(hdf5)
            for name in second.orders:
                np.testing.assert_array_equal(second.orders[name], hdf5.orders[name], name)

    @in_folder
    def test_output_of_one_s_own(self, folder):
        job = {**ATOM, "output": {"results": ["own.json"], "plot": "own.svg"}}
        result = diagc.integrate(job, progress=False)
        self.check(result)
        self.assertTrue((folder / "own.json").is_file())
        self.assertIsNotNone(result.picture)
        self.assertIsNone(diagc.integrate({**ATOM, "output": {"plot": ""}}, progress=False).picture)

    def test_scan(self):
        result = diagc.integrate({**ATOM, "model": {**ATOM["model"], "beta": [1, 2]}}, progress=False)
        self.assertEqual([point.model.beta for point in result.points], [1.0, 2.0])
        with self.assertRaises(AttributeError):
            result.orders
        self.assertEqual(len(diagc.resum(result, 1)), 2)

    def test_resum(self):
        result = diagc.integrate(ATOM, progress=False)
        summed = diagc.resum(result, [0, 1])
        np.testing.assert_array_equal(summed.U, [0, 1])
        self.assertEqual(summed.together.value[0], 0.5)
        partial = [one for one in summed.sums if one.method == "partial sum" and one.order == 3]
        self.assertAlmostEqual(partial[0].value[1], result.orders.value.sum(), places=14)
        self.assertEqual(len(diagc.resum(result, "0..1:0.25").U), 5)

    @unittest.skipUnless(has("matplotlib"), "Matplotlib is not here")
    def test_plot(self):
        import matplotlib

        matplotlib.use("Agg")
        result = diagc.integrate(ATOM, progress=False)
        axes = result.plot()
        curves = {line.get_label(): line for line in axes[0].get_lines()}
        x, y = curves["order 3"].get_data()
        self.assertEqual([one.get_label() for one in axes[1].containers], ["positive", "negative"])
        np.testing.assert_allclose(y, sum(a * np.asarray(x) ** n for n, a in enumerate(result.orders.value)), rtol=1e-12)

    @unittest.skipUnless(has("pandas"), "pandas is not here")
    def test_frame(self):
        frame = diagc.integrate(ATOM, progress=False).orders.frame()
        self.assertEqual(list(frame["order"]), [0, 1, 2, 3])

    def test_errors(self):
        with self.assertRaises(diagc.ProgramError) as raised:
            diagc.integrate({"model": {"betta": 1}}, progress=False)
        self.assertRegex(str(raised.exception), "betta")
        self.assertEqual(raised.exception.exit_code, 1)
        with self.assertRaisesRegex(TypeError, "for model.beta, expected a number"):
            diagc.integrate({"model": {"beta": object()}})

    @in_folder
    def test_interrupt_and_resume(self, folder):
        job = {**ATOM, "run": {"target": "cpu", "time_limit": "60 s", "threads": 1}}
        # A moment after the first numbers, whatever compiling took.
        timers = []

        def interrupt_later(line):
            if not timers and line.startswith("sampling"):
                timers.append(threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)))
                timers[0].start()

        with self.assertRaises(KeyboardInterrupt):
            diagc.integrate(job, folder=folder, progress=interrupt_later)
        timers[0].join()
        self.assertTrue((folder / "integrate.checkpoint").is_file())
        before = diagc.read("integrate.json").run.steps
        again = diagc.integrate({**job, "run": {"target": "cpu", "time_limit": "1 s", "threads": 1}}, folder=folder, resume=True, progress=False)
        self.assertGreater(again.run.steps, before)
        self.check(again)


class Events(unittest.TestCase):
    def test_three_jets(self):
        result = diagc.events(
            {
                "process": {"jets": 3},
                "cuts": {"pt": 20, "eta": 2.5, "dr": 0.4},
                "histogram": [{"observable": "HT", "bins": 10, "range": [0, 1000]}],
                "run": {"events": 1e5, "target": "cpu"},
            },
            progress=False,
        )
        self.assertEqual(result.kind, "diagc-events")
        self.assertEqual(len(result.bins.low), 10)
        # Bins and what lies beside them are the whole.
        inside = result.bins.cross_section.sum() + result.histograms.below[0] + result.histograms.above[0]
        self.assertAlmostEqual(inside / result.cross_section, 1, places=8)
        self.assertEqual(result.unit("cross_section"), "pb")


class Dynamics(unittest.TestCase):
    def test_kick(self):
        example = diagc.program.run(["dynamics", "--example"]).decode()
        result = diagc.dynamics(example, progress=False)
        self.assertEqual(result.n_k.shape, (len(result.t), 8, 2))
        np.testing.assert_allclose(result.n_k.mean(axis=1), result.density, atol=1e-12)
        if has("h5py"):
            self.assertGreater(len(result.t), 20)
            self.assertIn("rho", result)


class Contract(unittest.TestCase):
    def test_einsum(self):
        numbers = np.random.default_rng(0)
        a, b, c = (numbers.random(shape) for shape in ((4, 5), (5, 6), (6, 4)))
        found = diagc.contract("ij,jk,ki->", a, b, c, gradient=True)
        self.assertAlmostEqual(found.value, np.einsum("ij,jk,ki->", a, b, c), places=10)
        np.testing.assert_allclose(found.gradient[0], (b @ c).T, rtol=1e-10)
        self.assertGreater(found.log10_macs, 0)
        np.testing.assert_allclose(diagc.contract("ij,jk->ik", a, b).value, a @ b, rtol=1e-12)
        z = diagc.contract("ij,ij->", a * 1j, a).value
        self.assertAlmostEqual(z, 1j * (a * a).sum(), places=10)
        self.assertIsInstance(diagc.contract("ij,jk->", extents={"i": 2, "j": 3, "k": 2}, fill="ones").value, float)

    def test_rules(self):
        self.assertEqual(diagc.contract("independent_sets", statics={"n": 8, "king": True}, element="count").value, 1355115601)

    def test_errors(self):
        with self.assertRaises(diagc.ProgramError):
            diagc.contract("ij,jk->ik", np.ones((2, 3)), np.ones((4, 2)))


class Texts(unittest.TestCase):
    def test_toml(self):
        tomllib = __import__("tomllib") if has("tomllib") else self.skipTest("this Python reads no TOML")
        job = {
            "top": 1,
            "a": {"text": 'quote " \\ and\nnewline\x7f', "t": True, "list": [1, 2.5, "x"], "inline": {"x y": 1}, "big": 1e300, "small": 5e-324},
            "b": [{"x": 1}, {"x": -0.0}],
            "odd key": {"v": float("inf")},
        }
        self.assertEqual(tomllib.loads(toml_text.toml_text(job)), job)
        arrays = {"a": {"v": np.arange(3), "f": np.float32(0.5), "n": np.int64(7), "p": Path("/x"), "none": None}}
        self.assertEqual(tomllib.loads(toml_text.toml_text(arrays)), {"a": {"v": [0, 1, 2], "f": 0.5, "n": 7, "p": "/x"}})

    def test_progress(self):
        self.assertEqual(progress.share_of("sampling 68 %, 4e+07 steps/s, 0.6 s left"), 0.68)
        self.assertEqual(progress.share_of("warm-up 0 %"), 0)
        self.assertEqual(progress.share_of("t 2.5 of 5, panel 5 of 0.61, 7 sweeps"), 0.5)
        self.assertIsNone(progress.share_of("runs on the processor"))

    @unittest.skipUnless(has("tqdm"), "tqdm is not here")
    def test_bar(self):
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            with progress.Shown(None, "integrate") as listener:
                for line in ("compiling 0 %", "sampling 68 %, 4e+07 steps/s, 0.6 s left: a2 = 0.03", "independent samples: trees"):
                    listener(line)
        self.assertRegex(shown.getvalue(), r"sampling:  68%")
        self.assertIn("a2 = 0.03", shown.getvalue())
        with progress.Shown(False, "integrate") as listener:
            self.assertIsNone(listener)

    def test_numbers_that_are_not_finite(self):
        result = results.from_json('{"format": "f", "version": 1, "x": "nan", "table": [{"a": 1.5, "s": "nan"}, {"a": "-inf", "s": "text"}]}')
        self.assertTrue(np.isnan(result.x))
        np.testing.assert_array_equal(result.table.a, [1.5, -np.inf])
        self.assertEqual(result.table.s.tolist(), ["nan", "text"])

    def test_files_that_are_no_results(self):
        with self.assertRaisesRegex(ValueError, "expected a result in .json, .h5 or .hdf5"):
            diagc.read("result.txt")
        with self.assertRaises(FileNotFoundError):
            diagc.read("nowhere.json")


if __name__ == "__main__":
    unittest.main()
