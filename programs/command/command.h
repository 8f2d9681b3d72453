// What every subcommand is made of.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace diagc {

/// The command line is not well formed: exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The user's input, files, devices or disks: exit code 1. The message is shown as it is, so that it
/// begins with a path or with "error: ".
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the parsed command line is to do; the subcommand that was named sets it.
using Action = std::function<void()>;

}  // namespace diagc
