// diagc bench --contract as a process.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"
#include "process.h"
#include "runtime/system/targets.h"
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
  for (const char* key :
       {"cold_s", "seconds", "gflops", "gbytes", "peak_share", "product_share", "over_copies",
        "roofline", "distribution_s", "over_transposes", "over_by_lifetime", "over_products",
        "copy_gbytes", "peak_gflops", "product_gflops"}) {
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
  // An outer product for each of 60 values, whose sum ends there, and an inner one.
  const auto rows = nlohmann::json::parse(run.out);
  CHECK(rows[0]["log2_macs"].get<double>() == Approx(std::log2(61 * 40 * 50)));
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

TEST_CASE("OpenBLAS with kernels for old processors is refused where this one has wide vectors") {
  if (!diagc::runs_avx2()) return;  // any kernels serve there
  const Folder folder;
  const std::string library = DIAGC_FAKE_OPENBLAS;
  const Finished run = measured(folder, library + " FAKE_OPENBLAS_LOADED=Prescott", "network.json");
  CHECK(run.code == 1);
  CHECK(run.err ==
        "found a " + library +
            " that does not serve (it runs its kernels for Prescott; the environment variable "
            "OPENBLAS_CORETYPE=" +
            (diagc::runs_avx512() ? "SkylakeX" : "Haswell") +
            " makes it take those for this processor), expected OpenBLAS: contractions are "
            "measured against OpenBLAS (apt-get install libopenblas0-pthread)\n");
}

TEST_CASE("bench --contract of several devices: one alone, and all of them that share each slice") {
  const Folder folder;
  folder.write("network.json", R"({"inputs": [["a", "b"], ["b", "c"]], "output": ["a", "c"],
    "size_dict": {"a": 1100, "b": 2, "c": 1100}})");
  const std::string bench = "bench --contract network.json --target cuda --devices 0,1 --rounds 1 ";
  const Finished run = on_fake_gpu(folder, bench + "--memory 4MiB --json");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto rows = nlohmann::json::parse(run.out);
  REQUIRE(rows.size() == 1);
  // The result of 4.8 MB fits two devices, but not one.
  CHECK(rows[0]["slices_alone"].get<int>() > 1);
  CHECK(rows[0]["slices"] == 1);
  for (const char* key : {"peak_bytes_alone", "peak_bytes"}) CHECK(rows[0][key] <= 4 << 20);
  CHECK(rows[0]["counted_bytes"] == rows[0]["planned_bytes"]);
  for (const char* key :
       {"alone_s", "seconds", "ratio", "efficiency", "expected_ratio", "busy_s"}) {
    INFO(key);
    CHECK(rows[0][key].get<double>() > 0);
  }
  CHECK(rows[0]["exchange_s"] <= rows[0]["busy_s"]);
  CHECK(rows[0]["links"] == "NCCL");

  const auto fails = [&](const std::string& arguments, const std::string& message) {
    const Finished wrong = on_fake_gpu(folder, arguments);
    CHECK(wrong.code == 2);
    CHECK(wrong.err == "diagc: " + message + "\n");
  };
  fails(bench + "--memory 4MiB --order o.json",
        "found --memory with --order, expected one of them: orders are searched for it");
  fails(bench + "--kernels", "found --kernels with several --devices, expected one of them");
  fails("bench --contract network.json --target cuda --memory 4MiB",
        "found --memory without several --devices, expected them with --contract --target cuda");
  fails("bench --memory 4MiB x.diag", "found --memory without --contract, expected both");
}
