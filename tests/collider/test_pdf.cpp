#include <catch2/catch.hpp>

#include <cstdlib>

#include "physics/collider/pdf/analytic.h"
#include "physics/collider/pdf/cteq.h"
#include "physics/collider/pdf/grid_text.h"
#include "physics/collider/pdf/lhapdf_grid.h"
#include "physics/collider/pdf/lhapdf_info.h"
#include "runtime/system/temporary_folder.h"
#include "tests/collider/lhapdf_writer.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// ∫ f(x) dx / x over [1e-12, 1] by Simpson's rule in ln x.
template <class F>
double integral(const F& f) {
  constexpr int steps = 20000;
  const double low = std::log(1e-12), width = -low / steps;
  double sum = 0;
  for (int i = 0; i <= steps; ++i)
    sum += f(std::exp(low + i * width)) * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
  return sum * width / 3;
}

}  // namespace

TEST_CASE("the analytic density has the momentum and the valence quarks of a proton") {
  const AnalyticDensity f;
  for (const double q : {1.3, 3.0, 91.188, 5000.0}) {
    CAPTURE(q);
    const auto number = [&](int flavour) {
      return integral([&](double x) { return f.xf(flavour, x, q) - f.xf(-flavour, x, q); });
    };
    CHECK(number(2) == Approx(2).epsilon(1e-5));
    CHECK(number(1) == Approx(1).epsilon(1e-5));
    for (const int sea : {3, 4, 5}) CHECK(std::abs(number(sea)) < 1e-12);
    CHECK(integral([&](double x) {
            double sum = 0;
            for (int flavour = -5; flavour <= 5; ++flavour) sum += f.xf(flavour, x, q);
            return x * sum;
          }) == Approx(1).epsilon(1e-5));
  }
  CHECK(f.xf(4, 0.1, 1.3) == 0);
  CHECK(f.xf(5, 0.1, 4.4) == 0);
  CHECK(f.xf(5, 0.1, 91) > 0);
  CHECK(f.xf(gluon, 1, 91) == 0);
}

TEST_CASE("LHAPDF grids are exact for quadratic functions of the logarithms, subgrids apart") {
  // Slopes that are means of one-sided differences are exact for quadratics on uniform knots, and a cubic then is, too, but at the ends.
  const auto quadratic = [](int flavour, double x, double q) {
    const double l = std::log(x), m = 2 * std::log(q);
    const double jump = q > 10 ? 100 : 0;
    return (flavour + 7) * (1 + 0.5 * l + 0.25 * l * l) * (2 - m + 0.3 * m * m) + jump;
  };
  const std::vector<double> x = log_knots(1e-5, 1, 30);
  // At the border both subgrids have a knot; the function jumps there.
  std::string text =
      lhapdf_text([&](int f, double a, double q) { return quadratic(f, a, std::min(q, 10.0)); }, x,
                  {log_knots(2, 10, 8)});
  const std::string above = lhapdf_text(
      [&](int f, double a, double q) { return quadratic(f, a, std::max(q, 10.0000001)); }, x,
      {log_knots(10, 1000, 9)});
  text += above.substr(above.find("---\n") + 4);
  const auto density = lhapdf_density("a.dat", text);
  CHECK(density->range().q_min == Approx(2));
  CHECK(density->range().q_max == Approx(1000));
  CHECK(density->range().x_min == Approx(1e-5));
  for (const int flavour : {-5, -1, 0, 2, 5}) {
    for (const double at : {3e-5, 1e-3, 0.02, 0.3}) {
      for (const double q : {2.6, 5.0, 7.5, 20.0, 100.0, 500.0}) {
        CAPTURE(flavour, at, q);
        CHECK(density->xf(flavour, at, q) == Approx(quadratic(flavour, at, q)).epsilon(1e-7));
      }
      CHECK(density->xf(flavour, at, 10.0001) - density->xf(flavour, at, 9.9999) ==
            Approx(100).epsilon(0.01));
    }
  }
  // Outside: the nearest point.
  CHECK(density->xf(0, 1e-7, 50) == density->xf(0, 1e-5, 50));
  CHECK(density->xf(0, 0.1, 1) == density->xf(0, 0.1, 2));
  CHECK(density->xf(0, 0.1, 2000) == density->xf(0, 0.1, 1000));
}

