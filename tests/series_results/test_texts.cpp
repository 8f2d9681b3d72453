// What is shown of a run: numbers with errors, tables, pictures.
#include <cmath>
#include <cstdio>
#include <limits>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "physics/series/results/run_table.h"
#include "physics/series/resummation/resummation_text.h"
#include "runs/report/number_text.h"

using namespace diagc;
using namespace diagc::series;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Result result_to_show() {
  Result result;
  result.grammar = "hubbard_sun_density";
  result.observable = "density";
  result.orders.emplace_back().value = 0.4;
  result.orders.push_back({1, -0.0961, 0.00023, -0.87, 0.41, 3.27, 1.2e6, 4'000'000, true, "",
                           4'000'000, 22.9, "chain", "random", 0});
  result.orders.push_back({2, 0.0221, 0.0011, 0.32, 1, 0.5, 2.5e5, 2'000'000, false, "few samples",
                           2'000'000, 4955, "independent", "random", 0.3});
  result.model.lattice = "square";
  result.model.size = {8, 8};
  result.model.sites = 64;
  result.model.beta = 4;
  result.model.mu = -0.5;
  result.model.filling = 0.4;
  return result;
}

std::string printed(bool is_terminal, const std::vector<Snapshot>& snapshots) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* to = open_memstream(&text, &size);
  {
    RunTable table(to, is_terminal);
    table.begin("a lattice");
    for (const Snapshot& snapshot : snapshots) table.show(snapshot);
  }
  std::fclose(to);
  std::string result(text, size);
  std::free(text);
  return result;
}

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("values with errors") {
  CHECK(runs::with_error(0.012343, 0.00002) == "0.01234(2)");
  CHECK(runs::with_error(0.012345, 0.000012) == "0.012345(12)");
  CHECK(runs::with_error(-1.5, 0.25) == "-1.5(3)");
  CHECK(runs::with_error(-1.5, 0.0999) == "-1.50(10)");
  CHECK(runs::with_error(1.3924e-6, 1.2e-9) == "1.3924(12)e-6");
  CHECK(runs::with_error(123456789, 2000) == "1.23457(2)e8");
  CHECK(runs::with_error(1234.4, 50) == "1230(50)");
  CHECK(runs::with_error(1234.4, 12) == "1234(12)");
  CHECK(runs::with_error(0, 0.003) == "0.000(3)");
  CHECK(runs::with_error(0, 3e-7) == "0(3)e-7");
  CHECK(runs::with_error(0.001, 0.5) == "0.0(5)");
  CHECK(runs::with_error(99.96, 0.31) == "100.0(3)");
  CHECK(runs::with_error(0.5, 0) == "0.5");
  CHECK(runs::with_error(-1.0 / 3, 0) == "-0.3333333333");
  CHECK(runs::with_error(0.5, infinity) == "0.5(?)");
  CHECK(runs::with_error(0.5, std::nan("")) == "0.5(?)");
  CHECK(runs::with_error(std::nan(""), 1) == "nan");
}

TEST_CASE("values with errors read back within a unit of their last digit, for all sizes") {
  for (int value_power = -9; value_power <= 9; ++value_power) {
    for (int error_power = -9; error_power <= 9; ++error_power) {
      for (const double first : {1.0, 1.04, 1.96, 5.55, 9.96}) {
        const double value = 3.7158 * std::pow(10, value_power),
                     error = first * std::pow(10, error_power);
        const std::string text = runs::with_error(value, error);
        CAPTURE(text, value, error);
        if (error < 1e-10 * value) {
          CHECK(std::stod(text) == Approx(value).epsilon(1e-9));
          continue;
        }
        const std::size_t open = text.find('('), close = text.find(')');
        REQUIRE(open != std::string::npos);
        const std::string mantissa = text.substr(0, open), exponent = text.substr(close + 1);
        const std::size_t point = mantissa.find('.');
        const double unit = point == std::string::npos
                                ? 1
                                : std::pow(10, -static_cast<double>(mantissa.size() - point - 1));
        const double scale = std::stod("1" + (exponent.empty() ? "e0" : exponent));
        const double read_error = std::stod(text.substr(open + 1, close - open - 1)) * unit * scale;
        CHECK(read_error == Approx(error).epsilon(0.25));
        CHECK(std::abs(std::stod(mantissa) * scale - value) <= 0.5 * read_error);
        CHECK(text.size() <= 20);
      }
    }
  }
}

