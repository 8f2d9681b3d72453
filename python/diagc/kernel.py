"""Rules to kernels."""

from __future__ import annotations

import html
import json
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _core, program
from .errors import CompileError, Diagnostic
from .graph import Graph
from .pictures import Drawing, bytes_of, drawn_diagrams, few_diagrams, roofline

Rules = Union[str, "os.PathLike[str]"]


def _text_of(rules: Rules) -> Tuple[str, str]:
    """Text and the name of its source in messages. Text has more than one line; else it is a file, or a grammar that comes along."""
    if isinstance(rules, str) and "\n" in rules:
        return rules, "<text>"
    path = os.fspath(rules)
    if not os.path.exists(path) and isinstance(rules, str) and "/" not in path and not path.endswith(".diag"):
        return program.grammar(path), path
    try:
        return Path(path).read_text(encoding="utf-8"), path
    except UnicodeDecodeError as error:
        raise _refused(path, f"found bytes that are not UTF-8 at {error.start}, expected the text of rules") from error


def _refused(path: str, message: str) -> CompileError:
    return CompileError([Diagnostic("definition", path, 0, 0, message, "", (), f"{path}: error: {message}")])


def _check(diagnostics: Iterable[Tuple[Any, ...]]) -> None:
    found = [Diagnostic(*one) for one in diagnostics]
    if found:
        raise CompileError(found)


def _static_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def declarations(rules: Rules) -> Dict[str, Any]:
    """What a rule file declares, without expanding anything: name, doc, theory, and lists of (name, doc, type) under statics, params,
    inputs, outputs. Raises CompileError."""
    declared = _core.declarations(*_text_of(rules))
    _check(declared.pop("diagnostics"))
    return declared


