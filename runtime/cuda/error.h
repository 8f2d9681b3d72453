#pragma once

// What can go wrong with CUDA, in the words of whoever noticed it.

#include <cstddef>
#include <stdexcept>
#include <string>

namespace diagc::cuda {

/// The driver or NVRTC is absent, too old, or knows no such architecture; says what was found,
/// where it was looked for and what to do.
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The source or its options were wrong: the compiler's log and the numbered source lines.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A stop was requested through the token.
struct Cancelled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A call of the driver failed: the call, the driver's name of the error and its text. An error of
/// a kernel arrives at a later call, mostly one that waits.
struct Error : std::runtime_error {
  Error(const std::string& message, int number) : std::runtime_error(message), code(number) {}
  int code;  ///< CUresult
};

/// Memory of a device (or pinned memory of the host) was refused.
struct OutOfMemory : Error {
  OutOfMemory(const std::string& message, int number, std::size_t bytes_asked,
              std::size_t bytes_free)
      : Error(message, number), asked(bytes_asked), free(bytes_free) {}
  std::size_t asked;
  std::size_t free;  ///< of the device, at that time
};

}  // namespace diagc::cuda
