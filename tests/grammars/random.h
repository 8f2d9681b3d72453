// Random inputs small enough that sums over all diagrams stay exact in 64 bits.
#pragma once

#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "compiler/graph/value.h"

namespace diagc::grammars {

/// A square matrix of integers, in the order of an input.
struct Matrix {
  int size = 0;
  std::vector<int> elements;

  explicit Matrix(int n) : size(n), elements(static_cast<std::size_t>(n * n)) {}
  int& operator()(int i, int j) { return elements[i * size + j]; }
  int operator()(int i, int j) const { return elements[i * size + j]; }
  /// Element (i, j) of the result is (map[i], map[j]) of this one.
  Matrix permuted(const std::vector<int>& map) const {
    Matrix m(size);
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        m(i, j) = (*this)(map[static_cast<std::size_t>(i)], map[static_cast<std::size_t>(j)]);
      }
    }
    return m;
  }
  Matrix without_first() const {
    Matrix m(size - 1);
    for (int i = 1; i < size; ++i) {
      for (int j = 1; j < size; ++j) m(i - 1, j - 1) = (*this)(i, j);
    }
    return m;
  }
  std::vector<Rational> values() const { return {elements.begin(), elements.end()}; }
};

class Random {
 public:
  /// The seed is Catch's: `--rng-seed`.
  Random() : seed(Catch::rngSeed()), engine(seed) {}

  int integer(int low, int high) { return std::uniform_int_distribution(low, high)(engine); }
  double real(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
  Matrix matrix(int n) {
    Matrix m(n);
    for (int& element : m.elements) element = integer(-3, 3);
    return m;
  }
  std::vector<int> integers(int n) {
    std::vector<int> v;
    for (int i = 0; i < n; ++i) v.push_back(integer(-3, 3));
    return v;
  }

  const unsigned seed;
  std::mt19937 engine;
};

}  // namespace diagc::grammars
