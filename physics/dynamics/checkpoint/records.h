// What files of a propagation's checkpoint have in common.
#pragma once

#include <complex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runs/checkpoint/bytes.h"
#include "runs/checkpoint/digest.h"
#include "runs/checkpoint/file.h"

namespace diagc::dynamics {

/// What every file of a run begins with.
std::string identity_of(const runs::Digest& digest);

void write_complex(runs::Bytes& to, std::span<const std::complex<double>> values);
std::vector<std::complex<double>> read_complex(std::span<const std::byte>& from);
/// Throws std::runtime_error where there are more or fewer.
std::vector<std::complex<double>> read_complex(std::span<const std::byte>& from, std::size_t count);

/// What fails at a file of a checkpoint says so.
template <class Action>
auto at_file(const std::string& path, Action&& action) {
  try {
    return action();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(runs::cannot_resume(path, error.what()));
  }
}

}  // namespace diagc::dynamics
