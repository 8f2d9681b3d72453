"""The program diagc, which does what the library does not."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from functools import lru_cache
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Union

from .errors import Error, ProgramError


def find() -> Optional[str]:
    """Where the program is: $DIAGC_PROGRAM, that of the package, that of the build folder, that of $PATH; None: nowhere."""
    package = Path(__file__).resolve().parent
    places = [os.environ.get("DIAGC_PROGRAM"), package / "bin" / "diagc", package.parent.parent / "bin" / "diagc"]
    for place in places:
        if place and os.access(place, os.X_OK):
            return os.path.abspath(place)
    return shutil.which("diagc")


def _program() -> str:
    program = find()
    if program is None:
        raise Error("found no program diagc, expected it in the package, in the path, or named by DIAGC_PROGRAM")
    return program


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Lets the program write what it has, as Ctrl-C in a terminal does; then it is killed."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def run(
    arguments: Sequence[str],
    folder: Union[str, "os.PathLike[str]", None] = None,
    progress: Optional[Callable[[str], object]] = None,
) -> bytes:
    """Standard output of the program. `progress` is told every line of standard error while it runs. Raises ProgramError.

    An interrupt is passed on to the program, which may write a checkpoint before it ends, and raised again.
    """
    process = subprocess.Popen(
        [_program(), *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C of a terminal comes to it from here alone
    )
    output: List[bytes] = []
    assert process.stdout is not None and process.stderr is not None
    reader = threading.Thread(target=lambda stream: output.append(stream.read()), args=(process.stdout,), daemon=True)
    reader.start()
    told: List[str] = []
    try:
        for line in process.stderr:
            text = line.decode("utf-8", "replace").rstrip("\n")
            told.append(text)
            if progress is not None:
                progress(text)
        process.wait()
    except BaseException:
        # What is printed from now on interests nobody, but must not block the program's way out.
        rest = threading.Thread(target=process.stderr.read, daemon=True)
        rest.start()
        _end(process)
        rest.join()
        raise
    finally:
        reader.join()
        process.stdout.close()
        process.stderr.close()
    if process.returncode != 0:
        raise ProgramError("\n".join(told) or f"diagc ended with exit code {process.returncode}", process.returncode)
    return output[0]


@lru_cache(maxsize=None)
def grammar(name: str) -> str:
    """The text of a rule file that comes along with diagc. Raises ProgramError, with the name that may have been meant."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        try:
            run(["examples", "copy", name], folder)
        except ProgramError:
            run(["compile", name, "--emit", "rules"], folder)  # says which name may have been meant
            raise
        return (Path(folder) / f"{name}.diag").read_text(encoding="utf-8")


def main() -> None:
    """The command `diagc` of an installed package."""
    import sys

    program = _program()
    os.execv(program, [program, *sys.argv[1:]])


__all__ = ["find", "grammar", "main", "run"]
