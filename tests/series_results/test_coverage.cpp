// How often the value of all approximants together holds the exact one within its error, and how often it is marked: series whose sums
// are known, with noise on every coefficient but the first. The table in docs/integrate.md is that of this test.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/series/resummation/resummation.h"
#include "tests/series_results/known_series.h"

using namespace diagc;
using namespace diagc::series;
using known::normal;
using known::Random;
using known::uniform;

namespace {

constexpr double reaches[] = {0.5, 1, 2, 4};  // U in radii of convergence
constexpr int resamples = 100;

/// Errors grow with the order by a constant factor, as Monte Carlo gives them; that of a coefficient that is small by accident does not
/// become small.
Series with_noise(const known::Series& exact, Random& random) {
  const std::size_t terms = exact.coefficients.size();
  const double first = std::pow(10, uniform(random, -6, -3)), growth = uniform(random, 1.5, 4);
  const auto at_radius = [&](std::size_t n) {
    return std::abs(exact.coefficients[n]) * std::pow(exact.radius, static_cast<double>(n));
  };
  double largest = 0;
  for (std::size_t n = 1; n < terms; ++n) largest = std::max(largest, at_radius(n));
  Series series{exact.coefficients, std::vector<double>(terms * terms, 0)};
  for (std::size_t n = 1; n < terms; ++n) {
    if (n == 1 && at_radius(1) < 1e-12 * largest) {  // with a Hartree shift
      series.coefficients[1] = 0;
      continue;
    }
    const double relative = std::min(1.0, first * std::pow(growth, static_cast<double>(n)));
    const double error = relative * std::max(at_radius(n), 0.3 * largest) *
                         std::pow(exact.radius, -static_cast<double>(n));
    series.coefficients[n] += error * normal(random);
    series.covariance[n * terms + n] = error * error;
  }
  return series;
}

struct Cell {
  int series = 0, marked = 0, one = 0, two = 0;

