// Emitted sources from the cache: code that a device refuses, and code that lacks a kernel.
#include <algorithm>

#include <catch2/catch.hpp>

#include "runtime/cuda/error.h"
#include "runtime/cuda/load.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda/fake_driver/fake_driver.h"

namespace diagc::cuda {
namespace {

constexpr int invalid_image = 200;

const std::vector<Source> sources = {
    {"one.cu",
     "struct Numbers { double* to; };\n"
     "extern \"C\" __global__ void one(const __grid_constant__ Numbers n) { n.to[0] = 1; }\n"},
    {"two.cu",
     "struct Numbers { double* to; };\n"
     "extern \"C\" __global__ void two(const __grid_constant__ Numbers n) { n.to[0] = 2; }\n"}};

std::size_t loads() {
  const auto calls = fake_cuda::calls();
  return static_cast<std::size_t>(std::ranges::count(calls, "cuModuleLoadData"));
}

/// How often modules were handed over; they have this kernel.
int uses(Cache& cache, const char* kernel) {
  int count = 0;
  load_sources(Device(0), sources, {.cache = &cache}, [&](const std::vector<Module>& modules) {
    ++count;
    REQUIRE(modules.size() == sources.size());
    modules[1].function(kernel);
  });
  return count;
}

}  // namespace

TEST_CASE("emitted sources: what a device refuses of the cache is compiled anew") {
  const TemporaryFolder folder;
  Cache cache(CacheOptions{folder.path(), 1 << 30, {}});
  fake_cuda::reset();
  CHECK(uses(cache, "two") == 1);
  CHECK(loads() == 2);
  SECTION("the second source, once") {
    fake_cuda::fail("cuModuleLoadData", 2, invalid_image);
    CHECK(uses(cache, "two") == 1);
    CHECK(loads() == 2 + 2 + 2);
  }
  SECTION("again after that") {
    fake_cuda::fail("cuModuleLoadData", 1, invalid_image);
    fake_cuda::fail("cuModuleLoadData", 2, invalid_image);
    CHECK_THROWS_WITH(uses(cache, "two"),
                      "code for device 0 (Fake) of architecture sm_90 does not load: "
                      "cuModuleLoadData: CUDA_ERROR_INVALID_IMAGE: as the fake driver says");
  }
  SECTION("a kernel is not there") {
    int count = 0;
    const auto use = [&](const std::vector<Module>& modules) {
      ++count;
      modules[0].function("two");
    };
    CHECK_THROWS_AS(load_sources(Device(0), sources, {.cache = &cache}, use), Error);
    CHECK(count == 2);
    count = 0;
    // Without a cache there is nothing to compile anew.
    CHECK_THROWS_AS(load_sources(Device(0), sources, {}, use), Error);
    CHECK(count == 1);
  }
}

TEST_CASE("emitted sources that NVRTC refuses are mistakes of the program") {
  fake_cuda::reset();
  CHECK_THROWS_AS(
      load_sources(Device(0), {{"wrong.cu", "no C++\n"}}, {}, [](const std::vector<Module>&) {}),
      std::logic_error);
}

}  // namespace diagc::cuda