TEST_CASE("durations") {
  CHECK(runs::duration_text(0.42) == "0.4 s");
  CHECK(runs::duration_text(42.3) == "42 s");
  CHECK(runs::duration_text(59.6) == "1 min 00 s");
  CHECK(runs::duration_text(200) == "3 min 20 s");
  CHECK(runs::duration_text(7500) == "2 h 05 min");
  CHECK(runs::duration_text(infinity) == "?");
}

TEST_CASE("the table of orders") {
  CHECK(order_table(result_to_show(), true) ==
        "  n  coefficient of U^n     sign  acceptance  autocorrelation  eff. samples  rel. variance"
        "     sampling\n"
        "  0  0.4                   exact                                                          "
        "             \n"
        "  1  -0.0961(2)           -0.870       0.410             3.27       1.2e+06           22.9"
        "        chain\n"
        "  2  0.0221(11)            0.320                                    2.5e+05       4.96e+03"
        "  independent !\n"
        "warning: order 2: few samples\n");
}

TEST_CASE("a model in a line") {
  Result result = result_to_show();
  CHECK(model_line(result.model) ==
        "square lattice, 8 x 8, t = 1, beta = 4, mu = -0.5, filling 0.4, 2 flavours");
  result.model.hartree_alpha = 0.4;
  result.model.flavours = 3;
  result.model.size.clear();
  result.model.t_prime = -0.25;
  CHECK(model_line(result.model) ==
        "square lattice, infinite (cut off at 64 sites), t = 1, t' = -0.25, beta = 4, mu = -0.5 + "
        "0.8 U, filling 0.4, 3 flavours");
  result.model.lattice = "cluster";
  result.model.sites = 1;
  result.model.hartree_alpha = 0;
  CHECK(model_line(result.model) ==
        "cluster of 1 site, beta = 4, mu = -0.5, filling 0.4, 3 flavours");
  // An own propagator tells neither its hopping nor its chemical potential.
  result.model.lattice = "own";
  result.model.t_prime = 0;
  result.model.size = {4, 4};
  result.model.mu = std::nan("");
  CHECK(model_line(result.model) == "own lattice, 4 x 4, beta = 4, filling 0.4, 3 flavours");
  result.model.hartree_alpha = 0.4;
  CHECK(model_line(result.model) ==
        "own lattice, 4 x 4, beta = 4, mu of U = 0 + 0.8 U, filling 0.4, 3 flavours");
}

TEST_CASE("a pipe gets a line when a stage begins and for each further tenth") {
  Snapshot snapshot{"compiling", 0, 0, -1, {}};
  std::vector<Snapshot> snapshots{snapshot, snapshot};
  snapshot = {"sampling", 0.02, 1.32e7, 98, result_to_show()};
  for (const double fraction : {0.02, 0.05, 0.11, 0.12, 0.35, 1.0}) {
    snapshot.fraction = fraction;
    snapshots.push_back(snapshot);
  }
  const std::string coefficients = ": a0 = 0.4, a1 = -0.0961(2), a2 = 0.0221(11)\n";
  std::string expected = "a lattice\ncompiling 0 %\n";
  for (const char* percent : {"2", "11", "35", "100"})
    expected +=
        "sampling " + std::string(percent) + " %, 1.3e+07 steps/s, 1 min 38 s left" + coefficients;
  CHECK(printed(false, snapshots) == expected);
}

TEST_CASE("on a terminal all lines are drawn anew, and none is wider than 80 columns") {
  const Snapshot snapshot{"sampling", 0.02, 1.32e7, 98, result_to_show()};
  const std::string text = printed(true, {snapshot, snapshot, snapshot});
  CHECK(occurrences(text, "sampling 2 %") == 3);
  CHECK(occurrences(text, "\033[5F\033[J") == 3);  // between, and at the end
  CHECK(text.ends_with("\033[5F\033[J"));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    CHECK(runs::shown_width(text.substr(begin, end - begin)) <=
          80 + 8);  // an escape sequence takes no room
    begin = end + 1;
  }
}