class Kernel(_core.Kernel):
    """Compiled rules: called with arrays by the names of inputs and numbers by the names of params, gives the arrays of the outputs.

    >>> k = diagc.compile("loops.diag", n=4)
    >>> k(G=numpy.random.rand(1000, 4, 4)).shape
    (1000,)

    Arrays are [batch][indices as declared][4 of a vector], of any dtype that is a number and any layout; those whose numbers lie as C has
    them, or with the batch last in memory, are not copied. A batch of 1 goes with any other. With one output its array is the result,
    with several a dict. Arrays of CuPy, PyTorch or JAX on a device stay there, for a kernel with target="cuda". Kernels are immutable, and
    may be called from many threads at once: the interpreter's lock is released.
    """

    def __init__(self, compiled: _core.Kernel, text: str, path: str, options: Mapping[str, Any]) -> None:
        super().__init__(compiled)
        self.rules = text  #: the text that was compiled
        self.path = path  #: as messages show it
        self._options = dict(options)
        self._gradients: Dict[Tuple[Tuple[str, ...], bool], Kernel] = {}
        self._measured: Optional[Dict[str, Any]] = None

    def with_threads(self, threads: int) -> "Kernel":
        """The same kernel with another number of threads for a batch; 0: one a core."""
        return Kernel(self._with_threads(threads), self.rules, self.path, {**self._options, "threads": threads})

    def gradient(self, *of: str, values: bool = False) -> "Kernel":
        """The kernel of derivatives: "density:G,N" is those of `density` by G and N, "density" those by all inputs and params; without any,
        those of all outputs that are numbers.

        Its outputs are d_density_G[a,b], ..., indices of the output in front of those of the input, with `values` also those of this kernel.
        By a complex number z it is the derivative d/dz = (d/d(re z) - i d/d(im z)) / 2, the ordinary one where the output is holomorphic in z;
        by a vector, the vector of derivatives by its components. It is compiled once. Raises CompileError."""
        own = [output.name for output in self.outputs if output.name in self._options["declared_outputs"]]
        wanted = list(of) or [output.name for output in self.outputs if output.name in own and not output.lorentz]
        key = (tuple(wanted), values)
        if key not in self._gradients:
            everything = [variable.name for variable in [*self.inputs, *self.params]]
            names = list(own) if values else []
            for one in wanted:
                output, _, by = one.replace(" ", "").partition(":")
                names += [f"d_{output}_{variable}" for variable in (by.split(",") if by else everything)]
            self._gradients[key] = _compiled(self.rules, self.path, {**self._options, "gradients": wanted, "outputs": names})
        return self._gradients[key]

    def grad(self, *of: str, **values: Any) -> Any:
        """The derivatives at these inputs and params: the array of the only one, or a dict of them.

        >>> k.grad("density:G", G=G)          # d density / d G[a,b], [batch][a][b]
        >>> k.grad(G=G, N=2)                  # {"d_density_G": ..., "d_density_N": ...}

        `of` as in gradient(). All of them cost about twice the value, whatever their number."""
        return self.gradient(*of)(**values)

    def torch_function(self) -> Callable[..., Any]:
        """This kernel as a differentiable function of PyTorch's tensors: diagc.torch_function()."""
        from .torch_tensors import torch_function

        return torch_function(self)

    @property
    def stats(self) -> Dict[str, Any]:
        """Sizes of graph and code: nodes, edges, flops, max_live, ...; under "seconds" what the stages of compiling took, on devices under
        "gpu_code" registers, spills and code of every function."""
        stats: Dict[str, Any] = dict(self._figures)
        stats["seconds"] = dict(self._seconds)
        if self.target == "cuda":
            stats["gpu_code"] = self._gpu_code
        return stats

    def explain(self, call: str) -> str:
        """A call such as "W(2,{1},0,2)": its rule, its terms, what uses it, how many diagrams pass. Raises ProgramError."""
        return self._run("explain", [*self._definitions(), call])

    def source(self, form: str = "cpp", *, arch: str = "sm_90") -> str:
        """The kernel as text: "cpp", "cuda", "llvm-ir", "asm", "header", "ptx", "sass", or the graph as "graph" or "dot", or "rules".

        `arch` is the device that CUDA's forms are for. Raises ProgramError."""
        if form == ("cuda" if self.target == "cuda" else "cpp") and self._source:
            return str(self._source)
        arguments = [*self._definitions(), "--emit", form, "--precision", self.precision]
        if form in ("cuda", "ptx", "sass"):
            arguments += ["--arch", arch]
        elif self.cpu:
            arguments += ["--cpu", self.cpu]
        return self._run("compile", arguments)

    @property
    def graph(self) -> Graph:
        """The graph after the passes. It is made anew at every use: keep it where it is used often."""
        return Graph(self._run("compile", [*self._definitions(), "--emit", "json"]))

    def explore(self, path: Union[str, "os.PathLike[str]"], *, assembly: bool = False, measure: bool = False, **params: Any) -> str:
        """Writes one page of HTML: rules, graph, passes, schedule and source, linked. Returns the path, for webbrowser.open().

        `assembly` adds machine code beside the source: the processor's, or SASS (PTX where nvdisasm is not found) for a device.
        `measure` takes some seconds and adds rates on this machine's processor to the roofline, at `params`."""
        arguments = [*self._definitions(), "--precision", self.precision, "--target", "cuda" if self.target == "cuda" else "cpu"]
        if assembly:
            arguments += ["--assembly", *(["--cpu", self.cpu] if self.target == "cpu" else [])]
        if measure:
            arguments += ["--measure", *self._param_options(params)]
        page = self._run("explore", arguments)
        Path(path).write_text(page, encoding="utf-8")
        return os.path.abspath(path)

    def bench(self, *, threads: int = 1, **params: Any) -> Dict[str, Any]:
        """Rates on this machine, as `diagc bench` measures them: evaluations_per_s, share, gflops, ...; it takes some seconds."""
        arguments = [*self._definitions(), "--json", "--precision", self.precision, "--target", self.target]
        if threads != 1:
            arguments += ["--threads", str(threads)]
        arguments += self._param_options(params)
        if self.target == "cpu":
            arguments += ["--cpu", self.cpu]
        row: Dict[str, Any] = json.loads(self._run("bench", arguments))[0]
        self._measured = row
        return row

    def roofline(self, **params: Any) -> Drawing:
        """Operations a second over operations a byte, under the roof of this machine: a picture of what bench() measured, which is run where
        it was not. From then on the kernel shows it in notebooks. Raises ValueError where there is nothing to compute or to move."""
        flops, moved = self._figures["flops"], bytes_of([*self.inputs, *self.outputs], self.precision)
        if not flops or not moved:
            raise ValueError(f"found {flops} operations on {moved} bytes, expected some of both")
        row = self._measured if self._measured is not None and not params else self.bench(**params)
        return roofline(row, self.precision, flops, moved)

    def diagrams(self, output: str = "") -> Drawing:
        """The diagrams of a theory at this kernel's statics, of one output or of all: a picture. Raises ProgramError where there are more than
        400, or where the rules state no theory."""
        return drawn_diagrams(self.rules, self.path, output, self.statics)

    def _param_options(self, params: Mapping[str, Any]) -> List[str]:
        """`-p` of every param, 1 where there is no value."""
        values = {**self._options["params"], **params}
        arguments: List[str] = []
        for param in self.params:
            value = values.get(param.name, 1)
            numbers = value if isinstance(value, (list, tuple)) else [value]
            arguments += ["-p", f"{param.name}={','.join(_number_text(one) for one in numbers)}"]
        return arguments

    def _definitions(self) -> List[str]:
        arguments: List[str] = []
        for name, value in self.statics.items():
            arguments += ["-D", f"{name}={value}"]
        for name, kind in self._options["input_types"].items():
            arguments += ["--type", f"{name}={kind}"]
        if self._options["walk"]:
            arguments += ["--walk", self._options["walk"]]
        for gradient in self._options["gradients"]:
            arguments += ["--gradient", gradient]
        for name in self._options["disabled_passes"]:
            arguments += ["--disable", name]
        return arguments + ["--max-nodes", str(self._options["max_nodes"]), "--max-steps", str(self._options["max_steps"])]

    def _run(self, command: str, arguments: Sequence[str]) -> str:
        """A command of the program on the rules as they were compiled."""
        name = os.path.basename(self.path) if self.path.endswith(".diag") else f"{self.name}.diag"
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(self.rules, encoding="utf-8")
            return program.run([command, name, *arguments], folder).decode("utf-8")

    def __repr__(self) -> str:
        statics = ", ".join(f"{name}={value}" for name, value in self.statics.items())
        return f"<diagc kernel {self.name}({statics}) for {self.target}, {self.precision}>"

    def _repr_html_(self) -> str:
        """Rule, variables, sizes, diagrams of a small theory, the roofline once bench() has run: for notebooks."""
        stats = self._figures
        flops, moved = stats["flops"], bytes_of([*self.inputs, *self.outputs], self.precision)
        statics = ", ".join(f"{name} = {value}" for name, value in self.statics.items())
        rows = [("statics", statics)]
        for what, variables in (("input", self.inputs), ("param", self.params), ("output", self.outputs)):
            for variable in variables:
                rows.append((what, f"{variable!r}" + (f" – {variable.doc}" if variable.doc else "")))
        rows.append(("graph", f"{stats['nodes']:,} nodes, {stats['edges']:,} edges"))
        rows.append(("one configuration", f"{flops:,} operations, {stats['max_live']:,} values alive at once"))
        if moved:
            known = "" if self._measured is not None else "; bench() adds the picture"
            rows.append(("roofline", f"{flops / moved:.3g} operations a byte of inputs and outputs{known}"))
        body = "".join(f"<tr><th style='text-align:left'>{html.escape(a)}</th><td>{html.escape(b)}</td></tr>" for a, b in rows)
        title = f"<b>{html.escape(self.name)}</b> ({html.escape(self.target)}, {self.precision})"
        doc = f"<p>{html.escape(self.doc)}</p>" if self.doc else ""
        rules = f"<details><summary>rules</summary><pre>{html.escape(self.rules)}</pre></details>"
        pictures = self.roofline() if self._measured is not None and flops and moved else ""
        if self._options["is_theory"]:
            pictures += few_diagrams(self.rules, self.path, self.statics) or ""
        return f"<div>{title}{doc}<table>{body}</table>{pictures}{rules}</div>"


