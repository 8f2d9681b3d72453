#include "programs/demo/atom.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace diagc::demo {

namespace {

Rational binomial(int n, int k) {
  Rational value = 1;
  for (int i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

}  // namespace

std::size_t factorial(int n) {
  std::size_t value = 1;
  for (int i = 2; i <= n; ++i) value *= static_cast<std::size_t>(i);
  return value;
}

double exact_density(int flavours, double x) {
  double above = 0, below = 0;
  for (int m = 0; m <= flavours; ++m) {
    const double weight = to_double(binomial(flavours, m)) * std::exp(-x * m * (m - 1) / 2);
    above += m * weight;
    below += weight;
  }
  return above / below;
}

std::vector<Rational> exact_series(int flavours, int order) {
  std::vector<Rational> above, below;
  for (int power = 0; power <= order; ++power) {
    Rational a = 0, b = 0;
    for (int m = 0; m <= flavours; ++m) {
      // x^power in e^(−x m(m−1)/2)
      Rational term = binomial(flavours, m);
      for (int i = 1; i <= power; ++i) term = term * (-m * (m - 1) / 2) / i;
      a += m * term;
      b += term;
    }
    above.push_back(a);
    below.push_back(b);
  }
  std::vector<Rational> quotient;
  for (std::size_t power = 0; power < above.size(); ++power) {
    Rational rest = above[power];
    for (std::size_t i = 0; i < power; ++i) rest -= quotient[i] * below[power - i];
    quotient.push_back(rest / below[0]);
  }
  return quotient;
}

std::vector<double> time_orders(int n) {
  const std::size_t configurations = factorial(n);
  const auto vertices = static_cast<std::size_t>(n) + 1;
  std::vector<double> propagators(vertices * vertices * configurations);
  std::vector<int> time(vertices);  // place of each vertex in the order; vertex 0 stays the first
  std::iota(time.begin(), time.end(), 0);
  for (std::size_t configuration = 0; configuration < configurations; ++configuration) {
    for (std::size_t a = 0; a < vertices; ++a) {
      for (std::size_t b = 0; b < vertices; ++b) {
        propagators[(a * vertices + b) * configurations + configuration] =
            time[a] >= time[b] ? 0.5 : -0.5;
      }
    }
    std::next_permutation(time.begin() + 1, time.end());
  }
  return propagators;
}

}  // namespace diagc::demo
