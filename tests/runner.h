#pragma once

/// Catch2's runner, which is compiled once for all test programs.

namespace diagc {

/// Runs the tests that the command line names, all without any; gives the exit code.
int run_tests(int count, char** arguments);

}  // namespace diagc
