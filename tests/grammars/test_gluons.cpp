// Colour-ordered gluon amplitudes: Parke and Taylor's formula, gauge invariance, relations between orderings, and one form of the
// recursion against another.
#include <bit>
#include <cmath>
#include <optional>

#include "tests/grammars/partons.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

const std::map<std::string, syntax::TypeName> complex_vectors{
    {"e", syntax::TypeName{.scalar = syntax::Scalar::complex, .shape = ElementShape::four_vector}}};
const std::map<std::string, syntax::TypeName> complex_components{
    {"e", syntax::TypeName{.scalar = syntax::Scalar::complex, .shape = ElementShape::scalar}}};
const std::string covariant[] = {"gluons/gluon_current", "gluons/gluon_current_tensor"};

/// Of |amplitude|.
double scale_of(const Momenta& p) {
  return std::sqrt(std::ldexp(largest_parke_taylor(p), static_cast<int>(p.size()) - 2));
}

std::vector<Polarisation> alternating(const Momenta& p) {
  std::vector<Polarisation> e;
  for (const Momentum& momentum : p) e.push_back(circular(momentum, e.size() % 2 ? 1 : -1));
  return e;
}

/// What Parke and Taylor's formula says, but for powers of two: 0 unless two helicities differ from all others, no value where more do.
std::optional<double> expected(const Momenta& p, int negative) {
  std::vector<std::size_t> who;  // of the rarer helicity
  const bool few = 2 * std::popcount(static_cast<unsigned>(negative)) <= static_cast<int>(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    if ((negative >> i & 1) == (few ? 1 : 0)) who.push_back(i);
  }
  if (who.size() > 2) return std::nullopt;
  return who.size() == 2 ? parke_taylor(p, who[0], who[1]) : 0;
}

}  // namespace

TEST_CASE("gluon_current and gluon_current_tensor obey Parke and Taylor's formula") {
  Random random;
  CAPTURE(random.seed);
  for (const std::string& grammar : covariant) {
    for (int n = 4; n <= 7; ++n) {
      Amplitude amplitude(grammar, n, {}, complex_vectors);
      const Momenta p = momenta(n, random);
      const double scale = scale_of(p);
      for (int negative = 0; negative < 1 << n; ++negative) {
        const auto square = expected(p, negative);
        if (!square) continue;
        std::vector<Polarisation> e;
        for (std::size_t i = 0; i < p.size(); ++i) {
          e.push_back(circular(p[i], negative >> i & 1 ? -1 : 1));
        }
        CAPTURE(grammar, n, negative);
        CHECK(std::abs(amplitude(p, e)) ==
              Approx(std::sqrt(std::ldexp(*square, n - 2))).epsilon(1e-12).margin(1e-10 * scale));
      }
    }
  }
}

TEST_CASE("gluon_helicity obeys Parke and Taylor's formula") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 7; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    const double scale = std::sqrt(largest_parke_taylor(p));
    for (int negative = 0; negative < 1 << n; ++negative) {
      const auto square = expected(p, negative);
      if (!square) continue;
      Amplitude amplitude("gluons/gluon_helicity", n, {{"negative", std::to_string(negative)}});
      CAPTURE(n, negative);
      CHECK(std::abs(amplitude(p).at(0)) ==
            Approx(std::sqrt(*square)).epsilon(1e-9).margin(1e-9 * scale));
    }
  }
}

TEST_CASE("gluon_light_cone and gluon_current_tensor are gluon_current") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 9; ++n) {
    Amplitude current("gluons/gluon_current", n, {}, complex_vectors);
    Amplitude tensor("gluons/gluon_current_tensor", n, {}, complex_vectors);
    Amplitude light_cone("gluons/gluon_light_cone", n, {}, complex_components);
    const Momenta p = momenta_on_axis(n, random);
    std::vector<Polarisation> e;
    for (const Momentum& momentum : p) {
      const Polarisation left = circular(momentum, -1), right = circular(momentum, 1);
      const Complex a(random.real(-1, 1), random.real(-1, 1));
      e.emplace_back();
      for (std::size_t m = 0; m < 4; ++m) e.back()[m] = a * left[m] + right[m];
    }
    std::vector<Polarisation> shifted;
    for (std::size_t i = 0; i < p.size(); ++i) shifted.push_back(on_light_cone(p[i], e[i]));
    const double scale = scale_of(p);
    CAPTURE(n);
    const Complex value = current(p, e);
    CHECK(std::abs(value) > 1e-6 * scale);
    CHECK(std::abs(tensor(p, e) - value) < 1e-9 * scale);
    CHECK(std::abs(light_cone.transverse(p, shifted) - value) < 1e-9 * scale);
  }
}

TEST_CASE("a gluon amplitude vanishes when a polarisation is replaced by its momentum") {
  Random random;
  CAPTURE(random.seed);
  for (const std::string& grammar : covariant)
    for (int n = 4; n <= 7; ++n) {
      Amplitude amplitude(grammar, n, {}, complex_vectors);
      const Momenta p = momenta(n, random);
      const std::vector<Polarisation> e = alternating(p);
      const double scale = scale_of(p);
      CHECK(std::abs(amplitude(p, e)) > 1e-8 * scale);
      for (std::size_t i = 0; i < e.size(); ++i) {
        auto longitudinal = e;
        for (std::size_t m = 0; m < 4; ++m) longitudinal[i][m] = p[i][m];
        CAPTURE(grammar, n, i);
        CHECK(std::abs(amplitude(p, longitudinal)) < 1e-10 * scale);
      }
    }
}

TEST_CASE("gluon amplitudes are cyclic, have a parity, and decouple from a photon") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 7; ++n) {
    Amplitude amplitude("gluons/gluon_current", n, {}, complex_vectors);
    const Momenta p = momenta(n, random);
    const std::vector<Polarisation> e = alternating(p);
    const double scale = scale_of(p);
    const auto in_order = [&](const Order& order) {
      Momenta ps;
      std::vector<Polarisation> es;
      for (const std::size_t i : order) {
        ps.push_back(p[i]);
        es.push_back(e[i]);
      }
      return amplitude(ps, es);
    };
    const Order order = identity(p.size());
    const Complex first = in_order(order);
    Order turned = order;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    CAPTURE(n);
    CHECK(std::abs(first) > 1e-8 * scale);
    CHECK(std::abs(in_order(turned) - first) < 1e-10 * scale);
    const double parity = n % 2 == 0 ? 1 : -1;
    CHECK(std::abs(in_order({order.rbegin(), order.rend()}) - parity * first) < 1e-10 * scale);

    Complex sum = 0;  // gluon 0 at every place between the others
    for (int place = 0; place + 1 < n; ++place) {
      Order with(order.begin() + 1, order.end());
      with.insert(with.begin() + place, 0);
      sum += in_order(with);
    }
    CHECK(std::abs(sum) < 1e-10 * scale);
  }
}
