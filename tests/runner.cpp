#define CATCH_CONFIG_RUNNER
#include "tests/runner.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "tests/test_seed.h"

namespace diagc {

int run_tests(int count, char** arguments) {
  // RapidCheck would draw a seed of its own.
  setenv("RC_PARAMS", ("seed=" + std::to_string(test_seed())).c_str(), 0);
  return Catch::Session().run(count, arguments);
}

}  // namespace diagc
