"""Result files as records of NumPy arrays."""

from __future__ import annotations

import csv
import html
import json
import os
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

_NOT_FINITE = {"nan": float("nan"), "-nan": float("-nan"), "inf": float("inf"), "-inf": float("-inf")}
_MOST_POINTS = 20  # of a curve that is drawn as points with bars
_HEAD = ("format", "version", "conventions", "fields")


def _column(values: List[Any]) -> Any:
    """A list of JSON as an array, where it is one of numbers, truths or texts; lists in it are further axes."""
    flat: List[Any] = list(values)
    while flat and isinstance(flat[0], list):
        flat = [one for inner in flat for one in inner]
    if any(isinstance(one, (dict, list)) or one is None for one in flat):
        return values
    if any(isinstance(one, str) for one in flat):
        numbers = [one for one in flat if not isinstance(one, str)]
        texts = [one for one in flat if isinstance(one, str) and one not in _NOT_FINITE]
        if numbers and not texts:
            return np.array(_finite(values), dtype=float)
        return np.array(values, dtype=object)
    return np.array(values) if flat else np.array(values, dtype=float)


def _finite(values: Any) -> Any:
    if isinstance(values, list):
        return [_finite(one) for one in values]
    return _NOT_FINITE[values] if isinstance(values, str) else values


def of_json(value: Any) -> Any:
    """A value of JSON with records for objects, tables for lists of objects that have the same fields, arrays for lists of numbers."""
    if isinstance(value, dict):
        return Record({name: of_json(one) for name, one in value.items()})
    if isinstance(value, str) and value in _NOT_FINITE:
        return _NOT_FINITE[value]
    if isinstance(value, list):
        if value and all(isinstance(one, dict) for one in value):
            names = list(value[0])
            nested = any(isinstance(one, (dict, list)) for row in value for one in row.values())
            if nested or any(list(row) != names for row in value):
                return [of_json(one) for one in value]
            return Record({name: _column([row[name] for row in value]) for name in names})
        return _column(value)
    return value


class Record(Mapping[str, Any]):
    """Fields by name, as items and as attributes: numbers, texts, NumPy arrays, records. Columns of one length are a table."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = dict(fields)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(f"found no field {name}, expected one of: {', '.join(self._fields)}") from None

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._fields]

    def _is_table(self) -> bool:
        lengths = {one.shape for one in self._fields.values() if isinstance(one, np.ndarray)}
        return len(lengths) == 1 and len(next(iter(lengths))) == 1 and all(isinstance(one, np.ndarray) for one in self._fields.values())

    def frame(self) -> Any:
        """pandas.DataFrame of a table's columns, or of the fields with one axis that have the length of the first. Needs pandas."""
        import pandas

        columns = {name: one for name, one in self._fields.items() if isinstance(one, np.ndarray) and one.ndim == 1}
        length = len(next(iter(columns.values()))) if columns else 0
        return pandas.DataFrame({name: one for name, one in columns.items() if len(one) == length})

    def __repr__(self) -> str:
        if self._is_table():
            return "<table of {} rows: {}>".format(len(next(iter(self._fields.values()))), ", ".join(self._fields))
        return f"<record: {', '.join(self._fields)}>"

    def _repr_html_(self) -> str:
        if self._is_table():
            names = list(self._fields)
            head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
            rows = zip(*(self._fields[name].tolist() for name in names))
            body = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(one))}</td>" for one in row) + "</tr>" for row in rows)
            return f"<table><tr>{head}</tr>{body}</table>"
        rows_of_fields = ""
        for name, one in self._fields.items():
            if isinstance(one, Record):
                shown = one._repr_html_()
            elif isinstance(one, list):
                shown = "".join(part._repr_html_() if isinstance(part, Record) else html.escape(_shown(part)) for part in one)
            else:
                shown = html.escape(_shown(one))
            rows_of_fields += f"<tr><th style='text-align:left;vertical-align:top'>{html.escape(name)}</th><td>{shown}</td></tr>"
        return f"<table>{rows_of_fields}</table>"


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, np.ndarray):
        return f"array of shape {value.shape}" if value.size > 6 else str(value.tolist())
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "…"


class Result(Record):
    """A result file of integrate, events or dynamics.

    Of one point or run its fields are fields of the result itself: r.orders.value is r.points[0].orders.value.
    `conventions` says what numbers mean; `unit` and `meaning` do so for a field."""

    def __init__(
        self, fields: Mapping[str, Any], head: Mapping[str, Any], picture: Optional["Picture"] = None, text: str = ""
    ) -> None:
        super().__init__(fields)
        self.text = text  #: of its JSON file; empty: it was read from HDF5
        self.kind: str = head.get("format", "")
        self.version: int = int(head.get("version", 0))
        self.conventions: str = head.get("conventions", "")
        self._about: Dict[str, Dict[str, str]] = dict(head.get("fields", {}))
        self.picture = picture  #: what the program drew; None: nothing

    def _only(self) -> Optional[Record]:
        for name in ("points", "runs"):
            several = self._fields.get(name)
            if isinstance(several, list) and len(several) == 1:
                return several[0]  # type: ignore[no-any-return]
        return None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        only = self._only()
        if name not in self._fields and only is not None:
            return getattr(only, name)
        return super().__getattr__(name)

    def unit(self, field: str) -> str:
        """Of a field such as "orders.value"; "": it has none."""
        return self._about.get(field, {}).get("unit", "")

    def meaning(self, field: str) -> str:
        return self._about.get(field, {}).get("meaning", "")

    def plot(self, axes: Any = None) -> Any:
        """The program's picture, drawn from its own numbers with Matplotlib; returns the axes, a list of them where it has several plots.
        `axes`: where to draw, one for each plot; default: a new figure."""
        if self.picture is None:
            raise ValueError("found no picture: the job has plot = \"\", or its .csv does not stand beside the result")
        return self.picture.plot(axes)

    def __repr__(self) -> str:
        fields = self._only() or self
        return f"<{self.kind} result: {', '.join(fields)}>"

    def _repr_html_(self) -> str:
        only = self._only()
        table = only._repr_html_() if only is not None else super()._repr_html_()
        return (self.picture.svg if self.picture is not None else "") + table