TEST_CASE("an interval of an LHAPDF grid is the cubic Hermite polynomial of its knots") {
  const std::vector<double> x = {1e-4, 1e-3, 2e-2, 0.1, 1};
  const double values[] = {5, 3, 4, 1, 0};
  const auto density = lhapdf_density("a.dat", lhapdf_text(
                                                   [&](int, double at, double) {
                                                     for (int i = 0; i < 5; ++i)
                                                       if (at == x[static_cast<std::size_t>(i)])
                                                         return values[i];
                                                     return -1.0;
                                                   },
                                                   x, {{2, 3}}));
  const auto l = [&](int i) { return std::log(x[static_cast<std::size_t>(i)]); };
  const auto difference = [&](int i) { return (values[i + 1] - values[i]) / (l(i + 1) - l(i)); };
  const double slopes[] = {difference(0), (difference(0) + difference(1)) / 2,
                           (difference(1) + difference(2)) / 2, (difference(2) + difference(3)) / 2,
                           difference(3)};
  for (int i = 0; i < 4; ++i) {
    // The cubic c0 + c1 t + c2 t² + c3 t³ by its four conditions.
    const double h = l(i + 1) - l(i), c0 = values[i], c1 = slopes[i];
    const double a = values[i + 1] - c0 - c1 * h, b = slopes[i + 1] - c1;
    const double c3 = (b * h - 2 * a) / (h * h * h), c2 = (a - c3 * h * h * h) / (h * h);
    for (const double part : {0.0, 0.2, 0.5, 0.9}) {
      const double t = part * h;
      CAPTURE(i, part);
      CHECK(density->xf(1, std::exp(l(i) + t), 2.5) ==
            Approx(c0 + t * (c1 + t * (c2 + t * c3))).epsilon(1e-10).margin(1e-12));
    }
  }
}

TEST_CASE("a set of LHAPDF6 of the analytic density, with members and α_s") {
  const TemporaryFolder folder;
  const AnalyticDensity exact;
  std::vector<double> fine;
  for (double v = -6; v < -1; v += 0.05) fine.push_back(std::pow(10, v));
  for (int i = 0; i <= 90; ++i) fine.push_back(0.1 + 0.01 * i);
  const auto text = [&](double factor) {
    return lhapdf_text([&](int f, double a, double q) { return factor * exact.xf(f, a, q); }, fine,
                       {log_knots(4.6, 10000, 40)});
  };
  write(folder / "test.info",
        "SetDesc: \"a set: with a colon\"\nNumMembers: 2\nFormat: lhagrid1\nAlphaS_Qs: [1, 10,\n "
        "10, 100]\n"
        "AlphaS_Vals: [0.4, 0.2, 0.19,\n  0.1]\n");
  write(folder / "test_0000.dat", text(1));
  write(folder / "test_0001.dat", text(2));
  const std::string info = (folder / "test.info").string();
  CHECK(member_count(info) == 2);
  const auto central = read_density(info), second = read_density(info, 1);
  for (const int flavour : {-4, -1, 0, 1, 2, 5}) {
    for (const double at : {2e-5, 1.3e-3, 0.042, 0.33, 0.7}) {
      for (const double q : {20.0, 91.188, 3000.0}) {
        CAPTURE(flavour, at, q);
        CHECK(central->xf(flavour, at, q) ==
              Approx(exact.xf(flavour, at, q)).epsilon(2e-3).margin(1e-6));
        CHECK(second->xf(flavour, at, q) == Approx(2 * central->xf(flavour, at, q)));
      }
    }
  }
  REQUIRE(central->coupling());
  CHECK(central->coupling()->q == std::vector<double>{1, 10, 10, 100});
  CHECK(central->coupling()->alpha_s == std::vector<double>{0.4, 0.2, 0.19, 0.1});
  CHECK_THROWS_WITH(read_density(info, 2), info + ": found member 2, expected one from 0 to 1");
}

