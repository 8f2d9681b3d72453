"""How far a long run is, shown."""

from __future__ import annotations

import re
import sys
from typing import Any, Callable, Optional, Union

Progress = Union[bool, Callable[[str], object], None]

_PERCENT = re.compile(r"^(?P<stage>[a-z][a-z -]*?) (?P<done>\d+(?:\.\d+)?) %")
_TIMES = re.compile(r"^t (?P<time>[-+.e\d]+) of (?P<end>[-+.e\d]+)")


def share_of(line: str) -> Optional[float]:
    """The part of a stage that a line of the program reports as done, 0 to 1; None: it reports none."""
    percent = _PERCENT.match(line)
    if percent:
        return min(float(percent["done"]) / 100, 1.0)
    times = _TIMES.match(line)
    if times and float(times["end"]) > 0:
        return min(float(times["time"]) / float(times["end"]), 1.0)
    return None


class Bar:
    """A bar of tqdm's, in notebooks as in terminals; without tqdm a line that is written over, in terminals alone."""

    def __init__(self, name: str) -> None:
        self._bar: Any = None
        self._line = False
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self._line = sys.stderr.isatty()
        else:
            self._bar = tqdm(total=100, desc=name, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed} {postfix}")

    def __call__(self, line: str) -> None:
        share = share_of(line)
        if self._bar is not None:
            percent = _PERCENT.match(line)
            if percent:
                self._bar.set_description_str(percent["stage"], refresh=False)
            if share is not None:
                self._bar.n = round(100 * share)
            self._bar.set_postfix_str(line.partition(": ")[2] or line, refresh=True)
        elif self._line:
            sys.stderr.write(f"\r\033[K{line[:120]}")
            sys.stderr.flush()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._line:
            sys.stderr.write("\r\033[K")


class Shown:
    """What progress=… means: None or True a bar, False nothing, a function every line that the program reports."""

    def __init__(self, progress: Progress, name: str) -> None:
        self._bar = Bar(name) if progress is None or progress is True else None
        self.listener: Optional[Callable[[str], object]] = self._bar if self._bar is not None else (progress if callable(progress) else None)

    def __enter__(self) -> Optional[Callable[[str], object]]:
        return self.listener

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


__all__ = ["Bar", "Progress", "Shown", "share_of"]
