"""Kernels as differentiable functions of PyTorch's tensors."""

from __future__ import annotations

import importlib
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from .errors import ArrayError
from .kernel import Kernel

_NOT_HOLOMORPHIC = ("conj", "re", "im")


def _array(tensor: Any) -> Any:
    """The tensor as kernels take it: without its history."""
    tensor = tensor.detach().resolve_conj().resolve_neg()
    return tensor.numpy() if tensor.device.type == "cpu" else tensor


def _products(jacobian: Any, above: Any, indices: int) -> Any:
    """Of one output and one input: above [batch][output] times jacobian [batch][output][input], summed over the output."""
    shape = tuple(above.shape) + (1,) * (jacobian.dim() - above.dim())
    product = above.reshape(shape) * jacobian
    return product.sum(dim=tuple(range(1, 1 + indices))) if indices else product


def torch_function(kernel: Kernel) -> Callable[..., Any]:
    """The kernel as a function of PyTorch's tensors, a torch.autograd.Function, with which loss.backward() goes through it.

    >>> density = diagc.torch_function(diagc.compile("hubbard_sun_density", n=4, N=2))
    >>> density(G=G).sum().backward()                # G: a tensor [batch][5][5] that requires its gradient

    Inputs and params go by their names, params as numbers or tensors of no dimension; the result is the tensor of the only output, or a
    dict of them, in the kernel's precision. Where a gradient is wanted values and derivatives are computed together, at about three times
    the cost of the values, whose last bits may differ from those alone. Gradients of complex tensors are
    conjugated as PyTorch has them. Derivatives of gradients are refused. Outputs that are vectors are refused: ask compile() for others by outputs=[...]. Needs PyTorch."""
    torch: Any = importlib.import_module("torch")
    for output in kernel.outputs:
        if output.lorentz:
            raise ValueError(f"found the output `{output.name}`, which is a vector, expected numbers: compile(outputs=[...]) names them")
    input_names = [variable.name for variable in kernel.inputs]
    param_names = [variable.name for variable in kernel.params]
    outputs = kernel.outputs
    complex_of = {variable.name: variable.complex for variable in [*kernel.inputs, *kernel.params]}
    not_holomorphic: List[bool] = []  # once it was asked for

    def is_not_holomorphic() -> bool:
        if not not_holomorphic:
            not_holomorphic.append(any(kind in _NOT_HOLOMORPHIC for kind in kernel.graph.kind))
        return not_holomorphic[0]

    def tensor_of(array: Any) -> Any:
        return torch.from_numpy(array) if isinstance(array, np.ndarray) else array

    class Evaluation(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, names: Tuple[str, ...], wanted: Tuple[str, ...], *tensors: Any) -> Any:
            values = {
                name: _array(tensor) if name in input_names else tensor.detach().tolist() for name, tensor in zip(names, tensors)
            }
            if not wanted:
                found = kernel.evaluate(values)
                return tuple(tensor_of(found[output.name]) for output in outputs)
            gradient = kernel.gradient(*(f"{output.name}:{','.join(wanted)}" for output in outputs), values=True)
            found = gradient.evaluate(values)
            ctx.names, ctx.wanted = names, wanted
            ctx.like = [(tensor.shape, tensor.dtype, tensor.is_complex()) for tensor in tensors]
            ctx.save_for_backward(*(tensor_of(found[f"d_{output.name}_{name}"]) for name in wanted for output in outputs))
            return tuple(tensor_of(found[output.name]) for output in outputs)

        def _once(ctx: Any, *above: Any) -> Any:
            jacobians = iter(ctx.saved_tensors)
            gradients: Dict[str, Any] = {}
            for name in ctx.wanted:
                shape, dtype, complex_input = ctx.like[ctx.names.index(name)]
                for output, one in zip(outputs, above):
                    # PyTorch's gradient is dL/d(re z) + i dL/d(im z).
                    factor = 2 if complex_of[name] and not output.complex else 1
                    part = factor * _products(next(jacobians).conj(), one, len(output.ranges))
                    gradients[name] = gradients[name] + part if name in gradients else part
                total = gradients[name]
                if name in param_names:
                    total = total.sum(dim=0)
                elif shape[0] == 1 and total.shape[0] != 1:
                    total = total.sum(dim=0, keepdim=True)
                if not complex_input and total.is_complex():
                    total = total.real
                gradients[name] = total.reshape(shape).to(dtype)
            return (None, None, *(gradients.get(name) for name in ctx.names))

        backward = staticmethod(torch.autograd.function.once_differentiable(_once))

    def function(**values: Any) -> Any:
        names, tensors, wanted = [], [], []
        for name, value in values.items():
            if name not in complex_of:
                known = ", ".join(f"`{one}`" for one in complex_of)
                raise ArrayError(f"found the argument `{name}`, expected one of: {known}")
            tensor = value if isinstance(value, torch.Tensor) else torch.as_tensor(value, dtype=None if name in input_names else torch.float64)
            names.append(name)
            tensors.append(tensor)
            if tensor.requires_grad and torch.is_grad_enabled():
                wanted.append(name)
                mixed = complex_of[name] and any(output.complex for output in outputs)
                if mixed and is_not_holomorphic():
                    raise ValueError(
                        f"found a gradient by the complex `{name}` of complex outputs that are not holomorphic in it (conj, re or im stands in the "
                        "rules), expected real outputs: re(f) and im(f)"
                    )
        results = Evaluation.apply(tuple(names), tuple(wanted), *tensors)
        return results[0] if len(outputs) == 1 else {output.name: one for output, one in zip(outputs, results)}

    function.__doc__ = f"{kernel!r} as a function of tensors: {', '.join([*input_names, *param_names])}."
    return function


__all__ = ["torch_function"]
