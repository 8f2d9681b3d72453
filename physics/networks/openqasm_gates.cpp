#include "physics/networks/openqasm_gates.h"

#include <cmath>
#include <numbers>

namespace diagc::networks {

namespace {

using Matrix = std::vector<Complex>;
using Parameters = OpenQasmGate::Parameters;

Complex phase(double angle) { return std::polar(1.0, angle); }

/// U(θ, φ, λ), the phase chosen so that its first element is real.
Matrix u3(double theta, double phi, double lambda) {
  const double c = std::cos(theta / 2), s = std::sin(theta / 2);
  return {c, -s * phase(lambda), s * phase(phi), c * phase(phi + lambda)};
}

/// exp(−i θ/2 Z)
Matrix rz(double theta) { return {phase(-theta / 2), 0, 0, phase(theta / 2)}; }

/// The second qubit's gate where the first one is 1.
Matrix controlled(const Matrix& gate) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, gate[0], gate[1], 0, 0, gate[2], gate[3]};
}

Matrix doubly_controlled_not() {
  Matrix matrix(64);
  for (const std::size_t row : {0, 1, 2, 3, 4, 5}) matrix[9 * row] = 1;
  matrix[8 * 6 + 7] = matrix[8 * 7 + 6] = 1;
  return matrix;
}

/// exp(−i θ/2 X⊗X)
Matrix rxx(double theta) {
  const Complex c = std::cos(theta / 2), s(0, -std::sin(theta / 2));
  return {c, 0, 0, s, 0, c, s, 0, 0, s, c, 0, s, 0, 0, c};
}

/// exp(−i θ/2 Z⊗Z); qelib1.inc has it with another phase.
Matrix rzz(double theta) {
  const Complex same = phase(-theta / 2), other = phase(theta / 2);
  return {same, 0, 0, 0, 0, other, 0, 0, 0, 0, other, 0, 0, 0, 0, same};
}

constexpr double pi = std::numbers::pi, root = std::numbers::sqrt2 / 2;
constexpr Complex plus(0.5, 0.5), minus(0.5, -0.5);

const Matrix not_gate = {0, 1, 1, 0}, hadamard = {root, root, root, -root},
             pauli_y = {0, Complex(0, -1), Complex(0, 1), 0};

const std::array gates = {
    OpenQasmGate{"U", 1, 3, [](const Parameters& p) { return u3(p[0], p[1], p[2]); }},
    OpenQasmGate{"u3", 1, 3, [](const Parameters& p) { return u3(p[0], p[1], p[2]); }},
    OpenQasmGate{"u", 1, 3, [](const Parameters& p) { return u3(p[0], p[1], p[2]); }},
    OpenQasmGate{"u2", 1, 2, [](const Parameters& p) { return u3(pi / 2, p[0], p[1]); }},
    OpenQasmGate{"u1", 1, 1, [](const Parameters& p) { return u3(0, 0, p[0]); }},
    OpenQasmGate{"p", 1, 1, [](const Parameters& p) { return u3(0, 0, p[0]); }},
    OpenQasmGate{"id", 1, 0, [](const Parameters&) { return Matrix{1, 0, 0, 1}; }},
    OpenQasmGate{"x", 1, 0, [](const Parameters&) { return not_gate; }},
    OpenQasmGate{"y", 1, 0, [](const Parameters&) { return pauli_y; }},
    OpenQasmGate{"z", 1, 0, [](const Parameters&) { return Matrix{1, 0, 0, -1}; }},
    OpenQasmGate{"h", 1, 0, [](const Parameters&) { return hadamard; }},
    OpenQasmGate{"s", 1, 0, [](const Parameters&) { return Matrix{1, 0, 0, Complex(0, 1)}; }},
    OpenQasmGate{"sdg", 1, 0, [](const Parameters&) { return Matrix{1, 0, 0, Complex(0, -1)}; }},
    OpenQasmGate{"t", 1, 0, [](const Parameters&) { return u3(0, 0, pi / 4); }},
    OpenQasmGate{"tdg", 1, 0, [](const Parameters&) { return u3(0, 0, -pi / 4); }},
    OpenQasmGate{"sx", 1, 0, [](const Parameters&) { return Matrix{plus, minus, minus, plus}; }},
    OpenQasmGate{"sxdg", 1, 0, [](const Parameters&) { return Matrix{minus, plus, plus, minus}; }},
    OpenQasmGate{"rx", 1, 1, [](const Parameters& p) { return u3(p[0], -pi / 2, pi / 2); }},
    OpenQasmGate{"ry", 1, 1, [](const Parameters& p) { return u3(p[0], 0, 0); }},
    OpenQasmGate{"rz", 1, 1, [](const Parameters& p) { return rz(p[0]); }},
    OpenQasmGate{"CX", 2, 0, [](const Parameters&) { return controlled(not_gate); }},
    OpenQasmGate{"cx", 2, 0, [](const Parameters&) { return controlled(not_gate); }},
    OpenQasmGate{"cy", 2, 0, [](const Parameters&) { return controlled(pauli_y); }},
    OpenQasmGate{"cz", 2, 0, [](const Parameters&) { return controlled({1, 0, 0, -1}); }},
    OpenQasmGate{"ch", 2, 0, [](const Parameters&) { return controlled(hadamard); }},
    OpenQasmGate{
        "swap", 2, 0,
        [](const Parameters&) { return Matrix{1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1}; }},
    OpenQasmGate{"crx", 2, 1,
                 [](const Parameters& p) { return controlled(u3(p[0], -pi / 2, pi / 2)); }},
    OpenQasmGate{"cry", 2, 1, [](const Parameters& p) { return controlled(u3(p[0], 0, 0)); }},
    OpenQasmGate{"crz", 2, 1, [](const Parameters& p) { return controlled(rz(p[0])); }},
    OpenQasmGate{"cu1", 2, 1, [](const Parameters& p) { return controlled(u3(0, 0, p[0])); }},
    OpenQasmGate{"cp", 2, 1, [](const Parameters& p) { return controlled(u3(0, 0, p[0])); }},
    OpenQasmGate{"rxx", 2, 1, [](const Parameters& p) { return rxx(p[0]); }},
    OpenQasmGate{"rzz", 2, 1, [](const Parameters& p) { return rzz(p[0]); }},
    OpenQasmGate{"ccx", 3, 0, [](const Parameters&) { return doubly_controlled_not(); }},
};

}  // namespace

std::span<const OpenQasmGate> openqasm_gates() { return gates; }

}  // namespace diagc::networks
