// Amplitudes with quarks: closed forms, Feynman diagrams, colours by Gell-Mann's matrices, crossing.
#include <algorithm>
#include <cmath>

#include "tests/grammars/colour.h"
#include "tests/grammars/dirac_line.h"
#include "tests/grammars/four_quarks.h"
#include "tests/grammars/partons.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

const std::map<std::string, syntax::TypeName> spinor_components{
    {"e", syntax::TypeName{.scalar = syntax::Scalar::complex, .shape = ElementShape::scalar}}};

double mandelstam(const Momenta& p, std::size_t i, std::size_t j) { return 2 * dot(p[i], p[j]); }

/// Statics of the grammars count legs from 1.
std::string leg(std::size_t i) { return std::to_string(i + 1); }

std::vector<Polarisation> polarised(const Momenta& p, int negative) {
  std::vector<Polarisation> e;
  for (std::size_t i = 0; i < p.size(); ++i) {
    e.push_back(on_light_cone(p[i], circular(p[i], negative >> i & 1 ? -1 : 1)));
  }
  return e;
}

double one_line(const Momenta& p, std::size_t quark, std::size_t antiquark) {
  return Amplitude("quarks/quark_line_colour_sum", static_cast<int>(p.size()),
                   {{"quark", leg(quark)}, {"antiquark", leg(antiquark)}})(p)
      .at(0)
      .real();
}

double two_lines(const Momenta& p, const Order& legs, bool same) {
  return Amplitude("quarks/two_quark_lines_colour_sum", static_cast<int>(p.size()),
                   {{"quark", leg(legs[0])},
                    {"antiquark", leg(legs[1])},
                    {"other_quark", leg(legs[2])},
                    {"other_antiquark", leg(legs[3])},
                    {"same", same ? "true" : "false"}})(p)
      .at(0)
      .real();
}

/// ⟨ij⟩ but for phases of the legs i and j.
Complex angle(const Momenta& p, std::size_t i, std::size_t j) {
  // The light-cone axis is one along which no leg moves.
  const auto plus = [&](std::size_t a) { return p[a][0] + p[a][1]; };
  const auto side = [&](std::size_t a) { return Complex(p[a][2], p[a][3]); };
  const Complex root = std::sqrt(Complex(plus(i))) * std::sqrt(Complex(plus(j)));
  return (side(i) * plus(j) - side(j) * plus(i)) / root;
}

}  // namespace

TEST_CASE("quark_line: amplitudes with one gluon of negative helicity, wherever the quarks stand") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 10; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    const auto legs = static_cast<std::size_t>(n);
    for (std::size_t antiquark = 0; antiquark < legs; ++antiquark) {
      if (n > 7 && antiquark % 4 != 0) continue;
      const std::size_t quark = (antiquark + legs - 1) % legs;
      Amplitude amplitude("quarks/quark_line", n, {{"antiquark", leg(antiquark)}},
                          spinor_components);
      double scale = 0;
      for (std::size_t i = 0; i < legs; ++i) {
        if (i == quark || i == antiquark) continue;
        // The quark's helicity is negative: <q i>^3 <qbar i> / (<12> ... <n1>).
        double square = std::ldexp(
            std::pow(std::abs(mandelstam(p, quark, i)), 3) * std::abs(mandelstam(p, antiquark, i)),
            n - 2);
        for (std::size_t k = 0; k < legs; ++k) square /= std::abs(mandelstam(p, k, (k + 1) % legs));
        CAPTURE(n, antiquark, i);
        CHECK(std::norm(amplitude.transverse(p, polarised(p, 1 << i))) ==
              Approx(square).epsilon(1e-8));
        scale = std::max(scale, square);
      }
      CHECK(std::norm(amplitude.transverse(p, polarised(p, 0))) < 1e-16 * scale);
      const int all = (1 << n) - 1;
      CHECK(std::norm(amplitude.transverse(p, polarised(p, all))) < 1e-16 * scale);
    }
  }
}

