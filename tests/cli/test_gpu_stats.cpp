// What `diagc stats --target cuda` says of kernels; no device is needed.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/occupancy.h"

using nlohmann::ordered_json;

namespace {

/// Without a driver, whatever the machine has.
Finished gpu_stats(const Folder& folder, const std::string& arguments) {
  return folder.shell("DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" stats " + arguments +
                      " --target cuda");
}

bool nvrtc_here() {
  const std::string why = diagc::cuda::why_no_nvrtc();
  if (!why.empty()) WARN(why);
  return why.empty();
}

}  // namespace

TEST_CASE("stats of kernels on a device without a device") {
  if (!nvrtc_here()) return;
  const Folder folder;
  const Finished run = gpu_stats(folder, "hubbard_sun_density -D n=3..4 --json --precision fp32");
  INFO(run.err);
  REQUIRE(run.code == 0);
  const ordered_json rows = ordered_json::parse(run.out);
  REQUIRE(rows.size() == 4);
  std::vector<std::string> keys;
  for (const auto& [key, value] : rows[0].items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"n", "schedule", "kernel", "registers", "spill_bytes",
                                         "stack_bytes", "code_bytes", "static_shared_bytes",
                                         "dynamic_shared_bytes", "threads", "configurations",
                                         "blocks", "warps", "workspace_bytes", "slab",
                                         "occupancy_from"});
  const auto limits = diagc::cuda::multiprocessor_limits("sm_90").value();
  for (std::size_t i = 0; i < 4; i += 2) {
    const ordered_json &kernel = rows[i], &all = rows[i + 1];
    CHECK(kernel["schedule"] == "straight");
    CHECK(kernel["kernel"] == "hubbard_sun_density_straight");
    CHECK(kernel["occupancy_from"] == "limits");
    CHECK(kernel["workspace_bytes"].is_null());
    CHECK(all["kernel"] == "all");
    CHECK(all["workspace_bytes"] == 0);
    for (const char* key : {"registers", "spill_bytes", "code_bytes", "threads", "blocks", "warps"})
      CHECK(kernel[key] == all[key]);
    CHECK(kernel["registers"] > 16);
    CHECK(kernel["code_bytes"].get<int>() % 128 == 0);
    CHECK(kernel["blocks"] == diagc::cuda::blocks_per_multiprocessor(
                                  limits, kernel["threads"], kernel["registers"],
                                  kernel["static_shared_bytes"].get<std::size_t>() +
                                      kernel["dynamic_shared_bytes"].get<std::size_t>()));
    CHECK(kernel["warps"].get<int>() ==
          kernel["blocks"].get<int>() * kernel["threads"].get<int>() / 32);
  }
  CHECK(rows[0]["code_bytes"] < rows[2]["code_bytes"]);
}

TEST_CASE("stats of several kernels: sums, largest and least; another architecture; the cache") {
  if (!nvrtc_here()) return;
  const Folder folder;
  const std::string arguments =
      "hubbard_sun_density -D n=7 --json --schedule chunked --arch sm_80 --precision fp32";
  const Finished run = gpu_stats(folder, arguments);
  INFO(run.err);
  REQUIRE(run.code == 0);
  const ordered_json rows = ordered_json::parse(run.out);
  REQUIRE(rows.size() >= 3);
  const ordered_json& all = rows.back();
  int registers = 0, blocks = 1000;
  std::size_t code = 0, spills = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    CHECK(rows[i]["kernel"] == "hubbard_sun_density_chunk" + std::to_string(i));
    registers = std::max<int>(registers, rows[i]["registers"]);
    blocks = std::min<int>(blocks, rows[i]["blocks"]);
    code += rows[i]["code_bytes"].get<std::size_t>();
    spills += rows[i]["spill_bytes"].get<std::size_t>();
  }
  CHECK(all["registers"] == registers);
  CHECK(all["blocks"] == blocks);
  CHECK(all["code_bytes"] == code);
  CHECK(all["spill_bytes"] == spills);
  CHECK(all["workspace_bytes"] > 0);
  CHECK(all["slab"] > 0);
  CHECK(gpu_stats(folder, arguments).out == run.out);
  CHECK_FALSE(ordered_json::parse(folder.diagc("cache list --json").out).empty());
}

TEST_CASE("the table of kernels says where occupancy comes from") {
  if (!nvrtc_here()) return;
  const Folder folder;
  const Finished run =
      gpu_stats(folder, "permanent -D n=3 --schedule windowed --arch sm_80 --no-cache");
  REQUIRE(run.code == 0);
  CHECK(run.out.find("permanent_windowed") != std::string::npos);
  CHECK(run.out.ends_with(
      "\nblocks and warps: on a multiprocessor at once, computed from the limits of sm_80 (64 "
      "warps, 65536 registers, 164 KiB of shared memory); no device was asked.\n"));
}

TEST_CASE("stats of kernels without NVRTC: what is missing, and what to do") {
  const Folder folder;
  const Finished run = folder.shell(
      "DIAGC_NVRTC=/nowhere/libnvrtc.so DIAGC_CUDA_DRIVER=/nowhere \"$DIAGC\" stats permanent -D "
      "n=3 --target cuda");
  CHECK(run.code == 1);
  CHECK(run.out.empty());
  CHECK(run.err ==
        "error: NVRTC, NVIDIA's run-time compiler, was not found: libnvrtc.so (12 or later) is not "
        "in /nowhere/libnvrtc.so. Install the CUDA toolkit (12.0 or later) or `pip install "
        "nvidia-cuda-nvrtc`, or let CUDA_HOME name a toolkit's folder or DIAGC_NVRTC the file.\n");
}
