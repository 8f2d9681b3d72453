// diagc bench --contract as a process.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"
#include "runtime/system/thread_pool.h"

namespace {

const std::string network = R"({"inputs": [["a", "b"], ["b", "c"], ["c", "a"]], "output": [],
  "size_dict": {"a": 40, "b": 50, "c": 60}})";

Finished measured(const Folder& folder, const std::string& library, const std::string& options) {
  folder.write("network.json", network);
  return folder.shell("env DIAGC_OPENBLAS=" + library + " " DIAGC_PROGRAM " bench --contract " +
                      options);
}

}  // namespace

TEST_CASE("bench --contract measures a network against its baselines") {
  const Folder folder;
  const Finished run = measured(folder, DIAGC_FAKE_OPENBLAS, "network.json --rounds 1 --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto rows = nlohmann::json::parse(run.out);
  REQUIRE(rows.size() == 1);
  for (const char* key : {"cold_s", "seconds", "gflops", "gbytes", "peak_share", "product_share",
                          "over_copies", "roofline", "over_transposes", "over_by_lifetime",
                          "over_products", "copy_gbytes", "peak_gflops", "product_gflops"}) {
    INFO(key);
    CHECK(rows[0][key].get<double>() > 0);
  }
  if (diagc::available_threads() > 1) CHECK(rows[0]["two_threads"].get<double>() > 0);
}

TEST_CASE("bench --contract takes orders from files, and either element") {
  const Folder folder;
  folder.write("order.json", R"({"ssa_path": [[1, 2], [0, 3]], "sliced": ["c"]})");
  const Finished run = measured(folder, DIAGC_FAKE_OPENBLAS,
                                "network.json --order order.json --element c64 --rounds 1 --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  // One of 60 slices: an outer product, and an inner one.
  const auto rows = nlohmann::json::parse(run.out);
  CHECK(rows[0]["log2_macs"].get<double>() == Approx(std::log2(2 * 40 * 50)));
  CHECK(rows[0]["log2_width"].get<double>() == Approx(std::log2(40 * 50)));
  CHECK(folder.diagc("bench --contract --element c64").err ==
        "diagc: found --order or --element without one network, expected them with --contract "
        "NETWORK\n");
  CHECK(folder.diagc("bench --element c64 x.diag").err ==
        "diagc: found --order or --element without --contract NETWORK, expected both\n");
}

TEST_CASE(
    "bench --contract says what it is measured against, and what to do where that is absent") {
  const Folder folder;
  const Finished run = measured(folder, "/nowhere/libopenblas.so", "network.json");
  CHECK(run.code == 1);
  CHECK(run.err ==
        "found no /nowhere/libopenblas.so, expected it: contractions are measured against "
        "OpenBLAS (apt-get install libopenblas0-pthread)\n");
}
