"""Sums over products of arrays: tensor networks."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional

import numpy as np

from . import program
from .kernel import Rules, _number_text, _static_text
from .progress import Progress, Shown
from .results import Record


def _value(value: Any) -> Any:
    """As `--json` prints it: a number, [re, im], an exact count in decimal digits, or a maximum with its count."""
    if isinstance(value, list):
        return complex(*value)
    if isinstance(value, str):
        return int(value)
    if isinstance(value, dict):
        return value["max"], int(value["count"])
    return value


def _file_of(network: Rules, folder: Path) -> str:
    """What the program takes: text of rules is written down first."""
    if isinstance(network, str) and "\n" in network:
        (folder / "network.diag").write_text(network, encoding="utf-8")
        return "network.diag"
    path = os.fspath(network)
    return os.path.abspath(path) if os.path.exists(path) else path


def _option(name: str, value: Any) -> List[str]:
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if isinstance(value, (list, tuple)):
        return [flag, ",".join(str(one) for one in value)]
    return [flag, os.path.abspath(value) if hasattr(value, "__fspath__") else str(value)]


def contract(
    network: Rules,
    *arrays: Any,
    inputs: Optional[Mapping[str, Any]] = None,
    statics: Optional[Mapping[str, object]] = None,
    params: Optional[Mapping[str, Any]] = None,
    extents: Optional[Mapping[str, int]] = None,
    element: Optional[str] = None,
    gradient: bool = False,
    progress: Progress = False,
    **options: Any,
) -> Record:
    """The value of a tensor network, in an order that is searched for (docs/contract.md).

    >>> diagc.contract("ij,jk->ik", a, b).value
    >>> diagc.contract("independent_sets", statics={"n": 8}, element="count").value

    network   an einsum string, the path of a network or circuit, or rules with axes: a path, a text, the name of a grammar
    arrays    of all tensors in their order; inputs: those of rules, by name
    extents   of labels of an einsum string without arrays
    element   "f32", "f64", "c64", "c128", "count", "count:P" or "tropical"
    gradient  also the derivatives with respect to all tensors: `gradient` of the result is a list of arrays
    Other keywords are options of `diagc contract`: fill="random:1", memory="8GiB", bits="0110", target="cuda", ...

    The record has `value` – a number, an array where labels are open, exact integers of counts, (maximum, count) of tropical ones – and
    what the contraction took: log10_macs, log2_width, slices, peak_bytes, seconds, gflops. Raises ProgramError."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = ["contract", _file_of(network, folder), "--json"]
        for static, value in (statics or {}).items():
            arguments += ["-D", f"{static}={_static_text(value)}"]
        for param, value in (params or {}).items():
            arguments += ["-p", f"{param}={_number_text(value)}"]
        for label, extent in (extents or {}).items():
            arguments += ["--extent", f"{label}={int(extent)}"]
        for number, (input_name, array) in enumerate((inputs or {}).items()):
            np.save(folder / f"input{number}.npy", np.ascontiguousarray(array))
            arguments += ["-i", f"{input_name}=input{number}.npy"]
        if arrays:
            np.savez(folder / "values.npz", *[np.ascontiguousarray(one) for one in arrays])
            arguments += ["--values", "values.npz"]
        if element is not None:
            arguments += ["--element", element]
        if element in (None, "f32", "f64", "c64", "c128"):
            arguments += ["-o", "value.npy"]
        if gradient:
            arguments += ["--gradient", "gradient.npz"]
        for option, value in options.items():
            arguments += _option(option, value)
        with Shown(progress, "contract") as listener:
            fields: Dict[str, Any] = json.loads(program.run(arguments, folder, listener))
        fields["value"] = _value(fields["value"])
        if fields["value"] is None:
            fields["value"] = np.load(folder / "value.npy")
        if gradient:
            with np.load(folder / "gradient.npz") as file:
                fields["gradient"] = [file[f"arr_{i}"] for i in range(len(file.files))]
    return Record(fields)


__all__ = ["contract"]
