#include <cstdlib>

#include <catch2/catch.hpp>

#include "programs/integrate/cards.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

Job job_of(const std::string& run) {
  return read_job(std::make_shared<const Source>("job.toml", "[model]\nmu = 0\n[run]\n" + run));
}

std::optional<int> card_of(const std::string& run) { return sampler_of(job_of(run)).card; }

std::string refusal(const std::string& run) {
  try {
    sampler_of(job_of(run));
  } catch (const InputError& error) {
    return error.diagnostics().at(0).message;
  }
  return "";
}

}  // namespace

TEST_CASE("a process samples on its processor or on one card") {
  // The driver is opened once a process: the one that all tests of this program use.
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  CHECK(!card_of("target = \"cpu\"\n"));
  CHECK(sampler_of(job_of("target = \"cpu\"\nthreads = 3\n")).line ==
        "runs on the processor, 3 threads: as the job says");
  CHECK(sampler_of(job_of("target = \"cpu\"\nthreads = 1\n")).line ==
        "runs on the processor, 1 thread: as the job says");
  CHECK(card_of("target = \"cuda\"\ndevices = [3]\n") == 3);
  CHECK(card_of("devices = [1]\n") == 1);
  CHECK(sampler_of(job_of("target = \"cuda\"\ndevices = [0]\n")).line == "runs on card 0, Fake");
  CHECK(refusal("target = \"cuda\"\ndevices = [0, 1]\n") ==
        "found 2 cards for one process, expected one; start a process for each: mpirun -n 2 diagc "
        "integrate …");
}