def _number_text(value: Any) -> str:
    number = complex(value)
    if number.imag == 0:
        return repr(number.real)
    return f"{number.real!r}{number.imag:+}i"


def compile(  # noqa: A001  (what it does has this name)
    rules: Rules,
    *,
    precision: str = "fp64",
    target: str = "auto",
    outputs: Sequence[str] = (),
    gradients: Sequence[str] = (),
    input_types: Optional[Mapping[str, str]] = None,
    walk: str = "",
    statics: Optional[Mapping[str, object]] = None,
    params: Optional[Mapping[str, Any]] = None,
    cpu: str = "native",
    threads: int = 0,
    devices: Sequence[int] = (0,),
    schedule: str = "auto",
    tune_seconds: float = 3,
    use_cache: bool = True,
    disabled_passes: Sequence[str] = (),
    max_nodes: int = 50_000_000,
    max_steps: int = 2_000_000_000,
    progress: Optional[Callable[[str], object]] = None,
    **values: Any,
) -> Kernel:
    """A kernel from a rule file, from the text of one (anything of several lines), or from the name of one that comes with diagc.

    Other keywords are values of statics, and of params that calls then need not give: ``compile("hubbard_sun_density", n=6, N=2)``.
    `statics` and `params` take those whose names mean something else here.

    precision        "fp32" or "fp64"
    target           "cpu", "cuda", "interpreter"; "auto": a device where there is one, else the processor
    outputs          names of those to compute; default: all
    gradients        derivatives as further outputs: "density:G,N" adds d_density_G and d_density_N, "density" those by all inputs and params
    input_types      types in place of declared ones: {"e": "complex"}
    walk             of a theory: "line", "trail" or "lowest", which leg is contracted next, in place of what makes the smallest graph
    threads          for one batch; 0: one a core
    progress         called with "reading", "expanding", "scheduling", "emitting", "compiling"

    cpu, devices, schedule, tune_seconds, use_cache, disabled_passes, max_nodes and max_steps are what docs/library.md says.
    Raises CompileError. An interrupt (Ctrl-C) ends it early.
    """
    text, path = _text_of(rules)
    declared = _core.declarations(text, path)
    _check(declared["diagnostics"])
    static_names = [name for name, _, _ in declared["statics"]]
    param_names = [name for name, _, _ in declared["params"]]
    all_statics = dict(statics or {})
    all_params = dict(params or {})
    for name, value in values.items():
        if name in static_names:
            all_statics[name] = value
        elif name in param_names:
            all_params[name] = value
        else:
            known = ", ".join(f"`{one}`" for one in static_names + param_names)
            raise _refused(path, f"found a value for `{name}`, expected the name of a static or param: {known or 'there is none'}")
    unknown = [name for name in all_params if name not in param_names]
    if unknown:
        known = ", ".join(f"`{one}`" for one in param_names)
        raise _refused(path, f"found a value for the param `{unknown[0]}`, expected one of: {known or 'there is none'}")
    device_program = program.find() if target in ("auto", "cuda") else None
    options = {
        "precision": precision,
        "target": target,
        "outputs": list(outputs),
        "gradients": list(gradients),
        "input_types": dict(input_types or {}),
        "walk": walk,
        "statics": {name: _static_text(value) for name, value in all_statics.items()},
        "cpu": cpu,
        "threads": threads,
        "devices": list(devices),
        "schedule": schedule,
        "tune_seconds": float(tune_seconds),
        "use_cache": use_cache,
        "disabled_passes": list(disabled_passes),
        "max_nodes": max_nodes,
        "max_steps": max_steps,
        "compile_worker": [device_program, "nvrtc-worker"] if device_program else [],
        "params": all_params,
        "is_theory": declared["theory"],
        "declared_outputs": [name for name, _, _ in declared["outputs"]],
    }
    return _compiled(text, path, options, progress)


