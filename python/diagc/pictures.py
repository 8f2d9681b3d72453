"""Pictures for notebooks: diagrams of theories, rooflines of kernels."""

from __future__ import annotations

import html
import math
import os
import re
import tempfile
from pathlib import Path
from typing import Any, List, Mapping, Optional, Tuple, Union

from . import program
from .errors import ProgramError

MOST_SHOWN = 24  # diagrams that a notebook shows unasked


class Drawing(str):
    """The text of an SVG picture; notebooks show it."""

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the SVG file."""
        Path(path).write_text(self, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<picture, {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


def drawn_diagrams(text: str, path: str, output: str, statics: Mapping[str, str]) -> Drawing:
    """What `diagc explain --diagrams` draws. Raises ProgramError."""
    arguments: List[str] = []
    for name, value in statics.items():
        arguments += ["-D", f"{name}={value}"]
    name = os.path.basename(path) if path.endswith(".diag") else "theory.diag"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_text(text, encoding="utf-8")
        return Drawing(program.run(["explain", name, *([output] if output else []), *arguments, "--diagrams"], folder).decode("utf-8"))


def few_diagrams(text: str, path: str, statics: Mapping[str, str]) -> Optional[Drawing]:
    """The same of all outputs, where they are few enough to be shown unasked; None: they are not, or the program is not here."""
    try:
        picture = drawn_diagrams(text, path, "", statics)
    except (ProgramError, OSError, RuntimeError):
        return None
    return picture if sum(int(count) for count in re.findall(r": (\d+) diagrams?</text>", picture)) <= MOST_SHOWN else None


def _ticks(low: float, high: float) -> List[float]:
    return [10.0**power for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]


def roofline(row: Mapping[str, Any], precision: str, flops: float, moved: float) -> Drawing:
    """Operations a second over operations a byte of inputs and outputs, both logarithmic, of a row of `diagc bench --json`."""
    at, peak = flops / moved, float(row["peak_gflops"]) * 1e9
    copy = row.get("copy_gb_per_s")
    slope = float(copy) * 1e9 if copy else None
    points: List[Tuple[str, float, str]] = [("in cache", row["evaluations_per_s"], "#d55e00")]
    if row.get("dram_evaluations_per_s"):
        points.append(("from memory", row["dram_evaluations_per_s"], "#0072b2"))
    ridge = peak / slope if slope else at
    least, most = min(at, ridge) / 8, max(at, ridge) * 8

    def roof(x: float) -> float:
        return min(peak, x * slope) if slope else peak

    high, low = peak * 2, min([roof(least), *(rate * flops for _, rate, _ in points)]) / 2
    width, height = 520.0, 280.0

    def place(x: float, y: float) -> Tuple[float, float]:
        return 60 + math.log(x / least) / math.log(most / least) * width, 20 + height - math.log(y / low) / math.log(high / low) * height

    parts: List[str] = []

    def line(a: Tuple[float, float], b: Tuple[float, float], style: str) -> None:
        parts.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" {style}/>')

    def text(what: str, x: float, y: float, anchor: str = "start") -> None:
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(what)}</text>')

    for x in _ticks(least, most):
        line(place(x, low), place(x, high), 'stroke="#ddd"')
        text(f"{x:g}", place(x, low)[0], 20 + height + 16, "middle")
    for y in _ticks(low, high):
        line(place(least, y), place(most, y), 'stroke="#ddd"')
        text(f"{y / 1e9:g}", 54, place(least, y)[1] + 4, "end")
    text("operations a byte", 60 + width, 20 + height + 32, "end")
    text("Gflop/s", 10, 14)
    corners = [place(x, roof(x)) for x in (least, min(max(ridge, least), most), most)]
    parts.append('<polyline fill="none" stroke="#222" stroke-width="2" points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in corners) + '"/>')
    text(f"peak {peak / 1e9:.3g} Gflop/s", 60 + width, place(most, peak)[1] - 6, "end")
    if copy:
        text(f"copy {copy:.3g} GB/s", corners[0][0] + 20, corners[0][1] + 4)
    line(place(at, low), place(at, high), 'stroke="#222" stroke-dasharray="2 3"')
    last = -1000.0
    for i, (name, rate, colour) in enumerate(points):
        x, y = place(at, rate * flops)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{colour}"/>'
            if i == 0
            else f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="{colour}"/>'
        )
        beside = y + (16 if abs(y - last) < 14 else 4)
        left = x > 60 + width / 2
        text(f"{name}: {rate * flops / 1e9:.3g} Gflop/s", x - 10 if left else x + 10, beside, "end" if left else "start")
        last = y
    title = f"<title>roofline, one core, {precision}</title>"
    return Drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 340" width="600" height="340" font-family="sans-serif" font-size="12">{title}'
        f'<rect width="600" height="340" fill="#fff"/>{"".join(parts)}</svg>'
    )


def bytes_of(variables: List[Any], precision: str) -> int:
    """Of one configuration of all these arrays."""
    width = 4 if precision == "fp32" else 8
    return sum(math.prod(one.shape) * width * (2 if one.complex else 1) for one in variables)


__all__ = ["Drawing", "bytes_of", "drawn_diagrams", "few_diagrams", "roofline"]
