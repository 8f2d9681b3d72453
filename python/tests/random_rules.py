"""Random rule files with the arrays of their inputs."""

import random

import numpy as np

TYPES = ("real", "complex", "lorentz", "lorentz<complex>")


class RandomRules:
    """`text`, the numbers of one configuration's `inputs` by shape, and `params`."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.seed = seed
        self.n = self._random.randint(1, 4)
        self._kinds = {}  # name of an input -> (type, number of indices)
        lines = ["grammar g", "static n : int"]
        self.params = {}
        for i in range(self._random.randint(0, 2)):
            lines.append(f"param p{i} : real")
            self.params[f"p{i}"] = self._random.choice((2, -0.5, 0.1, 1e-3))
        for i in range(self._random.randint(1, 3)):
            kind, indices = self._random.choice(TYPES), self._random.randint(0, 2)
            self._kinds[f"x{i}"] = kind, indices
            ranges = "[" + ", ".join(["0..n"] * indices) + "]" if indices else ""
            lines.append(f"input x{i}{ranges} : {kind}")
        lines.append(f"def F(i) = if i > n then {self._factor('0')} else {self._sum('i')}")
        start = self._random.choice(("1", "{1..n}"))
        if start == "1":
            lines.append(f"def P(S) = if S == {{}} then 1 + {self._factor('0')} else sum(j in S) {self._factor('j')} * P(S - {{j}})")
        else:
            lines.append(f"def P(S) = {self._factor('0')} + sum(j in S) {self._factor('j')} * F(j)")
        lines.append("output a = F(1)")
        lines.append("output b = P(1..n)")
        if self._random.random() < 0.5:
            lines.append(f"output c = {self._factor('0')} * F(1) - {self._factor('n')}")
        self.text = "\n".join(lines) + "\n"

    def _number(self, index):
        """A scalar of an input at this index."""
        name = self._random.choice(list(self._kinds))
        kind, indices = self._kinds[name]
        other = self._random.choice((index, "0", "n"))
        element = name + (f"[{index}]" if indices == 1 else f"[{index}, {other}]" if indices == 2 else "")
        if kind.startswith("lorentz"):
            return self._random.choice((f"dot({element}, {element})", f"comp({element}, {self._random.randint(0, 3)})"))
        return element

    def _factor(self, index):
        choice = self._random.random()
        if choice < 0.2 and self.params:
            return f"{self._random.choice(list(self.params))} * {self._number(index)}"
        if choice < 0.3:
            return f"1/3 * {self._number(index)}"
        return self._number(index)

    def _sum(self, index):
        sign = self._random.choice(("+", "-"))
        return f"{self._factor(index)} * F({index} + 1) {sign} {self._factor(index)}"

    def inputs(self, batch, numbers=None):
        """Arrays for a batch, some of one configuration, of single or double precision."""
        numbers = numbers or np.random.default_rng(self.seed)
        arrays = {}
        for name, (kind, indices) in self._kinds.items():
            first = 1 if numbers.random() < 0.2 else batch
            shape = (first,) + (self.n + 1,) * indices + ((4,) if kind.startswith("lorentz") else ())
            array = numbers.uniform(-1, 1, shape)
            if "complex" in kind:
                array = array + 1j * numbers.uniform(-1, 1, shape)
            if numbers.random() < 0.3:
                array = array.astype(np.complex64 if "complex" in kind else np.float32)
            arrays[name] = array
        return arrays
