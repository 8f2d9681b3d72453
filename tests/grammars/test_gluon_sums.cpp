// Sums over helicities and colours of gluons: against single helicities, closed forms, and colour by Gell-Mann's matrices.
#include <algorithm>
#include <cmath>

#include "tests/grammars/colour.h"
#include "tests/grammars/partons.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

/// Every order of all but the last.
template <class Use>
void for_orders(std::size_t n, std::size_t fixed, Use use) {
  Order order = identity(n);
  do use(order);
  while (
      std::next_permutation(order.begin() + static_cast<std::ptrdiff_t>(fixed), order.end() - 1));
}

double s(const Momenta& p, std::size_t i, std::size_t j) { return 2 * dot(p[i], p[j]); }

/// Σ over helicities and colours of the gluons' |amplitude|² at g = 1, n = 4 or 5 (M. L. Mangano and S. J. Parke, Phys. Rept. 200,
/// 301 (1991)); at n = 4 a pair of helicities and its complement are the same amplitude.
double closed_form(const Momenta& p) {
  const std::size_t n = p.size();
  double pairs = 0, orders = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) pairs += std::pow(s(p, i, j), 4);
  }
  for_orders(n, 0, [&](const Order& order) {
    double product = 1;
    for (std::size_t i = 0; i < n; ++i) product *= std::abs(s(p, order[i], order[(i + 1) % n]));
    orders += 1 / product;
  });
  return std::pow(3, n - 2) * 8 * (n == 4 ? 1 : 2) * pairs * orders;
}

using Adjoint = std::vector<double>;  // 8 × 8

/// f^{abc}: (F^a)_bc; [T^a, T^b] = i f^{abc} T^c.
std::vector<Adjoint> structure_constants() {
  const std::vector<Matrix3> t = generators();
  std::vector<Adjoint> f(8, Adjoint(64));
  for (std::size_t a = 0; a < 8; ++a) {
    for (std::size_t b = 0; b < 8; ++b) {
      for (std::size_t c = 0; c < 8; ++c) {
        f[a][8 * b + c] = 2 * (trace(t[a] * t[b] * t[c]) - trace(t[b] * t[a] * t[c])).imag();
      }
    }
  }
  return f;
}

/// Σ_colours Tr([…[T1, Tσ2], …] Tn)² for two orders each, in SU(3): products of f alone, whose gluons 2 … n−1 are summed one by one.
double chain_overlap(const Order& x, const Order& y, const std::vector<Adjoint>& f) {
  const std::size_t inner = x.size() - 2;
  double sum = 0;
  std::vector<std::size_t> colour(inner + 1);
  for (std::size_t code = 0; code < std::size_t{1} << (3 * inner); ++code) {
    for (std::size_t i = 0; i < inner; ++i) colour[i] = code >> (3 * i) & 7;
    const auto chain = [&](const Order& order) {
      std::vector<double> m(64);
      for (std::size_t i = 0; i < 8; ++i) m[9 * i] = 1;
      for (std::size_t i = 1; i <= inner; ++i) {
        const Adjoint& factor = f[colour[order[i] - 1]];
        std::vector<double> next(64);
        for (std::size_t a = 0; a < 8; ++a) {
          for (std::size_t b = 0; b < 8; ++b) {
            if (m[8 * a + b] == 0) continue;
            for (std::size_t c = 0; c < 8; ++c) next[8 * a + c] += m[8 * a + b] * factor[8 * b + c];
          }
        }
        m = next;
      }
      return m;
    };
    const auto a = chain(x), b = chain(y);
    for (std::size_t i = 0; i < 64; ++i) sum += a[i] * b[i];
  }
  return sum / 4;  // Tr T T = 1/2 at the chains' ends
}

}  // namespace

TEST_CASE("gluon_helicity_sum is the sum over single helicities") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 7; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    double sum = 0;
    for (int negative = 0; negative < 1 << n; ++negative) {
      Amplitude amplitude("gluons/gluon_helicity", n, {{"negative", std::to_string(negative)}});
      sum += std::norm(amplitude(p).at(0));
    }
    CAPTURE(n);
    CHECK(Amplitude("gluons/gluon_helicity_sum", n)(p).at(0).real() ==
          Approx(std::ldexp(sum, n - 2)).epsilon(1e-8));
  }
}