namespace {

/// What lhapdf_density says of a text.
std::string refusal(const std::string& text) {
  try {
    lhapdf_density("a.dat", text);
  } catch (const GridError& error) {
    return error.what();
  }
  return "taken";
}

std::string cteq_refusal(const std::string& text) {
  try {
    cteq_density("a.tbl", text);
  } catch (const GridError& error) {
    return error.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("grids that are not what they should be are refused with file, line and field") {
  const std::string header = "PdfType: central\n---\n", x = "0.1 0.5 1\n", q = "2 4\n",
                    ids = "1 21\n";
  const std::string rows = "1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n";
  CHECK(refusal(header + x + q + ids + rows + "---\n") == "taken");
  CHECK(refusal("PdfType: central\n") ==
        "a.dat:1: found the end of the file, expected a line of --- after the header");
  CHECK(refusal(header) == "a.dat:2: found no grid, expected one or more behind the header");
  CHECK(refusal(header + "0.1 zero 1\n") ==
        "a.dat:3: field 2: found \"zero\", expected two or more ascending knots of x");
  CHECK(refusal(header + "0.1 0.05 1\n") ==
        "a.dat:3: found numbers that do not ascend from above 0, expected two or more ascending "
        "knots of x");
  CHECK(refusal(header + "0.1 0.5 2\n") == "a.dat:3: found x = 2, expected knots of x up to 1");
  CHECK(refusal(header + x + q + "1 1\n" + rows) ==
        "a.dat:5: field 2: found parton 1 twice, expected every one once");
  CHECK(refusal(header + x + q + ids + "1 2\n3 nan\n5 6\n7 8\n9 10\n11 12\n---\n") ==
        "a.dat:7: field 2: found \"nan\", expected x f(x, Q)");
  CHECK(refusal(header + x + q + ids + "1 2\n") ==
        "a.dat:5: field 2: found a file that ends before 12 more numbers, expected x f(x, Q)");
  CHECK(refusal(header + x + q + ids + rows) ==
        "a.dat:11: found the end of the file, expected a line of --- after a grid");
  CHECK(refusal(header + x + q + ids + rows + "13 14\n---\n") ==
        "a.dat:12: found more than the values of a grid, expected a line of ---");

  const auto info = [](const std::string& text) {
    try {
      read_set_info("a.info", text);
    } catch (const GridError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  CHECK(info("NumMembers: 1.5\n") ==
        "a.info:1: found NumMembers: 1.5, expected one whole number from 1 to 9999");
  CHECK(info("A: b\nAlphaS_Qs: [1, 2\n") ==
        "a.info:2: found the end of the file, expected a closing ]");
  CHECK(info("AlphaS_Qs: [1, 2]\nAlphaS_Vals: [0.1]\n") ==
        "a.info:2: found 2 numbers in AlphaS_Qs and 1 in AlphaS_Vals, expected as many in both");
  CHECK(info("Format: lhagrid2\n") == "a.info:1: found Format: lhagrid2, expected lhagrid1");

  const std::string begin = "name\nOrdr\n 1 5 0.1652 0 0 0 1.3 4.5 180\nNX\n";
  CHECK(cteq_refusal("name\n") ==
        "a.tbl:1: found the end of the file, expected a line that names order, flavours, Λ and "
        "masses");
  CHECK(cteq_refusal("name\nOrdr\n 1 5 -1 0 0 0 1.3 4.5 180\n") ==
        "a.tbl:3: field 3: found -1.000000, expected a positive Λ in GeV");
  CHECK(cteq_refusal(begin + "95 1e9 5\n") ==
        "a.tbl:5: field 2: found 1000000000, expected NT, intervals of Q, from 3 to 100000");
  CHECK(cteq_refusal(begin + "95 19 5\nQINI\n1.3 1e4\n1 2 3\n") ==
        "a.tbl:7: field 2: found a file that ends before 20 more numbers, expected knots of Q");
  CHECK(cteq_refusal(begin +
                     "9 5 3\nQINI\n1.3 100\n1.3 4 9 20 50 100\nXMIN\n1e-3\n0 1e-3 1e-2 0.05 0.1 "
                     "0.2 0.4 0.6 0.8 1\ntable\n1 2 3\n") ==
        "a.tbl:12: found a file that ends before 360 more numbers, expected values of the table");
  CHECK_THROWS_WITH(read_density("/nowhere/a.tbl"),
                    "/nowhere/a.tbl: found no such file, expected a grid of parton densities");
  CHECK_THROWS_WITH(
      read_density("a.pdf"),
      "found parton densities \"a.pdf\", expected \"analytic\", a .tbl file of CTEQ or an .info "
      "file of LHAPDF6");
}

TEST_CASE("CTEQ tables give the values at their knots, and quarks their places") {
  // f = a block's number and a parabola in x^0.3, which comes back.
  std::string text =
      "name\nOrdr\n 1 5 0.1652 0 0 0 1.3 4.5 180\nNX\n9 5 3\nQINI\n1.3 100\n1.3 4 9 20 50 "
      "100\nXMIN\n1e-3\n";
  const std::vector<double> x = {0, 1e-3, 1e-2, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1};
  text += fmt::format("{}\ntable\n", fmt::join(x, " "));
  const auto f = [](int block, double at) {
    const double s = std::pow(at, 0.3);
    return block + 2 * s - s * s;
  };
  for (int block = 0; block < 6; ++block) {
    for (int q = 0; q < 6; ++q) {
      for (const double at : x) text += fmt::format("{:.17g} ", f(block, at));
      text += "\n";
    }
  }
  const auto density = cteq_density("a.tbl", text);
  // Blocks: s̄ … (−3), d̄ (−2), ū (−1), gluon, u, d.
  const int flavours[] = {-3, -1, -2, 0, 2, 1};
  for (int block = 0; block < 6; ++block) {
    for (const double q : {1.5, 5.0, 70.0}) {
      for (const double at : {0.06, 0.15, 0.5, 0.9}) {  // beyond, x² f is interpolated
        CAPTURE(block, q, at);
        CHECK(density->xf(flavours[block], at, q) == Approx(at * f(block, at)).epsilon(1e-10));
      }
      for (const double knot : {1e-3, 1e-2})
        CHECK(density->xf(flavours[block], knot, q) ==
              Approx(knot * f(block, knot)).epsilon(1e-10));
    }
  }
  CHECK(density->xf(3, 0.5, 10) == density->xf(-3, 0.5, 10));
  CHECK(density->xf(4, 0.5, 10) == 0);
}

TEST_CASE("CTEQ6L1 as its authors' program gives it", "[published grid]") {
  const char* path = std::getenv("DIAGC_TEST_PDF");
  REQUIRE(path);
  const auto density = read_density(path);
  CHECK(density->xf(gluon, 0.01, 91.188) == Approx(8.413168).epsilon(1e-6));
  CHECK(density->xf(gluon, 0.1, 91.188) == Approx(0.796045).epsilon(1e-6));
  // Sum rules: of the table, to what its knots and its range of x give.
  double momentum = 0;
  for (int flavour = -5; flavour <= 5; ++flavour)
    momentum +=
        integral([&](double x) { return x < 1e-6 ? 0 : x * density->xf(flavour, x, 91.188); });
  CHECK(momentum == Approx(1).epsilon(0.01));
  CHECK(integral([&](double x) {
          return x < 1e-6 ? 0 : density->xf(2, x, 91.188) - density->xf(-2, x, 91.188);
        }) == Approx(2).epsilon(0.02));
}
