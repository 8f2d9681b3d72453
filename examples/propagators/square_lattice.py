#!/usr/bin/env python3
"""Free propagators between random vertices of the square lattice, as an array for `diagc eval` and `diagc audit`.

    square_lattice.py N COUNT FILE.npy

writes COUNT configurations of G[0..N, 0..N]. Hopping 1, 8 x 8 sites, inverse temperature 5, chemical potential -1. Vertex 0
is at the origin and time 0; the others are uniform in time and on the 5 x 5 sites around it. G[a,b], with
D = time of b - time of a, is the mean over momenta k of

    cos(k r) exp(-xi D) * (f(xi) where D <= 0, else f(xi) - 1),    f(xi) = 1 / (1 + exp(5 xi)).
"""

import functools
import math
import random
import struct
import sys

SIDE, BETA, MU, STEPS, RADIUS = 8, 5.0, -1.0, 256, 2
ANGLES = [2 * math.pi * i / SIDE for i in range(SIDE)]
ENERGIES = [(a, b, -2 * (math.cos(a) + math.cos(b)) - MU) for a in ANGLES for b in ANGLES]


@functools.cache
def propagator(x, y, step):
    """From the origin to (x, y), `step` time steps later; times lie on a grid, so that few values are needed."""
    time = BETA * step / STEPS
    total = 0.0
    for a, b, xi in ENERGIES:
        occupied = 1 / (1 + math.exp(BETA * xi))
        weight = occupied if step <= 0 else occupied - 1
        total += math.cos(a * x + b * y) * math.exp(-xi * time) * weight
    return total / len(ENERGIES)


def configuration(n):
    place = lambda: random.randint(-RADIUS, RADIUS)
    vertices = [(0, 0, 0)] + [(place(), place(), random.randrange(STEPS)) for _ in range(n)]
    return [propagator(abs(u - x), abs(v - y), s - t) for x, y, t in vertices for u, v, s in vertices]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    n, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    random.seed(20260101)
    numbers = [g for _ in range(count) for g in configuration(n)]
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({count}, {n + 1}, {n + 1}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(numbers)}d", *numbers))


main()
