#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "fake_gpu.h"

TEST_CASE("bench on a device has every key of processors and those of devices", "[slow]") {
  const Folder folder;
  const Finished run = on_fake_gpu(
      folder, "bench hubbard_sun_density -D n=2..3 -p N=2 --target cuda --json --schedule straight",
      "FAKE_CUDA_MEMORY=256 FAKE_CUDA_BLOCKS=128");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const auto rows = nlohmann::json::parse(run.out);
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    for (const char* key : {"evaluations_per_s",
                            "terms_per_s",
                            "gflops",
                            "peak_gflops",
                            "share",
                            "baseline_evaluations_per_s",
                            "ratio",
                            "compile_s",
                            "cached_load_s",
                            "dram_evaluations_per_s",
                            "convert_evaluations_per_s",
                            "windowed_evaluations_per_s",
                            "ratio_windowed",
                            "copy_share",
                            "copy_gb_per_s",
                            "cached_evaluations_per_s",
                            "host_evaluations_per_s",
                            "registers",
                            "code_bytes",
                            "memory_bytes"}) {
      INFO(key);
      REQUIRE(row.contains(key));
      CHECK(row[key].get<double>() > 0);
    }
    CHECK(row["schedule"] == "straight");
    CHECK(row["registers"] == 40);    // as the fake driver says
    CHECK(row["code_bytes"] == 128);  // as the fake NVRTC says
    CHECK(row["spill_bytes"] == 0);
    CHECK(row["memory_bytes"].get<double>() <= 256 << 20);
    CHECK(row["ratio_windowed"].get<double>() ==
          Approx(row["evaluations_per_s"].get<double>() /
                 row["windowed_evaluations_per_s"].get<double>()));
    CHECK(row["ratio"] == row["ratio_windowed"]);
    CHECK(row["baseline_evaluations_per_s"] == row["windowed_evaluations_per_s"]);
    CHECK(row["dram_evaluations_per_s"] == row["evaluations_per_s"]);
  }
  CHECK(rows[0]["share"].get<double>() ==
        Approx(rows[0]["evaluations_per_s"].get<double>() * 2 * 24 /
               (rows[0]["peak_gflops"].get<double>() * 1e9)));
  const Finished two = on_fake_gpu(folder,
                                   "bench hubbard_sun_density -D n=2 -p N=2 --target cuda --json "
                                   "--schedule straight --against hubbard_density",
                                   "FAKE_CUDA_MEMORY=256 FAKE_CUDA_BLOCKS=128");
  INFO(two.err);
  REQUIRE(two.code == 0);
  CHECK(nlohmann::json::parse(two.out)[0]["over_against"].get<double>() > 0);
}
