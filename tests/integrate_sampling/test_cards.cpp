#include <catch2/catch.hpp>

#include "programs/integrate/cards.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

Job job_of(const std::string& run) {
  return read_job(std::make_shared<const Source>("job.toml", "[model]\nmu = 0\n[run]\n" + run));
}

std::string refusal(const std::string& run) {
  try {
    card_of(job_of(run));
  } catch (const InputError& error) {
    return error.diagnostics().at(0).message;
  }
  return "";
}

}  // namespace

TEST_CASE("a process samples on its processor or on one card") {
  CHECK(!card_of(job_of("")));
  CHECK(!card_of(job_of("target = \"cpu\"\n")));
  CHECK(card_of(job_of("target = \"cuda\"\ndevices = [3]\n")) == 3);
  CHECK(card_of(job_of("devices = [1]\n")) == 1);
  CHECK(refusal("target = \"cuda\"\ndevices = [0, 1]\n") ==
        "found 2 cards for one process, expected one; start a process for each: mpirun -n 2 diagc "
        "integrate …");
}
