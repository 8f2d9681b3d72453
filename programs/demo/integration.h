// The last part of the demo: diagrams integrated by Monte Carlo, next to exact numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace diagc {
class Progress;
}

namespace diagc::demo {

/// Files of integrate_atom_and_cluster().
inline constexpr const char* atom_picture = "hubbard_atom_integrated.svg";
inline constexpr const char* cluster_picture = "hubbard_cluster_integrated.svg";

/// Integrates orders 1 … 6 of the SU(3) atom and of a 2 × 2 cluster of SU(2), half of the time each, on a device or, without one, on the
/// processor; prints coefficients, summed densities, exact ones, and writes a picture of each into the folder. `worker`:
/// what runs it, in words. Returns the paths of the pictures.
std::vector<std::string> integrate_atom_and_cluster(const std::string& folder, double seconds,
                                                    std::optional<int> gpu,
                                                    const std::string& worker, Progress& progress);

}  // namespace diagc::demo
