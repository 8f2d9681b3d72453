"""Derivatives of kernels against differences, and kernels within PyTorch."""

import importlib.util
import sys
import unittest
from unittest import mock

import numpy as np

import diagc
import stand_in_torch
from random_rules import RandomRules
from test_kernels import LOOPS

MIXED = """grammar mixed
static n : int
param N : real
input z[1..n] : complex
input x : real
output f = N * x * z[1] * z[n] * z[n]
output s[i in 1..n] = N * re(conj(z[i]) * z[i]) * x + im(z[1])
"""
HOLOMORPHIC = "grammar h\nparam c : complex\ninput z[0..1] : complex\ninput x : real\noutput f = c * exp(z[0]) * z[1] * x\noutput g[i in 0..1] = z[i]^3 * x\n"


def difference(function, values, name, index, step):
    """Central difference of the outputs by one number; `step` may be imaginary."""
    moved = []
    for sign in (1, -1):
        changed = dict(values)
        if np.ndim(values[name]):
            changed[name] = np.array(values[name])
            changed[name][(slice(None), *index)] += sign * step
        else:
            changed[name] = values[name] + sign * step
        moved.append(function(changed))
    return {output: (moved[0][output] - moved[1][output]) / (2 * abs(step)) for output in moved[0]}


class Derivatives(unittest.TestCase):
    def check(self, kernel, values, scale=1.0):
        outputs = [output for output in kernel.outputs if not output.lorentz]
        if not outputs:
            return 0
        found = kernel.gradient(*(output.name for output in outputs)).evaluate(values)
        checked = 0
        for variable in [*kernel.inputs, *kernel.params]:
            if variable.name not in values:
                continue
            for index in np.ndindex(*variable.shape):
                re = difference(kernel.evaluate, values, variable.name, index, 1e-4)
                im = difference(kernel.evaluate, values, variable.name, index, 1e-4j) if variable.complex else None
                for output in outputs:
                    expected = re[output.name] if im is None else (re[output.name] - 1j * im[output.name]) / 2
                    array = found[f"d_{output.name}_{variable.name}"]
                    self.assertEqual(array.shape, re[output.name].shape + variable.shape)
                    np.testing.assert_allclose(array[(..., *index)], expected, atol=3e-6 * scale, rtol=1e-5, err_msg=f"{output.name} by {variable.name}{index}")
                    checked += 1
        return checked

    def test_loops_by_hand(self):
        kernel = diagc.compile(LOOPS, n=4, target="cpu")
        G = np.random.default_rng(0).random((7, 4, 4))
        gradient = kernel.grad(G=G)
        self.assertEqual(gradient.shape, (7, 4, 4))
        # Every loop has one propagator from each point, and is linear in each: Euler's theorem row by row.
        for row in range(4):
            np.testing.assert_allclose((gradient * G)[:, row].sum(axis=-1), kernel(G=G), rtol=1e-13)
        np.testing.assert_array_equal(kernel.grad("loops:G", G=G), gradient)
        self.assertGreater(self.check(kernel, {"G": G}), 0)

    def test_complex_numbers_params_and_several_outputs(self):
        numbers = np.random.default_rng(1)
        z = numbers.random((3, 2)) + 1j * numbers.random((3, 2))
        values = {"z": z, "x": numbers.random(3), "N": 1.5}
        kernel = diagc.compile(MIXED, n=2, target="cpu")
        self.assertEqual(self.check(kernel, values), 8)
        found = kernel.grad("f", **values)
        self.assertEqual(list(found), ["d_f_z", "d_f_x", "d_f_N"])
        np.testing.assert_allclose(found["d_f_z"][:, 0], 1.5 * values["x"] * z[:, 1] ** 2, rtol=1e-13)
        holomorphic = diagc.compile(HOLOMORPHIC, target="cpu")
        self.assertEqual(self.check(holomorphic, {"z": z, "x": values["x"], "c": 1 + 2j}), 8)

    def test_random_rules(self):
        checked = 0
        for seed in range(0, 60, 3):
            rules = RandomRules(seed)
            kernel = diagc.compile(rules.text, n=rules.n, target="interpreter")
            inputs = {name: array.astype(complex if np.iscomplexobj(array) else float) for name, array in rules.inputs(2).items()}
            size = max(float(np.abs(one).max()) for one in kernel.evaluate({**inputs, **rules.params}).values())
            with self.subTest(seed=seed, rules=rules.text):
                checked += self.check(kernel, {**inputs, **rules.params}, max(size, 1.0))
        self.assertGreater(checked, 100)

    def test_targets_agree(self):
        G = np.random.default_rng(2).random((5, 4, 4))
        found = [diagc.compile(LOOPS, n=4, target=target).grad(G=G) for target in ("cpu", "interpreter")]
        np.testing.assert_allclose(found[0], found[1], rtol=1e-13)

    def test_compile_has_them_as_outputs(self):
        kernel = diagc.compile(LOOPS, n=3, target="cpu", gradients=["loops:G"])
        G = np.random.default_rng(3).random((5, 3, 3))
        found = kernel(G=G)
        self.assertEqual(list(found), ["loops", "d_loops_G"])
        np.testing.assert_array_equal(kernel.grad(G=G), found["d_loops_G"])
        with self.assertRaisesRegex(diagc.CompileError, "found `H` in the gradient|H"):
            kernel.grad("loops:H", G=G)
        self.assertIs(kernel.gradient("loops"), kernel.gradient("loops"))


