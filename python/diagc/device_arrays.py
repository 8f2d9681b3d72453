"""Arrays of other libraries on their devices: copies that kernels can read, new arrays, results."""

from __future__ import annotations

import contextlib
import math
import sys
from typing import Any, ContextManager, Tuple


def _library(array: Any) -> str:
    return type(array).__module__.partition(".")[0]


def _namespace(array: Any) -> Any:
    """The functions of the array's library."""
    namespace = array.__array_namespace__() if hasattr(array, "__array_namespace__") else sys.modules.get(_library(array))
    if namespace is None or not hasattr(namespace, "moveaxis"):
        raise TypeError(f"found an array of {_library(array)} on a device, expected one of CuPy, PyTorch or JAX")
    return namespace


def rows(array: Any, dtype: str, is_complex: bool) -> Any:
    """A copy of [batch][indices...] as [indices...][batch] without gaps, in the dtype "float32" or "float64"; of complex numbers
    [indices...][re, im][batch]."""
    with _on_device_of(array):
        if _library(array) in ("jax", "jaxlib"):
            space = _namespace(array)
            turned = space.moveaxis(array, 0, -1)
            if is_complex:
                turned = space.stack([space.real(turned), space.imag(turned)], axis=-2)
            return turned.astype(dtype)
        if is_complex and _library(array) == "torch":
            import torch

            array = array.to(torch.complex64 if dtype == "float32" else torch.complex128)  # else there may be no imaginary part
        batch, indices = array.shape[0], tuple(array.shape[1:])
        copy = empty(array, (*indices, 2, batch) if is_complex else (*indices, batch), dtype)
        # What is read at once stays in the device's cache: otherwise every index reads all of the memory's lines anew.
        step = max(_turned_at_once // (8 * max(math.prod(indices), 1)), 1)
        for begin in range(0, batch, step):
            some = array[begin : begin + step]
            if is_complex:
                copy[..., 0, begin : begin + step] = _turned(some.real)
                copy[..., 1, begin : begin + step] = _turned(some.imag)
            else:
                copy[..., begin : begin + step] = _turned(some)
        return copy


_turned_at_once = 1 << 24  # bytes; a third of the second cache of an H100


def _turned(array: Any) -> Any:
    """The same numbers with the batch as last index."""
    return array.movedim(0, -1) if _library(array) == "torch" else _namespace(array).moveaxis(array, 0, -1)


def empty(like: Any, shape: Tuple[int, ...], dtype: str) -> Any:
    """A new array without gaps, of the library and on the device of `like`."""
    if _library(like) == "torch":
        import torch

        return torch.empty(shape, dtype=getattr(torch, dtype), device=like.device)
    space = _namespace(like)
    if _library(like) == "cupy":
        with like.device:
            return space.empty(shape, dtype=dtype)
    return space.empty(shape, dtype=dtype, device=like.device)


def array_of(rows: Any, is_complex: bool) -> Any:
    """[indices...][batch] as [batch][indices...], with the batch last in memory where the library has such arrays; real and imaginary parts
    as complex numbers."""
    if _library(rows) == "torch":
        import torch

        if is_complex:
            rows = torch.complex(rows.select(-2, 0), rows.select(-2, 1))
        return rows.movedim(-1, 0)
    space = _namespace(rows)
    with _on_device_of(rows):
        if is_complex:
            rows = rows[..., 0, :] + 1j * rows[..., 1, :]
        return space.moveaxis(rows, -1, 0)


def capsule(array: Any, stream: int) -> Any:
    """The array as DLPack has it, once what its library has under way is done as far as `stream` goes."""
    with _on_device_of(array):
        return array.__dlpack__(stream=stream)


def _on_device_of(array: Any) -> ContextManager[Any]:
    """CuPy computes, and CuPy and PyTorch wait for a stream, on the current device; others where their arrays are."""
    if _library(array) == "torch":
        import torch

        device: ContextManager[Any] = torch.cuda.device(array.device)
        return device
    if _library(array) == "cupy":
        device = array.device
        return device
    return contextlib.nullcontext()


__all__ = ["array_of", "capsule", "empty", "rows"]
