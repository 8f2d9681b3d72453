#!/usr/bin/env python3
"""The full propagator of the Hubbard model on a square torus in second order of skeletons, as a header for lattice = "own".

    second_order_propagator.py --size 4 --beta 2 --U 2 --mu -0.5 > g.h

Iterates G = g + g S G with S(r, tau) = U n delta(tau) - U^2 G(r, tau)^2 G(-r, -tau) to convergence, at mu of U = 0 plus U n.
"""
import argparse

import numpy as np
from numpy.polynomial import chebyshev

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--size", type=int, default=4, help="L of L x L sites; 1: an atom")
parser.add_argument("--beta", type=float, default=2)
parser.add_argument("--mu", type=float, default=-0.5, help="in g; the Hartree term is part of S")
parser.add_argument("--U", type=float, default=2)
parser.add_argument("--degree", type=int, default=31, help="of the polynomials in the header")
options = parser.parse_args()
L, beta, U = options.size, options.beta, options.U

k = 2 * np.pi * np.arange(L) / L
energy = -2 * (np.cos(k)[:, None] + np.cos(k)[None, :]) if L > 1 else np.zeros((1, 1))
frequencies = (2 * np.arange(256) + 1) * np.pi / beta
nodes = beta * (1 - np.cos(np.pi * (np.arange(options.degree + 1) + 0.5) / (options.degree + 1))) / 2

gauss, weights = np.polynomial.legendre.leggauss(1024)
waves_of_gauss = (weights * beta / 2)[:, None] * np.exp(1j * np.outer(beta * (gauss + 1) / 2, frequencies))
waves_of_nodes = np.exp(-1j * np.outer(frequencies, nodes))


def at_times(green, first, second):
    """G(k, tau) at the nodes from G(k, iw), whose tail is 1/iw + first/(iw)^2 + second/(iw)^3."""
    iw = 1j * frequencies
    rest = green - 1 / iw - first / iw**2 - second / iw**3
    sums = 2 / beta * np.real(rest @ waves_of_nodes)
    return sums - 0.5 + first * (2 * nodes - beta) / 4 + second * nodes * (beta - nodes) / 4


def transformed(values):
    """The integral of exp(iw tau) of what the values at the nodes interpolate, by Gauss-Legendre quadrature."""
    fit = chebyshev.chebfit(2 * nodes / beta - 1, values.T, options.degree)
    return chebyshev.chebval(gauss, fit) @ waves_of_gauss


bare = energy.reshape(-1, 1) - options.mu
self_energy = np.zeros((L * L, len(frequencies)), complex)
hartree, n, jump = 0.5 * U, 0.5, np.zeros((L * L, 1))
for step in range(200):
    green = 1 / (1j * frequencies - bare - hartree - self_energy)
    first = bare + hartree
    values = at_times(green, first, first**2 + jump)
    in_space = np.real(np.fft.ifft2(values.reshape(L, L, -1), axes=(0, 1)))
    before, n = n, -chebyshev.chebval(1, chebyshev.chebfit(2 * nodes / beta - 1, in_space[0, 0], options.degree))
    back = in_space[:, :, ::-1]  # the nodes are symmetric: G(-r, -tau) = -G(r, beta - tau)
    second_order = U**2 * in_space**2 * back
    # The tail of S is its jump: -(S(0+) + S(beta-)).
    in_momenta = np.real(np.fft.fft2(second_order, axes=(0, 1))).reshape(L * L, -1)
    edges = chebyshev.chebval([-1, 1], chebyshev.chebfit(2 * nodes / beta - 1, in_momenta.T, options.degree))
    jump = -edges.sum(axis=-1, keepdims=True)
    self_energy, hartree = transformed(in_momenta), U * n
    if abs(n - before) < 1e-13:
        break

print(f"// Square torus of {L} x {L}, beta = {beta:g}, U = {U:g}, mu = {options.mu:g}: second order of skeletons, n = {n:.12g},")
print(f"// S(iw_0) of a site {np.mean(hartree + self_energy[:, 0]):.9g}, {step + 1} iterations.")
coefficients = chebyshev.chebfit(2 * nodes / beta - 1, in_space.reshape(L * L, -1).T, options.degree).T
print("constexpr double c[%d][%d] = {" % coefficients.shape)
for row in coefficients:
    print("  {" + ", ".join(f"{value:.17g}" for value in row) + "},")
print("};")
arguments = "int dx, int dy, double tau" if L > 1 else "int dx, double tau"
site = f"((dx + {L}) % {L}) * {L} + (dy + {L}) % {L}" if L > 1 else "0 * dx"
print(f"""double g0({arguments}) {{
  const int row = {site};
  const double x = 2 * tau / {beta:.17g} - 1;
  double a = 0, b = 0;
  for (int k = {options.degree}; k > 0; --k) {{
    const double next = c[row][k] + 2 * x * a - b;
    b = a;
    a = next;
  }}
  return c[row][0] + x * a - b;
}}""")