class WithTorch:
    """The same on the stand-in and on PyTorch. `torch` is either."""

    def tensor(self, numbers, requires_grad=True):
        return self.torch.tensor(numbers, requires_grad=requires_grad)

    def numbers(self, tensor):
        return np.asarray(tensor.detach().resolve_conj().numpy())

    def check(self, kernel, values, weights, wanted):
        """Gradients of L = sum of re(conj(w) f) against differences."""
        function = diagc.torch_function(kernel)

        def loss(now):
            found = kernel.evaluate(now)
            return {"L": sum(np.real(np.conj(weights[name]) * found[name]).sum() for name in weights)}

        tensors = {name: self.tensor(value, name in wanted) for name, value in values.items()}
        results = function(**tensors)
        if len(kernel.outputs) == 1:
            results = {kernel.outputs[0].name: results}
        for name, weight in weights.items():
            np.testing.assert_allclose(self.numbers(results[name]), kernel.evaluate(values)[name], rtol=1e-12, atol=1e-14)
            # dL/d(re f) + i dL/d(im f) of re(conj(w) f) is w.
            self.backward(results[name], np.array(weight, dtype=self.numbers(results[name]).dtype), retain=True)
        for name in wanted:
            found = self.numbers(tensors[name].grad)
            self.assertEqual(found.shape, np.shape(values[name]))
            batch = [()] if not np.ndim(values[name]) else np.ndindex(*np.shape(values[name]))
            for index in batch:
                step = 1e-5

                def moved(by):
                    if not np.ndim(values[name]):
                        return {**values, name: values[name] + by}
                    array = np.array(values[name])
                    array[index] += by
                    return {**values, name: array}

                def slope(by):
                    return (loss(moved(by))["L"] - loss(moved(-by))["L"]) / (2 * step)

                expected = slope(step) + (1j * slope(1j * step) if np.iscomplexobj(values[name]) else 0)
                np.testing.assert_allclose(found[index], expected, rtol=1e-6, atol=1e-7, err_msg=f"{name}{index}")

    def test_real(self):
        kernel = diagc.compile("hubbard_sun_density", n=2, target="cpu")
        G = np.random.default_rng(0).random((3, 3, 3))
        self.check(kernel, {"G": G, "N": 2.5}, {kernel.outputs[0].name: np.array([1.0, -2.0, 0.5])}, ["G", "N"])
        self.check(kernel, {"G": G[:1], "N": 2.0}, {kernel.outputs[0].name: np.array([3.0])}, ["G"])

    def test_complex_and_a_batch_of_one(self):
        numbers = np.random.default_rng(1)
        z = numbers.random((1, 2)) + 1j * numbers.random((1, 2))
        x = numbers.random(3)
        weights = {"f": numbers.random(3) + 1j * numbers.random(3), "g": numbers.random((3, 2)) - 1j * numbers.random((3, 2))}
        self.check(diagc.compile(HOLOMORPHIC, target="cpu"), {"z": z, "x": x, "c": 1 + 2j}, weights, ["z", "x", "c"])
        kernel = diagc.compile(MIXED, n=2, target="cpu", outputs=["s"])
        self.check(kernel, {"z": z, "x": x, "N": 2.0}, {"s": numbers.random((3, 2))}, ["z", "x"])

    def test_what_is_refused(self):
        mixed = diagc.torch_function(diagc.compile(MIXED, n=2, target="cpu", N=1))
        z, x = np.ones((2, 2), dtype=complex), np.ones(2)
        with self.assertRaisesRegex(ValueError, "by the complex `z` of complex outputs that are not holomorphic"):
            mixed(z=self.tensor(z), x=self.tensor(x))
        self.assertEqual(tuple(mixed(z=self.tensor(z, False), x=self.tensor(x))["f"].shape), (2,))
        with self.assertRaisesRegex(diagc.ArrayError, "found the argument `y`, expected one of: `z`, `x`, `N`"):
            mixed(y=x)
        with self.assertRaisesRegex(diagc.ArrayError, r"found the shape \(2, 2\) for the input `x`"):
            mixed(z=self.tensor(z, False), x=self.tensor(np.ones((2, 2))))
        with self.assertRaisesRegex(ValueError, "found the output `v`, which is a vector"):
            diagc.torch_function(diagc.compile("grammar g\ninput p : lorentz\noutput v = 2 * p\n", target="cpu"))

    def test_types(self):
        function = diagc.compile(LOOPS, n=3, target="cpu", precision="fp32").torch_function()
        G = self.tensor(np.random.default_rng(0).random((4, 3, 3)))
        result = function(G=G)
        self.assertEqual(self.numbers(result).dtype, np.float32)
        plain = function(G=self.tensor(self.numbers(G), False))
        self.assertEqual(self.numbers(plain).tobytes(), diagc.compile(LOOPS, n=3, target="cpu", precision="fp32")(G=self.numbers(G)).tobytes())
        self.backward(result, np.ones(4, dtype=np.float32))
        self.assertEqual(self.numbers(G.grad).dtype, np.float64)


