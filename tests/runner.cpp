#define CATCH_CONFIG_RUNNER
#include "tests/runner.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/test_seed.h"

namespace diagc {

int run_tests(int count, char** arguments) {
  // The user's cache of kernels is left alone; all test programs share one. Where they are taken to another machine there is no such folder.
  if (std::filesystem::is_directory(DIAGC_TEST_FOLDER))
    setenv("DIAGC_CACHE_DIR", DIAGC_TEST_FOLDER "/kernels", 0);
  // RapidCheck would draw a seed of its own.
  setenv("RC_PARAMS", ("seed=" + std::to_string(test_seed())).c_str(), 0);
  return Catch::Session().run(count, arguments);
}

}  // namespace diagc
