// Arrays that a job names: tables of times, h(k), density matrices.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "physics/dynamics/spline.h"

namespace diagc::dynamics {

/// A .npy file of rows (time, value). Throws std::runtime_error that begins with the path.
Spline read_table(const std::string& path);

/// A .npy file of matrices [k_1] … [k_d][a][b] on a grid. Throws std::runtime_error that begins with the path. `bands`: how many there must be; 0 takes
/// what the file has, and is set to it.
std::vector<Complex> read_matrices(const std::string& path, const std::vector<std::size_t>& grid,
                                   std::size_t& bands);

}  // namespace diagc::dynamics
