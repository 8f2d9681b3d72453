"""Run by test_devices.py with a driver whose devices' memory is the host's."""

import ctypes
import unittest
from unittest import mock

import numpy as np

import diagc

RULES = "grammar g\nstatic n : int\nparam N : real\ninput a[1..n] : real\ninput b : real\noutput y[i in 1..n] = N * a[i] * b\noutput s = sum(i in 1..n) a[i]\n"

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def _lifted(function):
    """A function of NumPy on arrays of the device."""

    def on_device(first, *rest, **keywords):
        return Foreign(function(first.numbers, *rest, **keywords), first.device)

    return staticmethod(on_device)


class Library:
    """What CuPy is for its arrays."""

    moveaxis = _lifted(np.moveaxis)

    @staticmethod
    def empty(shape, dtype, device):
        return Foreign(np.full(shape, np.nan, dtype), device)


class Foreign:
    """An array of another library that says to lie on a device."""

    def __init__(self, numbers, device=0):
        self.numbers, self.device, self.streams = numbers, device, []

    shape = property(lambda self: self.numbers.shape)
    dtype = property(lambda self: self.numbers.dtype)

    real = property(lambda self: Foreign(self.numbers.real, self.device))
    imag = property(lambda self: Foreign(self.numbers.imag, self.device))

    def __setitem__(self, index, other):
        self.numbers[index] = other.numbers

    def __getitem__(self, index):
        return Foreign(self.numbers[index], self.device)

    def __add__(self, other):
        return Foreign(self.numbers + other.numbers, self.device)

    def __rmul__(self, factor):
        return Foreign(factor * self.numbers, self.device)

    def __array_namespace__(self):
        return Library

    def __dlpack_device__(self):
        return 2, self.device

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        capsule = self.numbers.__dlpack__()
        tensor = _pointer(capsule, b"dltensor")
        ctypes.c_int32.from_address(tensor + 8).value = 2  # DLTensor::device
        ctypes.c_int32.from_address(tensor + 12).value = self.device
        return capsule


