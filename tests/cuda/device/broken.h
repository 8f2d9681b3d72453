#pragma once

// A kernel that writes where nothing is spoils its process for CUDA, so that it runs in one of its
// own: this program, started again in the mode of this name.

namespace diagc::cuda {

inline constexpr const char* broken_mode = "broken";

/// Prints the error of each of two evaluations.
int run_broken();

}  // namespace diagc::cuda