TEST_CASE("quark_line with any polarisations is what spinors give in Feynman's gauge") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 10; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    const auto legs = static_cast<std::size_t>(n);
    std::vector<Polarisation> e;
    for (const Momentum& momentum : p) {
      const auto frame = transverse(momentum);
      const double turn = random.real(0, 2 * M_PI);
      e.emplace_back();
      for (std::size_t m = 0; m < 4; ++m)
        e.back()[m] = std::cos(turn) * frame[0][m] + std::sin(turn) * frame[1][m];
    }
    std::vector<Polarisation> shifted;
    for (std::size_t i = 0; i < legs; ++i) shifted.push_back(on_light_cone(p[i], e[i]));
    for (std::size_t antiquark = 0; antiquark < legs; antiquark += n > 7 ? 3 : 1) {
      const std::size_t quark = (antiquark + legs - 1) % legs;
      Momenta gluons;
      std::vector<Polarisation> own;
      for (std::size_t i = (antiquark + 1) % legs; i != quark; i = (i + 1) % legs) {
        gluons.push_back(p[i]);
        own.push_back(e[i]);
      }
      const auto line = [&](const std::vector<Polarisation>& directions) {
        return std::abs(dirac::dirac_line(p[antiquark], gluons, directions, p[quark], -1));
      };
      const double expected = line(own);
      CAPTURE(n, antiquark);
      // It is gauge invariant, as neither quark nor gluon alone would be.
      for (std::size_t i = 0; i < gluons.size(); ++i) {
        std::vector<Polarisation> longitudinal = own;
        for (std::size_t m = 0; m < 4; ++m) longitudinal[i][m] = gluons[i][m];
        CHECK(line(longitudinal) < 1e-7 * expected);
      }
      Amplitude amplitude("quarks/quark_line", n, {{"antiquark", leg(antiquark)}},
                          spinor_components);
      CHECK(std::abs(amplitude.transverse(p, shifted)) == Approx(expected).epsilon(1e-8));
    }
  }
}

TEST_CASE("quark_line_colour_sum: q qbar -> g g, q g -> q g, g g -> q qbar") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(4, random);  // legs 0 and 3 are incoming
  for (std::size_t quark = 0; quark < 4; ++quark) {
    for (std::size_t antiquark = 0; antiquark < 4; ++antiquark) {
      if (quark == antiquark) continue;
      std::vector<std::size_t> gluons;
      for (std::size_t i = 0; i < 4; ++i) {
        if (i != quark && i != antiquark) gluons.push_back(i);
      }
      const double a = mandelstam(p, quark, antiquark), b = mandelstam(p, quark, gluons[0]),
                   c = mandelstam(p, quark, gluons[1]);
      // B. L. Combridge, J. Kripfganz, J. Ranft, Phys. Lett. B 70, 234 (1977), times the averages 36 over a quark and an antiquark.
      const double known =
          36 * (32.0 / 27 * (b * b + c * c) / (b * c) - 8.0 / 3 * (b * b + c * c) / (a * a));
      CAPTURE(quark, antiquark);
      CHECK(one_line(p, quark, antiquark) == Approx(std::abs(known)).epsilon(1e-8));
    }
  }
}

TEST_CASE("quark_line_colour_sum of five legs: every helicity in closed form") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(5, random);
  const std::vector<Matrix3> t = generators();
  for (const auto& [quark, antiquark] :
       {std::pair<std::size_t, std::size_t>{0, 1}, {2, 1}, {4, 0}, {1, 4}, {3, 2}}) {
    Order gluons;
    for (std::size_t i = 0; i < 5; ++i) {
      if (i != quark && i != antiquark) gluons.push_back(i);
    }
    double numerators = 0;  // one gluon of negative helicity, or one of positive
    for (const std::size_t i : gluons) {
      const double a = std::abs(mandelstam(p, quark, i)), b = std::abs(mandelstam(p, antiquark, i));
      numerators += a * a * a * b + a * b * b * b;
    }
    // 1/(<q 1><1 2><2 3><3 qbar><qbar q>) times colours.
    std::vector<Complex> total(512 * 9);
    std::sort(gluons.begin(), gluons.end());
    do {
      const Complex m = 1.0 / (angle(p, quark, gluons[2]) * angle(p, gluons[2], gluons[1]) *
                               angle(p, gluons[1], gluons[0]) * angle(p, gluons[0], antiquark) *
                               angle(p, antiquark, quark));
      for (std::size_t code = 0; code < 512; ++code) {
        std::map<std::size_t, std::size_t> colour;
        Order sorted = gluons;
        std::ranges::sort(sorted);
        for (std::size_t i = 0; i < 3; ++i) colour[sorted[i]] = code >> (3 * i) & 7;
        const Matrix3 product = t[colour[gluons[0]]] * t[colour[gluons[1]]] * t[colour[gluons[2]]];
        for (std::size_t i = 0; i < 9; ++i) total[9 * code + i] += m * product[i / 3][i % 3];
      }
    } while (std::next_permutation(gluons.begin(), gluons.end()));
    double sum = 0;
    for (const Complex& m : total) sum += std::norm(m);
    CAPTURE(quark, antiquark);
    CHECK(one_line(p, quark, antiquark) == Approx(2 * 8 * numerators * sum).epsilon(1e-8));
  }
}

