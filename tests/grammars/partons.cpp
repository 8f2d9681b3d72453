#include "tests/grammars/partons.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace diagc::grammars {

double dot(const Momentum& a, const Momentum& b) {
  return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

Momenta momenta(int n, Random& random) {
  const double energy = 1;
  Momenta p{{-energy, 0, 0, -energy}, {-energy, 0, 0, energy}};
  Momentum total{};
  Momenta q;
  for (int i = 2; i < n; ++i) {
    const double c = random.real(-1, 1), phi = random.real(0, 2 * M_PI), s = std::sqrt(1 - c * c);
    const double e = -std::log(random.real(1e-3, 1) * random.real(1e-3, 1));
    q.push_back({e, e * s * std::cos(phi), e * s * std::sin(phi), e * c});
    for (std::size_t m = 0; m < 4; ++m) total[m] += q.back()[m];
  }
  const double mass = std::sqrt(dot(total, total)), x = 2 * energy / mass;
  const double gamma = total[0] / mass, a = 1 / (1 + gamma);
  const std::array<double, 3> b{-total[1] / mass, -total[2] / mass, -total[3] / mass};
  for (const Momentum& k : q) {
    const double bq = b[0] * k[1] + b[1] * k[2] + b[2] * k[3];
    Momentum out{x * (gamma * k[0] + bq), 0, 0, 0};
    for (std::size_t m = 0; m < 3; ++m) out[m + 1] = x * (k[m + 1] + b[m] * k[0] + a * bq * b[m]);
    p.push_back(out);
  }
  return p;
}

Momenta momenta_on_axis(int n, Random& random) {
  Momenta p = momenta(n, random);
  std::ranges::rotate(p, p.begin() + 1);
  return p;
}

Momenta ordered(const Momenta& p, const Order& order) {
  Momenta result;
  for (const std::size_t i : order) result.push_back(p[i]);
  return result;
}

Order identity(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::array<Momentum, 2> transverse(const Momentum& p) {
  const std::array<double, 3> k{p[1] / p[0], p[2] / p[0], p[3] / p[0]};
  const double r = std::hypot(k[0], k[1]);
  const double c = r > 1e-9 ? k[0] / r : 1, s = r > 1e-9 ? k[1] / r : 0;
  return {Momentum{0, k[2] * c, k[2] * s, -r}, Momentum{0, -s, c, 0}};
}

Polarisation circular(const Momentum& p, int helicity) {
  const auto frame = transverse(p);
  Polarisation e;
  for (std::size_t m = 0; m < 4; ++m) {
    e[m] = Complex(frame[0][m], helicity * frame[1][m]) / std::sqrt(2.0);
  }
  return e;
}

Polarisation on_light_cone(const Momentum& p, const Polarisation& e) {
  Polarisation shifted = e;
  const double plus = p[0] - p[3];
  if (plus == 0) return shifted;
  for (std::size_t m = 0; m < 4; ++m) shifted[m] -= (e[0] - e[3]) / plus * p[m];
  return shifted;
}

double parke_taylor(const Momenta& p, std::size_t i, std::size_t j) {
  const auto s = [&](std::size_t a, std::size_t b) { return std::abs(2 * dot(p[a], p[b])); };
  double square = std::pow(s(i, j), 4);
  for (std::size_t k = 0; k < p.size(); ++k) square /= s(k, (k + 1) % p.size());
  return square;
}

double largest_parke_taylor(const Momenta& p) {
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, parke_taylor(p, i, j));
  }
  return largest;
}

void Amplitude::set_momenta(const Momenta& p, std::size_t count) {
  std::vector<Complex> values;
  for (std::size_t i = 0; i < count; ++i) values.insert(values.end(), p[i].begin(), p[i].end());
  kernel_.set("p", values);
}

std::vector<Complex> Amplitude::operator()(const Momenta& p) {
  set_momenta(p, p.size() - 1);
  return kernel_.complex();
}

Complex Amplitude::operator()(const Momenta& p, const std::vector<Polarisation>& e) {
  set_momenta(p, p.size());
  std::vector<Complex> values;
  for (const Polarisation& vector : e) values.insert(values.end(), vector.begin(), vector.end());
  kernel_.set("e", values);
  return kernel_.complex().at(0);
}

Complex Amplitude::transverse(const Momenta& p, const std::vector<Polarisation>& e) {
  set_momenta(p, p.size() - 1);
  std::vector<Complex> values;
  for (const Polarisation& vector : e) values.insert(values.end(), {vector[1], vector[2]});
  kernel_.set("e", values);
  return kernel_.complex().at(0);
}

}  // namespace diagc::grammars
