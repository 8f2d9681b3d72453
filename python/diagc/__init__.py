"""diagc: recurrences of diagrams, compiled.

>>> import diagc, numpy
>>> k = diagc.compile("hubbard_sun_density", n=3, N=2)      # or a path, or the text of rules
>>> k(G=numpy.random.rand(1000, 4, 4))                      # the array of its output

compile     rules to a kernel, which is called with arrays
derive      the rules that a theory stands for
"""

from .errors import ArrayError, CompileError, Diagnostic, Error, ProgramError
from .graph import Graph
from .kernel import DerivedRules, Kernel, compile, declarations, derive

__all__ = [
    "ArrayError",
    "CompileError",
    "DerivedRules",
    "Diagnostic",
    "Error",
    "Graph",
    "Kernel",
    "ProgramError",
    "compile",
    "declarations",
    "derive",
]
