#include <cstdlib>

#include <catch2/catch.hpp>

#include "programs/integrate/devices.h"

using namespace diagc;
using namespace diagc::series;

namespace {

Job job_of(const std::string& run) {
  return read_job(std::make_shared<const Source>("job.toml", "[model]\nmu = 0\n[run]\n" + run));
}

std::vector<int> gpus_of(const std::string& run) { return integrate::sampler_of(job_of(run)).gpus; }

}  // namespace

TEST_CASE("a process samples on its processor or on devices") {
  // The driver is opened once a process: the one that all tests of this program use.
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  CHECK(gpus_of("target = \"cpu\"\n").empty());
  CHECK(integrate::sampler_of(job_of("target = \"cpu\"\nthreads = 3\n")).line ==
        "runs on the processor, 3 threads: as the job says");
  CHECK(integrate::sampler_of(job_of("target = \"cpu\"\nthreads = 1\n")).line ==
        "runs on the processor, 1 thread: as the job says");
  CHECK(gpus_of("target = \"cuda\"\ndevices = [3]\n") == std::vector{3});
  CHECK(gpus_of("devices = [1]\n") == std::vector{1});
  CHECK(integrate::sampler_of(job_of("target = \"cuda\"\ndevices = [0]\n")).line ==
        "runs on device 0, Fake");
  CHECK(gpus_of("target = \"cuda\"\ndevices = [1, 0]\n") == std::vector{1, 0});
  CHECK(integrate::sampler_of(job_of("devices = [1, 0]\n")).line == "runs on devices 1, 0, Fake");
}

TEST_CASE("without a number of walkers every device gets its own") {
  const Job free = job_of("target = \"cuda\"\n"), named = job_of("walkers = 5000\n");
  CHECK(integrate::walkers_of(free, 1) == integrate::gpu_walkers);
  CHECK(integrate::walkers_of(free, 2) == 2 * integrate::gpu_walkers);
  CHECK(integrate::walkers_of(free, 8) == 8 * integrate::gpu_walkers);
  CHECK(integrate::walkers_of(free, 0) == 4096);
  for (const std::size_t gpus : {0U, 1U, 2U}) CHECK(integrate::walkers_of(named, gpus) == 5000);
  // A run that goes on keeps its walkers, on whatever devices.
  CHECK(integrate::walkers_of(free, 1, "675840") == 2 * integrate::gpu_walkers);
  CHECK(integrate::walkers_of(free, 2, "337920") == integrate::gpu_walkers);
  CHECK(integrate::walkers_of(named, 2, "337920") == 5000);
  for (const char* wrong : {"", "x", "0", "17", "99999999999999999999"})
    CHECK(integrate::walkers_of(free, 2, wrong) == 2 * integrate::gpu_walkers);
}
