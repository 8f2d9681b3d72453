// The jobs of examples/integrate, to order 3 and of one filling on the processor, against numbers from elsewhere.
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include <nlohmann/json.hpp>

#include "process.h"

namespace {

std::string example(const std::string& name) {
  std::ifstream file(DIAGC_SOURCE_DIR "/examples/integrate/" + name + ".toml");
  std::stringstream text;
  text << file.rdbuf();
  REQUIRE_FALSE(text.str().empty());
  return text.str();
}

/// The job with other values of these keys, each of which it has once.
std::string changed(std::string job,
                    const std::vector<std::pair<std::string, std::string>>& settings) {
  for (const auto& [key, value] : settings) {
    const std::regex line("(^|\n)" + key + " = [^\n]*");
    INFO(key);
    REQUIRE(std::regex_search(job, line));
    job = std::regex_replace(job, line, "$1" + value);
  }
  return job;
}

struct Known {
  int order = 2;
  double value = 0, error = 0;
};

/// One point of an example: its orders from 2 on are independent samples, trusted, and what is known.
void check_example(const std::string& name, const std::string& grammar, const std::string& filling,
                   const std::vector<Known>& known) {
  INFO(name);
  const Folder folder;
  folder.write("job.toml", changed(example(name),
                                   {{"to", "to = 3"},
                                    {"filling", "filling = " + filling},
                                    {"time_limit", "target = \"cpu\"\nthreads = 1\nsteps = 6e5"}}));
  const Finished done = folder.diagc("integrate job.toml");
  INFO(done.err);
  REQUIRE(done.code == 0);
  CHECK(folder.has("job.svg"));
  const auto point = nlohmann::json::parse(folder.read("job.json")).at("points").at(0);
  CHECK(point.at("grammar") == grammar);
  for (const Known& each : known) {
    const auto& row = point.at("orders").at(static_cast<std::size_t>(each.order));
    INFO("order " << each.order << ": " << row.dump());
    CHECK(row.at("order") == each.order);
    CHECK(row.at("sampling") == "independent");
    CHECK(row.at("trustworthy") == true);
    const double error = row.at("error");
    CHECK(error < 0.02 * std::abs(each.value));
    CHECK(std::abs(row.at("value").get<double>() - each.value) <
          4.5 * std::hypot(error, each.error));
  }
}

}  // namespace

TEST_CASE("examples: SU(6) on the square lattice", "[slow]") {
  // Labelled diagrams by Markov chains, half a minute on an H200.
  check_example("su6_square", "hubbard_sun_cdet_density_fixed", "0.3",
                {{2, 0.014021, 3e-6}, {3, -0.018006, 5e-6}});
}

TEST_CASE("examples: triangular lattice, SU(2), SU(3) and SU(4)", "[slow]") {
  // Order 2 from sums over momenta; under a Hartree shift it has a factor N - 1.
  constexpr double order_2 = 1.393452e-3;
  check_example("triangular", "hubbard_su2_cdet_density_fixed", "0.5", {{2, order_2}});
  check_example("su3_triangular", "hubbard_su3_cdet_density_fixed", "0.5", {{2, 2 * order_2}});
  check_example("su4_triangular", "hubbard_su4_cdet_density_fixed", "0.5", {{2, 3 * order_2}});
}

TEST_CASE("examples: doped SU(2)", "[slow]") {
  // Chains around a measured vertex, ten minutes on one core.
  check_example("su2_square", "hubbard_su2_cdet_density_fixed", "0.4285", {{2, 0.0024399, 1.8e-6}});
}
