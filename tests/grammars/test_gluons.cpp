// Colour-ordered gluon amplitudes: Parke and Taylor's formula, gauge invariance, relations between orderings.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

using Complex = std::complex<double>;
using Momentum = std::array<double, 4>;  // E, x, y, z
using Polarisation = std::array<Complex, 4>;

double dot(const Momentum& a, const Momentum& b) {
  return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

/// n massless momenta that sum to zero, all outgoing: two incoming along z, the rest by RAMBO
/// (R. Kleiss, W. J. Stirling, S. D. Ellis, Comput. Phys. Commun. 40, 359 (1986)).
std::vector<Momentum> momenta(int n, Random& random) {
  const double energy = 1;
  std::vector<Momentum> p{{-energy, 0, 0, -energy}, {-energy, 0, 0, energy}};
  Momentum total{};
  std::vector<Momentum> q;
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

/// Two real unit vectors transverse to p that make a right-handed frame with its direction of motion.
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

class Amplitude {
 public:
  explicit Amplitude(int n)
      : kernel_("gluons/gluon_current", n,
                {{"e", syntax::TypeName{.scalar = syntax::Scalar::complex, .lorentz = true}}}) {}

  Complex operator()(const std::vector<Momentum>& p, const std::vector<Polarisation>& e) {
    std::vector<Complex> ps, es;
    for (const Momentum& momentum : p) ps.insert(ps.end(), momentum.begin(), momentum.end());
    for (const Polarisation& vector : e) es.insert(es.end(), vector.begin(), vector.end());
    kernel_.set("p", ps);
    kernel_.set("e", es);
    return kernel_.complex().at(0);
  }

 private:
  Kernel kernel_;
};

/// |amplitude| of Parke and Taylor when the helicities of gluons i and j differ from all others.
double parke_taylor(const std::vector<Momentum>& p, std::size_t i, std::size_t j) {
  const auto s = [&](std::size_t a, std::size_t b) { return std::abs(2 * dot(p[a], p[b])); };
  const std::size_t n = p.size();
  double square = std::ldexp(std::pow(s(i, j), 4), static_cast<int>(n) - 2);
  for (std::size_t k = 0; k < n; ++k) square /= s(k, (k + 1) % n);
  return std::sqrt(square);
}

/// The largest of those: rounding errors are small beside it.
double scale_of(const std::vector<Momentum>& p) {
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, parke_taylor(p, i, j));
  }
  return largest;
}

std::vector<Polarisation> alternating(const std::vector<Momentum>& p) {
  std::vector<Polarisation> e;
  for (const Momentum& momentum : p) e.push_back(circular(momentum, e.size() % 2 ? 1 : -1));
  return e;
}

}  // namespace

TEST_CASE("gluon_current obeys Parke and Taylor's formula") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 7; ++n) {
    Amplitude amplitude(n);
    const std::vector<Momentum> p = momenta(n, random);
    const double scale = scale_of(p);
    for (int different = 0; different < 1 << n; ++different) {
      std::vector<std::size_t> who;
      std::vector<Polarisation> e;
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (different >> i & 1) who.push_back(i);
        e.push_back(circular(p[i], different >> i & 1 ? -1 : 1));
      }
      if (who.size() > 2) continue;
      const double expected = who.size() == 2 ? parke_taylor(p, who[0], who[1]) : 0;
      CAPTURE(n, different);
      CHECK(std::abs(amplitude(p, e)) == Approx(expected).epsilon(1e-12).margin(1e-10 * scale));
    }
  }
}

TEST_CASE("a gluon amplitude vanishes when a polarisation is replaced by its momentum") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 7; ++n) {
    Amplitude amplitude(n);
    const std::vector<Momentum> p = momenta(n, random);
    const std::vector<Polarisation> e = alternating(p);
    const double scale = scale_of(p);
    CHECK(std::abs(amplitude(p, e)) > 1e-8 * scale);
    for (std::size_t i = 0; i < e.size(); ++i) {
      auto longitudinal = e;
      for (std::size_t m = 0; m < 4; ++m) longitudinal[i][m] = p[i][m];
      CAPTURE(n, i);
      CHECK(std::abs(amplitude(p, longitudinal)) < 1e-10 * scale);
    }
  }
}

TEST_CASE("gluon amplitudes are cyclic, and decouple from a photon") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 7; ++n) {
    Amplitude amplitude(n);
    const std::vector<Momentum> p = momenta(n, random);
    const std::vector<Polarisation> e = alternating(p);
    const double scale = scale_of(p);
    const auto ordered = [&](const std::vector<std::size_t>& order) {
      std::vector<Momentum> ps;
      std::vector<Polarisation> es;
      for (const std::size_t i : order) {
        ps.push_back(p[i]);
        es.push_back(e[i]);
      }
      return amplitude(ps, es);
    };
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), 0);
    const Complex first = ordered(order);
    std::vector<std::size_t> turned = order;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    CAPTURE(n);
    CHECK(std::abs(ordered(turned) - first) < 1e-10 * scale);

    Complex sum = 0;  // gluon 0 at every place between the others
    for (int place = 0; place + 1 < n; ++place) {
      std::vector<std::size_t> with(order.begin() + 1, order.end());
      with.insert(with.begin() + place, 0);
      sum += ordered(with);
    }
    CHECK(std::abs(sum) < 1e-10 * scale);
  }
}
