"""The graph of a kernel as NumPy arrays."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Dict, List, Tuple

import numpy as np
from numpy.typing import NDArray


class Graph:
    """Sums and products after the passes, operands before their users; node 0 is the number 1.

    kind          what each node is: "one", "input", "param", "constant", "sum", "product", ...
    call          the call of a rule whose value it is; "": none
    scalar        number of the leaf that an input or param node reads, over all inputs or params; -1: none
    value         of constants; NaN: no constant
    starts        operands of node i are operands[starts[i]:starts[i + 1]]
    operands      numbers of nodes
    coefficients  of the operands of sums, beside operands; elsewhere 1
    results       the nodes of the outputs' numbers
    """

    def __init__(self, text: str) -> None:
        whole: Dict[str, Any] = json.loads(text)
        nodes: List[Dict[str, Any]] = whole["nodes"]
        self.name: str = whole["grammar"]
        self.statics: Dict[str, str] = whole["statics"]
        self.variables: Dict[str, List[Dict[str, Any]]] = {kind: whole[kind] for kind in ("inputs", "params", "outputs")}
        self.kind: List[str] = [node["kind"] for node in nodes]
        self.call: List[str] = [node.get("call", "") for node in nodes]
        self.complex: NDArray[np.bool_] = np.array([node["complex"] for node in nodes], dtype=bool)
        self.scalar: NDArray[np.int64] = np.array([node.get("scalar", -1) for node in nodes], dtype=np.int64)
        self.value: NDArray[np.complex128] = np.array(
            [complex(*node["value"]) if "value" in node else complex("nan") for node in nodes], dtype=complex
        )
        operands: List[int] = []
        coefficients: List[float] = []
        starts = [0]
        for node in nodes:
            own = node.get("operands", [])
            operands += own
            coefficients += [float(Fraction(one)) for one in node.get("coefficients", ["1"] * len(own))]
            starts.append(len(operands))
        self.starts: NDArray[np.int64] = np.array(starts, dtype=np.int64)
        self.operands: NDArray[np.int64] = np.array(operands, dtype=np.int64)
        self.coefficients: NDArray[np.float64] = np.array(coefficients, dtype=float)
        self.results: NDArray[np.int64] = np.array(whole["results"], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def edges(self) -> NDArray[np.int64]:
        """(operand, user) of every edge."""
        users = np.repeat(np.arange(len(self)), np.diff(self.starts))
        return np.stack([self.operands, users], axis=1)

    @property
    def levels(self) -> NDArray[np.int64]:
        """Edges on the longest way from a leaf to each node."""
        levels = np.zeros(len(self), dtype=np.int64)
        for node in range(len(self)):
            own = self.operands[self.starts[node] : self.starts[node + 1]]
            if len(own):
                levels[node] = levels[own].max() + 1
        return levels

    def sparse(self) -> Any:
        """scipy.sparse.csr_matrix of coefficients, [user, operand]; repeated operands add up. Needs SciPy."""
        from scipy.sparse import csr_matrix

        return csr_matrix((self.coefficients, self.operands, self.starts), shape=(len(self), len(self)))

    def networkx(self) -> Any:
        """networkx.MultiDiGraph from operands to users, with kind and call of nodes, coefficient of edges. Needs NetworkX."""
        import networkx

        graph = networkx.MultiDiGraph(name=self.name)
        for node, (kind, call) in enumerate(zip(self.kind, self.call)):
            graph.add_node(node, kind=kind, call=call)
        for (operand, user), coefficient in zip(self.edges.tolist(), self.coefficients.tolist()):
            graph.add_edge(operand, user, coefficient=coefficient)
        return graph

    def find(self, call: str) -> int:
        """Number of the node that is the value of a call, as in "path(2, {3, 4})"; spaces do not count. Raises KeyError."""
        wanted = call.replace(" ", "")
        for node, own in enumerate(self.call):
            if own and own.replace(" ", "") == wanted:
                return node
        raise KeyError(f"found no node of the call {call}: it is part of another node, or no output needs it")

    def counts(self) -> Dict[str, int]:
        """How many nodes there are of each kind."""
        kinds, numbers = np.unique(np.array(self.kind), return_counts=True)
        return {str(kind): int(number) for kind, number in zip(kinds, numbers)}

    def __repr__(self) -> str:
        return f"<graph of {self.name}: {len(self)} nodes, {len(self.operands)} edges>"


__all__ = ["Graph"]