def _compiled(text: str, path: str, options: Mapping[str, Any], progress: Optional[Callable[[str], object]] = None) -> Kernel:
    kernel, diagnostics, told = _core.compile(text, path, dict(options), options["params"], progress)
    _check(diagnostics)
    assert kernel is not None
    for warning in told:
        warnings.warn(warning, stacklevel=3)
    return Kernel(kernel, text, path, options)


class DerivedRules(str):
    """The text of rules; notebooks show it below the theory's diagrams, at the largest small order that has few of them."""

    theory: str  #: that the rules stand for
    path: str  #: its name in messages

    def diagrams(self, output: str = "", **statics: object) -> Drawing:
        """The theory's diagrams at these statics, of one output or of all: a picture. Raises ProgramError where there are more than 400."""
        return drawn_diagrams(self.theory, self.path, output, {name: _static_text(value) for name, value in statics.items()})

    def _few_diagrams(self) -> str:
        declared = _core.declarations(self.theory, self.path)["statics"]
        for order in (3, 2, 1):
            picture = few_diagrams(self.theory, self.path, {name: str(order) for name, _, kind in declared if kind == "int"})
            if picture is not None:
                return picture
        return ""

    def _repr_html_(self) -> str:
        return f"<div>{self._few_diagrams()}<pre>{html.escape(self)}</pre></div>"


def derive(theory: Rules, *, walk: str = "", **statics: object) -> DerivedRules:
    """The rules that a theory stands for, as text that compile() takes.

    Statics are orders at which forms of the rules are compared, so as to take the smallest; `walk` is "line", "trail" or "lowest" in place
    of what makes the smallest graph. Raises CompileError."""
    text, path = _text_of(theory)
    rules, diagnostics = _core.derive(text, path, {name: _static_text(value) for name, value in statics.items()}, walk)
    _check(diagnostics)
    derived = DerivedRules(rules)
    derived.theory, derived.path = text, path
    return derived


__all__ = ["DerivedRules", "Kernel", "compile", "declarations", "derive"]