TEST_CASE("gluon_helicity_sum is the sum over real polarisations of gluon_current") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 6; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    Amplitude amplitude("gluons/gluon_current", n);
    double sum = 0;
    for (int which = 0; which < 1 << n; ++which) {
      std::vector<Polarisation> e;
      for (std::size_t i = 0; i < p.size(); ++i) {
        const auto frame = transverse(p[i])[which >> i & 1];
        e.push_back({frame[0], frame[1], frame[2], frame[3]});
      }
      sum += std::norm(amplitude(p, e));
    }
    CAPTURE(n);
    CHECK(Amplitude("gluons/gluon_helicity_sum", n)(p).at(0).real() == Approx(sum).epsilon(1e-8));
  }
}

TEST_CASE("gluon_colour_sum: gg -> gg and gg -> ggg") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 5; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    CAPTURE(n);
    const double value = Amplitude("gluons/gluon_colour_sum", n)(p).at(0).real();
    CHECK(value == Approx(closed_form(p)).epsilon(1e-8));
    if (n > 4) continue;
    // B. L. Combridge, J. Kripfganz, J. Ranft, Phys. Lett. B 70, 234 (1977), averaged over the colours and helicities of two.
    const double a = s(p, 0, 3), b = s(p, 0, 1), c = s(p, 0, 2);
    CHECK(value / 256 ==
          Approx(4.5 * (3 - b * c / (a * a) - a * c / (b * b) - a * b / (c * c))).epsilon(1e-8));
  }
}

TEST_CASE(
    "gluon_colour_sum: flows are the orderings of gluon_helicity_sum, n = 4, 5 without corrections "
    "in 1/N") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 4; n <= 5; ++n) {
    const Momenta p = momenta_on_axis(n, random);
    Amplitude ordering("gluons/gluon_helicity_sum", n);
    for (const int colours : {3, 5}) {
      const auto values = Amplitude("gluons/gluon_colour_sum", n,
                                    {{"flows", "true"}, {"colours", std::to_string(colours)}})(p);
      double sum = 0;
      std::size_t i = 0;
      for_orders(p.size(), 0, [&](const Order& order) {
        const double flow = ordering(ordered(p, order)).at(0).real();
        CHECK(values.at(++i).real() == Approx(flow).epsilon(1e-8));
        sum += flow;
      });
      REQUIRE(values.size() == i + 1);
      CAPTURE(n, colours);
      CHECK(values[0].real() ==
            Approx(std::ldexp(std::pow(colours, n - 2), 2 - n) * (colours * colours - 1) * sum)
                .epsilon(1e-8));
    }
  }
}

TEST_CASE("gluon_colour_sum of six gluons: colours one by one, helicities one by one") {
  Random random;
  CAPTURE(random.seed);
  const Momenta p = momenta_on_axis(6, random);
  const std::vector<Adjoint> f = structure_constants();
  std::vector<Order> orders;
  for_orders(6, 1, [&](const Order& order) { orders.push_back(order); });
  // Overlaps depend on one order relative to the other.
  std::map<Order, double> overlaps;
  for (const Order& order : orders) overlaps[order] = chain_overlap(orders[0], order, f);

  double sum = 0;
  for (int negative = 0; negative < 64; ++negative) {
    std::vector<Complex> m;
    for (const Order& order : orders) {
      int bits = 0;
      for (std::size_t i = 0; i < 6; ++i) bits |= (negative >> order[i] & 1) << i;
      m.push_back(Amplitude("gluons/gluon_helicity", 6,
                            {{"negative", std::to_string(bits)}})(ordered(p, order))
                      .at(0));
    }
    for (std::size_t x = 0; x < orders.size(); ++x) {
      Order place(6);
      for (std::size_t i = 0; i < 6; ++i) place[orders[x][i]] = i;
      for (std::size_t y = 0; y < orders.size(); ++y) {
        Order relative;
        for (const std::size_t gluon : orders[y]) relative.push_back(place[gluon]);
        sum += overlaps.at(relative) * (m[x] * std::conj(m[y])).real();
      }
    }
  }
  // 2 for every amplitude, 2^(n-2) for the square of each.
  CHECK(Amplitude("gluons/gluon_colour_sum", 6)(p).at(0).real() ==
        Approx(4 * 16 * sum).epsilon(1e-8));
}
