"""Prints what calls from Python cost: python3 python/tests/rates.py [--target cuda] [--seconds S]

Medians of rounds in which Python and the program's benchmark run in turn. On the processor on one thread; seconds of Python are those of the
processor. On a device, with CuPy or PyTorch, in seconds of the clock: a call returns when its results are there."""

import argparse
import importlib.util
import statistics
import time

import numpy as np

import diagc


def seconds_of(call, least, clock=time.thread_time):
    """Of one call after a first, repeated for so many seconds."""
    call()
    repeats = 1
    while True:
        start = clock()
        for _ in range(repeats):
            call()
        passed = clock() - start
        if passed >= least:
            return passed / repeats
        repeats = max(repeats + 1, int(repeats * 1.2 * least / max(passed, 1e-9)))


def median_of(call, least, rounds, clock=time.thread_time):
    return statistics.median(seconds_of(call, least, clock) for _ in range(rounds))


def on_processor(least, rounds):
    print("one configuration a call              us")
    identity = diagc.compile("grammar g\ninput x : real\noutput y = x\n", target="cpu", threads=1)
    loops = diagc.compile("permanent", n=4, target="cpu", threads=1)
    one, matrix = np.ones(1), np.ones((1, 4, 4))
    for name, call in (("y = x", lambda: identity(x=one)), ("permanent n = 4", lambda: loops(A=matrix))):
        print(f"{name:30} {median_of(call, least, rounds) * 1e6:9.2f}")

    print("\nhubbard_sun_density n = 4, evaluations/s   Python, 1000  Python, 10^6  bench, convert  the same from memory  bench, rows  10^6 over convert")
    numbers = np.random.default_rng(0)
    for precision, kind in (("fp64", np.float64), ("fp32", np.float32)):
        kernel = diagc.compile("hubbard_sun_density", n=4, N=2, precision=precision, target="cpu", threads=1)
        few, many = (numbers.random((batch, 5, 5)).astype(kind) for batch in (1000, 10**6))
        rows = []
        for _ in range(rounds):
            bench = kernel.bench()
            rows.append(
                (
                    1000 / seconds_of(lambda: kernel(G=few), least),
                    1e6 / seconds_of(lambda: kernel(G=many), least),
                    bench["convert_evaluations_per_s"],
                    bench["dram_convert_evaluations_per_s"] or float("nan"),
                    bench["evaluations_per_s"],
                )
            )
        medians = [statistics.median(column) for column in zip(*rows)]
        print(f"{precision:40}" + "".join(f"{one:15.3g}" for one in medians) + f"{medians[1] / medians[2]:15.3f}")


def _random_rows(library, kind, shape):
    """[indices…][batch] on the device, seen with the batch first."""
    if library == "torch":
        import torch

        return torch.rand(shape, dtype=getattr(torch, kind), device="cuda").movedim(-1, 0)
    import cupy

    return cupy.moveaxis(cupy.random.random(shape, dtype=kind), -1, 0)


def _turned(library, array):
    """The same numbers with the batch first in memory."""
    if library == "torch":
        return array.contiguous()
    import cupy

    return cupy.ascontiguousarray(array)


def on_device(least, rounds, orders):
    library = next((name for name in ("cupy", "torch") if importlib.util.find_spec(name)), None)
    if library is None:
        raise SystemExit("rates.py: --target cuda takes arrays of CuPy or PyTorch, and neither is here")
    clock = time.perf_counter
    identity = diagc.compile("grammar g\ninput x : real\noutput y = x\n", target="cuda")
    one, out = _random_rows(library, "float64", (1,)), _random_rows(library, "float64", (1,))
    print(f"arrays of {library}; one configuration a call: {median_of(lambda: identity(x=one), least, rounds, clock) * 1e6:.1f} us", end="")
    print(f", {median_of(lambda: identity.evaluate({'x': one}, out={'y': out}), least, rounds, clock) * 1e6:.1f} us with out=")
    print("\nhubbard_sun_density, evaluations/s    batch     Python, out=   Python         batch first    NumPy          bench          out= over bench")
    for precision, kind in (("fp32", "float32"), ("fp64", "float64")):
        for n in orders:
            kernel = diagc.compile("hubbard_sun_density", n=n, N=2, precision=precision, target="cuda")
            size = np.dtype(kind).itemsize
            # As many configurations as diagc bench takes.
            batch = min(2**24, (3 << 30) // (size * ((n + 1) ** 2 + 1)), 10**12 // kernel.stats["flops"])
            G = _random_rows(library, kind, (n + 1, n + 1, batch))
            mine = _random_rows(library, kind, (batch,))
            first = _turned(library, G)
            host = np.moveaxis(np.random.default_rng(0).random((n + 1, n + 1, 10**5)).astype(kind), -1, 0)
            calls = (
                (batch, lambda: kernel.evaluate({"G": G}, out={"density": mine})),
                (batch, lambda: kernel(G=G)),
                (batch, lambda: kernel(G=first)),
                (10**5, lambda: kernel(G=host)),
            )
            rows = []
            for _ in range(rounds):
                rates = [count / seconds_of(call, least, clock) for count, call in calls]
                rows.append((*rates, kernel.bench()["evaluations_per_s"]))
            medians = [statistics.median(column) for column in zip(*rows)]
            print(f"{precision} n = {n:<2} {batch:28,}" + "".join(f"{one:15.4g}" for one in medians) + f"{medians[0] / medians[-1]:15.3f}", flush=True)
            del G, mine, first, calls


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--orders", type=int, nargs="+", default=[4, 6, 8], help="of the density, on a device")
    given = parser.parse_args()
    if given.target == "cuda":
        on_device(given.seconds, given.rounds, given.orders)
    else:
        on_processor(given.seconds, given.rounds)


if __name__ == "__main__":
    main()