TEST_CASE("the table of a summed series") {
  Result result = result_to_show();
  result.model.hartree_alpha = 0.4;
  const Resummation resummation = resum(series_of(result), {0, 2}, 200);
  const std::string table = resummation_table(result, resummation);
  CHECK(
      table.starts_with("       U        mu          order 1           order 2        Padé [1/1]   "
                        "Dlog-Padé [0/1]          together \n"
                        "       0   -0.5000              0.4               0.4               0.4   "
                        "            0.4               0.4 \n"
                        "       2    0.3000        0.2078(5)          0.296(4)!"));
  CHECK(table.ends_with(
      "! the error bar of order 2 is not to be trusted, nor are those of sums that use it\n"));
  CHECK(occurrences(table, "\n") == 4);
}

TEST_CASE("the table marks what cannot be relied on") {
  Result result;
  for (int order = 0; order < 4; ++order) {
    OrderResult& row = result.orders.emplace_back();
    row.order = order;
    row.value = 1;
  }
  const std::string table = resummation_table(result, resum(series_of(result), {2}, 10));
  CHECK(table ==
        "       U          order 2           order 3        Padé [2/1]   Dlog-Padé [1/1]          "
        "together \n"
        "       2                7                15                -1*                1*          "
        "     15*\n"
        "* Padé [2/1]: 100 % of the draws have a pole between 0 and U = 2\n"
        "* Dlog-Padé [1/1]: 100 % of the draws have a pole between 0 and U = 2\n"
        "* from U = 2 on no approximant is free of poles: the partial sum stands in\n");
}

TEST_CASE("JSON of a summed series holds every sum at every coupling") {
  const Result result = result_to_show();
  const Resummation resummation = resum(series_of(result), {0, 1, 2}, 50);
  const auto json = nlohmann::json::parse(resummation_json({result}, {resummation}));
  CHECK(json["format"] == "diagc-resummation");
  const auto& point = json["points"][0];
  CHECK(point["U"] == std::vector<double>{0, 1, 2});
  CHECK(point["mu_at_U"] == std::vector<double>{-0.5, -0.5, -0.5});
  REQUIRE(point["sums"].size() == resummation.sums.size());
  for (std::size_t i = 0; i < resummation.sums.size(); ++i) {
    CHECK(point["sums"][i]["value"][2] == resummation.sums[i].at[2].value);
    CHECK(point["sums"][i]["error"][2] == resummation.sums[i].at[2].error);
  }
  CHECK(point["sums"][2]["method"] == "partial sum");
  CHECK(point["together"]["value"][1] == resummation.combined[1].value);
}

TEST_CASE("the table of a scan") {
  const Result first = result_to_show();
  Result second = first;
  second.model.mu = 0.25;
  const Resummation resummation = resum(series_of(first), {0, 1}, 0);
  CHECK(scan_table({first, second}, {resummation, resummation}, 0) ==
        "    beta        mu      per flavour      all flavours        last order \n"
        "       4   -0.5000              0.4               0.8               0.4 \n"
        "       4    0.2500              0.4               0.8               0.4 \n");
  second.model.mu = std::nan("");  // of an own propagator
  CHECK(
      scan_table({first, second}, {resummation, resummation}, 0)
          .ends_with("       4 not known              0.4               0.8               0.4 \n"));
}

TEST_CASE("the table of a scan of an observable that is not of one flavour has it once") {
  Result first = result_to_show();
  first.observable = "energy";
  const Resummation resummation = resum(series_of(first), {0, 1}, 0);
  CHECK(scan_table({first, first}, {resummation, resummation}, 0) ==
        "    beta        mu         together        last order \n"
        "       4   -0.5000              0.4               0.4 \n"
        "       4   -0.5000              0.4               0.4 \n");
}
