#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

TEST_CASE("doctor says what there is") {
  const Folder folder;
  const Finished run = folder.diagc("doctor --json");
  REQUIRE(run.code == 0);
  std::vector<std::string> what;
  for (const auto& row : nlohmann::json::parse(run.out)) what.push_back(row["what"]);
  for (const char* expected :
       {"diagc", "processor", "features", "cores", "caches", "memory", "compiler", "cache"}) {
    CHECK(std::find(what.begin(), what.end(), expected) != what.end());
  }
  const Finished without = folder.shell("DIAGC_TOOLCHAIN=/nothing \"$DIAGC\" doctor");
  CHECK(without.code == 0);
  CHECK(without.out.find("none: kernels run in the interpreter only") != std::string::npos);
}

TEST_CASE("bench measures every key", "[slow][threads]") {
  const Folder folder;
  const Finished run =
      folder.diagc("bench hubbard_sun_density -D n=2..3 -p N=2 --json --threads 2");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto rows = nlohmann::json::parse(run.out);
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    for (const char* key : {"evaluations_per_s", "terms_per_s", "gflops", "peak_gflops", "share",
                            "baseline_evaluations_per_s", "ratio", "compile_s", "cached_load_s",
                            "convert_evaluations_per_s", "threads_2"}) {
      INFO(key);
      REQUIRE(row.contains(key));
      CHECK(row[key].get<double>() > 0);
    }
    CHECK(row.contains("dram_evaluations_per_s"));
    CHECK(row["ratio"].get<double>() == Approx(row["evaluations_per_s"].get<double>() /
                                               row["baseline_evaluations_per_s"].get<double>()));
  }
  // Edges are those of the rules, operations those that the passes leave.
  const Finished sizes = folder.diagc("stats hubbard_sun_density -D n=2..3 --json");
  const auto graphs = nlohmann::json::parse(sizes.out);
  for (std::size_t i = 0; i < 2; ++i) {
    const double rate = rows[i]["evaluations_per_s"], peak = rows[i]["peak_gflops"];
    CHECK(rows[i]["gflops"].get<double>() == Approx(rate * graphs[i]["flops"].get<double>() / 1e9));
    CHECK(rows[i]["executed_share"].get<double>() ==
          Approx(rows[i]["gflops"].get<double>() / peak));
    CHECK(rows[i]["share"].get<double>() ==
          Approx(rate * 2 * graphs[i]["edges"].get<double>() / (peak * 1e9)));
    CHECK(rows[i]["terms_per_s"].get<double>() ==
          Approx(rate * std::stod(graphs[i]["terms"].get<std::string>())));
  }
  const Finished two = folder.diagc("bench determinant -D n=2 --against permanent --json");
  INFO(two.err);
  REQUIRE(two.code == 0);
  const auto pair = nlohmann::json::parse(two.out)[0];
  CHECK(pair["against_evaluations_per_s"].get<double>() > 0);
  // Measured apart from the other rates, in turn with the kernel that it is held against.
  CHECK(pair["over_against"].get<double>() > 0.2);
  CHECK(pair["over_against"].get<double>() < 5);
  const Finished steps = folder.diagc("bench phi4 -D n=2 --against phi4 --integrate");
  CHECK(steps.err == "diagc: found --against with --integrate, expected one of them\n");
  const Finished missing = folder.diagc("bench hubbard_sun_density -D n=2");
  CHECK(missing.code == 1);
  CHECK(
      missing.err.find(
          "error: found no value for the param `N`, expected -p with a real number such as N=2") !=
      std::string::npos);
}
