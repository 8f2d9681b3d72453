"""Arrays of CuPy, PyTorch and JAX on NVIDIA GPUs; skipped where a library or a device is not there."""

import importlib
import os
import threading
import unittest

import numpy as np

import diagc

RULES = "grammar g\nstatic n : int\nparam N : real\ninput a[1..n] : real\ninput b : real\noutput y[i in 1..n] = N * a[i] * b\noutput s = sum(i in 1..n) a[i]\n"


def rows(numbers):
    """The same array with the batch last in memory."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(numbers, 0, -1)), -1, 0)


class CuPy:
    def __init__(self):
        self.module = importlib.import_module("cupy")

    def devices(self):
        return self.module.cuda.runtime.getDeviceCount()

    def there(self, numbers, device=0):
        """In the same order in memory."""
        turned = numbers.ndim > 1 and not numbers.flags.c_contiguous
        with self.module.cuda.Device(device):
            array = self.module.asarray(np.ascontiguousarray(np.moveaxis(numbers, 0, -1) if turned else numbers))
            return self.module.moveaxis(array, -1, 0) if turned else array

    def here(self, array):
        return self.module.asnumpy(array)

    def place(self, array):
        return array.data.ptr

    def device_of(self, array):
        return array.device.id

    def allocations(self, work):
        """How often the library allocated memory of a device during work()."""
        counts = []

        class Hook(self.module.cuda.MemoryHook):
            name = "counts"

            def malloc_preprocess(self, **_):
                counts.append(1)

        with Hook():
            work()
        return len(counts)


class PyTorch:
    def __init__(self):
        self.module = importlib.import_module("torch")

    def devices(self):
        return self.module.cuda.device_count()

    def there(self, numbers, device=0):
        turned = numbers.ndim > 1 and not numbers.flags.c_contiguous
        array = self.module.from_numpy(np.ascontiguousarray(np.moveaxis(numbers, 0, -1) if turned else numbers)).to(f"cuda:{device}")
        return array.movedim(-1, 0) if turned else array

    def here(self, array):
        return array.cpu().numpy()

    def place(self, array):
        return array.data_ptr()

    def device_of(self, array):
        return array.device.index

    def allocations(self, work):
        def count():
            return self.module.cuda.memory_stats()["allocation.all.allocated"]

        before = count()
        work()
        return count() - before


class Jax:
    def __init__(self):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        self.module = importlib.import_module("jax")
        self.module.config.update("jax_enable_x64", True)

    def devices(self):
        try:
            return len(self.module.devices("cuda"))
        except RuntimeError:
            return 0

    def there(self, numbers, device=0):
        return self.module.device_put(np.array(numbers, order="C"), self.module.devices("cuda")[device])

    def here(self, array):
        return np.asarray(array)

    def device_of(self, array):
        return array.device.local_hardware_id


class Cases:
    library: type

    @classmethod
    def setUpClass(cls):
        try:
            cls.arrays = cls.library()
            cls.lacking = "no NVIDIA GPU is here" if cls.arrays.devices() == 0 else ""
        except ImportError as error:
            cls.lacking = f"{error.name} is not here"
        if not cls.lacking:
            cls.kernel = diagc.compile(RULES, n=3, N=2, target="cuda", schedule="straight")

    def setUp(self):
        if self.lacking:
            self.skipTest(self.lacking)

    def numbers(self, batch):
        numbers = np.random.default_rng(batch)
        return numbers.random((batch, 3)), numbers.random(batch)

    def check(self, a, b, digits=1e-14, kernel=None):
        found = (kernel or self.kernel)(a=self.arrays.there(a), b=self.arrays.there(b))
        wide = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
        expected = {"y": 2 * wide * b[:, None], "s": np.broadcast_to(wide.sum(axis=1), np.broadcast_shapes(a.shape[:1], b.shape))}
        for name, numbers in expected.items():
            self.assertEqual(self.arrays.device_of(found[name]), 0)
            np.testing.assert_allclose(self.arrays.here(found[name]), numbers, rtol=digits)

    def test_every_batch_in_either_layout_and_every_type(self):
        for batch in (0, 1, 2, 3, 31, 100, 4097):
            a, b = self.numbers(batch)
            for numbers in (a, rows(a)):
                self.check(numbers, b)
                self.check(numbers.astype(np.float32), b.astype(np.float32), 1e-6)
        a, b = self.numbers(100)
        self.check(a[:1], b)
        self.check(a, b[:1])

    def test_batches_of_one_again_and_again(self):
        a, b = self.numbers(1)
        there = self.arrays.there(a), self.arrays.there(b)
        for _ in range(2000):
            found = self.kernel(a=there[0], b=there[1])
        np.testing.assert_allclose(self.arrays.here(found["y"]), 2 * a * b[:, None], rtol=1e-14)
        for _ in range(200):
            self.check(a, b)

    def test_complex_numbers(self):
        kernel = diagc.compile(RULES, n=3, N=2, target="cuda", schedule="straight", input_types={"a": "complex"})
        a, b = self.numbers(100)
        a = a + 1j * a[::-1]
        for batch in (1, 100):
            self.check(a[:batch], b[:batch], kernel=kernel)
            self.check(rows(a[:batch]), b[:batch], kernel=kernel)

    def test_a_large_grammar(self):
        device, interpreter = (diagc.compile("hubbard_sun_density", n=4, N=2, target=target) for target in ("cuda", "interpreter"))
        G = np.random.default_rng(4).random((1000, 5, 5))
        expected = interpreter(G=G)
        for numbers in (G, rows(G)):
            np.testing.assert_allclose(self.arrays.here(device(G=self.arrays.there(numbers))), expected, rtol=1e-9, atol=1e-9)

    def test_many_threads(self):
        a, b = self.numbers(1000)
        there = self.arrays.there(rows(a)), self.arrays.there(b)
        results = {}

        def work(number):
            for _ in range(50):
                results[number] = self.kernel(a=there[0], b=there[1])["y"]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for found in results.values():
            np.testing.assert_allclose(self.arrays.here(found), 2 * a * b[:, None], rtol=1e-14)

    def test_two_devices(self):
        if self.arrays.devices() < 2:
            self.skipTest("one device is here")
        a, b = self.numbers(100)
        second = self.arrays.there(a, 1), self.arrays.there(b, 1)
        with self.assertRaisesRegex(diagc.ArrayError, r"found arrays on the CUDA device 1, expected them on one that the kernel is for \(0\)"):
            self.kernel(a=second[0], b=second[1])
        both = diagc.compile(RULES, n=3, N=2, target="cuda", schedule="straight", devices=[0, 1])
        for device in (0, 1, 0, 1):
            for numbers in (a, rows(a), a[:1]):
                found = both(a=self.arrays.there(numbers, device), b=self.arrays.there(b, device))
                self.assertEqual(self.arrays.device_of(found["y"]), device)
                np.testing.assert_allclose(self.arrays.here(found["y"]), 2 * numbers * b[:, None], rtol=1e-14)
        with self.assertRaisesRegex(diagc.ArrayError, "found an array that is not on the CUDA device . for the input"):
            both(a=second[0], b=self.arrays.there(b, 0))
        np.testing.assert_allclose(both(a=a, b=b)["y"], 2 * a * b[:, None], rtol=1e-14)


class InPlace(Cases):
    """Of libraries whose arrays may have the batch last in memory."""

    def test_no_copy(self):
        a, b = self.numbers(5000)
        there = {"a": self.arrays.there(rows(a)), "b": self.arrays.there(b)}
        out = {"y": self.arrays.there(rows(np.zeros((5000, 3)))), "s": self.arrays.there(np.zeros(5000))}
        places = {name: self.arrays.place(array) for name, array in {**there, **out}.items()}
        self.kernel.evaluate(there, out=out)
        self.assertEqual(self.arrays.allocations(lambda: self.kernel.evaluate(there, out=out)), 0)
        found = self.kernel.evaluate(there, out=out)
        for name, array in out.items():
            self.assertIs(found[name], array)
        self.assertEqual({name: self.arrays.place(array) for name, array in {**there, **out}.items()}, places)
        np.testing.assert_allclose(self.arrays.here(out["y"]), 2 * a * b[:, None], rtol=1e-14)
        # New results are the only memory that is taken.
        self.assertEqual(self.arrays.allocations(lambda: self.kernel(**there)), 2)
        self.assertGreater(self.arrays.allocations(lambda: self.kernel(a=self.arrays.there(a), b=there["b"])), 3)

    def test_what_is_written_just_before_is_read(self):
        a, b = self.numbers(200_000)
        there = self.arrays.there(rows(a)), self.arrays.there(b)
        expected = 2 * a * b[:, None]
        for _ in range(30):
            found, factor = self.behind_much_work(there, lambda one, other: self.kernel(a=one, b=other)["y"])
            np.testing.assert_allclose(self.arrays.here(found), expected * factor, rtol=1e-14)


class OfCuPy(InPlace, unittest.TestCase):
    library = CuPy

    def behind_much_work(self, there, work):
        cupy = self.arrays.module
        with cupy.cuda.Stream(non_blocking=True) as stream:
            heavy = cupy.ones((2000, 2000))
            for _ in range(4):
                heavy = heavy @ heavy * 1e-6
            one = there[0] * (heavy[0, 0] * 0 + 3)
            found = work(one, there[1])
            stream.synchronize()
        return found, 3


class OfPyTorch(InPlace, unittest.TestCase):
    library = PyTorch

    def behind_much_work(self, there, work):
        torch = self.arrays.module
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            heavy = torch.ones((2000, 2000), device="cuda", dtype=torch.float64)
            for _ in range(4):
                heavy = heavy @ heavy * 1e-6
            one = there[0] * (heavy[0, 0] * 0 + 3)
            found = work(one, there[1])
            stream.synchronize()
        return found, 3

    def test_gradients(self):
        torch = self.arrays.module
        kernel = diagc.compile("hubbard_sun_density", n=3, N=2, target="cuda")
        host = diagc.compile("hubbard_sun_density", n=3, N=2, target="interpreter")
        numbers = torch.rand((50, 4, 4), dtype=torch.float64)
        gradients = []
        for function, place in ((kernel.torch_function(), "cuda"), (host.torch_function(), "cpu")):
            G = numbers.to(place).requires_grad_()
            function(G=G, N=2).square().sum().backward()
            gradients.append(G.grad.cpu().numpy())
        np.testing.assert_allclose(gradients[0], gradients[1], rtol=1e-9, atol=1e-9)


class OfJax(Cases, unittest.TestCase):
    library = Jax


if __name__ == "__main__":
    unittest.main()
