"""New arrays of other libraries on their devices."""

from __future__ import annotations

import sys
from typing import Any, Tuple


def empty(like: Any, shape: Tuple[int, ...]) -> Any:
    """An array of the type, the device and the library of `like`, [batch][indices...], with the batch last in memory."""
    library = type(like).__module__.partition(".")[0]
    batch, rest = shape[0], shape[1:]
    if library == "torch":
        import torch

        return torch.empty((*rest, batch), dtype=like.dtype, device=like.device).movedim(-1, 0)
    namespace = like.__array_namespace__() if hasattr(like, "__array_namespace__") else sys.modules.get(library)
    if namespace is None or not hasattr(namespace, "empty") or library in ("jax", "jaxlib"):
        raise TypeError(f"found an array of {library} on a device, expected arrays of CuPy or PyTorch, or evaluate() with out=...")
    if library == "cupy":
        with like.device:
            return namespace.moveaxis(namespace.empty((*rest, batch), dtype=like.dtype), -1, 0)
    return namespace.moveaxis(namespace.empty((*rest, batch), dtype=like.dtype, device=like.device), -1, 0)


__all__ = ["empty"]
