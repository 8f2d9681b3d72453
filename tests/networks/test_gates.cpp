// Gates of qsim are the matrices that their names stand for.
#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "physics/networks/qsim.h"

using namespace diagc;
using namespace diagc::networks;

namespace {

using Matrix = std::vector<Complex>;
constexpr Complex i{0, 1};

/// The matrix of one gate, `words` without its time: `rx 0 0.5`.
Matrix gate(const std::string& words) {
  return read_qsim(std::make_shared<const Source>("circuit", "2\n0 " + words + "\n"))
      .gates[0]
      .matrix;
}

std::size_t size_of(const Matrix& a) { return a.size() == 4 ? 2 : 4; }

Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t n = size_of(a);
  Matrix result(n * n);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t k = 0; k < n; ++k)
        result[row * n + column] += a[row * n + k] * b[k * n + column];
    }
  }
  return result;
}

Matrix times(Complex factor, Matrix a) {
  for (Complex& z : a) z *= factor;
  return a;
}

Matrix plus(Matrix a, const Matrix& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
  return a;
}

/// exp(a) by its power series.
Matrix exponential(const Matrix& a) {
  const std::size_t n = size_of(a);
  Matrix term(n * n), sum(n * n);
  for (std::size_t k = 0; k < n; ++k) term[k * n + k] = sum[k * n + k] = 1;
  for (int order = 1; order < 40; ++order) {
    term = times(1.0 / order, product(term, a));
    sum = plus(sum, term);
  }
  return sum;
}

/// a ⊗ b, the first qubit's bit the highest.
Matrix both(const Matrix& a, const Matrix& b) {
  Matrix result(16);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      result[row * 4 + column] = a[row / 2 * 2 + column / 2] * b[row % 2 * 2 + column % 2];
    }
  }
  return result;
}

void is_equal(const Matrix& a, const Matrix& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k) CHECK(std::abs(a[k] - b[k]) < 1e-14);
}

const Matrix one = {1, 0, 0, 1}, x = {0, 1, 1, 0}, y = {0, -i, i, 0}, z = {1, 0, 0, -1};
constexpr double pi = std::numbers::pi, root = std::numbers::sqrt2 / 2;

}  // namespace

TEST_CASE("gates of one qubit are Pauli matrices, their roots and rotations about axes") {
  is_equal(gate("id1 0"), one);
  is_equal(gate("x 0"), x);
  is_equal(gate("y 0"), y);
  is_equal(gate("z 0"), z);
  is_equal(gate("h 0"), times(root, plus(x, z)));
  const Matrix w = times(root, plus(x, y));
  for (const auto& [name, square] : {std::pair{"x_1_2 0", x},
                                     {"y_1_2 0", y},
                                     {"hz_1_2 0", w},
                                     {"s 0", z},
                                     {"t 0", gate("s 0")}}) {
    is_equal(product(gate(name), gate(name)), square);
  }
  // Of the two roots that differ by more than a sign, the one with eigenvalue i for −1.
  for (const auto& [name, pauli] :
       {std::pair{"x_1_2 0", x}, {"y_1_2 0", y}, {"hz_1_2 0", w}, {"s 0", z}}) {
    is_equal(gate(name), plus(times((1.0 + i) / 2.0, one), times((1.0 - i) / 2.0, pauli)));
  }
  is_equal(gate("t 0"), {1, 0, 0, std::polar(1.0, pi / 4)});
  is_equal(gate("rx 0 0.7"), exponential(times(-0.35 * i, x)));
  is_equal(gate("ry 0 0.7"), exponential(times(-0.35 * i, y)));
  is_equal(gate("rz 0 0.7"), exponential(times(-0.35 * i, z)));
  is_equal(gate("rxy 0 0.4 0.7"),
           exponential(times(-0.35 * i, plus(times(std::cos(0.4), x), times(std::sin(0.4), y)))));
}

TEST_CASE("gates of two qubits are exponentials of products of Pauli matrices") {
  const Matrix up = times(0.5, plus(one, z)), down = times(0.5, plus(one, times(-1, z)));
  is_equal(gate("id2 0 1"), both(one, one));
  is_equal(gate("cz 0 1"), plus(both(up, one), both(down, z)));
  is_equal(gate("cnot 0 1"), plus(both(up, one), both(down, x)));
  is_equal(gate("sw 0 1"),
           times(0.5, plus(plus(both(one, one), both(x, x)), plus(both(y, y), both(z, z)))));
  const Matrix hop = times(0.5, plus(both(x, x), both(y, y)));
  is_equal(gate("is 0 1"), exponential(times(i * pi / 2.0, hop)));
  const Matrix two = both(down, down);
  is_equal(gate("cp 0 1 0.7"), exponential(times(0.7 * i, two)));
  is_equal(gate("fs 0 1 0.4 0.7"),
           product(exponential(times(-0.4 * i, hop)), exponential(times(-0.7 * i, two))));
}