TEST_CASE("quark_line_colour_sum of six legs: helicities and colours one by one") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(6, random);
  const std::vector<Matrix3> t = generators();
  std::vector<Order> orders;  // gluons 1..3 and the last leg, 5; antiquark 0, quark 4
  Order order{1, 2, 3, 5};
  do orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  // Σ Tr(Tᵃ Tᵇ Tᶜ Tᵈ (…)†) depends on one order relative to the other.
  std::map<Order, double> overlaps;
  for (const Order& other : orders) {
    double sum = 0;
    for (std::size_t code = 0; code < 4096; ++code) {
      const auto product = [&](const Order& o) {
        const auto one = [&](std::size_t gluon) {
          return t[code >> (3 * (gluon == 5 ? 0 : gluon)) & 7];
        };
        return one(o[0]) * one(o[1]) * one(o[2]) * one(o[3]);
      };
      const Matrix3 a = product(orders[0]), b = product(other);
      for (std::size_t i = 0; i < 9; ++i)
        sum += (a[i / 3][i % 3] * std::conj(b[i / 3][i % 3])).real();
    }
    overlaps[other] = sum;
  }
  double sum = 0;
  for (int negative = 0; negative < 64; ++negative) {
    if (negative & 0b010001) continue;
    const std::vector<Polarisation> e = polarised(p, negative);
    std::vector<Complex> m;
    for (const Order& o : orders) {
      Order cyclic{0, o[0], o[1], o[2], o[3], 4};
      while (cyclic.back() != 5) std::ranges::rotate(cyclic, cyclic.begin() + 1);
      std::vector<Polarisation> turned;
      for (const std::size_t i : cyclic) turned.push_back(e[i]);
      const auto antiquark =
          static_cast<std::size_t>(std::ranges::find(cyclic, 0) - cyclic.begin());
      m.push_back(
          Amplitude("quarks/quark_line", 6, {{"antiquark", leg(antiquark)}}, spinor_components)
              .transverse(ordered(p, cyclic), turned));
    }
    for (std::size_t x = 0; x < orders.size(); ++x) {
      std::map<std::size_t, std::size_t> place;
      for (std::size_t i = 0; i < 4; ++i) place[orders[x][i]] = orders[0][i];
      for (std::size_t y = 0; y < orders.size(); ++y) {
        Order relative;
        for (const std::size_t gluon : orders[y]) relative.push_back(place[gluon]);
        sum += overlaps.at(relative) * (m[x] * std::conj(m[y])).real();
      }
    }
  }
  CHECK(one_line(p, 4, 0) == Approx(2 * sum).epsilon(1e-8));
}

TEST_CASE("quark_line_colour_sum: flows are the orderings of quark_line") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(5, random);
  const auto values = Amplitude("quarks/quark_line_colour_sum", 5,
                                {{"quark", "3"}, {"antiquark", "2"}, {"flows", "true"}})(p);
  REQUIRE(values.size() == 7);
  Order gluons{0, 3, 4};
  std::size_t i = 0;
  do {
    Order cyclic{1, gluons[0], gluons[1], gluons[2], 2};
    while (cyclic.back() != 4) std::ranges::rotate(cyclic, cyclic.begin() + 1);
    const auto antiquark = static_cast<std::size_t>(std::ranges::find(cyclic, 1) - cyclic.begin());
    Amplitude amplitude("quarks/quark_line", 5, {{"antiquark", leg(antiquark)}}, spinor_components);
    double sum = 0;
    for (int negative = 0; negative < 32; ++negative) {
      if (negative & 0b00110) continue;
      std::vector<Polarisation> e;
      for (const std::size_t k : cyclic) e.push_back(polarised(p, negative)[k]);
      sum += std::norm(amplitude.transverse(ordered(p, cyclic), e));
    }
    CHECK(values[++i].real() == Approx(2 * sum).epsilon(1e-8));
  } while (std::next_permutation(gluons.begin(), gluons.end()));
}

TEST_CASE("two_quark_lines_colour_sum of four legs") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(4, random);
  Order legs = identity(4);
  do {
    const double a = mandelstam(p, legs[0], legs[1]), b = mandelstam(p, legs[0], legs[2]),
                 c = mandelstam(p, legs[0], legs[3]);
    // B. L. Combridge, J. Kripfganz, J. Ranft (1977), times the averages 36.
    const double other = 16 * (b * b + c * c) / (a * a);
    const double same = other + 16 * (b * b + a * a) / (c * c) - 36 * 8.0 / 27 * b * b / (a * c);
    CAPTURE(legs);
    CHECK(two_lines(p, legs, false) == Approx(other).epsilon(1e-8));
    CHECK(two_lines(p, legs, true) == Approx(same).epsilon(1e-8));
  } while (std::next_permutation(legs.begin(), legs.end()));
}

TEST_CASE("two_quark_lines_colour_sum of five legs: Feynman diagrams") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(5, random);
  Order legs = identity(5);
  int index = 0;
  do {
    if (index++ % 7 != 0) continue;
    const Momenta q = ordered(p, legs);
    CAPTURE(legs);
    CHECK(four_quarks_gauge_violation(q) < 1e-10);
    for (const bool same : {false, true}) {
      CHECK(two_lines(p, legs, same) == Approx(four_quarks_and_gluon(q, same)).epsilon(1e-8));
    }
  } while (std::next_permutation(legs.begin(), legs.end()));
}
