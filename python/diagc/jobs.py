"""Jobs of the programs: integrate, events, dynamics; and sums of series."""

from __future__ import annotations

import importlib.util
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import program
from .progress import Progress, Shown
from .results import Picture, Record, Result, from_json, of_json, read
from .toml_text import toml_text

Job = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Path_ = Union[str, "os.PathLike[str]"]


def _parsed(text: str) -> Optional[Dict[str, Any]]:
    """Tables of a TOML text; None where this Python reads no TOML, or the text is none, which the program says better."""
    for name in ("tomllib", "tomli"):
        if importlib.util.find_spec(name) is None:
            continue
        library = importlib.import_module(name)
        try:
            tables: Dict[str, Any] = library.loads(text)
        except library.TOMLDecodeError:
            return None
        return tables
    return None


def _with_whole_paths(value: Any, name: str = "") -> Any:
    """The job with files that exist here, and with files to write, by their whole paths: it runs in another folder."""
    if isinstance(value, Mapping):
        return {key: _with_whole_paths(one, f"{name}.{key}") for key, one in value.items()}
    to_write = name in (".output.results", ".output.plot", ".output.events", ".checkpoint.path")
    if to_write and isinstance(value, (list, tuple)):
        return [_with_whole_paths(one, name) for one in value]
    if hasattr(value, "__fspath__"):
        return os.path.abspath(value)
    if isinstance(value, str) and value and (to_write or ("." in value and os.path.isfile(value))):
        return os.path.abspath(value)
    return value


class _Run:
    """One run of a program in a folder, and what it leaves there."""

    def __init__(self, command: str, job: Job, folder: Path) -> None:
        self._command, self._folder = command, folder
        if isinstance(job, Mapping):
            tables: Optional[Dict[str, Any]] = _with_whole_paths(job)
            self._file = self._written(toml_text(tables or {}))
        elif isinstance(job, str) and "\n" in job:
            tables = _parsed(job)
            tables = _with_whole_paths(tables) if tables is not None else None
            self._file = self._written(job if tables is None else toml_text(tables))
        else:
            self._file = os.path.abspath(job)
            tables = _parsed(Path(self._file).read_text(encoding="utf-8"))
        self._output: Mapping[str, Any] = (tables or {}).get("output", {})

    def _written(self, text: str) -> str:
        path = self._folder / f"{self._command}.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run(self, options: Sequence[str], progress: Progress) -> None:
        with Shown(progress, self._command) as listener:
            program.run([self._command, self._file, *options], self._folder, listener)

    def _place(self, key: str, ending: str) -> List[Path]:
        own = self._output.get(key)
        names = [own] if isinstance(own, str) else list(own) if own is not None else [Path(self._file).stem + ending]
        return [self._folder / name for name in names]

    def result(self) -> Result:
        """From the files. Of trajectories HDF5 has every time, JSON those that the job names."""
        files = [*self._place("results", ".json"), *(self._place("results", ".h5") if "results" not in self._output else [])]
        has_hdf5 = importlib.util.find_spec("h5py") is not None
        readable = [one for one in files if one.is_file() and (one.suffix == ".json" or has_hdf5)]
        if not readable:
            raise FileNotFoundError(f"found no result of {self._file} to read, expected one of: {', '.join(str(one) for one in files)}")
        readable.sort(key=lambda one: (one.suffix == ".json") == (self._command == "dynamics"))
        result = read(readable[0])
        result.picture = self._picture()
        return result

    def _picture(self) -> Optional[Picture]:
        (plot,) = self._place("plot", ".svg")
        table = plot.with_suffix(".csv")
        if self._output.get("plot") == "" or not table.is_file():
            return None
        svg = plot.read_text(encoding="utf-8") if plot.suffix == ".svg" and plot.is_file() else ""
        return Picture(table.read_text(encoding="utf-8"), svg)


def _run(command: str, job: Job, folder: Optional[Path_], resume: bool, overwrite: bool, progress: Progress) -> Result:
    options = (["--resume"] if resume else []) + (["--overwrite"] if overwrite else [])
    if folder is None and (isinstance(job, Mapping) or (isinstance(job, str) and "\n" in job)):
        with tempfile.TemporaryDirectory() as temporary:
            run = _Run(command, job, Path(temporary))
            run.run(options, progress)
            return run.result()
    run = _Run(command, job, Path(folder) if folder is not None else Path.cwd())
    run.run(options, progress)
    return run.result()


_ARGUMENTS = """

    job        tables as a dict, {{"model": {{"beta": 4}}, …}}; or TOML, anything of several lines; or the path of a job file
    folder     where its files go, and stay; default: the current folder for the path of a job, else none: nothing is kept but the result
    resume     go on from the checkpoint that is there
    overwrite  replace the files of an earlier run
    progress   None: a bar; False: nothing; else called with every line that the program reports

    `diagc {0} --example` prints all keys. Raises ProgramError. An interrupt (Ctrl-C) lets the program write its checkpoint first."""


def integrate(
    job: Job, *, folder: Optional[Path_] = None, resume: bool = False, overwrite: bool = False, progress: Progress = None
) -> Result:
    return _run("integrate", job, folder, resume, overwrite, progress)


def events(
    job: Job, *, folder: Optional[Path_] = None, resume: bool = False, overwrite: bool = False, progress: Progress = None
) -> Result:
    return _run("events", job, folder, resume, overwrite, progress)


def dynamics(
    job: Job, *, folder: Optional[Path_] = None, resume: bool = False, overwrite: bool = False, progress: Progress = None
) -> Result:
    return _run("dynamics", job, folder, resume, overwrite, progress)


integrate.__doc__ = "Integrates the diagrams of a lattice model by Monte Carlo (docs/integrate.md)." + _ARGUMENTS.format("integrate")
events.__doc__ = "Generates events of colliding protons, and measures their cross sections (docs/events.md)." + _ARGUMENTS.format("events")
dynamics.__doc__ = "Propagates two-time Green's functions (docs/dynamics.md). With h5py the result has every time." + _ARGUMENTS.format("dynamics")


def _couplings(U: Union[float, str, Sequence[float]]) -> str:
    if isinstance(U, str):
        return U
    try:
        return ",".join(repr(float(one)) for one in U)  # type: ignore[union-attr]
    except TypeError:
        return repr(float(U))  # type: ignore[arg-type]


def resum(
    result: Union[Result, Path_],
    U: Union[float, str, Sequence[float]] = "0..4",
    *,
    order: Optional[int] = None,
    resamples: int = 1000,
) -> Union[Record, List[Record]]:
    """Sums the series of a result of integrate(), or of its file, at couplings U: a number, several, or a range such as "0..6:0.5".

    A record with U, together (value, error, low, high, reliable) and sums, one for each method and order; of a scan a list of them."""
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(result, Result):
            if not result.text:
                raise ValueError("found a result that was read from HDF5, expected its path")
            path = os.path.join(folder, "result.json")
            Path(path).write_text(result.text, encoding="utf-8")
        else:
            path = os.path.abspath(result)
        arguments = ["resum", path, "--U", _couplings(U), "--resamples", str(resamples), "--json"]
        if order is not None:
            arguments += ["--order", str(order)]
        whole = json.loads(program.run(arguments, folder))
    points = [of_json(point) for point in whole["points"]]
    return points[0] if len(points) == 1 else points


__all__ = ["dynamics", "events", "integrate", "resum"]
