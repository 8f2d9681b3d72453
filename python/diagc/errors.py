"""What can go wrong, as exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, List, Tuple

from ._core import ArrayError


@dataclass(frozen=True)
class Diagnostic:
    """One error in rules or options."""

    code: str  #: kind of error: "syntax", "unknown-name", "arity", "kind", "index", ...
    path: str  #: empty: no position is known
    line: int  #: from 1; 0: the file as a whole
    column: int  #: from 1, in characters
    message: str  #: what was found, what was expected
    source_line: str
    call_chain: Tuple[str, ...]  #: the calls that led there, innermost first
    rendered: str  #: all of that with a caret, as the program prints it

    def __str__(self) -> str:
        return self.rendered


class Error(Exception):
    """Any error of diagc but wrong arrays (ArrayError)."""


class CompileError(Error):
    """Rules or options are wrong; `diagnostics` says where, and str() shows it with a caret."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: List[Diagnostic] = list(diagnostics)
        super().__init__("\n".join(one.rendered for one in self.diagnostics))


class ProgramError(Error):
    """The program diagc refused its input, or failed; str() is what it printed."""

    def __init__(self, message: str, exit_code: int) -> None:
        self.exit_code = exit_code  #: 1: input, files, devices; 2: options; 3: a fault of diagc
        super().__init__(message)


__all__ = ["ArrayError", "CompileError", "Diagnostic", "Error", "ProgramError"]
