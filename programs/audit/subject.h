// One rule file at one choice of statics, and what it computes.
#pragma once

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "diagc/kernel.h"
#include "programs/audit/configurations.h"

namespace diagc::audit {

struct Subject {
  std::string file;  ///< as the command line names it
  Kernel fp32, fp64;
  Graph expanded;  ///< what both were made from, before the passes: the meaning of the rules
  std::vector<ParamValue> params;
};

/// Throws Failure unless the subject has the inputs of the first file, of the same kinds and shapes, in any order.
void check_inputs(const Subject& first, const Subject& subject);

/// By output scalar, then configuration: result[scalar · configurations + configuration].
std::vector<std::complex<double>> evaluate(const Kernel& kernel,
                                           const std::vector<ParamValue>& params,
                                           const Configurations& configurations);

inline bool is_finite(std::complex<double> z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

/// "G[0..2, 0..2] : real"
std::string declaration(const Kernel::Variable& variable);

}  // namespace diagc::audit
