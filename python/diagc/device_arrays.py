"""Arrays of other libraries on their devices: copies that kernels can read, new arrays, results."""

from __future__ import annotations

import contextlib
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
    if _library(array) == "torch":
        import torch

        if is_complex:
            kind = torch.complex64 if dtype == "float32" else torch.complex128
            return torch.view_as_real(array.to(kind).resolve_conj()).movedim(0, -1).contiguous()
        return array.to(getattr(torch, dtype)).movedim(0, -1).contiguous()
    space = _namespace(array)
    with _on_device_of(array):
        turned = space.moveaxis(array, 0, -1)
        if is_complex:
            turned = space.stack([space.real(turned), space.imag(turned)], axis=-2)
        turned = turned.astype(dtype)
        return space.ascontiguousarray(turned) if hasattr(space, "ascontiguousarray") else turned


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
