#!/usr/bin/env python3
"""Free propagators between random vertices of the square lattice, as an array for `diagc eval` and `diagc audit`.

    square_lattice.py N COUNT FILE.npy [DERIVATIVE.npy]

writes COUNT configurations of G[0..N, 0..N], and of its derivative H by the chemical potential. Hopping 1, 8 x 8 sites, inverse temperature 5, chemical potential -1.
Vertex 0 is at the origin and time 0; the others are uniform in time and on the 5 x 5 sites around it. G[a,b], with
D = time of b - time of a, is the mean over momenta k of

    cos(k r) exp(-xi D) * (f(xi) where D <= 0, else f(xi) - 1),    f(xi) = 1 / (1 + exp(5 xi)),

and H[a,b] that of the same terms times D + 5 (1 - f(xi)) where D <= 0, else D - 5 f(xi).
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
    """From the origin to (x, y), `step` time steps later, and its derivative; times lie on a grid, so that few values are needed."""
    time = BETA * step / STEPS
    total = derivative = 0.0
    for a, b, xi in ENERGIES:
        occupied = 1 / (1 + math.exp(BETA * xi))
        term = math.cos(a * x + b * y) * math.exp(-xi * time) * (occupied if step <= 0 else occupied - 1)
        total += term
        derivative += term * (time + BETA * (1 - occupied) if step <= 0 else time - BETA * occupied)
    return total / len(ENERGIES), derivative / len(ENERGIES)


def configuration(n):
    place = lambda: random.randint(-RADIUS, RADIUS)
    vertices = [(0, 0, 0)] + [(place(), place(), random.randrange(STEPS)) for _ in range(n)]
    return [propagator(abs(u - x), abs(v - y), s - t) for x, y, t in vertices for u, v, s in vertices]


def write(path, n, count, numbers):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({count}, {n + 1}, {n + 1}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(numbers)}d", *numbers))


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    n, count = int(sys.argv[1]), int(sys.argv[2])
    random.seed(20260101)
    pairs = [pair for _ in range(count) for pair in configuration(n)]
    for path, numbers in zip(sys.argv[3:], zip(*pairs)):
        write(path, n, count, numbers)


main()
