"""Prints what calls from Python cost: python3 python/tests/rates.py [--seconds S]

Medians of five rounds in which Python and the program's benchmark run in turn, on one thread; seconds of Python are those of the processor."""

import argparse
import statistics
import time

import numpy as np

import diagc


def seconds_of(call, least):
    """Of one call, repeated for so many seconds."""
    repeats = 1
    while True:
        start = time.thread_time()
        for _ in range(repeats):
            call()
        passed = time.thread_time() - start
        if passed >= least:
            return passed / repeats
        repeats = max(repeats + 1, int(repeats * 1.2 * least / max(passed, 1e-9)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=5)
    least, rounds = parser.parse_args().seconds, parser.parse_args().rounds

    print("one configuration a call              us")
    identity = diagc.compile("grammar g\ninput x : real\noutput y = x\n", target="cpu", threads=1)
    loops = diagc.compile("permanent", n=4, target="cpu", threads=1)
    one, matrix = np.ones(1), np.ones((1, 4, 4))
    for name, call in (("y = x", lambda: identity(x=one)), ("permanent n = 4", lambda: loops(A=matrix))):
        print(f"{name:30} {statistics.median(seconds_of(call, least) for _ in range(rounds)) * 1e6:9.2f}")

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


if __name__ == "__main__":
    main()
