"""diagc: recurrences of diagrams, compiled.

>>> import diagc, numpy
>>> k = diagc.compile("hubbard_sun_density", n=3, N=2)      # or a path, or the text of rules
>>> k(G=numpy.random.rand(1000, 4, 4))                      # the array of its output

compile         rules to a kernel, which is called with arrays; k.grad() has its derivatives
torch_function  a kernel as a differentiable function of PyTorch's tensors
derive          the rules that a theory stands for
integrate       a series by Monte Carlo; resum sums it
events          jets of colliding protons
dynamics        Green's functions at two times
contract        a tensor network
read            a result file
"""

try:
    from . import _core
except ImportError as error:
    raise ImportError(
        f"{error}: the compiled part of diagc does not load. It is made for one version of Python, glibc 2.35 or later, and needs "
        "libstdc++ of GCC 12 or later and libfmt 9 (Debian: libfmt9), which wheels bring."
    ) from error

from .errors import ArrayError, CompileError, Diagnostic, Error, ProgramError
from .graph import Graph
from .jobs import dynamics, events, integrate, resum
from .kernel import DerivedRules, Kernel, compile, declarations, derive
from .networks import contract
from .pictures import Drawing
from .results import Record, Result, read
from .torch_tensors import torch_function

__all__ = [
    "ArrayError",
    "CompileError",
    "DerivedRules",
    "Diagnostic",
    "Drawing",
    "Error",
    "Graph",
    "Kernel",
    "ProgramError",
    "Record",
    "Result",
    "compile",
    "contract",
    "declarations",
    "derive",
    "dynamics",
    "events",
    "integrate",
    "read",
    "resum",
    "torch_function",
]
