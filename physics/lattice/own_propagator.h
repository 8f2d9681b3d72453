#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "physics/lattice/model.h"

namespace diagc::lattice {

/// The option of a model that names one; errors are of it.
inline constexpr const char* own_propagator_option = "own_propagator";

/// A propagator as somebody's C++ header with one function,
///     float g0(int dx, float tau)
///     float g0(int dx, int dy, float tau)
///     float g0(int dx, int dy, int dz, float tau)
/// one int for each extent of the lattice, with double for float in double precision. It is called
/// with −L/2 < dx ≤ L/2 and 0 < τ ≤ β and returns G0(r, τ) in the convention of PropagatorTable, where
/// τ = β stands for −(the limit τ → 0⁻). A second function `g0_mu` of the same type may give ∂G0/∂μ. The header may have
/// functions and constexpr data of its own and call the mathematical functions of <cmath>, which it may include, with or without `std::`.
struct OwnPropagator {
  std::string path;
  std::string text;
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  std::uint32_t coordinates = 2;
  double beta = 1;
  std::string real = "float";
  bool derivative = false;  ///< whether the text has g0_mu: check_own_propagator() looks for it
};

/// Lines of the functions; 0: there is no g0_mu.
struct OwnLines {
  int g0 = 0, g0_mu = 0;
};

/// The type of g0 and g0_mu, as Clang writes it: "float (int, int, float)".
std::string type_of(const OwnPropagator& own);

/// Reads the header that the options name, without looking at what it holds. Throws WrongModel where the
/// file cannot be read or is no header: a device, a pipe, more than a megabyte.
OwnPropagator read_own_propagator(const ModelOptions& options);

/// Clang checks the header, toolchain::check_function(); `line` is the line that it reads. Throws
/// WrongModel: all that is wrong with it, each at its line and column with a caret.
OwnLines check_own_propagator(const OwnPropagator& own, int& line);

/// Source text that defines
///     static inline REAL diagc_own_g0(int dx, int dy, int dz, REAL tau)
/// for displacements in [0, L), those that the lattice lacks 0, and τ in [−β, β], antiperiodic, τ = 0
/// the limit τ → 0⁻, and diagc_own_g0_mu likewise where there is one. Compilers report what is wrong in the header at the header's lines.
std::string own_source(const OwnPropagator& own);

}  // namespace diagc::lattice
