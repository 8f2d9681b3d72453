// The last part of the demo: diagrams integrated by Monte Carlo, next to exact numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace diagc {
class Progress;
}

namespace diagc::demo {

/// Files of integrate_cluster_and_lattice().
inline constexpr const char* cluster_picture = "hubbard_cluster_integrated.svg";
inline constexpr const char* lattice_picture = "hubbard_su6_integrated.svg";

/// Integrates orders 1 … 6 of a 2 × 2 cluster of SU(2), in a sixth of the time, and of SU(6) on the square lattice, on a device or, without
/// one, on the processor; prints coefficients, summed densities, exact ones where they are known, and writes a picture of each into the folder.
/// `worker`: what runs it, in words. Returns the paths of the pictures.
std::vector<std::string> integrate_cluster_and_lattice(const std::string& folder, double seconds,
                                                       std::optional<int> gpu,
                                                       const std::string& worker,
                                                       Progress& progress);

}  // namespace diagc::demo
