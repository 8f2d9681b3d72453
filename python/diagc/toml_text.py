"""Jobs as TOML."""

from __future__ import annotations

import json
import math
import re
from typing import Any, List, Mapping

import numpy as np

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _value(value: Any, place: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        number = float(value)
        if math.isnan(number):
            return "nan"
        if math.isinf(number):
            return "inf" if number > 0 else "-inf"
        return repr(number)
    if hasattr(value, "__fspath__"):
        return _value(str(value.__fspath__()), place)
    if isinstance(value, np.ndarray):
        return _value(value.tolist(), place)
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(_value(one, place) for one in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(name)} = {_value(one, f'{place}.{name}')}" for name, one in value.items()) + " }"
    raise TypeError(f"found {value!r} for {place}, expected a number, a text, a list or a dict")


def toml_text(job: Mapping[str, Any]) -> str:
    """A job of tables, and lists of tables, as TOML; None is left out. Raises TypeError for what TOML has not."""
    lines: List[str] = []
    tables: List[str] = []

    def table(head: str, content: Mapping[str, Any], place: str) -> None:
        tables.append(head)
        for name, value in content.items():
            if value is not None:
                tables.append(f"{_key(name)} = {_value(value, f'{place}.{name}')}")

    for name, value in job.items():
        if isinstance(value, Mapping):
            table(f"[{_key(name)}]", value, name)
        elif isinstance(value, (list, tuple)) and value and all(isinstance(one, Mapping) for one in value):
            for one in value:
                table(f"[[{_key(name)}]]", one, name)
        elif value is not None:
            lines.append(f"{_key(name)} = {_value(value, name)}")
    return "\n".join([*lines, *tables]) + "\n"


__all__ = ["toml_text"]
