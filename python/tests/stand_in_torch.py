"""What diagc takes of PyTorch, on NumPy arrays: for its tests where PyTorch is not."""

import types

import numpy as np

float64, complex128, float32 = np.dtype("float64"), np.dtype("complex128"), np.dtype("float32")


class Tensor:
    """Numbers, and where they came from: a function and what it read."""

    device = types.SimpleNamespace(type="cpu")

    def __init__(self, numbers, requires_grad=False, origin=None):
        self.numbers, self.requires_grad, self.origin, self.grad = np.asarray(numbers), requires_grad, origin, None

    shape = property(lambda self: self.numbers.shape)
    dtype = property(lambda self: self.numbers.dtype)
    real = property(lambda self: Tensor(self.numbers.real))

    def detach(self):
        return Tensor(self.numbers)

    def resolve_conj(self):
        return self

    resolve_neg = resolve_conj

    def numpy(self):
        return self.numbers

    def tolist(self):
        return self.numbers.tolist()

    def dim(self):
        return self.numbers.ndim

    def is_complex(self):
        return self.numbers.dtype.kind == "c"

    def conj(self):
        return Tensor(self.numbers.conj())

    def reshape(self, shape):
        return Tensor(self.numbers.reshape(shape))

    def to(self, dtype):
        return Tensor(self.numbers.astype(dtype))

    def sum(self, dim, keepdim=False):
        return Tensor(self.numbers.sum(axis=dim, keepdims=keepdim))

    def __add__(self, other):
        return Tensor(self.numbers + other.numbers)

    def __mul__(self, other):
        return Tensor(self.numbers * getattr(other, "numbers", other))

    __rmul__ = __mul__

    def backward(self, above):
        """Of a result of Function.apply: adds up `grad` of the tensors that it came from."""
        function, ctx, tensors, results = self.origin
        every = [above if one is self else Tensor(np.zeros_like(one.numbers)) for one in results]
        for tensor, gradient in zip(tensors, function.backward(ctx, *every)):
            if isinstance(tensor, Tensor) and tensor.requires_grad:
                tensor.grad = gradient if tensor.grad is None else tensor.grad + gradient


class _Context:
    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors


class _Function:
    @classmethod
    def apply(cls, *arguments):
        ctx = _Context()
        results = cls.forward(ctx, *arguments)
        for one in results:
            one.requires_grad = any(isinstance(tensor, Tensor) and tensor.requires_grad for tensor in arguments)
            one.origin = (cls, ctx, arguments, results)
        return results


autograd = types.SimpleNamespace(Function=_Function, function=types.SimpleNamespace(once_differentiable=lambda function: function))


def from_numpy(numbers):
    return Tensor(numbers)


def as_tensor(value, dtype=None):
    return Tensor(np.asarray(value, dtype=dtype))


def tensor(value, dtype=None, requires_grad=False):
    return Tensor(np.asarray(value, dtype=dtype), requires_grad)


def is_grad_enabled():
    return True
