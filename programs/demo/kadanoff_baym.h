// A part of the demo: two Kadanoff–Baym propagations, what they conserve, and a dimer beside numbers of another program.
#pragma once

#include <string>

namespace diagc {
class Progress;
}

namespace diagc::demo {

inline constexpr const char* dynamics_picture = "dynamics.svg";

/// Kicks two bands at eight k points, quenches a Hubbard dimer in equilibrium, prints both; the path of a picture of them.
std::string propagate_bands_and_dimer(const std::string& folder, Progress& progress);

}  // namespace diagc::demo
