// Rule files and models of samples from trees on devices, on the fake driver: kernels are their CUDA source, compiled as C++.
#pragma once

#include <cstdint>
#include <string>

#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/device_tree_population.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/series_sampling/fake_gpu.h"
#include "tests/series_sampling/host_kernels.h"
#include "tests/series_sampling/plans.h"

namespace diagc::series {

inline constexpr const char* fixed_file =
    DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_su3_cdet_density_fixed.diag";
inline constexpr const char* measured_file =
    DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_su2_cdet_density.diag";

struct DeviceTree {
  const char* file;
  std::string order_static;
  std::string derivative;
  std::uint32_t m;
};
inline const DeviceTree on_fixed{fixed_file, "m", "H", 3}, on_measured{measured_file, "n", "", 3};

inline TreeIntegrand integrand_of(const DeviceTree& which, const Kernel& kernel) {
  return {.kernel = kernel,
          .form = integrand_form(kernel, "G", which.derivative),
          .order = 4,
          .alike = !which.derivative.empty()};
}

inline lattice::ModelOptions options_of_12_cells(lattice::Lattice kind) {
  lattice::ModelOptions options;
  options.lattice = kind;
  options.size = {4, 3};
  options.filling = 0.4;
  options.beta = 2;
  return options;
}

}  // namespace diagc::series
