// h(k) as somebody's C++ header.
#pragma once

#include <string>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "runtime/system/child_process.h"

namespace diagc::dynamics {

/// Name and work of the worker of own_bands(), for the list that a program gives to run_as_worker().
inline constexpr const char* own_bands_worker_name = "own-bands-worker";
int own_bands_worker(const std::vector<std::string>& arguments);

/// A header with one function
///     double h_re(int to, int from, double kx)
/// with ky and kz behind kx on a grid of two or three axes, the real part of h_to,from(k), and perhaps `h_im` of the same type, the imaginary part. It
/// may have functions and constexpr data of its own and call the mathematical functions of <cmath>, which it may include.
struct OwnBands {
  std::string path;
  std::vector<std::size_t> grid;  ///< k_d = 2π j_d / n_d
  std::size_t bands = 1;
};

/// h(k), [k][a][b]. The header is read, compiled and called in a process of its own: where it crashes, hangs or takes too much memory, that is an error at
/// the header's line. Throws std::runtime_error: that, whatever is wrong with the header, a value that is not finite, and where there is no Clang or the
/// program offers no such worker.
std::vector<Complex> own_bands(const OwnBands& own, const ProcessLimits& limits);

}  // namespace diagc::dynamics
