#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "physics/lattice/model.h"

namespace diagc::integrate {

// A propagator as somebody's C++ header with one function,
//     float g0(int dx, float tau)
//     float g0(int dx, int dy, float tau)
//     float g0(int dx, int dy, int dz, float tau)
// one int for each extent of the lattice, with double for float in double precision. It is called
// with −L/2 < dx ≤ L/2 and 0 < τ ≤ β and returns G0(r, τ) in the convention of PropagatorTable, where
// τ = β stands for −(the limit τ → 0⁻). The header may have functions and constexpr data of its own
// and call the mathematical functions of <cmath>, which it may include, with or without `std::`.
struct OwnPropagator {
  std::string path;
  std::string text;
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  std::uint32_t coordinates = 2;
  double beta = 1;
  std::string real = "float";
};

// Reads the header that the options name and, where Clang is there, checks it. Throws WrongModel: the
// file cannot be read, or all that is wrong with it, each at its line and column with a caret.
OwnPropagator read_own_propagator(const ModelOptions& options);

// Source text to stand in front of a kernel. It defines
//     static inline REAL diagc_own_g0(int dx, int dy, int dz, REAL tau)
// for displacements in [0, L), those that the lattice lacks 0, and τ in [−β, β], antiperiodic, τ = 0
// the limit τ → 0⁻. Compilers report what is wrong in the header at the header's lines. The text for
// devices takes NVRTC's option kOwnCudaOption.
std::string own_cpu_source(const OwnPropagator& own);
std::string own_cuda_source(const OwnPropagator& own);
inline constexpr const char* kOwnCudaOption = "--device-as-default-execution-space";

}  // namespace diagc::integrate