class Picture:
    """The curves of a program's picture: those of its .csv, and the .svg itself."""

    def __init__(self, table: str, svg: str = "") -> None:
        self.svg = svg
        self.curves: Dict[Tuple[int, str], Dict[str, List[float]]] = {}  #: by plot and label; x, y, low, high
        for row in csv.DictReader(table.splitlines()):
            curve = self.curves.setdefault((int(row["plot"]), row["label"]), {"x": [], "y": [], "low": [], "high": []})
            for name, numbers in curve.items():
                numbers.append(float(row[name]) if row[name] else float("nan"))

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the program's own SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def plot(self, axes: Any = None) -> Any:
        plots = sorted({number for number, _ in self.curves})
        if axes is None:
            from matplotlib import pyplot

            _, grid = pyplot.subplots(len(plots), 1, squeeze=False, figsize=(6.4, 4.0 * max(len(plots), 1)))
            axes = list(grid[:, 0])
        one = not isinstance(axes, (list, tuple, np.ndarray))
        every = [axes] if one else list(axes)
        if len(every) != len(plots):
            raise ValueError(f"found {len(every)} axes, expected {len(plots)}: one for each plot of the picture")
        for (number, label), curve in self.curves.items():
            place = every[plots.index(number)]
            x, y, low, high = (np.array(curve[name]) for name in ("x", "y", "low", "high"))
            bounded = not bool(np.isnan(low).all())
            if len(x) <= _MOST_POINTS:
                bars = np.stack([y - low, high - y]) if bounded else None
                place.errorbar(x, y, yerr=bars, fmt="o", capsize=3, label=label)
                continue
            (line,) = place.plot(x, y, label=label)
            if bounded:
                place.fill_between(x, low, high, alpha=0.25, color=line.get_color(), linewidth=0)
        for place in every:
            place.legend()
        return every[0] if one or len(every) == 1 else every


def from_json(text: str, picture: Optional[Picture] = None) -> Result:
    """A result from the text of its JSON file."""
    whole = json.loads(text)
    fields = {name: of_json(one) for name, one in whole.items() if name not in _HEAD}
    for name in ("points", "runs"):  # lists of results, also where all their fields are numbers
        if isinstance(whole.get(name), list):
            fields[name] = [of_json(one) for one in whole[name]]
    return Result(fields, {name: whole.get(name) for name in _HEAD if name in whole}, picture, text)


def _of_hdf5(node: Any, about: Dict[str, Dict[str, str]], place: str) -> Any:
    import h5py

    if isinstance(node, h5py.Group):
        if "count" in node.attrs:
            return [_of_hdf5(node[str(i)], about, "") for i in range(int(node.attrs["count"]))]
        return Record({name: _of_hdf5(one, about, f"{place}.{name}" if place else name) for name, one in node.items()})
    known = {name: _text(node.attrs[name]) for name in ("unit", "meaning") if name in node.attrs}
    if known:
        about.setdefault(place, known)
    value = node[()]
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return np.array([_text(one) for one in value.ravel()], dtype=object).reshape(value.shape)
        return value
    return _text(value) if isinstance(value, bytes) else value.item() if isinstance(value, np.generic) else value


def _text(value: Any) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def _from_hdf5(path: str, picture: Optional[Picture]) -> Result:
    try:
        import h5py
    except ImportError as error:
        raise ImportError(f"{path}: HDF5 files take h5py (Debian: python3-h5py); the .json beside it has the same fields") from error
    about: Dict[str, Dict[str, str]] = {}
    with h5py.File(path, "r") as file:
        head: Dict[str, Any] = {name: file.attrs[name] for name in ("format", "version", "conventions") if name in file.attrs}
        fields = {name: _of_hdf5(one, about, name if isinstance(one, h5py.Dataset) or "count" not in one.attrs else "") for name, one in file.items()}
    return Result(fields, {**{name: _text(one) if name != "version" else one for name, one in head.items()}, "fields": about}, picture)


def picture_beside(path: Union[str, "os.PathLike[str]"]) -> Optional[Picture]:
    """The picture whose files have the name of a result; None: there is none."""
    table = Path(path).with_suffix(".csv")
    if not table.is_file():
        return None
    svg = table.with_suffix(".svg")
    return Picture(table.read_text(encoding="utf-8"), svg.read_text(encoding="utf-8") if svg.is_file() else "")


def read(path: Union[str, "os.PathLike[str]"]) -> Result:
    """A result file, .json or .h5, with the picture of the same name. HDF5 takes h5py."""
    name = os.fspath(path)
    picture = picture_beside(name)
    if name.endswith(".json"):
        return from_json(Path(name).read_text(encoding="utf-8"), picture)
    if name.endswith((".h5", ".hdf5")):
        return _from_hdf5(name, picture)
    raise ValueError(f"found the file {name}, expected a result in .json, .h5 or .hdf5")


__all__ = ["Picture", "Record", "Result", "from_json", "of_json", "picture_beside", "read"]
