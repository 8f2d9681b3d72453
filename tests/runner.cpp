#define CATCH_CONFIG_RUNNER
#include "tests/runner.h"

#include <catch2/catch.hpp>

namespace diagc {

int run_tests(int count, char** arguments) { return Catch::Session().run(count, arguments); }

}  // namespace diagc