class OnTheStandIn(WithTorch, unittest.TestCase):
    torch = stand_in_torch

    def setUp(self):
        patch = mock.patch.dict(sys.modules, {"torch": stand_in_torch})
        patch.start()
        self.addCleanup(patch.stop)

    def backward(self, result, above, retain=False):
        result.backward(stand_in_torch.Tensor(above))


@unittest.skipIf(importlib.util.find_spec("torch") is None, "PyTorch is not here (Debian: python3-torch)")
class OnPyTorch(WithTorch, unittest.TestCase):
    @property
    def torch(self):
        import torch

        return torch

    def backward(self, result, above, retain=False):
        result.backward(self.torch.from_numpy(above), retain_graph=retain)

    def test_gradcheck(self):
        torch = self.torch
        function = diagc.compile(LOOPS, n=3, target="cpu").torch_function()
        G = torch.rand(2, 3, 3, dtype=torch.float64, requires_grad=True)
        self.assertTrue(torch.autograd.gradcheck(lambda G: function(G=G), (G,)))
        z = torch.rand(2, 2, dtype=torch.complex128, requires_grad=True)
        x = torch.rand(2, dtype=torch.float64, requires_grad=True)
        c = torch.tensor(1 + 0.5j, requires_grad=True, dtype=torch.complex128)
        holomorphic = diagc.torch_function(diagc.compile(HOLOMORPHIC, target="cpu"))
        for name in ("f", "g"):
            self.assertTrue(torch.autograd.gradcheck(lambda z, x, c: holomorphic(z=z, x=x, c=c)[name], (z, x, c)))

    def test_without_gradients(self):
        torch = self.torch
        function = diagc.compile(LOOPS, n=3, target="cpu").torch_function()
        G = torch.rand(2, 3, 3, dtype=torch.float64, requires_grad=True)
        with torch.no_grad():
            self.assertFalse(function(G=G).requires_grad)
        layouts = function(G=G.transpose(1, 2)).sum()
        layouts.backward()
        self.assertEqual(G.grad.shape, G.shape)

    def test_a_layer_that_learns(self):
        torch = self.torch
        torch.manual_seed(0)
        permanent = diagc.torch_function(diagc.compile("permanent", n=3, target="cpu"))
        layer = torch.nn.Linear(2, 9).double()
        wanted = torch.tensor([1.0, 2.0, -1.0], dtype=torch.float64)
        inputs = torch.eye(2, dtype=torch.float64)[[0, 1, 1]] * torch.tensor([[1.0], [1.0], [-0.5]], dtype=torch.float64)
        descent = torch.optim.Adam(layer.parameters(), lr=0.03)
        losses = []
        for _ in range(150):
            descent.zero_grad()
            loss = ((permanent(A=layer(inputs).reshape(3, 3, 3)) - wanted) ** 2).mean()
            loss.backward()
            descent.step()
            losses.append(loss.item())
        self.assertLess(losses[-1], 1e-2 * losses[0])


if __name__ == "__main__":
    unittest.main()