  void count(const SummedValue& sum, double exact) {
    ++series;
    if (!sum.reliable) {
      ++marked;
      return;
    }
    const double off = std::abs(sum.value - exact);
    one += off <= sum.error ? 1 : 0;
    two += off <= 2 * sum.error ? 1 : 0;
  }
  double percent_marked() const { return 100.0 * marked / series; }
  double percent(int of) const { return 100.0 * of / std::max(1, series - marked); }
};

struct Row {
  std::string name;
  double reach = 0;
  Cell cell;
};

/// Series of models by |βμ|, then those of functions; each at all reaches.
std::vector<Row> measured() {
  const std::vector<std::string> names{"\\|βμ\\| < 1", "1 … 2",    "2 … 3", "3 … 4",
                                       "4 … 5",        "rational", "powers"};
  std::vector<Row> rows;
  for (const double reach : reaches) {
    for (const std::string& name : names) rows.push_back({name, reach, {}});
  }
  Random random(20261123);
  const auto add = [&](known::Series (*make)(Random&, std::size_t), int count) {
    for (int i = 0; i < count; ++i) {
      const std::size_t order = 3 + random() % 6;
      const known::Series exact = make(random, order + 1);
      const Series series = with_noise(exact, random);
      std::vector<double> couplings;
      for (const double reach : reaches) couplings.push_back(reach * exact.radius);
      const Resummation sums = resum(series, couplings, resamples, random());
      const std::size_t name = exact.name == "rational" ? 5
                               : exact.name == "powers"
                                   ? 6
                                   : static_cast<std::size_t>(std::abs(exact.beta_mu));
      for (std::size_t j = 0; j < couplings.size(); ++j)
        rows[j * names.size() + name].cell.count(sums.combined[j], exact.value(couplings[j]));
    }
  };
  add(known::random_atom, 2400);
  add(known::random_cluster, 200);
  add(known::random_rational, 400);
  add(known::random_powers, 400);
  return rows;
}

std::string line(const Row& row) {
  return fmt::format("| {} | {} | {} | {:.1f} % | {:.0f} % | {:.0f} % |\n", row.reach, row.name,
                     row.cell.series, row.cell.percent_marked(), row.cell.percent(row.cell.one),
                     row.cell.percent(row.cell.two));
}

std::string markdown(const std::vector<Row>& rows) {
  std::string text =
      "\n| U / radius | series | number | marked | within 1 error | within 2 |\n"
      "|---|---|---|---|---|---|\n";
  for (const Row& row : rows) text += line(row);
  return text + "\n";
}

/// Of all models at these reaches.
double percent_marked(const std::vector<Row>& rows, double from, double to) {
  Cell all;
  for (const Row& row : rows) {
    if (row.reach < from || row.reach > to || row.name == "rational" || row.name == "powers")
      continue;
    all.series += row.cell.series;
    all.marked += row.cell.marked;
  }
  return all.percent_marked();
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("coverage of the values taken together", "[coverage][slow]") {
  const std::vector<Row> rows = measured();
  for (const Row& row : rows) {
    CAPTURE(line(row));
    CHECK(row.cell.percent(row.cell.one) >= 60);
    CHECK(row.cell.percent(row.cell.two) >= 90);
  }
  CHECK(percent_marked(rows, 0, 1) <= 5);
  CHECK(percent_marked(rows, 1, 1) <= 5);
  CHECK(percent_marked(rows, 2, 2) <= 40);

  const std::string path = DIAGC_SOURCE_DIR "/docs/integrate.md";
  const std::string begin_mark =
      "<!-- coverage: written by test_series_results, DIAGC_UPDATE_GOLDEN=1 -->\n";
  const std::string end_mark = "<!-- end of coverage -->\n";
  std::string text = contents(path);
  const std::size_t begin = text.find(begin_mark), end = text.find(end_mark);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::size_t from = begin + begin_mark.size();
  if (std::getenv("DIAGC_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text.substr(0, from) + markdown(rows) + text.substr(end);
    text = contents(path);
  }
  // Another compiler's rounding moves a value over its bound now and then, no more.
  constexpr double most_apart = 1;
  std::istringstream stated(text.substr(from, text.find(end_mark) - from));
  std::string words;
  for (int heading = 0; heading < 3; ++heading) std::getline(stated, words);
  for (const Row& row : rows) {
    REQUIRE(std::getline(stated, words));
    CAPTURE(words, line(row));
    const std::string start = fmt::format("| {} | {} |", row.reach, row.name);
    REQUIRE(words.starts_with(start));
    double series = -1, marked = -1, one = -1, two = -1;
    CHECK(std::sscanf(words.c_str() + start.size(), "%lf | %lf %% | %lf %% | %lf", &series, &marked,
                      &one, &two) == 4);
    CHECK(std::abs(series - static_cast<double>(row.cell.series)) <= 0.01 * series);
    CHECK(std::abs(marked - row.cell.percent_marked()) <= most_apart);
    CHECK(std::abs(one - row.cell.percent(row.cell.one)) <= most_apart);
    CHECK(std::abs(two - row.cell.percent(row.cell.two)) <= most_apart);
  }
}

TEST_CASE("radii of convergence are distances of zeros of the partition function") {
  // SU(2): 1 + 2 z + z² e^(−U) is 0 at U = ln(z² / (1 + 2 z)) ± iπ.
  for (const double mu : {-3.0, 0.0, 2.5}) {
    const double z = std::exp(mu);
    const double expected = std::hypot(std::log(z * z / (1 + 2 * z)), std::numbers::pi);
    CHECK(known::atom(2, mu, 0, 5).radius == Approx(expected).epsilon(1e-3));
  }
  // Coefficients of high order fall as radius⁻ⁿ.
  Random random(5);
  for (int i = 0; i < 6; ++i) {
    constexpr std::size_t terms = 91, apart = 30;
    const known::Series series =
        i % 2 == 0 ? known::random_cluster(random, terms) : known::random_atom(random, terms);
    CAPTURE(series.name, series.beta_mu);
    const auto largest = [&](std::size_t before) {
      double most = 0;
      for (std::size_t n = before - 8; n < before; ++n)
        most = std::max(most, std::abs(series.coefficients[n]));
      return most;
    };
    const double radius = std::pow(largest(terms - apart) / largest(terms), 1.0 / apart);
    CHECK(radius == Approx(series.radius).epsilon(0.12));
  }
}

TEST_CASE("known series add up to their sums") {
  Random random(6);
  for (const auto make :
       {known::random_atom, known::random_cluster, known::random_rational, known::random_powers}) {
    const known::Series series = make(random, 41);
    const double U = 0.4 * series.radius;
    double sum = 0;
    for (std::size_t n = series.coefficients.size(); n-- > 0;)
      sum = sum * U + series.coefficients[n];
    CAPTURE(series.name);
    CHECK(sum == Approx(series.value(U)).epsilon(1e-10));
  }
}

TEST_CASE("a series that has diverged before it shows where to") {
  // SU(4) at β = 2.5, μ = 1.5, nearly full at U = 0: energies in units of 1/β.
  const double beta = 2.5;
  const known::Series exact = known::atom(4, 1.5 * beta, 0, 9);
  const std::vector<double> couplings{1, 1.5, 2};
  CHECK(exact.value(1 * beta) == Approx(0.5));
  CHECK(exact.value(1.5 * beta) == Approx(0.4023).epsilon(1e-4));
  CHECK(exact.value(2 * beta) == Approx(0.3240).epsilon(1e-4));
  for (std::size_t order = 3; order <= 8; ++order) {
    Series series;
    for (std::size_t n = 0; n <= order; ++n)
      series.coefficients.push_back(exact.coefficients[n] * std::pow(beta, static_cast<double>(n)));
    series.covariance.assign((order + 1) * (order + 1), 0);
    const Resummation sums = resum(series, couplings, 0);
    for (std::size_t i = 0; i < couplings.size(); ++i) {
      const SummedValue& at = sums.combined[i];
      CAPTURE(order, couplings[i], at.value, at.error);
      if (order == 4) CHECK_FALSE(at.reliable);
      if (at.reliable) CHECK(std::abs(at.value - exact.value(couplings[i] * beta)) <= 2 * at.error);
    }
  }
}