def rows(numbers):
    """The same array with the batch last in memory."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(numbers, 0, -1)), -1, 0)


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel = diagc.compile(RULES, n=3, N=2, target="cuda", schedule="straight")
        numbers = np.random.default_rng(0)
        cls.a, cls.b = numbers.random((100, 3)), numbers.random(100)

    def test_auto_is_the_device(self):
        self.assertEqual(diagc.compile(RULES, n=3, schedule="straight").target, "cuda")
        self.assertEqual(self.kernel.target, "cuda")
        self.assertTrue(self.kernel.gpus)

    def test_arrays_of_the_host(self):
        found = self.kernel(a=self.a, b=self.b)
        np.testing.assert_allclose(found["y"], 2 * self.a * self.b[:, None], rtol=1e-15)

    def test_arrays_of_the_device_are_read_and_written_where_they_are(self):
        a, b = Foreign(rows(self.a)), Foreign(self.b)
        found = self.kernel(a=a, b=b)
        np.testing.assert_allclose(found["y"].numbers, 2 * self.a * self.b[:, None], rtol=1e-15)
        np.testing.assert_allclose(found["s"].numbers, self.a.sum(axis=1), rtol=1e-15)
        self.assertIsInstance(found["y"], Foreign)
        # The producer was told the stream that it has to come before.
        self.assertGreater(a.streams[0], 2)
        mine = Foreign(rows(np.zeros((100, 3))))
        place = mine.numbers.ctypes.data
        again = self.kernel.evaluate({"a": a, "b": b, "N": 5}, out={"y": mine})
        self.assertIs(again["y"], mine)
        self.assertEqual(mine.numbers.ctypes.data, place)
        np.testing.assert_allclose(mine.numbers, 5 * self.a * self.b[:, None], rtol=1e-15)

    def test_a_batch_of_one(self):
        found = self.kernel(a=Foreign(rows(self.a)), b=Foreign(self.b[:1]))
        np.testing.assert_allclose(found["y"].numbers, 2 * self.a * self.b[0], rtol=1e-15)
        found = self.kernel(a=Foreign(self.a[:1].copy()), b=Foreign(self.b))
        np.testing.assert_allclose(found["y"].numbers, 2 * self.a[0] * self.b[:, None], rtol=1e-15)

    def test_either_layout_and_any_type(self):
        expected = {"y": 2 * self.a * self.b[:, None], "s": self.a.sum(axis=1)}
        backwards = np.ascontiguousarray(self.a[::-1])[::-1]
        for a, b, digits in (
            (self.a, self.b, 1e-15),
            (backwards, rows(self.b), 1e-15),
            (np.repeat(self.a, 2, axis=1)[:, ::2], np.repeat(self.b, 2)[::2], 1e-15),
            (self.a.astype(np.float32), self.b.astype(np.float32), 1e-6),
            (rows(self.a.astype(np.float32)), self.b, 1e-6),
        ):
            before = a.copy()
            found = self.kernel(a=Foreign(a), b=Foreign(b))
            np.testing.assert_array_equal(a, before)
            for name, numbers in expected.items():
                self.assertIsInstance(found[name], Foreign)
                np.testing.assert_allclose(found[name].numbers, numbers, rtol=digits)
        with mock.patch("diagc.device_arrays._turned_at_once", 500):  # several pieces
            np.testing.assert_allclose(self.kernel(a=Foreign(self.a), b=Foreign(self.b))["y"].numbers, expected["y"], rtol=1e-15)
        whole = self.kernel(a=Foreign(np.arange(6).reshape(2, 3)), b=Foreign(np.array([1, 3])))
        np.testing.assert_array_equal(whole["y"].numbers, [[0, 2, 4], [18, 24, 30]])
        np.testing.assert_array_equal(self.kernel(a=Foreign(self.a[:0]), b=Foreign(self.b[:0]))["y"].numbers.shape, (0, 3))

    def test_complex_numbers(self):
        kernel = diagc.compile(RULES, n=3, N=2, target="cuda", schedule="straight", input_types={"a": "complex"})
        a = self.a + 1j * np.random.default_rng(1).random(self.a.shape)
        for numbers in (a, rows(a), self.a):
            found = kernel(a=Foreign(numbers), b=Foreign(self.b))
            np.testing.assert_allclose(found["y"].numbers, 2 * numbers * self.b[:, None], rtol=1e-14)
            np.testing.assert_allclose(found["s"].numbers, numbers.sum(axis=1), rtol=1e-14)
        found = kernel(a=Foreign(a[:1]), b=Foreign(self.b))
        np.testing.assert_allclose(found["y"].numbers, 2 * a[0] * self.b[:, None], rtol=1e-14)
        with self.assertRaisesRegex(diagc.ArrayError, "found an array on a device for the output `y`, expected none: complex numbers"):
            kernel.evaluate({"a": Foreign(a), "b": Foreign(self.b)}, out={"y": Foreign(a)})

    def test_what_does_not_fit(self):
        a, b = Foreign(rows(self.a)), Foreign(self.b)
        for values, message in (
            ({"a": Foreign(self.a + 0j), "b": b}, "found complex numbers on a device for the input `a`, expected real ones"),
            ({"a": Foreign(rows(self.a[:, :2])), "b": b}, r"found an array of another shape on a device for the input `a`, expected \(batch, 3\)"),
            ({"a": a, "b": self.b}, "found an array that is not on the CUDA device 0 for the input `b`"),
            ({"a": a, "b": Foreign(self.b, 1)}, "found an array that is not on the CUDA device 0 for the input `b`"),
            ({"a": Foreign(rows(self.a), 1), "b": Foreign(self.b, 1)}, r"found arrays on the CUDA device 1, .* \(0\), or devices=\[1\] in compile\(\)"),
            ({"a": a}, r"found no array for the input `b`, expected \(100,\)"),
            ({"a": a, "b": b, "c": b}, "found the argument `c`"),
            ({"a": a, "b": Foreign(self.b[:7])}, "of another shape"),
        ):
            with self.assertRaisesRegex(diagc.ArrayError, message):
                self.kernel(**values)
        for out, message in (
            (Foreign(np.zeros((100, 3))), "found an array on a device whose batch is not last in memory for the output `y`"),
            (Foreign(rows(np.zeros((100, 3), np.float32))), "found numbers of another type on a device for the output `y`, expected float64"),
            (Foreign(rows(np.zeros((100, 2)))), "found an array of another shape on a device for the output `y`"),
            (np.zeros((100, 3)), "found an array that is not on the CUDA device 0 for the output `y`"),
        ):
            with self.assertRaisesRegex(diagc.ArrayError, message):
                self.kernel.evaluate({"a": a, "b": b}, out={"y": out})
        with self.assertRaisesRegex(diagc.ArrayError, "found the output `z`"):
            self.kernel.evaluate({"a": a, "b": b}, out={"z": a})
        processor = diagc.compile(RULES, n=3, N=2, target="cpu")
        with self.assertRaisesRegex(diagc.ArrayError, 'or a kernel compiled with target="cuda"'):
            processor(a=a, b=b)

    def test_again_and_again(self):
        a, b = Foreign(rows(self.a)), Foreign(self.b)
        expected = self.kernel(a=a, b=b)["y"].numbers
        for _ in range(200):
            np.testing.assert_array_equal(self.kernel(a=a, b=b)["y"].numbers, expected)


if __name__ == "__main__":
    unittest.main()
