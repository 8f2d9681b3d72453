#pragma once

#include <stdexcept>

namespace diagc::machine {

/// What the caller gave is wrong; the message says how. Becomes DIAGC_REFUSED.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The caller's cancel flag was raised. Becomes DIAGC_CANCELLED.
struct Cancelled : std::runtime_error {
  Cancelled() : std::runtime_error("compilation was cancelled") {}
};

}  // namespace diagc::machine
